import { DomainError } from '../../domain/errors.ts'
import { SandbankError } from '../testing/failure.ts'
import type { Arguments, Desk } from './desk.ts'
import { cut } from './pages.ts'
import { CallToolRequestSchema, ListToolsRequestSchema, Server } from './sdk.ts'

/** What the server says of itself before an assistant uses a tool. */
const INSTRUCTIONS = `Sandbank is a whole PSD2 bank for tests. Nothing in it is real money.
A TPP signs calls (tool call); a PSU approves (tool approve); the clock moves when it is moved (tool advance_clock); a refusal is explained (tool why).
Begin with read_docs or search_docs. call with describe: true says what an operation takes.
Every tool works in this session's own world unless its argument world names another.`

/** A server of the Model Context Protocol for one desk (D135). Tools are loaded when they are first needed, since the graph comes with them. */
export function createToolServer(desk: Desk, version: string, report: (error: unknown) => void): Server {
  const server = new Server({ name: 'sandbank', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { TOOLS } = await import('./tools.ts')
    return {
      tools: TOOLS.map(({ name, description, inputSchema, readOnly }) => ({
        name,
        description,
        inputSchema,
        annotations: { readOnlyHint: readOnly, destructiveHint: name === 'restore', openWorldHint: false },
      })),
    }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    run(desk, params.name, params.arguments, report),
  )
  return server
}

async function run(desk: Desk, name: string, given: Arguments = {}, report: (error: unknown) => void) {
  try {
    const { toolNamed } = await import('./tools.ts')
    const tool = toolNamed(name)
    const outcome = await tool.run(desk, given)
    return { content: [{ type: 'text', text: cut(outcome, given) }], isError: outcome.isRefusal === true } as const
  } catch (error) {
    return { content: [{ type: 'text', text: cut({ text: wordsOf(error, report) }, {}) }], isError: true } as const
  }
}

function wordsOf(error: unknown, report: (error: unknown) => void): string {
  if (error instanceof SandbankError || error instanceof DomainError) return error.message
  report(error)
  return 'This is a fault of the server, not of the call.'
}
