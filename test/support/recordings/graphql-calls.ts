import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { z } from 'zod'
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
    const { operation, tag } = route
    // The graph has one way to offer a consent.
    if (route.deprecated === true) continue
    const text = await scene(`graphql-${fileName(operation)}`, async actor => {
      await actor.prepare(operation)
      const { params, body } = examples[operation] ?? {}
      const given = { ids: { ...params, ...Object.fromEntries(actor.known) }, tppId, psu: ids.customer.customerNumber }
      const values = z.record(z.string(), z.unknown()).parse(JSON.parse(filled(JSON.stringify(body ?? {}), given.ids)))
      const [kind, way] = wayTo(route)
      return succeeded(await actor.graphql(...documentOf(kind, way, { ...given, route, body: values })))
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
  readonly body: Readonly<Record<string, unknown>>
}

type Field = GraphQLField<unknown, unknown>

/** The fields on the way to an operation, from the query or the mutation on. */
function wayTo({ operation, runs }: Route): ['query' | 'mutation', readonly Field[]] {
  const query = schema.getQueryType()
  const names = (runs.readAt ?? operation).split('.')
  const kind = query?.getFields()[names[0] ?? ''] === undefined ? 'mutation' : 'query'
  let type: GraphQLNamedType | undefined | null = kind === 'query' ? query : schema.getMutationType()
  const way = names.map(name => {
    const field: Field | undefined = isObjectType(type) ? type.getFields()[name] : undefined
    if (field === undefined) throw new Error(`GraphQL has no field ${names.join('.')}.`)
    type = getNamedType(field.type)
    return field
  })
  return [kind, way]
}

function documentOf(kind: string, way: readonly Field[], given: Given): [string, Record<string, unknown>] {
  const args = way.map(field =>
    field.args.flatMap(arg => {
      const value = valueFor(arg, given)
      return value === undefined ? [] : [{ name: arg.name, type: String(arg.type), value }]
    }),
  )
  const all = args.flat()
  const declared = all.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const deepest = way.at(-1)
  // The payload of a mutation has the row one step away.
  const asked = deepest === undefined ? '' : selection(deepest, kind === 'query' ? 2 : 3)
  const selected = way.reduceRight((within, field, place) => {
    const passed = args[place]?.map(({ name }) => `${name}: $${name}`).join(', ')
    const call = `${field.name}${passed && `(${passed})`}`
    return place === way.length - 1 ? `${call} ${within}` : `${call} { ${within} }`
  }, asked)
  return [
    `${kind}${declared && ` (${declared})`} { ${selected} }`,
    Object.fromEntries(all.map(({ name, value }) => [name, value])),
  ]
}

/** What the example gives for an argument, or for a field of the input. */
function valueFor({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>, given: Given): unknown {
  const { ids, tppId, psu, body, route } = given
  const inner = getNamedType(type)
  if (name === 'input' && isInputObjectType(inner))
    return Object.fromEntries(
      Object.values(inner.getFields()).flatMap(field => {
        const value = body[field.name] ?? valueFor(field, given)
        return value === undefined ? [] : [[field.name, value]]
      }),
    )
  if (name === 'by') return { id: ids[idsIn(route)[0] ?? ''] }
  if (name === 'id' && route.runs.readAt !== undefined) return ids[idsIn(route).at(-1) ?? '']
  if (name === 'first' || name === 'limit') return 2
  if (name === 'tpp') return tppId
  if (name === 'psu') return psu
  if (name === 'access') return { tpp: tppId, psu, context: 'PRIVATE' }
  if (name === 'product') return ids['paymentProduct']?.toUpperCase().replaceAll('-', '_')
  if (name === 'context') return 'PRIVATE'
  if (name === 'bookingStatus') return 'both'
  const isId = String(inner) === 'ID' && !isListType(type)
  return isId && (isNonNullType(type) || name === 'id') ? idOf(name, ids, route) : undefined
}

/** The part of REST's path that an argument stands for; else the last one. */
function idOf(name: string, ids: Given['ids'], route: Route): string | undefined {
  const isMeant = (one: string) => one === name || (name !== 'id' && one.toLowerCase().endsWith(name.toLowerCase()))
  const parts = idsIn(route)
  return ids[parts.find(isMeant) ?? parts.at(-1) ?? '']
}

/** The parts of REST's path that are ids. */
function idsIn({ path }: Route): string[] {
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  return parts.filter(part => part !== 'paymentService' && part !== 'paymentProduct')
}

/** Values, and those of the rows one step away. */
function selection(field: Field, depth: number): string {
  const type = getNamedType(field.type)
  if (isLeafType(type)) return ''
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }'
  // Files that add fields to a type are loaded in any order.
  const fields = Object.values(type.getFields()).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const parts = fields.flatMap(part => selectionOf(part, depth))
  const kinds = isInterfaceType(type) ? kindsOf(type, depth) : []
  return `{ ${[...parts, ...kinds].join(' ') || '__typename'} }`
}

/** What only some types of an interface have. */
function kindsOf(type: GraphQLInterfaceType, depth: number): string[] {
  return schema.getPossibleTypes(type).map(kind => {
    const own = Object.values(kind.getFields()).filter(({ name }) => type.getFields()[name] === undefined)
    const parts = own.flatMap(part => selectionOf(part, depth))
    return `... on ${kind.name} { ${parts.join(' ') || '__typename'} }`
  })
}

function selectionOf(part: Field, depth: number): string[] {
  if (part.args.some(arg => isNonNullType(arg.type) && arg.defaultValue === undefined)) return []
  if (isLeafType(getNamedType(part.type))) return [part.name]
  return depth === 1 ? [] : [`${part.name} ${selection(part, depth - 1)}`]
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
  'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { redirectTo authorisation { status } } }'
const complete = ({ graphql, known }: Scene, { ids }: Recorder, id = known.get('sca')) =>
  graphql(COMPLETE, { input: { id, psu: ids.customer.customerNumber, context: 'PRIVATE', outcome: 'APPROVED' } })

const CUSTOMER = { customerNumber: '01017012345', name: 'Siri Hansen', type: 'PRIVATE' }

/** What only the operator does, and what is refused there. */
const OWN: Readonly<Record<string, Play>> = {
  clock: ({ graphql }) =>
    graphql(
      'mutation { freezeClock { clock { now frozen } } advanceClock(input: { by: "P3D" }) { clock { now } } resumeClock { clock { now frozen } } }',
    ),
  snapshots: ({ graphql }) =>
    graphql(
      'mutation ($input: CreateCustomerInput!) { takeSnapshot(name: "first") { snapshot { name takenAt } } createCustomer(input: $input) { customer { name } } restoreSnapshot(name: "first") { world { name } } deleteSnapshot(name: "first") { snapshot { name } } }',
      { input: CUSTOMER },
    ),
  scenarios: ({ graphql }) =>
    graphql(
      'mutation { setScenario(input: { scenario: "error; code=CONFLICT", times: 2 }) { scenario { scenario left used } } }',
    ),
  worlds: ({ graphql }) =>
    graphql(
      'mutation { createWorld(input: { name: "another", source: { empty: true } }) { world { name } } resetWorld(input: { name: "another", source: { standard: true } }) { world { name } } deleteWorld(name: "another") { world { name } } }',
    ),
  'bulk-of-customers': ({ graphql }) =>
    graphql(
      'mutation ($inputs: [CreateCustomerInput!]!) { createCustomers(inputs: $inputs) { customers { id key psuId name } } }',
      {
        inputs: [
          { key: 'siri', ...CUSTOMER },
          { ...CUSTOMER, customerNumber: '01017012346' },
        ],
      },
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
    return graphql('mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { id status } } }', {
      id: known.get('paymentId'),
    })
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
    graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
      input: { ...CUSTOMER, name: '' },
    }),
  'no-such-field': ({ graphql }) => graphql('{ customers { nodes { nam } } }'),
  'no-graphql': ({ graphql }) => graphql('{ customers { nodes { name }'),
  conflict: ({ graphql }) =>
    graphql(
      'mutation ($input: CreateCustomerInput!) { a: createCustomer(input: $input) { customer { name } } b: createCustomer(input: $input) { customer { name } } }',
      { input: CUSTOMER },
    ),
  'resource-unknown': ({ graphql }) =>
    graphql('mutation { deleteAccount(id: "99391c7e-ad88-49ec-a2ad-99ddcb1f7721") { account { id } } }'),
  'sca-invalid': async (scene, recorder) => {
    await scene.example('createPayment')
    await complete(scene, recorder)
    return complete(scene, recorder)
  },
  'sca-expired': async (scene, recorder) => {
    await scene.example('createPayment')
    await scene.operate('mutation { done: advanceClock(input: { by: "PT2H" }) { clock { now } } }')
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
