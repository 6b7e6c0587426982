import { createHash } from 'node:crypto'
import { HEADERS } from '../../api/rest/headers.ts'
import { ROUTES } from '../../api/rest/routes.ts'
import type { Route } from '../../api/rest/serve.ts'
import { DomainError } from '../../domain/errors.ts'
import { fieldOf, isObject } from '../../domain/given.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { parseJson } from '../../domain/texts.ts'
import type { Tpp, TppRequest, World } from '../testing/kit.ts'
import {
  type Arguments,
  type Desk,
  maybeText,
  type Outcome,
  readPage,
  shownJson,
  type Tool,
  textOf,
  worldOf,
} from './desk.ts'
import { GRAPH, unknownArgument } from './graph.ts'
import { PAGING } from './pages.ts'
import { causeOf } from './why.ts'

const SIGNED = new Map(ROUTES.map((route): [string, Route] => [route.operation, route]))
/** What the operator alone does: the fields of the graph that are no operation of the interface. */
const OPERATED = [...GRAPH.keys()].filter(name => !SIGNED.has(name))

/** Each has a key and a certificate, which are kept as long as the desk (D75). */
const MOST_SIGNERS = 20

const text = (description: string) => ({ type: 'string', description }) as const

/** `call`: any operation of the bank. */
export const call: Tool = {
  name: 'call',
  description:
    'Makes one call: an operation of the interface, signed as a TPP with all headers that it requires; or a field of the operator’s GraphQL, which needs no signature. Answers status, headers that matter, body, and for a refusal its cause. With describe: true it calls nothing and says which parameters and body the operation takes.',
  readOnly: false,
  inputSchema: {
    type: 'object',
    properties: {
      operation: { ...text('Which operation.'), enum: [...SIGNED.keys(), ...OPERATED] },
      describe: { type: 'boolean', description: 'true: say what the operation takes, and do nothing.' },
      parameters: {
        type: 'object',
        description: 'By their names: parts of the path, of the query, and headers. For GraphQL: the arguments.',
      },
      body: { type: 'object', description: 'The JSON body.' },
      tpp: text(
        `The name of the TPP that signs; it is made when there is none, at most ${MOST_SIGNERS} in all. "assistant" when not given.`,
      ),
      psu: text('The PSU: a customerNumber, key or psuId. Sent as PSU-ID.'),
      context: { ...text('For whom the PSU acts (PSU-Context).'), enum: ['PRIVATE', 'CORPORATE'] },
      agreementId: text('The agreement of a corporate PSU (PSU-Corporate-ID).'),
      scenario: text('An outcome to force, such as "error; code=ACCESS_EXCEEDED" (read_docs scenarios).'),
      world: text('Its world; the own one when not given.'),
      full: PAGING.full,
    },
    required: ['operation'],
    additionalProperties: false,
  },
  run: async (desk, given) => {
    for (const name of Object.keys(given))
      if (!Object.hasOwn(call.inputSchema.properties, name))
        throw unknownArgument(name, Object.keys(call.inputSchema.properties))
    const name = textOf('operation', given['operation'])
    const route = SIGNED.get(name)
    const field = GRAPH.get(name)
    if (route === undefined && field === undefined) throw unknownOperation(name)
    if (given['describe'] === true) return describe(desk, name)
    const world = await worldOf(desk, given)
    if (route !== undefined) return sign(desk, world, route, given)
    const outcome = await field?.run(desk, world, objectOf('parameters', given['parameters']))
    return { text: shownJson(outcome) }
  },
}

function unknownOperation(name: string): DomainError {
  const near = nearest(name, [...SIGNED.keys(), ...OPERATED])
  const meant = near === undefined ? 'search_docs finds operations by words.' : `Did you mean ${near}?`
  return new DomainError('FORMAT_ERROR', `There is no operation ${JSON.stringify(name.slice(0, 80))}. ${meant}`)
}

async function describe(desk: Desk, name: string): Promise<Outcome> {
  const field = GRAPH.get(name)
  if (!SIGNED.has(name) && field !== undefined)
    return { text: `${field.description}\n\nparameters:\n${shownJson(field.inputSchema)}` }
  const page = await readPage(desk, `/docs/operations/${name}.md`)
  return { text: await page.text(), rest: `read_docs has all pages of operations/${name}.` }
}

async function sign(desk: Desk, world: World, route: Route, given: Arguments): Promise<Outcome> {
  const tpp = tppOf(desk, maybeText('tpp', given['tpp']) ?? 'assistant')
  const { path, headers } = placed(route, objectOf('parameters', given['parameters']))
  const context = maybeText('context', given['context'])
  const request: TppRequest = {
    method: route.method,
    headers: context === undefined ? headers : { ...headers, 'PSU-Context': context },
    ...(given['body'] === undefined ? {} : { json: given['body'] }),
    ...optionsOf(given),
  }
  const answer = await tpp.fetch(world.url(path), request)
  return showAnswer(desk, world, answer)
}

/** What of a TPP's call the kit turns into headers, and the header that the kit has no option for. */
const OPTIONS = ['psu', 'agreementId', 'scenario'] as const

function optionsOf(given: Arguments): Partial<Record<(typeof OPTIONS)[number], string>> {
  return Object.fromEntries(
    OPTIONS.flatMap(name => {
      const value = maybeText(name, given[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A TPP of one name is the same after each start and on each server: its authority id follows from the name. */
function tppOf({ bank, signers }: Desk, name: string): Tpp {
  if (!signers.has(name) && signers.size === MOST_SIGNERS) throw tooManySigners(signers)
  const number = createHash('sha256').update(name).digest().readUInt32BE() % 1_000_000_000
  const tpp = bank.tpp(name, { id: `NO-FSA-${String(number).padStart(9, '0')}` })
  signers.add(name)
  // The kit forgets the key of one that could not be made.
  tpp.id().catch(() => signers.delete(name))
  return tpp
}

function tooManySigners(signers: ReadonlySet<string>): DomainError {
  const [first = ''] = signers
  return new DomainError(
    'ACCESS_EXCEEDED',
    `A server signs for assistants as at most ${MOST_SIGNERS} TPPs: take one of them again, such as ${JSON.stringify(first.slice(0, 80))}.`,
    'tpp',
  )
}

/** Puts each parameter where the operation has it. */
function placed({ operation, path, query }: Route, given: Arguments) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const inQuery = Object.keys(query.shape)
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  const parts = new Map<string, string>()
  for (const [name, value] of Object.entries(given)) {
    const said = shownValue(name, value)
    const header = HEADERS.find(one => one.name.toLowerCase() === name.toLowerCase())?.name
    if (inPath.includes(name)) parts.set(name, said)
    else if (inQuery.includes(name)) search.append(name, said)
    else if (header !== undefined) headers[header] = said
    else throw unknownParameter(operation, name, [...inPath, ...inQuery])
  }
  const missing = inPath.find(name => !parts.has(name))
  if (missing !== undefined)
    throw new DomainError(
      'FORMAT_ERROR',
      `is required, since ${operation} has it in its path, ${path}.`,
      `parameters.${missing}`,
    )
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts.get(name) ?? ''))
  return { path: search.size === 0 ? target : `${target}?${search}`, headers }
}

function unknownParameter(operation: string, name: string, own: readonly string[]): DomainError {
  const near = nearest(name, [...own, ...HEADERS.map(one => one.name)])
  const known = own.length === 0 ? 'takes headers alone' : `takes ${own.join(', ')}, and headers`
  return new DomainError(
    'FORMAT_ERROR',
    `${operation} has none of the name ${JSON.stringify(name.slice(0, 80))}: ${near === undefined ? `it ${known}.` : `did you mean ${near}?`} describe: true says more.`,
    'parameters',
  )
}

function shownValue(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new DomainError('FORMAT_ERROR', 'must be a text, a number, true or false.', `parameters.${name.slice(0, 80)}`)
}

function objectOf(name: string, value: unknown = {}): Arguments {
  if (isObject(value)) return value
  throw new DomainError('FORMAT_ERROR', 'must be a JSON object.', name)
}

async function showAnswer(desk: Desk, world: World, answer: Response): Promise<Outcome> {
  const body = await answer.text()
  const read = parseJson(body)
  const id = answer.headers.get('Sandbank-Request') ?? undefined
  const location = answer.headers.get('Location')
  const isRefusal = answer.status >= 400
  const lines = [
    `HTTP ${answer.status}${id === undefined ? '' : `, call ${id}`}`,
    ...(location === null ? [] : [`Location: ${location}`]),
    ...WARNINGS.flatMap(name => (answer.headers.has(name) ? `${name}: ${answer.headers.get(name)}` : [])),
    ...(body === '' ? [] : [read === undefined ? body : shownJson(read)]),
    ...(isRefusal && id !== undefined ? ['', await causeOf(desk, world, id)] : []),
    ...(waits(read) ? ['', 'A PSU has to approve this: the tool approve does it.'] : []),
  ]
  const rest = id === undefined ? undefined : `the tool calls with id ${id} has the rest.`
  return { text: lines.join('\n'), isRefusal, rest }
}

const WARNINGS = ['Sandbank-Warning', 'Sandbank-Scenario'] as const

function waits(body: unknown): boolean {
  return fieldOf(fieldOf(body, '_links'), 'scaRedirect') !== undefined
}
