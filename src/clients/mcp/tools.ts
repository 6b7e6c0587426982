import { DomainError } from '../../domain/errors.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { call } from './call.ts'
import { type Arguments, type Desk, type JsonSchema, shownJson, type Tool, worldOf } from './desk.ts'
import { DOCS_TOOLS } from './docs.ts'
import { GRAPH } from './graph.ts'
import { PAGING } from './pages.ts'
import { EXPLANATION } from './why.ts'

/** A tool that is one field of the operator's graph: its arguments and their words follow from that. */
type FieldTool = {
  readonly field: string
  /** Words for an assistant, where those of the field do not say when to use the tool. */
  readonly says: string
  /** What of the answer is shown; all that is not deep when not given. */
  readonly selection?: string
  /** Arguments that are used when not given. */
  readonly given?: Arguments
  /** Arguments that follow from what is in the world when not given. */
  readonly found?: (desk: Desk, given: Arguments) => Promise<Arguments>
  /** It names its worlds itself. */
  readonly noWorld?: boolean
}

/** A call of the journal in a list. */
const CALL = 'id at by operation method target status code cause'
const WHOLE_CALL = `{ ${CALL} tpp { id name } durationMs request { headers { name value } body } answer { headers { name value } body } }`

/** What a person does with a test bank, by the fields that do it. */
const FIELD_TOOLS: Readonly<Record<string, FieldTool>> = {
  make_world: {
    field: 'createWorld',
    says: 'Makes a world: a bank of its own with customers, accounts and a clock. Name it in the argument world of other tools.',
    given: { expiresAfter: 'P1D' },
    noWorld: true,
  },
  apply_fixture: {
    field: 'applyFixture',
    says: 'Makes all that a document says: customers, accounts, agreements, consents, payments (read_docs fixtures).',
  },
  approve: {
    field: 'completeAuthorisation',
    says: 'Decides as the PSU, as on the page of the bank: approves what waits, or rejects it.',
    selection: '{ authorisation { id purpose status } redirectTo }',
    given: { outcome: 'APPROVED' },
  },
  advance_clock: { field: 'advanceClock', says: '' },
  why: { field: 'why', says: '', selection: EXPLANATION },
  calls: {
    field: 'calls',
    says: 'Lists calls of the journal, the latest first. With id it shows one call, as sent and as answered.',
    selection: `{ totalCount nodes { ${CALL} } pageInfo { hasNextPage endCursor } }`,
    given: { first: 10 },
  },
  set_scenario: { field: 'setScenario', says: '' },
  snapshot: { field: 'takeSnapshot', says: '' },
  restore: { field: 'restoreSnapshot', says: '' },
  diff: {
    field: 'diffWorlds',
    says: '',
    selection:
      '{ equal totalCount nodes { kind noun id fields { name left right } } pageInfo { hasNextPage endCursor } }',
    given: { right: {}, first: 20 },
  },
  story: {
    field: 'copyCalls',
    says: 'Writes calls of the journal as a test that passes. Without ids: all calls of TPPs in the world, of the last 50.',
    given: { form: 'VITEST' },
    found: async (desk, given) => (given['ids'] === undefined ? { ids: await callsOfTpps(desk, given) } : {}),
  },
}

const WORLD: JsonSchema = { type: 'string', description: 'Its world; the own one when not given.' }
const ID: JsonSchema = { type: 'string', description: 'The id of one call, which is shown whole.' }

/** All tools. */
export const TOOLS: readonly Tool[] = [
  ...Object.entries(FIELD_TOOLS).map(([name, one]) => fieldTool(name, one)),
  call,
  ...DOCS_TOOLS,
]

/** The tool of a name. FORMAT_ERROR when there is none. */
export function toolNamed(name: string): Tool {
  const found = TOOLS.find(tool => tool.name === name)
  if (found !== undefined) return found
  const names = TOOLS.map(tool => tool.name)
  const near = nearest(name, names)
  const meant = near === undefined ? `The tools are ${names.join(', ')}.` : `Did you mean ${near}?`
  throw new DomainError('FORMAT_ERROR', `There is no tool ${JSON.stringify(name.slice(0, 80))}. ${meant}`)
}

function fieldTool(name: string, { field, says, selection, given: usual = {}, found, noWorld }: FieldTool): Tool {
  const one = GRAPH.get(field)
  if (one === undefined) throw new Error(`The graph has no field ${field}.`)
  const { inputSchema } = one
  const properties = Object.entries(inputSchema.properties).map(([argument, schema]) => [
    argument,
    argument in usual ? { ...schema, default: usual[argument] } : schema,
  ])
  const required = (inputSchema.required ?? []).filter(
    argument => !(argument in usual) && !(found && argument === 'ids'),
  )
  return {
    name,
    description: says === '' ? one.description : says,
    readOnly: one.kind === 'query',
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(properties),
        ...(name === 'calls' ? { id: ID } : {}),
        ...(noWorld === true ? {} : { world: WORLD }),
        ...PAGING,
      },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    run: async (desk, { world, page: _, full: __, ...given }) => {
      const place = noWorld === true ? desk.bank.world : await worldOf(desk, { world })
      const { id, ...others } = given
      if (name === 'calls' && id !== undefined)
        return { text: shownJson(await GRAPH.get('call')?.run(desk, place, { by: { id }, ...others }, WHOLE_CALL)) }
      const all = { ...usual, ...(await found?.(desk, { world, ...given })), ...given }
      const answer = await one.run(desk, place, all, selection)
      return { text: typeof answer === 'string' ? answer : shownJson(answer) }
    },
  }
}

async function callsOfTpps(desk: Desk, { world }: Arguments): Promise<readonly string[]> {
  const calls = await (await worldOf(desk, { world })).calls({ by: ['TPP'] })
  if (calls.length > 0) return calls.slice(-MOST_CALLS).map(({ id }) => id)
  throw new DomainError('RESOURCE_UNKNOWN', 'No TPP has called this world yet: the tool call makes a call.')
}

const MOST_CALLS = 50
