import { getOpenApiMetadata, getRefId } from '@asteasolutions/zod-to-openapi'
import { z } from '@hono/zod-openapi'
import type { InputFieldMap, InputShapeFromFields, InputType } from '@pothos/core'
import { type GraphQLInputType, getNullableType, isInputObjectType } from 'graphql'
import { key } from '../../bank/inputs/keys.ts'
import { NAMING_FIELDS } from '../../bank/inputs/parse.ts'
import {
  charactersOf,
  currency,
  descriptionOfName,
  followsFromKey,
  isDecimal,
  isResourceId,
  kindsOfId,
  wordsOf,
} from '../../bank/inputs/values.ts'
import { isObject } from '../../domain/given.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { builder } from './builder.ts'
import { inForm } from './decimals.ts'
import { enumWith } from './enums.ts'
import { given, noteInput } from './input-types.ts'
import { withoutSources } from './sources.ts'

/**
 * GraphQL's inputs, generated from the schemas that both doors share: names, descriptions, enums and required fields come from the schema, which also
 * validates. So nothing is described twice.
 */

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

/** The argument `id` of a field: the id of such a thing, or its key. */
export function idArg(kind: KeyedKind | readonly KeyedKind[] | null, description: string) {
  return builder.args(t => ({ id: t.id({ required: true, description, extensions: naming(kind) }) }))
}

const NAMED = 'sandbankNamed'

/** Says which things an argument or a field of an input names, whatever its own name is; null for one that names nothing that exists. */
export function naming(kinds: KeyedKind | readonly KeyedKind[] | null): Readonly<Record<string, unknown>> {
  return { [NAMED]: kinds === null ? null : [kinds].flat() }
}

/** The things that a place says it names: undefined where its name alone says it. */
export function namedKinds({ extensions }: { readonly extensions: object }): readonly KeyedKind[] | null | undefined
export function namedKinds({ extensions }: { readonly extensions: object }): unknown {
  return Reflect.get(extensions, NAMED)
}

/** Arguments that are the fields of a schema. The field that takes them validates them. */
export function argsOf(shape: Shape) {
  return builder.args(t => mapShape(shape, schema => t.field(fieldOf(schema))))
}

type Shape = Readonly<Record<string, unknown>>
type InputRef = InputType<typeof builder.$inferSchemaTypes>

const refs = new Map<string, InputRef>()

/** A part of an input: the fields that it has in the graph, and the schema that reads them. */
export type Part<Read extends z.ZodType = z.ZodType> = { readonly shape: Shape; readonly read: Read }
export type Parts = Readonly<Record<string, Part>>
type ReadParts<P extends Parts> = { readonly [Name in keyof P]: z.output<P[Name]['read']> }

/** The part of an input whose fields are those of a schema. */
export function partOf<Schema extends z.ZodObject>(schema: Schema): Part<Schema> {
  return { shape: schema.shape, read: schema }
}

/** The part of an input that names what is made. */
export const KEY = partOf(
  z.strictObject({
    key: key.optional().openapi({
      description:
        'A name for what is made, which stands for its id and numbers from then on: 1 to 64 of a–z, A–Z, 0–9, "-", "_" and ".", unique in the world. CONFLICT when it is taken.',
    }),
  }),
)

/** The input of a mutation: its type, and the schema that reads a value of it as its parts. */
export type FlatInput<Read> = { readonly type: InputRef; readonly schema: z.ZodType<Read> }

/** Fields of an input that only the graph has, in the words of Pothos. They are read as they come. */
type OwnFields<Own extends InputFieldMap> = (t: InputFields) => Own
type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

/**
 * The one input of a mutation (D130): what REST takes from path, headers and body stands side by side in it, with `key`. Each part is read by its own
 * schema, since a merged one would lose the rules that the parts have besides their fields.
 */
export function flatInput<P extends Parts, Own extends InputFieldMap = Record<never, never>>(
  name: string,
  description: string,
  parts: P,
  own?: OwnFields<Own>,
): FlatInput<ReadParts<P> & { readonly own: InputShapeFromFields<Own> }>
export function flatInput(
  name: string,
  description: string,
  parts: Parts,
  own?: OwnFields<InputFieldMap>,
): FlatInput<unknown> {
  const owned = new Set<string>()
  const fields = fieldsIn(name, parts)
  const type = builder.inputType(name, {
    description,
    fields: t => {
      const more = own?.(t) ?? {}
      for (const field of Object.keys(more)) owned.add(field)
      return { ...mapShape(fields, schema => t.field(fieldOf(schema))), ...more }
    },
  })
  const schema = splitBy(parts, fields, owned)
  noteInput(name, schema)
  return { type, schema }
}

/** The fields of all parts. A name that stands in two of them could not be split again. */
function fieldsIn(name: string, parts: Parts): Shape {
  const all: Record<string, unknown> = {}
  for (const [part, { shape }] of Object.entries(parts))
    for (const [field, schema] of Object.entries(shape)) {
      if (Object.hasOwn(all, field)) throw new TypeError(`${name}.${field} is a field of ${part} and of another part.`)
      all[field] = schema
    }
  return all
}

/** Reads a value as its parts, with the faults of all of them. `own` are the fields that no part has. */
function splitBy(parts: Parts, fields: Shape, own: ReadonlySet<string>): z.ZodType {
  const all = Object.entries(parts)
  return z.unknown().transform((value, { issues }) => {
    if (!isObject(value)) {
      issues.push({ code: 'custom', message: 'must be an object.', input: value })
      return z.NEVER
    }
    const read: Record<string, unknown> = { own: pick(value, [...own]) }
    for (const [part, { shape, read: schema }] of all) {
      const result = schema.safeParse(inForm(schema, pick(value, Object.keys(shape))), NAMING_FIELDS)
      if (result.success) read[part] = result.data
      else for (const issue of result.error.issues) issues.push(againIn(value, issue))
    }
    const keys = Object.keys(value).filter(name => !Object.hasOwn(fields, name) && !own.has(name))
    const free = [...Object.keys(fields), ...own].filter(name => !Object.hasOwn(value, name))
    if (keys.length > 0) issues.push({ ...STRANGE, keys, params: { free }, input: value })
    return read
  })
}

// Zod takes an issue that it has reported before as any other.
function againIn(input: unknown, issue: z.core.$ZodIssue): z.core.$ZodRawIssue
function againIn(input: unknown, issue: object): object {
  return { ...issue, input }
}

const STRANGE = { code: 'unrecognized_keys', message: 'holds unknown fields.' } as const

/** The fields of a value with these names. */
export function pick(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.flatMap(name => (value[name] === undefined ? [] : [[name, value[name]]])))
}

/** The argument `input` of a mutation. */
export function flatArg<Read>({ type, schema }: FlatInput<Read>, description: string) {
  return builder.args(t => ({ input: t.field({ type, required: true, description }).validate(given(schema)) }))
}

const asItCame = new Set<string>()

/**
 * Marks an input that its field reads in slices, unparsed: GraphQL would read a large one in one turn (D74), and refuse it for the first of its
 * faults (D78).
 */
export function readAsItCame(schema: z.ZodType): void {
  asItCame.add(nameOf(schema))
}

/** Whether a variable of this type, which is or contains such an input, is passed on unparsed. */
export function isReadAsItCame(type: GraphQLInputType): boolean {
  const inner = getNullableType(type)
  if (!isInputObjectType(inner)) return false
  const known = holders.get(inner.name)
  if (known !== undefined) return known
  // A type that contains itself is no reason to read it so.
  holders.set(inner.name, false)
  const holds =
    asItCame.has(inner.name) || Object.values(inner.getFields()).some(({ type: part }) => isReadAsItCame(part))
  holders.set(inner.name, holds)
  return holds
}

const holders = new Map<string, boolean>()

/** The input type of an object; the same one wherever it is used. */
export function inputTypeOf(schema: z.ZodType): InputRef {
  const name = nameOf(schema)
  if (!(schema instanceof z.ZodObject)) throw new TypeError(`The input ${name} is no object.`)
  const before = refs.get(name)
  if (before !== undefined) return before
  const description = withoutSources(descriptionOfName(getRefId(schema) ?? '') ?? descriptionOf(schema))
  const fresh = builder.inputType(name, {
    description,
    fields: t => mapShape(schema.shape, part => t.field(fieldOf(part))),
  })
  refs.set(name, fresh)
  noteInput(name, schema)
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
  const required = !derived && (isRequiredParameter(schema) || !schema.safeParse(undefined).success)
  return {
    type: typeOf(schema),
    required,
    description,
    extensions: { ...extensionsOf(schema, derived), ...shownBy(schema, derived) },
  }
}

const SHOWN = 'sandbankShown'

/** What a form shows of a field besides its name: what it is, without the limits of its text; an example; the words that it may be. */
export type ShownField = {
  readonly about: string
  readonly example?: unknown
  readonly words?: readonly string[]
  /** Left out, it follows from the key. */
  readonly derived: boolean
  readonly deprecated: boolean
}

function shownBy(schema: z.ZodType, derived: boolean): Readonly<Record<string, ShownField>> {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema
  if (!(inner instanceof z.ZodType)) return {}
  const {
    description,
    examples,
    enum: words,
    maxLength,
    deprecated = false,
  } = { ...metadataOf(inner), ...metadataOf(schema) }
  const stated: unknown = description
  return {
    [SHOWN]: {
      about: typeof stated === 'string' ? withoutSources(stated.replace(charactersOf(maxLength ?? 0), '')).trim() : '',
      ...(Array.isArray(examples) ? { example: examples[0] } : {}),
      ...(Array.isArray(words) ? { words: words.map(String) } : {}),
      derived,
      deprecated,
    },
  }
}

/** The same of a field of an input, where it is made from a schema. */
export function shownField({ extensions }: { readonly extensions: object }): ShownField | undefined
export function shownField({ extensions }: { readonly extensions: object }): unknown {
  return Reflect.get(extensions, SHOWN)
}

// Its absence has a code of its own, so the schema takes it.
function isRequiredParameter(schema: z.ZodType): boolean {
  const { param }: { param?: { required?: boolean } } = metadataOf(schema)
  return param?.required === true
}

// A number that follows from the key is that of the new thing, and names no other.
function extensionsOf(schema: z.ZodType, derived: boolean) {
  const kinds = kindsOfId(schema)
  return derived ? naming(null) : kinds === undefined ? {} : naming(kinds)
}

const FROM_KEY = 'Required, unless `key` is given: then it follows from that.'

function typeOf(schema: unknown): InputRef | [InputRef] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return typeOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return [leafOf(schema.element)]
  return leafOf(schema)
}

const shown = new WeakMap<z.ZodType, InputRef>()

/** Gives a schema its type in the graph, where that does not follow from the schema. */
export function shownAs(schema: z.ZodType, type: InputRef): void {
  shown.set(schema, type)
}

function leafOf(schema: unknown): InputRef {
  const own = schema instanceof z.ZodType ? shown.get(schema) : undefined
  if (own !== undefined) return own
  if (schema instanceof z.ZodObject) return inputTypeOf(schema)
  if (schema instanceof z.ZodType && isDecimal(schema)) return 'Decimal'
  if (schema instanceof z.ZodType && getRefId(schema) === CURRENCY) return 'Currency'
  const { type, format } = schema instanceof z.ZodType ? metadataOf(schema) : {}
  if (schema instanceof z.ZodBoolean || type === 'boolean') return 'Boolean'
  if (type === 'integer') return 'Int'
  if (schema instanceof z.ZodNumber) return schema.format?.includes('int') === true ? 'Int' : 'Float'
  if (schema instanceof z.ZodPipe) return leafOf(schema.in)
  if (schema instanceof z.ZodEnum) return enumWith(wordsOf(schema)) ?? textOf(wordsOf(schema))
  if (schema instanceof z.ZodType && isResourceId(schema)) return 'ID'
  return format === 'date' ? 'Date' : 'String'
}

const CURRENCY = getRefId(currency)

/** Words that an enum of GraphQL cannot have are text; all others have an enum, so that GraphiQL completes them (D84). */
function textOf(words: readonly string[]): InputRef {
  if (words.some(word => word.includes('-'))) return 'String'
  throw new TypeError(`The choice of ${words.join(', ')} has no enum.`)
}

/** A part of an input has another name than the type that is read, and than the input of the operation that makes such a thing. */
function nameOf(schema: z.ZodType): string {
  return `${(getRefId(schema) ?? '').replace(/^(Sandbox|Create)/, '')}Input`
}

const metadata = new WeakMap<z.ZodType, ReturnType<typeof getOpenApiMetadata>>()

// Three parts of a field read it, and each generation of all fields leaves a megabyte behind.
function metadataOf(schema: z.ZodType) {
  const known = metadata.get(schema) ?? getOpenApiMetadata(schema)
  metadata.set(schema, known)
  return known
}

/** The description of a schema, with its example. */
export function descriptionOf(schema: unknown): string {
  if (!(schema instanceof z.ZodType)) return ''
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : undefined
  const { description: stated, examples }: { description?: unknown; examples?: unknown } = metadataOf(schema)
  const [example] = Array.isArray(examples) ? examples : []
  if (typeof stated === 'string') {
    const description = withoutSources(stated)
    return example === undefined ? description : `${description} For example ${JSON.stringify(example)}.`
  }
  return inner instanceof z.ZodType ? descriptionOf(inner) : ''
}
