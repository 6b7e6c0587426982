import { z } from '@hono/zod-openapi'
import {
  coerceInputValue,
  type DocumentNode,
  type FieldNode,
  type FloatValueNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  type IntValueNode,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  valueFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Context } from '../../../bank/context.ts'
import { formatError, NAMING_FIELDS, reportTogether, withKeyOffered } from '../../../bank/inputs/parse.ts'
import { DomainError, type Fault, MOST_FAULTS, pathTo, shownNumber } from '../../../domain/errors.ts'
import { isObject } from '../../../domain/given.ts'
import { endTurn } from '../../../platform/http/turns.ts'
import { isExact, plainDecimal } from '../decimals.ts'
import { schemaOfInput } from '../input-types.ts'
import { isReadAsItCame } from '../inputs.ts'
import { findJudge, judgePlaced } from '../judged.ts'
import { readKeys } from '../keyed-arguments.ts'
import { schema } from '../schema.ts'
import { hintOfWord, meantBy, oneOf } from './suggestions.ts'

/**
 * Input that GraphQL refuses before a resolver runs: a field that is missing, unknown or of another type. REST refuses the same body by its command's
 * schema, together with the rules that can still be checked. The refusal is therefore made here by that schema and those rules, too: same texts, same
 * paths, all faults together (D16, D71).
 */

export type Variables = Readonly<Record<string, unknown>>

/** The variables of an operation as its types read them, or the faults of those that cannot be read. */
export function coerceVariables(
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  given: Variables,
  bank: Context,
): { readonly variables: Variables } | { readonly refusals: Promise<readonly GraphQLError[]> } {
  const variables: Record<string, unknown> = {}
  const refused: (GraphQLError | RefusedInput)[] = []
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    // Validation has refused every other type.
    if (!isInputType(type)) continue
    const fault = absentFault(definition, type, given, operation)
    if (fault !== undefined) refused.push(refuse(new DomainError('FORMAT_ERROR', fault), definition))
    else if (isObject(given[name]) && isReadAsItCame(type)) variables[name] = given[name]
    else if (Object.hasOwn(given, name)) {
      const read = coerceVariable(definition, type, given[name])
      if ('value' in read) variables[name] = read.value
      else refused.push(read)
    } else if (definition.defaultValue !== undefined) variables[name] = valueFromAST(definition.defaultValue, type)
  }
  if (refused.length === 0) return { variables }
  return { refusals: reportAll(refused, document, variables, bank) }
}

async function reportAll(
  refused: readonly (GraphQLError | RefusedInput)[],
  document: DocumentNode,
  variables: Variables,
  bank: Context,
): Promise<readonly GraphQLError[]> {
  const takers = takersOf(document)
  const places = placesInLiterals(document)
  const reported: GraphQLError[] = []
  for (const one of refused) {
    if (one instanceof GraphQLError) reported.push(one)
    else {
      const name = one.node.variable.name.value
      const taker = takers.get(name)
      const within = taker === undefined ? (places.get(name) ?? []) : []
      reported.push((await asRefused(one, taker, variables, bank, within)) ?? one.own(taker, within))
    }
  }
  return reported
}

/** An input that GraphQL refuses: its raw value, its place, and GraphQL's own error, given the place of the argument that takes it. */
type RefusedInput = {
  readonly type: GraphQLInputType
  readonly raw: unknown
  readonly node: VariableDefinitionNode
  readonly own: (taker: Taker | undefined, within: Place) => GraphQLError
}

type Place = readonly (string | number)[]

/**
 * Where the places of a value begin (D130): those of a document are its own, and an entry of a list is read with the name of its list. `within` is the
 * place of a variable within a literal.
 */
function placeOf(taker: Taker | undefined, within: Place): Place {
  return taker === undefined ? within : taker.argument === 'fixture' ? [] : [taker.argument]
}

/** A place in a value; the whole of it is named by its argument, a document too. */
function placeIn<Part>(taker: Taker | undefined, within: Place, path: readonly Part[]): (Part | string | number)[] {
  const place = [...placeOf(taker, within), ...path]
  return place.length === 0 && taker !== undefined ? [taker.argument] : place
}

/** The places of variables within literals, from the argument on. Of several the first. */
function placesInLiterals(document: DocumentNode): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const walk = (value: ValueNode, place: Place): void => {
    if (value.kind === Kind.OBJECT) for (const field of value.fields) walk(field.value, [...place, field.name.value])
    else if (value.kind === Kind.LIST) for (const [at, one] of value.values.entries()) walk(one, [...place, at])
    else if (value.kind === Kind.VARIABLE && place.length > 1 && !places.has(value.name.value))
      places.set(value.name.value, place)
  }
  visit(document, {
    Field: ({ arguments: given = [] }) => {
      for (const { name, value } of given) walk(value, [name.value])
    },
  })
  return places
}

function absentFault(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  given: Variables,
  { variableDefinitions = [] }: OperationDefinitionNode,
): string | undefined {
  const name = definition.variable.name.value
  if (!isNonNullType(type)) return undefined
  if (!Object.hasOwn(given, name)) {
    return definition.defaultValue === undefined
      ? `Variable "$${name}" of required type "${type}" was not provided.${strangersIn(given, variableDefinitions)}`
      : undefined
  }
  return given[name] === null ? `Variable "$${name}" of non-null type "${type}" must not be null.` : undefined
}

/** A caller without this variable has usually given it under another name, or not within `variables`. */
function strangersIn(given: Variables, declared: readonly VariableDefinitionNode[]): string {
  const names = new Set(declared.map(({ variable }) => variable.name.value))
  const others = Object.keys(given).filter(name => !names.has(name))
  if (others.length > 0)
    return ` The document does not declare what was sent: ${others
      .slice(0, 5)
      .map(name => JSON.stringify(name.slice(0, 80)))
      .join(', ')}.`
  return Object.keys(given).length === 0 ? ' Nothing was sent in variables.' : ''
}

function coerceVariable(
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  raw: unknown,
): { readonly value: unknown } | RefusedInput {
  const faults: (readonly [path: Place, words: Pick<Fault, 'text' | 'number'>])[] = []
  try {
    const report = (path: Place, value: unknown, { message }: GraphQLError) => {
      const hint = typeof raw === 'string' ? hintOfWord(type, raw) : ''
      const one = isObject(value) ? oneOf(typeAt(type, path), Object.keys(value).length) : undefined
      const text = one ?? (hint === '' ? message : `${message} ${hint}`)
      faults.push([[...path], typeof value === 'number' ? withNumber(text, value) : { text }])
      // For a caller that sends thousands of faults, not all of them are searched.
      if (faults.length === MOST_FAULTS) throw new TooManyFaults()
    }
    const value = coerceInputValue(raw, type, report, true)
    if (faults.length === 0) return { value }
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error
  }
  const own: RefusedInput['own'] = (taker, within) => {
    const placed = faults.map(([path, words]) =>
      faultOf(definition.variable.name.value, path, words, placeIn(taker, within, path)),
    )
    return refuse(new DomainError('FORMAT_ERROR', placed), definition)
  }
  return { type, raw, node: definition, own }
}

class TooManyFaults extends Error {}

function typeAt(type: GraphQLInputType, path: Place): GraphQLInputType | undefined {
  return path.reduce<GraphQLInputType | undefined>((above, part) => {
    const named = getNamedType(above)
    return typeof part === 'number' ? above : isInputObjectType(named) ? named.getFields()[part]?.type : undefined
  }, type)
}

/** GraphQL's words for a number, which say its digits as they were read. */
function withNumber(message: string, number: number): Pick<Fault, 'text' | 'number'> {
  return { text: message.replace(String(number), shownNumber(number)), number }
}

function faultOf(name: string, path: Place, words: Pick<Fault, 'text' | 'number'>, place: Place): Fault {
  const said =
    path.length === 0 ? ({ ...words, text: `Variable "$${name}": ${words.text}`, ofVariable: true } as const) : words
  return place.length === 0 ? said : { ...said, path: pathTo(place).slice(0, 200) }
}

/** A literal input that validation found faulty, with the field that takes it. */
type FaultyLiteral = { readonly type: GraphQLInputType; readonly value: ValueNode; readonly taker: Taker | undefined }

/**
 * The reasons for refusing a document: the errors of its validation, and the literals that some of them are about. Computed once for each document.
 */
export type RefusedDocument = {
  readonly document: DocumentNode
  readonly errors: readonly GraphQLError[]
  readonly literals: readonly FaultyLiteral[]
}

export function findLiterals(document: DocumentNode, errors: readonly GraphQLError[]): RefusedDocument {
  const takers = takersOf(document)
  const literals: FaultyLiteral[] = []
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        const type = info.getInputType()
        if (type == null || !errors.some(error => isWithin(error, value))) return
        literals.push({ type, value, taker: takers.get(value) })
      },
    }),
  )
  return { document, errors, literals }
}

/** The errors of a validation. Those about a literal input use the words of its command's schema; one error for each literal. */
export async function holdLiterals(
  { document, errors, literals }: RefusedDocument,
  given: Variables,
  bank: Context,
): Promise<readonly GraphQLError[]> {
  const variables = literals.length === 0 ? {} : readableVariables(document, given)
  const refused = new Map<ValueNode, GraphQLError>()
  for (const { type, value, taker } of literals) {
    const refusal = await asRefused({ type, raw: rawOf(value, given), node: value }, taker, variables, bank)
    if (refusal !== undefined) refused.set(value, refusal)
  }
  const others = errors.filter(error => ![...refused.keys()].some(value => isWithin(error, value)))
  return [...others, ...refused.values()]
}

/** What a literal says. A number that JavaScript cannot hold is text. */
function rawOf(value: ValueNode, given: Variables): unknown {
  const asText = ({ value: written }: IntValueNode | FloatValueNode) => {
    const plain = plainDecimal(written)
    return plain === undefined || isExact(plain) ? undefined : ({ kind: Kind.STRING, value: plain } as const)
  }
  return valueFromASTUntyped(visit(value, { IntValue: asText, FloatValue: asText }), given)
}

/** The variables of a refused document that can be read. */
function readableVariables(document: DocumentNode, given: Variables): Variables {
  const read: Record<string, unknown> = {}
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    for (const declared of definition.variableDefinitions ?? []) {
      const { variable, type: typeNode, defaultValue } = declared
      const [name, type] = [variable.name.value, typeFromAST(schema, typeNode)]
      if (!isInputType(type)) continue
      const raw = Object.hasOwn(given, name) ? given[name] : undefined
      if (raw === undefined) read[name] = defaultValue === undefined ? undefined : valueFromAST(defaultValue, type)
      else {
        const coerced = coerceVariable(declared, type, raw)
        read[name] = 'value' in coerced ? coerced.value : undefined
      }
    }
  }
  return read
}

/** A field that takes an input as its argument. */
type Taker = { readonly node: FieldNode; readonly field: GraphQLField<unknown, unknown>; readonly argument: string }

/** Which field takes an input: by the literal, or by the name of the variable. Of several the first. */
function takersOf(document: DocumentNode): ReadonlyMap<ValueNode | string, Taker> {
  const takers = new Map<ValueNode | string, Taker>()
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: node => {
        const field = info.getFieldDef()
        if (field == null) return
        for (const { name, value } of node.arguments ?? []) {
          const key = value.kind === Kind.VARIABLE ? value.name.value : value
          if (!takers.has(key)) takers.set(key, { node, field, argument: name.value })
        }
      },
    }),
  )
  return takers
}

/** The other arguments of the field that takes an input. */
function argsBeside({ node, field, argument }: Taker, variables: Variables): Variables {
  const args = (node.arguments ?? []).flatMap(({ name, value }) => {
    const type = field.args.find(arg => arg.name === name.value)?.type
    const read: unknown =
      type === undefined || name.value === argument ? undefined : valueFromAST(value, type, variables)
    return read === undefined ? [] : [[name.value, read] as const]
  })
  return Object.fromEntries(args)
}

/** The same with a raw input; each key in them is replaced (D83). */
async function withoutKeys(taker: Taker | undefined, beside: Variables, raw: unknown, bank: Context) {
  if (taker === undefined) return { args: beside, value: raw }
  const { args } = await readKeys(bank, taker.field, { ...beside, [taker.argument]: raw })
  return { args, value: args[taker.argument] }
}

function isWithin({ positions }: GraphQLError, { loc }: ValueNode): boolean {
  const [at] = positions ?? []
  return at !== undefined && loc !== undefined && at >= loc.start && at <= loc.end
}

/**
 * The faults of a raw value by the schema of its input type, together with those of the rules for its other parts; none for types without a schema,
 * and for valid values.
 */
async function asRefused(
  { type, raw, node }: Pick<RefusedInput, 'type' | 'raw'> & { readonly node: VariableDefinitionNode | ValueNode },
  taker: Taker | undefined,
  variables: Variables,
  bank: Context,
  within: Place = [],
): Promise<GraphQLError | undefined> {
  const held = schemaOfInput(getNamedType(type).name)
  if (held === undefined) return undefined
  // GraphQL has just read a large value by its types; the schema reads it again.
  await endTurn()
  const beside = taker === undefined ? {} : argsBeside(taker, variables)
  const { args, value } = await withoutKeys(taker, beside, raw, bank)
  const [wanted, given] = isListType(getNullableType(type)) ? listOf(held, value, taker?.argument) : [held, value]
  const read = wanted.safeParse(given, NAMING_FIELDS)
  const judge = taker === undefined ? undefined : findJudge(taker.field.name)
  const asRead = taker === undefined ? args : { ...args, [taker.argument]: value }
  const judgeToo = () =>
    judgePlaced({ type: taker?.argument === 'input' ? type : undefined, value }, judge?.(asRead, bank))
  // The document within an input is read by its rules alone.
  if (read.success) return isReadAsItCame(type) ? refusedBy(judgeToo, node) : undefined
  const isList = isListType(getNullableType(type))
  const issues = read.error.issues.map(withKeyOffered).map(issue => {
    const { path = [] } = issue
    const params = { ...issue.params, means: meantBy }
    return { ...issue, params, path: isList && taker !== undefined ? path : placeIn(taker, within, path) }
  })
  return refuse(await reportTogether(formatError(issues), judgeToo), node)
}

async function refusedBy(judge: () => Promise<void>, node: ValueNode | VariableDefinitionNode) {
  try {
    await judge()
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return refuse(error, node)
    throw error
  }
}

// No list argument accepts more entries, and to read them all would delay other calls (D74).
const MOST_ENTRIES = 500

/** A list that is an argument itself: its name gives its entries their place. GraphQL takes a value that is not a list as its only entry. */
function listOf(
  entry: z.ZodType,
  raw: unknown,
  name: string | undefined,
): readonly [schema: z.ZodType, value: unknown] {
  if (name === undefined) return [z.array(entry), [raw].flat().slice(0, MOST_ENTRIES)]
  return [z.object({ [name]: z.array(entry) }), { [name]: raw === null ? null : [raw].flat().slice(0, MOST_ENTRIES) }]
}

function refuse(refusal: DomainError, node: VariableDefinitionNode | ValueNode): GraphQLError {
  return new GraphQLError(refusal.message, { nodes: node, originalError: refusal })
}
