import { setImmediate as turn } from 'node:timers/promises'
import {
  type ASTNode,
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  LoneAnonymousOperationRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  ProvidedRequiredArgumentsRule,
  parse,
  print,
  ScalarLeafsRule,
  specifiedRules,
  TypeInfo,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { nearest } from '../../domain/nearest-names.ts'
import type { DocumentFault } from '../commands.ts'

const MOST_ROUNDS = 12
/** The longest document that is corrected: some validation rules take quadratic time. */
export const LONGEST_CORRECTED = 2_000

/**
 * The nearest document with names and types of the schema, and its fault where it still cannot be run. Each round corrects the nodes that
 * the validation rules of GraphQL report, and yields (D74).
 */
export async function correctQuery(
  schema: GraphQLSchema,
  query: string,
  operationName?: string,
): Promise<{ readonly query: string; readonly fault?: DocumentFault }> {
  let text = query
  let last: DocumentFault | undefined
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { fault, edits } = await read(schema, text, operationName)
    if (fault === undefined) return { query: text.trim() }
    last = fault
    const next = applied(text, edits)
    if (next === text) break
    text = next
  }
  return { query: text, ...(last === undefined ? {} : { fault: last }) }
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }
type Reading = { readonly fault: DocumentFault | undefined; readonly edits: readonly Edit[] }

async function read(schema: GraphQLSchema, text: string, operationName: string | undefined): Promise<Reading> {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: LONGEST_CORRECTED })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { fault: faultOf(error), edits: [] }
  }
  const place = { text, document, schema, operationName, types: typesIn(document, schema) }
  const found: {
    readonly error: GraphQLError
    readonly rule?: ValidationRule
    readonly correct: Correct | undefined
  }[] = []
  for (const rule of specifiedRules) {
    for (const error of validate(schema, document, [rule], { maxErrors: 20 }))
      found.push({ error, rule, correct: CORRECTIONS.get(rule) })
    await turn()
  }
  const operations = operationsOf(document)
  if (found.length === 0 && operations.length !== 1) {
    const text =
      operations.length === 0 ? 'The document has no operation to run.' : 'The document has several operations.'
    found.push({ error: new GraphQLError(text, { nodes: operations }), correct: chosenAlone })
  }
  const [first] = found
  const fault = first && { ...faultOf(first.error), lists: listedAt(first.error, first.rule, place) }
  return { fault, edits: found.flatMap(({ error, correct }) => correct?.(error.nodes?.[0], place) ?? []) }
}

function faultOf({ locations, message }: GraphQLError): DocumentFault {
  const [{ line, column } = { line: 1, column: 1 }] = locations ?? []
  return { line, column, text: message }
}

/** The type whose fields, or their arguments, say what could stand at a fault. */
function listedAt({ nodes: [node] = [] }: GraphQLError, rule: ValidationRule | undefined, { types }: Place) {
  const owner = node && types.get(node)?.owner
  if (owner === undefined) return undefined
  if (rule === FieldsOnCorrectTypeRule) return { type: owner.name, args: false }
  return rule === KnownArgumentNamesRule || rule === ProvidedRequiredArgumentsRule
    ? { type: owner.name, args: true }
    : undefined
}

/** Applies all edits that do not overlap, from the end to the beginning. */
function applied(text: string, edits: readonly Edit[]): string {
  let [done, before] = [text, Number.POSITIVE_INFINITY]
  for (const { start, end, text: own } of edits.toSorted((one, other) => other.start - one.start)) {
    if (end > before) continue
    done = `${done.slice(0, start)}${own}${done.slice(end)}`
    before = start
  }
  return done
}

/** What the schema says of each node: the type whose fields stand there, the names of the arguments, and the type of the value. */
function typesIn(document: DocumentNode, schema: GraphQLSchema) {
  const info = new TypeInfo(schema)
  const typesOf = () => ({
    owner: info.getParentType() ?? undefined,
    args: info.getFieldDef()?.args.map(({ name }) => name) ?? [],
    input: info.getInputType(),
    holder: info.getParentInputType(),
  })
  const types = new Map<ASTNode, ReturnType<typeof typesOf>>()
  visit(document, visitWithTypeInfo(info, { enter: node => void types.set(node, typesOf()) }))
  return types
}

type Place = {
  readonly text: string
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  readonly operationName: string | undefined
  readonly types: ReturnType<typeof typesIn>
}
type Correct = (node: ASTNode | undefined, place: Place) => readonly Edit[] | undefined

/** The correction for each rule. Errors of other rules are only reported (D97). */
const CORRECTIONS: ReadonlyMap<ValidationRule, Correct> = new Map<ValidationRule, Correct>([
  [FieldsOnCorrectTypeRule, rightField],
  [ScalarLeafsRule, rightSelection],
  [KnownArgumentNamesRule, (node, { types }) => node && renamed(node, types.get(node)?.args ?? [])],
  [KnownTypeNamesRule, (node, { schema }) => node && renamed(node, Object.keys(schema.getTypeMap()))],
  [ValuesOfCorrectTypeRule, rightValue],
  [NoUndefinedVariablesRule, redeclared],
  [NoUnusedVariablesRule, redeclared],
  [VariablesInAllowedPositionRule, redeclared],
  [LoneAnonymousOperationRule, chosenAlone],
])

function edit(node: ASTNode | undefined, text: string): Edit[] | undefined {
  return node?.loc === undefined ? undefined : [{ start: node.loc.start, end: node.loc.end, text }]
}

function insert(at: number | undefined, text: string): Edit[] {
  return at === undefined ? [] : [{ start: at, end: at, text }]
}

/** The nearest name in place of a node's own. */
function renamed(node: ASTNode, names: readonly string[]): Edit[] | undefined {
  const name = 'name' in node ? node.name : undefined
  const near = name?.kind === Kind.NAME ? nearest(name.value, names) : undefined
  return near === undefined ? undefined : edit(name, near)
}

/** The field under the other root, in the rows of a connection, on a possible type of an abstract one, or with the nearest name. */
function rightField(node: ASTNode | undefined, place: Place): readonly Edit[] | undefined {
  if (node?.kind !== Kind.FIELD) return undefined
  const { schema, types } = place
  const owner = types.get(node)?.owner
  const has = (type: GraphQLNamedType | undefined) =>
    isObjectType(type) && type.getFields()[node.name.value] !== undefined
  const ofOtherKind = otherKind(node, place)
  if (ofOtherKind !== undefined) return ofOtherKind
  const around = (before: string) => [...insert(node.loc?.start, before), ...insert(node.loc?.end, ' }')]
  if (isObjectType(owner)) {
    const fields = owner.getFields()
    const rows = fields['nodes']
    return rows !== undefined && has(getNamedType(rows.type)) ? around('nodes { ') : renamed(node, Object.keys(fields))
  }
  const one = isAbstractType(owner) ? schema.getPossibleTypes(owner).find(has) : undefined
  return one && around(`... on ${one.name} { `)
}

/** An operation whose fields are all of the other kind: a mutation that was written as a query, or the other way round. */
function otherKind(field: ASTNode, { document, schema }: Place): Edit[] | undefined {
  const operation = operationsOf(document).find(({ selectionSet }) =>
    selectionSet.selections.some(one => one === field),
  )
  if (operation?.loc === undefined) return undefined
  const isQuery = operation.operation === 'query'
  const fields = (isQuery ? schema.getMutationType() : schema.getQueryType())?.getFields() ?? {}
  const areAll = operation.selectionSet.selections.every(
    one => one.kind === Kind.FIELD && fields[one.name.value] !== undefined,
  )
  if (!areAll) return undefined
  const { start } = operation.loc
  const end = isShort(operation) ? start : start + operation.operation.length
  return [{ start, end, text: isQuery ? `mutation${isShort(operation) ? ' ' : ''}` : 'query' }]
}

/** Whether it is written without its keyword. */
function isShort({ loc, selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.loc?.start === loc?.start
}

function rightSelection(node: ASTNode | undefined): readonly Edit[] | undefined {
  if (node?.kind === Kind.SELECTION_SET) return edit(node, '')
  return node?.kind === Kind.FIELD && node.selectionSet === undefined
    ? insert(node.loc?.end, ' { __typename }')
    : undefined
}

/** The nearest word of an enum, a number or boolean without quotation marks, a text with them, or the nearest field of an input. */
function rightValue(node: ASTNode | undefined, { text, types }: Place): readonly Edit[] | undefined {
  const { input, holder } = (node && types.get(node)) ?? {}
  if (node?.kind === Kind.OBJECT_FIELD) {
    const of = getNamedType(holder)
    return isInputObjectType(of) ? renamed(node, Object.keys(of.getFields())) : undefined
  }
  const type = getNamedType(input)
  if (node === undefined || !('value' in node) || type === undefined) return undefined
  const written = String(node.value)
  if (isEnumType(type)) {
    const word = nearest(
      written,
      type.getValues().map(({ name }) => name),
    )
    return word === undefined ? undefined : edit(node, word)
  }
  if (type.name === 'Int' || type.name === 'Float')
    return written.trim() !== '' && Number.isFinite(Number(written)) ? edit(node, written) : undefined
  if (type.name === 'Boolean') {
    return /^(?:true|false)$/i.test(written) ? edit(node, written.toLowerCase()) : undefined
  }
  return node.kind === Kind.STRING ? undefined : edit(node, JSON.stringify(text.slice(node.loc?.start, node.loc?.end)))
}

/** Declares the variables that the operation uses, and no others, each with the type of its place. */
function redeclared(_: ASTNode | undefined, { text, document, types }: Place): Edit[] | undefined {
  const [operation] = operationsOf(document)
  if (operation?.loc === undefined) return undefined
  const { variableDefinitions = [], selectionSet, name, loc } = operation
  const known = new Map(variableDefinitions.map(one => [one.variable, one] as const))
  const used = new Map(
    [...types].flatMap(([node, { input }]) =>
      node.kind === Kind.VARIABLE && !known.has(node) && input != null
        ? [[node.name.value, String(input)] as const]
        : [],
    ),
  )
  const declarations = [...used].map(([name, type]) => {
    const own = variableDefinitions.find(one => one.variable.name.value === name)
    return own !== undefined && print(own.type) === type
      ? text.slice(own.loc?.start, own.loc?.end)
      : `$${name}: ${type}`
  })
  const written = declarations.length === 0 ? ' ' : `(${declarations.join(', ')}) `
  if (isShort(operation)) return insert(loc.start, `query ${written}`)
  const start = name?.loc?.end ?? loc.start + operation.operation.length
  return [{ start, end: selectionSet?.loc?.start ?? start, text: written }]
}

function operationsOf(document: DocumentNode): readonly OperationDefinitionNode[] {
  return document.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION)
}

/** The chosen operation, or the first, with the fragments: one call runs one operation. */
function chosenAlone(_: ASTNode | undefined, { document, operationName }: Place): Edit[] | undefined {
  const operations = operationsOf(document)
  const chosen = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  return operations.flatMap(one => (one === chosen ? [] : (edit(one, '') ?? [])))
}
