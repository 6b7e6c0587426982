import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import type { JsonSchema, ObjectSchema } from './desk.ts'

/** An argument or input field of the graph. */
type Field = GraphQLArgument | GraphQLInputField

/** The JSON Schema of fields of the graph, which follow from the operations' records. */
export function schemaOf(fields: readonly Field[]): ObjectSchema {
  const properties = Object.fromEntries(fields.map(field => [field.name, propertyOf(field)]))
  const required = fields.filter(field => isRequiredInputField(field)).map(field => field.name)
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false }
}

function propertyOf({ type, description, defaultValue }: Field): JsonSchema {
  return {
    ...typeOf(type),
    ...(description ? { description } : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  }
}

function typeOf(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return typeOf(type.ofType)
  if (isListType(type)) return { type: 'array', items: typeOf(type.ofType) }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(value => value.name) }
  const named = NAMED[type.name]
  if (named !== undefined) return named
  if (!isInputObjectType(type)) return { type: 'string' }
  const schema = schemaOf(Object.values(type.getFields()))
  return type.isOneOf ? { ...schema, minProperties: 1, maxProperties: 1 } : schema
}

/** Other scalars are written as text. A document has a schema of its own, which is longer than those of all tools. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  FixtureInput: { type: 'object' },
  JSON: {},
}
