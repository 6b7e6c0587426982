import { readFile } from 'node:fs/promises'
import {
  buildClientSchema,
  type GraphQLNamedType,
  GraphQLSchema,
  getIntrospectionQuery,
  graphqlSync,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
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
    expect(withoutUrls(printSchema(lexicographicSortSchema(served)))).toBe(withoutUrls(printedSchema().trimEnd()))
  }
})

// Of scalars the usual query asks no address.
const withoutUrls = (text: string) => text.replaceAll(/ @specifiedBy\(url: "[^"]*"\)/g, '')

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

it('names every input …Input, and nothing else so', () => {
  for (const type of types) expect([type.name, isInputObjectType(type)]).toEqual([type.name, /Input$/.test(type.name)])
})

it('says where the form of each scalar of its own is specified', () => {
  const scalars = types.filter(isScalarType)
  expect(scalars.map(({ name }) => name).toSorted()).toEqual(['Date', 'DateTime', 'JSON'])
  for (const { specifiedByURL } of scalars) expect(specifiedByURL).toMatch(/^https:/)
})

it('lets every noun with an id and a connection be found by node(id), with the id that REST gives it', () => {
  const lists = types.flatMap(type => (type.name.endsWith('Connection') ? [type.name.replace(/Connection$/, '')] : []))
  const nouns = lists.map(name => schema.getType(name)).filter(isObjectType)
  const apart = ['World', 'Tpp', 'AccessCount', 'Request', 'Snapshot', 'Scenario']
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
