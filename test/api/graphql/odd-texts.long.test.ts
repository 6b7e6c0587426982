import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { startBank } from '../../support/clients/bank.ts'
import { subscribe } from '../../support/clients/subscriber.ts'
import { ODD_TEXTS, UNSTORABLE } from '../../support/hostile/odd-texts.ts'

/** D74, D71: no text ends the process or is a fault of the server, whichever argument of whichever operation it is; on both engines. */

const bank = await startBank()
const world = await bank.world('STANDARD')
const [account] = (await world.call('GET', '/v1/sandbox/accounts')).body
const [card] = (await world.call('GET', '/v1/sandbox/card-accounts')).body
const [agreement] = (await world.call('GET', '/v1/sandbox/agreements')).body
const [customer] = (await world.call('GET', '/v1/sandbox/customers')).body

const KNOWN: Readonly<Record<string, unknown>> = {
  accountId: account.id,
  cardAccountId: card.id,
  agreementId: agreement.id,
  customerId: customer.customerId,
  psu: customer.customerNumber,
  customerNumber: customer.customerNumber,
  by: 'PT1S',
  from: 'EMPTY',
}
const LEAVES: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  Date: '2026-01-05',
  DateTime: '2036-01-05T00:00:00Z',
  JSON: {},
  ID: '00000000-0000-4000-8000-000000000000',
  String: 'x',
}
const TEXTS = new Set(['String', 'ID', 'Date', 'DateTime', 'JSON'])
const DEEPEST = 4

type Path = readonly string[]

/** Where an argument takes a text. */
function textsOf(type: GraphQLInputType, path: Path): readonly Path[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return TEXTS.has(named.name) ? [path] : []
  if (path.length > DEEPEST) return []
  return Object.values(named.getFields()).flatMap(field => textsOf(field.type, [...path, field.name]))
}

/** The least value of a type, with a text at one place in it. */
function exampleOf(type: GraphQLInputType, name: string, path: Path, text: string): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType, name, path, text)
  if (isListType(type)) return [exampleOf(type.ofType, name, path, text)]
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      field => field.name === path[0] || (isNonNullType(field.type) && field.defaultValue === undefined),
    )
    return Object.fromEntries(
      fields.map(field => [
        field.name,
        exampleOf(field.type, field.name, field.name === path[0] ? path.slice(1) : ELSEWHERE, text),
      ]),
    )
  }
  if (path.length === 0) return text
  return isEnumType(type) ? type.getValues()[0]?.name : (KNOWN[name] ?? LEAVES[type.name])
}
const ELSEWHERE: Path = [' ']

function callOf(kind: string, field: GraphQLField<unknown, unknown>, [argument = '', ...path]: Path, text: string) {
  const used = field.args.filter(({ name, type }) => name === argument || isNonNullType(type))
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const given = used.map(({ name }) => `${name}: $${name}`).join(', ')
  const selected = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
  const variables = Object.fromEntries(
    used.map(({ name, type }) => [name, exampleOf(type, name, name === argument ? path : ELSEWHERE, text)]),
  )
  return { query: `${kind} (${declared}) { ${field.name}(${given})${selected} }`, variables }
}

const roots = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
}
const PLACES = Object.entries(roots).flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {}).map(field => ({
    kind,
    field,
    name: field.name,
    places: field.args.flatMap(({ name, type }) => textsOf(type, [name])),
  })),
)

it.each(PLACES.filter(({ places }) => places.length > 0))('$kind $name takes or refuses each odd text', async one => {
  const wrong: string[] = []
  // What stands in an input is read by its schema, which the tests of its command hold to far more.
  for (const place of one.places)
    for (const text of place.length === 1 ? ODD_TEXTS : UNSTORABLE) {
      const before = bank.faults.length
      const { query, variables } = callOf(one.kind, one.field, place, text)
      const { status, said } = await (one.kind === 'subscription' ? firstOf : answerOf)(query, variables)
      // No character that a terminal obeys stands raw in a message of ours (D16).
      const raw = /[^\P{Cc}\n]|\p{Bidi_Control}|\u2028/u.test(
        said.includes('"errors":[') ? said.split('"data"', 1).join('') : '',
      )
      if (raw || ![200, 400, 413].includes(status) || said.includes('"SYSTEM_ERROR"') || bank.faults.length > before)
        wrong.push(`${place.join('.')} = ${JSON.stringify(text.slice(0, 40))}: ${status} ${said.slice(0, 200)}`)
    }
  expect(wrong).toEqual([])
})

type Variables = Record<string, unknown>

async function answerOf(query: string, variables: Variables) {
  const { status, text } = await world.graphql(query, variables)
  return { status, said: text }
}

/** The first answer of a subscription, or what refuses it. */
async function firstOf(query: string, variables: Variables) {
  const listener = await subscribe(`${bank.url}${world.base}`, query, { variables })
  const isStream = listener.type?.startsWith('text/event-stream') === true
  const said = isStream ? JSON.stringify(await listener.until(1)) : await listener.ended.then(listener.text)
  listener.stop()
  return { status: listener.status, said }
}
