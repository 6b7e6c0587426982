import { DomainError } from '../../domain/errors.ts'
import { nearest } from '../../domain/nearest-names.ts'
import type { World } from '../testing/kit.ts'
import { call } from './call.ts'
import { type Arguments, type JsonSchema, type ObjectSchema, shownJson, type Tool, worldOf } from './desk.ts'
import { DOCS_TOOLS } from './docs.ts'
import { GRAPH, type GraphField } from './graph.ts'
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
  /** An argument that follows from what is in the world when not given. */
  readonly found?: Readonly<Record<string, (world: World) => Promise<unknown>>>
  /** The field that shows one thing of the list whole, by its id. */
  readonly whole?: { readonly field: string; readonly selection: string }
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
    whole: { field: 'call', selection: WHOLE_CALL },
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
    found: { ids: callsOfTpps },
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

function fieldTool(name: string, tool: FieldTool): Tool {
  const field = fieldNamed(tool.field)
  return {
    name,
    description: tool.says === '' ? field.description : tool.says,
    readOnly: field.kind === 'query',
    inputSchema: schemaOfTool(tool, field.inputSchema),
    run: async (desk, { world: named, page: _, full: __, id, ...others }) => {
      const world = tool.noWorld === true ? desk.bank.world : await worldOf(desk, { world: named })
      const given = id === undefined ? others : { ...others, id }
      if (tool.whole !== undefined && id !== undefined) {
        const { field: whole, selection } = tool.whole
        return { text: shownJson(await fieldNamed(whole).run(desk, world, { ...others, by: { id } }, selection)) }
      }
      const all = { ...tool.given, ...(await findAll(tool, world, given)), ...given }
      const answer = await field.run(desk, world, all, tool.selection)
      return { text: typeof answer === 'string' ? answer : shownJson(answer) }
    },
  }
}

function fieldNamed(name: string): GraphField {
  const field = GRAPH.get(name)
  if (field !== undefined) return field
  throw new Error(`The graph has no field ${name}.`)
}

/** The schema of the field, with what the tool adds and knows by itself. */
function schemaOfTool(
  { given = {}, found = {}, whole, noWorld }: FieldTool,
  { properties, required = [] }: ObjectSchema,
): ObjectSchema {
  const own = Object.entries(properties).map(([name, schema]) => [
    name,
    name in given ? { ...schema, default: given[name] } : schema,
  ])
  const needed = required.filter(name => !(name in given) && !(name in found))
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(own),
      ...(whole === undefined ? {} : { id: ID }),
      ...(noWorld === true ? {} : { world: WORLD }),
      ...PAGING,
    },
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  }
}

async function findAll({ found = {} }: FieldTool, world: World, given: Arguments): Promise<Arguments> {
  const missing = Object.entries(found).filter(([name]) => given[name] === undefined)
  return Object.fromEntries(await Promise.all(missing.map(async ([name, find]) => [name, await find(world)] as const)))
}

async function callsOfTpps(world: World): Promise<readonly string[]> {
  const calls = await world.calls({ by: ['TPP'] })
  if (calls.length > 0) return calls.slice(-MOST_CALLS).map(({ id }) => id)
  throw new DomainError('RESOURCE_UNKNOWN', 'No TPP has called this world yet: the tool call makes a call.')
}

const MOST_CALLS = 50
