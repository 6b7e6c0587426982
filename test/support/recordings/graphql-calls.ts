import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../../src/api/graphql/schema.ts'
import { requestExamples } from '../../../src/api/openapi/examples.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import type { Route } from '../../../src/api/rest/serve.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { NOW } from '../builders/certificates.ts'
import { readingOf } from '../builders/whole-graph.ts'
import type { Recorder, Scene } from './recorder.ts'
import { fileName } from './rest-calls.ts'
import type { Recorded } from './written.ts'

/** The field of each operation once with success, with the values of its example. */
export async function recordFields({ scene, ids, tppId }: Recorder): Promise<Map<string, string>> {
  const examples = requestExamples(ids, osloDay(NOW))
  const texts = new Map<string, string>()
  for (const route of ROUTES) {
    const { operation, tag, method } = route
    const text = await scene(`graphql-${fileName(operation)}`, async actor => {
      await actor.prepare(operation)
      const { params, body } = examples[operation] ?? {}
      const given = { ids: { ...params, ...Object.fromEntries(actor.known) }, tppId, psu: ids.customer.customerNumber }
      const input: unknown = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body), given.ids))
      const root = method === 'GET' ? schema.getQueryType() : schema.getMutationType()
      const field = root?.getFields()[operation]
      if (field === undefined) throw new Error(`GraphQL has no field ${operation}.`)
      return succeeded(
        await actor.graphql(...documentOf(method === 'GET' ? 'query' : 'mutation', field, { ...given, route, input })),
      )
    })
    const file = `graphql-${fileName(tag)}`
    texts.set(file, (texts.get(file) ?? '') + text)
  }
  return texts
}

type Given = {
  readonly route: Route
  readonly ids: Readonly<Record<string, string>>
  readonly tppId: string
  readonly psu: string
  readonly input: unknown
}

type Field = GraphQLField<unknown, unknown>

function documentOf(kind: string, field: Field, given: Given): [string, Record<string, unknown>] {
  const args = field.args.flatMap(arg => {
    const value = valueFor(arg, given)
    return value === undefined ? [] : [{ name: arg.name, type: String(arg.type), value }]
  })
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = `${kind}${declared && ` (${declared})`} { ${field.name}${passed && `(${passed})`} ${selection(field, 2)} }`
  return [query, Object.fromEntries(args.map(({ name, value }) => [name, value]))]
}

/** What the example gives for an argument. */
function valueFor({ name, type }: GraphQLArgument, { ids, tppId, psu, input, route }: Given): unknown {
  if (name === 'input') return input
  if (name === 'first' || name === 'limit') return 2
  if (name === 'tpp' || name === 'tppId') return name === 'tpp' ? tppId : undefined
  if (name === 'psu') return psu
  if (name === 'access') return { tpp: tppId, psu, context: 'PRIVATE' }
  if (name === 'product') return ids['paymentProduct']?.toUpperCase().replaceAll('-', '_')
  if (name === 'context') return 'PRIVATE'
  if (name === 'bookingStatus') return 'both'
  if (name === 'customerNumber') return undefined
  const isId = String(getNamedType(type)) === 'ID' && !isListType(type)
  return isId && (isNonNullType(type) || name === 'id') ? idOf(name, ids, route) : undefined
}

/** The part of REST's path that an argument stands for; else the last one. */
function idOf(name: string, ids: Given['ids'], { runs }: Route): string | undefined {
  const isMeant = (one: string) => one === name || (name !== 'id' && one.toLowerCase().endsWith(name.toLowerCase()))
  return ids[runs.ids.find(isMeant) ?? runs.ids.at(-1) ?? '']
}

/** Values, and those of the rows one step away. */
function selection(field: Field, depth: number): string {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return ''
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }'
  const parts = Object.values(type.getFields()).flatMap(part => {
    if (part.args.some(arg => isNonNullType(arg.type) && arg.defaultValue === undefined)) return []
    const inner = getNamedType(part.type)
    if (isLeafType(inner)) return [part.name]
    return depth === 1 ? [] : [`${part.name} ${selection(part, depth - 1)}`]
  })
  return `{ ${parts.length === 0 ? '__typename' : parts.join(' ')} }`
}

function filled(text: string, ids: Given['ids']): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => ids[name] ?? whole)
}

function succeeded(answer: Recorded): Recorded {
  if (answer.text.includes('"errors"')) throw new Error(`${answer.sent}\n${answer.text}`)
  return answer
}

type Play = (scene: Scene, recorder: Recorder) => Promise<Recorded>

const COMPLETE =
  'mutation ($id: ID!, $customerNumber: String!, $outcome: Outcome!) { completeAuthorisation(id: $id, customerNumber: $customerNumber, context: PRIVATE, outcome: $outcome) { redirectTo authorisation { status } } }'
const complete = ({ graphql, known }: Scene, { ids }: Recorder, id = known.get('sca')) =>
  graphql(COMPLETE, { id, customerNumber: ids.customer.customerNumber, outcome: 'APPROVED' })

const CUSTOMER = { customerNumber: '01017012345', name: 'Siri Hansen', type: 'PRIVATE' }

/** What only the operator does, and what is refused there. */
const OWN: Readonly<Record<string, Play>> = {
  clock: ({ graphql }) =>
    graphql('mutation { freezeClock { now frozen } advanceClock(by: "P3D") { now } resumeClock { now frozen } }'),
  snapshots: ({ graphql }) =>
    graphql(
      'mutation ($input: CreateCustomerInput!) { takeSnapshot(name: "first") { name takenAt } createCustomer(input: $input) { name } restoreSnapshot(name: "first") { name } deleteSnapshot(name: "first") { name } }',
      { input: CUSTOMER },
    ),
  scenarios: ({ graphql }) =>
    graphql('mutation { setScenario(scenario: "error; code=CONFLICT", times: 2) { scenario left used } }'),
  worlds: ({ graphql }) =>
    graphql(
      'mutation { createWorld(name: "another", from: EMPTY) { name } resetWorld(name: "another", from: STANDARD) { name } deleteWorld(name: "another") { name } }',
    ),
  'bulk-of-customers': ({ graphql }) =>
    graphql(
      'mutation ($inputs: [CreateCustomerInput!]!) { createCustomers(inputs: $inputs, keys: ["siri", null]) { id psuId name } }',
      { inputs: [CUSTOMER, { ...CUSTOMER, customerNumber: '01017012346' }] },
    ),
  'fixture-applied': ({ graphql }) =>
    graphql('mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { __typename } }', {
      fixture: { customers: [{ key: 'siri', ...CUSTOMER }] },
    }),
  'payment-approved': async (scene, recorder) => {
    await scene.example('createPayment')
    return complete(scene, recorder)
  },
  'payment-in-the-bank': async ({ example, graphql, known }) => {
    await example('createPayment')
    return graphql('mutation ($id: ID!) { cancelPaymentInBank(id: $id) { id status } }', { id: known.get('paymentId') })
  },
  'rows-read-whole': async ({ prepare, graphql }) => {
    await prepare('authoriseCancellation')
    await prepare('consentedAccounts')
    const without = { Payment: ['why'], Authorisation: ['why'], Consent: ['why'] }
    return graphql(
      `{ ${['payments', 'authorisations', 'consents'].map(list => readingOf(list, 0, without)).join(' ')} }`,
    )
  },
  'format-error': ({ graphql }) =>
    graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }', {
      input: { ...CUSTOMER, name: '' },
    }),
  'no-such-field': ({ graphql }) => graphql('{ customers { nodes { nam } } }'),
  'no-graphql': ({ graphql }) => graphql('{ customers { nodes { name }'),
  conflict: ({ graphql }) =>
    graphql(
      'mutation ($input: CreateCustomerInput!) { a: createCustomer(input: $input) { name } b: createCustomer(input: $input) { name } }',
      { input: CUSTOMER },
    ),
  'resource-unknown': ({ graphql }) =>
    graphql('mutation { deleteAccount(id: "99391c7e-ad88-49ec-a2ad-99ddcb1f7721") { id } }'),
  'sca-invalid': async (scene, recorder) => {
    await scene.example('createPayment')
    await complete(scene, recorder)
    return complete(scene, recorder)
  },
  'sca-expired': async (scene, recorder) => {
    await scene.example('createPayment')
    await scene.operate('mutation { done: advanceClock(by: "PT2H") { now } }')
    return complete(scene, recorder)
  },
  'sca-not-found': (scene, recorder) => complete(scene, recorder, '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'),
}

export async function recordOperator(recorder: Recorder): Promise<string> {
  let text = ''
  for (const [name, play] of Object.entries(OWN))
    text += await recorder.scene(`own-${name}`, scene => play(scene, recorder))
  return text
}
