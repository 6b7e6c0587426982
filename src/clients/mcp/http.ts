import type { AssistantsCall } from '../../api/assistants.ts'
import type { ServedApp } from '../../api/server.ts'
import { keepLatest } from '../../platform/http/files.ts'
import { DEFAULT_ORIGIN } from '../../workbench/explain/commands.ts'
import { inProcess } from '../testing/door.ts'
import { createOperator } from '../testing/operator.ts'
import { useBank } from '../testing/sandbank.ts'
import type { Desk } from './desk.ts'
import { WebStandardStreamableHTTPServerTransport } from './sdk.ts'
import { createToolServer } from './server.ts'

type Options = {
  /** The bank's own doors: an assistant has no way of its own into the bank. */
  readonly app: ServedApp
  /** The token of the operator's door, which the caller has shown. */
  readonly token: string | undefined
  readonly version: string
  readonly report: (error: unknown) => void
}

/** Answers messages of assistants over HTTP: each by a server of its own, since there are no sessions. */
export function createSpeaker({ app, token, version, report }: Options): (call: AssistantsCall) => Promise<Response> {
  // The keys of TPPs stay from call to call.
  const opened = keepLatest<Omit<Desk, 'ownWorld'>>()
  return async ({ request, message, world, origin = DEFAULT_ORIGIN }) => {
    const reached = await opened(origin, async () => {
      const door = inProcess(app, { url: origin, isServed: true })
      const bank = await useBank(door, token, async () => {})
      return { bank, operator: createOperator(door, token), signers: new Set() }
    })
    const desk: Desk = { ...reached, ownWorld: () => reached.bank.openWorld(world) }
    const server = createToolServer(desk, version, report)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody: message })
    } finally {
      await server.close()
    }
  }
}
