import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import { builtProgram } from '../harness/built.ts'

/** What a tool came to, as an assistant reads it. */
type Answer = { readonly text: string; readonly isError: boolean }

/** An assistant that has only the tools of the bank (D135), by the client of the official SDK. */
export type Assistant = {
  readonly client: Client
  use(tool: string, given?: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

const result = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  isError: z.boolean().optional(),
})

export async function assistantAt(url: string, headers: Record<string, string> = {}): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return assistantOf(client)
}

/** The command `sandbank mcp` as a process of its own; `onError` receives what it writes beside the protocol. */
export async function assistantOfCommand(
  args: readonly string[],
  env: Record<string, string>,
  onError: (text: string) => void = () => undefined,
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await builtProgram('cli.js'), 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', part => onError(String(part)))
  await client.connect(transport)
  return assistantOf(client)
}

function assistantOf(client: Client): Assistant {
  return {
    client,
    use: async (name, given = {}) => {
      const { content, isError = false } = result.parse(await client.callTool({ name, arguments: given }))
      return { text: content[0].text, isError }
    },
    close: () => client.close(),
  }
}
