import type { Desk } from './desk.ts'
import { StdioServerTransport } from './sdk.ts'
import { createToolServer } from './server.ts'

/** Serves an assistant on standard input and output until its end closes them. */
export async function serveStdio(desk: Desk, version: string, report: (error: unknown) => void): Promise<void> {
  const server = createToolServer(desk, version, report)
  const ended = new Promise<void>(resolve => {
    process.stdin.once('end', resolve).once('close', resolve)
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
