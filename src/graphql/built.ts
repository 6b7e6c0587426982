import { BuildCache, type PothosTypeConfig } from '@pothos/core'
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLSchema,
  GraphQLString,
  introspectionTypes,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  specifiedDirectives,
} from 'graphql'
import { builder, fieldMakers, preparations } from './builder.ts'
import './parts.ts'

const steps = build()
let built: GraphQLSchema | undefined

/**
 * Makes the next part of the schema; false when it is whole. To make it in one go takes longer than others may be kept waiting (D74): whoever has any goes
 * step by step.
 */
export function buildStep(): boolean {
  const { done = false, value } = steps.next()
  built ??= value ?? undefined
  return !done
}

/** The schema, in alphabetical order: what is left of it is made now. */
export function builtSchema(): GraphQLSchema {
  while (built === undefined) buildStep()
  return built
}

/** What `builder.toSchema()` does, with a rest after each type, and in alphabetical order as it is made: sorting the whole is to make it once more. */
function* build(): Generator<undefined, GraphQLSchema> {
  for (const make of fieldMakers) {
    make()
    yield
  }
  const { configStore } = builder
  for (const [name, scalar] of SCALARS) if (!configStore.hasImplementation(name)) builder.addScalarType(name, scalar)
  configStore.prepareForBuild()
  for (const prepare of preparations) {
    prepare()
    yield
  }
  // Once more, for what it says of references that nothing has come to stand for.
  configStore.prepareForBuild()
  const cache = new BuildCache(builder, {})
  cache.plugin.beforeBuild()
  for (const kinds of KINDS)
    for (const config of configStore.typeConfigs.values())
      if (kinds.includes(config.kind)) {
        if (config.kind === 'Enum' && typeof config.values !== 'function') sortKeys(config.values)
        cache.buildTypeFromConfig(config)
        yield
      }
  const types = [...cache.types.values()]
  for (const type of types.filter(isInputObjectType)) {
    sortKeys(type.getFields())
    yield
  }
  for (const type of types.filter(one => isObjectType(one) || isInterfaceType(one))) {
    const fields = type.getFields()
    sortKeys(fields)
    for (const field of Object.values(fields)) field.args = field.args.toSorted(byName)
    yield
  }
  const schema = new GraphQLSchema({
    query: types.filter(isObjectType).find(({ name }) => name === 'Query'),
    mutation: types.filter(isObjectType).find(({ name }) => name === 'Mutation'),
    types: [...types, ...introspectionTypes].toSorted(byName),
    directives: specifiedDirectives.toSorted(byName),
    // A test holds it to the rules: it is the same at every start.
    assumeValid: true,
  })
  return cache.plugin.afterBuild(schema)
}

const SCALARS = [
  ['ID', GraphQLID],
  ['Int', GraphQLInt],
  ['Float', GraphQLFloat],
  ['String', GraphQLString],
  ['Boolean', GraphQLBoolean],
] as const

/** The kinds of types, each after those that its own can be made of. */
const KINDS: readonly (readonly PothosTypeConfig['kind'][])[] = [
  ['Enum', 'Scalar'],
  ['InputObject'],
  ['Interface'],
  ['Object'],
  ['Union'],
  ['Query', 'Mutation'],
]

type WithName = { readonly name: string }
const byName = (one: WithName, other: WithName) => (one.name < other.name ? -1 : 1)

function sortKeys(record: Record<string, unknown>): void {
  for (const key of Object.keys(record).sort()) {
    const value = record[key]
    delete record[key]
    record[key] = value
  }
}
