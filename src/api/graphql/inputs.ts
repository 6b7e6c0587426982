import { getOpenApiMetadata, getRefId } from '@asteasolutions/zod-to-openapi'
import { z } from '@hono/zod-openapi'
import type { InputType } from '@pothos/core'
import { type GraphQLInputType, getNullableType, isInputObjectType } from 'graphql'
import { key, keys } from '../../bank/inputs/keys.ts'
import { descriptionOfName, followsFromKey, isResourceId, wordsOf } from '../../bank/inputs/values.ts'
import { withoutNullsIn } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { enumWith } from './enums.ts'

/**
 * GraphQL's inputs, generated from the schemas that both doors share: names, descriptions, enums and required fields come from the schema, which also
 * validates. So nothing is described twice.
 */

/** The shared schema for GraphQL's inputs: a null there means that a field was not given. */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(withoutNullsIn, schema)
}

/** The argument `input` of a field: the body of the REST operation. */
export function inputArg<Schema extends z.ZodType>(schema: Schema) {
  const type = inputTypeOf(schema)
  const description = descriptionOf(schema)
  return builder.args(t => ({ input: t.field({ type, required: true, description }).validate(given(schema)) }))
}

/** The argument `filter` of a list. */
export function filterArg<Schema extends z.ZodObject>(schema: Schema, ...more: string[]) {
  const type = inputTypeOf(schema)
  const description = [descriptionOf(schema).replace(/ to list: .*/, '; all when not given.'), ...more].join(' ')
  return builder.args(t => ({ filter: t.field({ type, description }).validate(given(schema.nullish())) }))
}

/** The argument `id` of a field. */
export function idArg(description: string) {
  return builder.args(t => ({ id: t.id({ required: true, description }) }))
}

/** The argument `key` of a field that creates something. */
export const keyArg = builder.args(t => ({
  key: t
    .string({
      description:
        'A name for what is made, which stands for its id and numbers from then on (D83): 1 to 64 of a–z, A–Z, 0–9, "-", "_" and ".", unique in the world. CONFLICT when it is taken.',
    })
    .validate(given(key.nullish())),
}))

/** The argument `keys` of a field that creates several things. */
export const keysArg = builder.args(t => ({
  keys: t
    .stringList({
      required: { list: false, items: false },
      description:
        'A key for each of the inputs, in their order, as many as inputs; null for one that gets none (D83).',
    })
    .validate(given(keys.nullish())),
}))

/** Arguments that are the fields of a schema. The field that takes them validates them. */
export function argsOf(shape: Shape) {
  return builder.args(t => mapShape(shape, schema => t.field(fieldOf(schema))))
}

type Shape = Readonly<Record<string, unknown>>
type InputRef = InputType<typeof builder.$inferSchemaTypes>

const made = new Map<string, { readonly type: InputRef; readonly schema: z.ZodObject }>()

/** The schema of an input type, for refusals before GraphQL runs anything. */
export function schemaOfInput(name: string): z.ZodType | undefined {
  const schema = made.get(name)?.schema
  return schema === undefined ? undefined : given(schema)
}

const asItCame = new Set<string>()

/**
 * Marks an input that its field reads in slices, unparsed: GraphQL would read a large one in one turn (D74), and refuse it for the first of its
 * faults (D78).
 */
export function readAsItCame(schema: z.ZodType): void {
  asItCame.add(nameOf(schema))
}

/** Whether a variable of this type is passed on unparsed. */
export function isReadAsItCame(type: GraphQLInputType): boolean {
  const inner = getNullableType(type)
  return isInputObjectType(inner) && asItCame.has(inner.name)
}

/** The input type of an object; the same one wherever it is used. */
export function inputTypeOf(schema: z.ZodType): InputRef {
  const name = nameOf(schema)
  if (!(schema instanceof z.ZodObject)) throw new TypeError(`The input ${name} is no object.`)
  const before = made.get(name)
  if (before !== undefined) return before.type
  const description = descriptionOfName(getRefId(schema) ?? '') ?? descriptionOf(schema)
  const fresh = builder.inputType(name, {
    description,
    fields: t => mapShape(schema.shape, part => t.field(fieldOf(part))),
  })
  made.set(name, { type: fresh, schema })
  return fresh
}

function mapShape<Made>(shape: Shape, make: (schema: unknown) => Made): Record<string, Made> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, make(schema)]))
}

function fieldOf(schema: unknown) {
  if (!(schema instanceof z.ZodType)) throw new TypeError('An input has a part that is no schema.')
  // Deprecation is only in the description: introspection leaves out marked arguments by default, so a tool would read another schema from the server
  // than from the file.
  const derived = followsFromKey(schema)
  const description = derived ? `${descriptionOf(schema)} ${FROM_KEY}` : descriptionOf(schema)
  return { type: typeOf(schema), required: !derived && !schema.safeParse(undefined).success, description }
}

const FROM_KEY = 'Where a key is given it may be left out, and follows from that (D83).'

function typeOf(schema: unknown): InputRef | [InputRef] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return typeOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return [leafOf(schema.element)]
  return leafOf(schema)
}

function leafOf(schema: unknown): InputRef {
  if (schema instanceof z.ZodObject) return inputTypeOf(schema)
  const { type, format } = schema instanceof z.ZodType ? metadataOf(schema) : {}
  if (schema instanceof z.ZodBoolean || type === 'boolean') return 'Boolean'
  if (type === 'integer') return 'Int'
  if (schema instanceof z.ZodNumber) return schema.format === 'int32' ? 'Int' : 'Float'
  if (schema instanceof z.ZodPipe) return leafOf(schema.in)
  if (schema instanceof z.ZodEnum) return enumWith(wordsOf(schema)) ?? textOf(wordsOf(schema))
  if (schema instanceof z.ZodType && isResourceId(schema)) return 'ID'
  return format === 'date' ? 'Date' : 'String'
}

/** Words that an enum of GraphQL cannot have are text; all others have an enum, so that GraphiQL completes them (D84). */
function textOf(words: readonly string[]): InputRef {
  if (words.some(word => word.includes('-'))) return 'String'
  throw new TypeError(`The choice of ${words.join(', ')} has no enum.`)
}

/** A body has a name of its own; a part of one has another name than the type that is read. */
function nameOf(schema: z.ZodType): string {
  return `${(getRefId(schema) ?? '').replace(/^Sandbox/, '')}Input`
}

const metadata = new WeakMap<z.ZodType, ReturnType<typeof getOpenApiMetadata>>()

// Three parts of a field read it, and each generation of all fields leaves a megabyte behind.
function metadataOf(schema: z.ZodType) {
  const known = metadata.get(schema) ?? getOpenApiMetadata(schema)
  metadata.set(schema, known)
  return known
}

function descriptionOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : undefined
  const { description, examples }: { description?: unknown; examples?: unknown } = metadataOf(schema)
  const [example] = Array.isArray(examples) ? examples : []
  if (typeof description === 'string')
    return example === undefined ? description : `${description} For example ${JSON.stringify(example)}.`
  return inner instanceof z.ZodType ? descriptionOf(inner) : ''
}
