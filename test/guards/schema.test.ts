import { readFile } from 'node:fs/promises'
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { printedSchema, schema } from '../../src/graphql/schema.ts'

type Described = { readonly description?: string | null | undefined }

const types = Object.values(schema.getTypeMap()).filter(
  type => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

it('keeps schema.graphql as the schema is printed (npm run schema)', async () => {
  expect(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8')).toBe(printedSchema())
})

describe('describes every type, field, argument, input field and enum value', () => {
  it.each(types.map(type => [type.name, type] as const))('%s', (_, type) => {
    const missing = [...partsOf(type)].filter(([, part]) => !isDescribed(part)).map(([name]) => name)
    expect(missing).toEqual([])
  })
})

it('has no types for global ids: ids are those of REST', () => {
  expect(types.map(type => type.name)).not.toContain('Node')
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).not.toContain('node')
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
