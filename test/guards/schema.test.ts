import { readFile } from 'node:fs/promises'
import {
  buildClientSchema,
  type GraphQLNamedType,
  GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  graphqlSync,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
  validateSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { printedSchema, schema } from '../../src/api/graphql/schema.ts'

type Described = { readonly description?: string | null | undefined }

const types = Object.values(schema.getTypeMap()).filter(
  type => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

it('keeps schema.graphql as the schema is printed (npm run schema)', async () => {
  expect(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(printedSchema())
})

it('is served as schema.graphql has it, also to a tool that introspects with no more than the usual query', () => {
  for (const options of [
    {},
    { inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true, oneOf: true },
  ]) {
    const { data } = graphqlSync({ schema, source: getIntrospectionQuery(options) })
    const served = buildClientSchema(introspected(data))
    expect(asUsual(printSchema(lexicographicSortSchema(served)))).toBe(asUsual(printedSchema().trimEnd()))
  }
})

// The usual query asks for no address of scalars, and not whether an input takes one of its fields.
const asUsual = (text: string) => text.replaceAll(/ @specifiedBy\(url: "[^"]*"\)| @oneOf\b/g, '')

function introspected(data: unknown): IntrospectionQuery
function introspected(data: unknown): unknown {
  return data
}

it('is a valid schema, which the bank does not find out at each start', () => {
  expect(validateSchema(new GraphQLSchema({ ...schema.toConfig(), assumeValid: false }))).toEqual([])
})

describe('describes every type, field, argument, input field and enum value', () => {
  it.each(types.map(type => [type.name, type] as const))('%s', (_, type) => {
    const missing = [...partsOf(type)].filter(([, part]) => !isDescribed(part)).map(([name]) => name)
    expect(missing).toEqual([])
  })
})

// In parentheses and quotation marks a point ends no sentence, and an example is one more.
const sentencesOf = (text: string) =>
  text
    .replaceAll(/`[^`]*`|"[^"]*"|\([^()]*\)/g, 'x')
    .replace(/ For example .*$/s, '')
    .split(/[.?!](?:\s|$)/)
    .filter(one => one.trim() !== '')

it('D130: describes each part in one to three sentences, without the decisions, which a reader of GraphiQL cannot open', () => {
  const parts = types.flatMap(type => [...partsOf(type)])
  const texts = parts.map(([name, { description }]) => [name, description ?? ''] as const)
  expect(texts.filter(([, text]) => sentencesOf(text).length > 3)).toEqual([])
  expect(texts.filter(([, text]) => /\bD\d{1,3}\b|\[I\]/.test(text))).toEqual([])
})

it('names every input …Input, one that names a thing by its field By or Of, and nothing else so', () => {
  for (const type of types)
    expect([type.name, isInputObjectType(type)]).toEqual([type.name, /(Input|By|Of)$/.test(type.name)])
  const oneOf = types.filter(isInputObjectType).filter(type => type.isOneOf)
  const inputs = oneOf.map(({ name }) => name).filter(name => name.endsWith('Input'))
  expect(inputs.toSorted()).toEqual(['AdvanceClockInput', 'WorldSourceInput'])
})

const holders = types.filter(type => isObjectType(type) || isInterfaceType(type))
const fields = holders.flatMap(type => Object.values(type.getFields()).map(field => [type.name, field] as const))
const asName = ([type, field]: (typeof fields)[number]) => `${type}.${field.name}`

// A read of the query or of a TPP is null where it is refused.
it('D130: says of each field that may be null when it is', () => {
  const silent = fields.filter(
    ([type, { type: of, description }]) =>
      !/^(Query$|AsTpp)/.test(type) &&
      !isNonNullType(of) &&
      !/\b(absent|null|if|when|where|unless)\b/i.test(description ?? ''),
  )
  expect(silent.map(asName)).toEqual([])
})

it('D130: calls a person who acts psu, a TPP tpp, a signing basket signingBasket, an X-Request-ID xRequestId', () => {
  const payload = (type: string) => type.endsWith('Payload') || type === 'Query'
  const wrong = fields.filter(
    ([type, { name }]) =>
      ['tppId', 'tppName', 'scaStatus', 'requestId', 'customerId'].includes(name) ||
      (name === 'customer' && !payload(type)) ||
      (/^basket/i.test(name) && !type.endsWith('Payment')),
  )
  expect(wrong.map(asName)).toEqual([])
})

/** Enums whose words are names of the interface, of its operations, or of documents. */
const WORDS_OF_OTHERS = [
  'BalanceType',
  'BookingStatus',
  'CountedOperation',
  'ExecutionRule',
  'FixtureProfile',
  'Frequency',
  'OperationName',
]

it('D130: writes values of enums as the interface does where these are its names, else in capitals with lines', () => {
  const small = types
    .filter(isEnumType)
    .filter(type => type.getValues().some(({ name }) => !/^[A-Z][A-Z0-9_]*$/.test(name)))
  expect(small.map(({ name }) => name).toSorted()).toEqual(WORDS_OF_OTHERS)
})

it('D130: has a Float only where a number has a fraction', () => {
  const inputs = types
    .filter(isInputObjectType)
    .flatMap(type => Object.values(type.getFields()).map(field => [type.name, field] as const))
  const floats = [...fields, ...inputs].filter(([, { type }]) => getNamedType(type).name === 'Float')
  const names = floats.map(([type, { name }]) => `${type}.${name}`)
  expect(names.filter(name => !/\.(probability|durationMs)$/.test(name))).toEqual([])
})

it('says where the form of each scalar of its own is specified', () => {
  const scalars = types.filter(isScalarType)
  expect(scalars.map(({ name }) => name).toSorted()).toEqual([
    'Currency',
    'Date',
    'DateTime',
    'Decimal',
    'Duration',
    'JSON',
  ])
  for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:/)
})

it('lets every noun with an id and a connection be found by node(id), with the id that REST gives it', () => {
  const lists = types.flatMap(type => (type.name.endsWith('Connection') ? [type.name.replace(/Connection$/, '')] : []))
  const nouns = lists.map(name => schema.getType(name)).filter(type => isObjectType(type) || isInterfaceType(type))
  const apart = ['World', 'AccessCount', 'Call', 'Snapshot', 'Scenario', 'Habit']
  for (const noun of nouns.filter(({ name }) => !apart.includes(name))) {
    expect([noun.name, noun.getInterfaces().map(({ name }) => name)]).toEqual([
      noun.name,
      expect.arrayContaining(['Node']),
    ])
  }
})

function isDescribed({ description }: Described): boolean {
  return typeof description === 'string' && /^["`A-Z0-9a-z].*[.)]$/s.test(description)
}

function* partsOf(type: GraphQLNamedType): Generator<[string, Described]> {
  yield [type.name, type]
  if (isEnumType(type)) for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value]
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    yield [`${type.name}.${field.name}`, field]
    if (!('args' in field)) continue
    for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name})`, arg]
  }
}
