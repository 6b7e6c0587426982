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
  KnownDirectivesRule,
  KnownTypeNamesRule,
  LoneAnonymousOperationRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  parse,
  ScalarLeafsRule,
  specifiedRules,
  UniqueArgumentNamesRule,
  UniqueInputFieldNamesRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql'
import { nearest } from '../../domain/fixtures.ts'
import type { DocumentFault } from '../commands.ts'
import { type TypesOfNodes, typesIn } from './node-types.ts'
import { type Edit, readableAt } from './syntax-repairs.ts'

const MOST_ROUNDS = 12
/** How long a document may be that is read again and again: some of the checks take the square of it. */
export const LONGEST_REPAIRED = 2_000

/**
 * The nearest document, and where and why it cannot be run, if it cannot: brackets closed, names as the schema has them, nothing that is not used. Each round puts
 * right what the rules of GraphQL found in the one before, by the nodes that they name, and lets others in (D74).
 */
export async function repair(
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

type Reading = { readonly fault: DocumentFault | undefined; readonly edits: readonly Edit[] }

async function read(schema: GraphQLSchema, text: string, operationName: string | undefined): Promise<Reading> {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: LONGEST_REPAIRED })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { fault: faultOf(error), edits: readableAt(text, error.positions?.[0] ?? 0, schema) ?? [] }
  }
  const place = { text, document, schema, operationName, types: typesIn(document, schema) }
  const found: { readonly error: GraphQLError; readonly rule?: ValidationRule; readonly mend: Mend | undefined }[] = []
  for (const rule of specifiedRules) {
    for (const error of validate(schema, document, [rule], { maxErrors: 20 }))
      found.push({ error, rule, mend: MENDS.get(rule) })
    await turn()
  }
  const operations = operationsOf(document)
  if (found.length === 0 && operations.length !== 1) {
    const text =
      operations.length === 0 ? 'The document has no operation to run.' : 'The document has several operations.'
    found.push({ error: new GraphQLError(text, { nodes: operations }), mend: chosenAlone })
  }
  const [first] = found
  const fault = first && { ...faultOf(first.error), lists: listedAt(first.error, first.rule, place) }
  return { fault, edits: found.flatMap(({ error, mend }) => mend?.(error.nodes?.[0], place, error.nodes ?? []) ?? []) }
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

/** All edits that do not touch each other, from the end to the beginning. */
function applied(text: string, edits: readonly Edit[]): string {
  let [done, before] = [text, Number.POSITIVE_INFINITY]
  for (const { start, end, text: own } of edits.toSorted((one, other) => other.start - one.start)) {
    if (end > before) continue
    done = `${done.slice(0, start)}${own}${done.slice(end)}`
    before = start
  }
  return done
}

type Place = {
  readonly text: string
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  readonly operationName: string | undefined
  readonly types: TypesOfNodes
}
type Mend = (node: ASTNode | undefined, place: Place, nodes: readonly ASTNode[]) => readonly Edit[] | undefined

/** What puts right what each rule of GraphQL finds. What another rule finds is told. */
const MENDS: ReadonlyMap<ValidationRule, Mend> = new Map<ValidationRule, Mend>([
  [FieldsOnCorrectTypeRule, rightField],
  [ScalarLeafsRule, rightSelection],
  [KnownArgumentNamesRule, (node, { types }) => node && renamed(node, types.get(node)?.args ?? [])],
  [KnownTypeNamesRule, (node, { schema }) => node && renamed(node, Object.keys(schema.getTypeMap()))],
  [ValuesOfCorrectTypeRule, rightValue],
  [NoUndefinedVariablesRule, declared],
  [NoUnusedVariablesRule, unused],
  [VariablesInAllowedPositionRule, retyped],
  [NoUnusedFragmentsRule, node => edit(node, '')],
  [KnownDirectivesRule, node => edit(node, '')],
  [OverlappingFieldsCanBeMergedRule, aliased],
  [UniqueArgumentNamesRule, onlyOnce],
  [UniqueInputFieldNamesRule, onlyOnce],
  [LoneAnonymousOperationRule, chosenAlone],
])

function edit(node: ASTNode | undefined, text: string): Edit[] | undefined {
  return node?.loc === undefined ? undefined : [{ start: node.loc.start, end: node.loc.end, text }]
}

function put(at: number | undefined, text: string): Edit[] {
  return at === undefined ? [] : [{ start: at, end: at, text }]
}

/** The name that is nearest in place of a node's own. */
function renamed(node: ASTNode, names: readonly string[]): Edit[] | undefined {
  const name = 'name' in node ? node.name : undefined
  const near = name?.kind === Kind.NAME ? nearest(name.value, names) : undefined
  return near === undefined ? undefined : edit(name, near)
}

/** A field of the other root, of the rows of a connection, of one of the types that a type may be, or of nearly this name. */
function rightField(node: ASTNode | undefined, place: Place): readonly Edit[] | undefined {
  if (node?.kind !== Kind.FIELD) return undefined
  const { schema, types } = place
  const owner = types.get(node)?.owner
  const has = (type: GraphQLNamedType | undefined) =>
    isObjectType(type) && type.getFields()[node.name.value] !== undefined
  const ofOtherKind = otherKind(node, place)
  if (ofOtherKind !== undefined) return ofOtherKind
  const around = (before: string) => [...put(node.loc?.start, before), ...put(node.loc?.end, ' }')]
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
    ? put(node.loc?.end, ' { __typename }')
    : undefined
}

/** A word of an enum, a number or truth value that was a text, a text that was another value, or the field of an input. */
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
    const names = type.getValues().map(({ name }) => name)
    const word = names.find(name => name.toLowerCase() === written.toLowerCase()) ?? nearest(written, names)
    return word === undefined ? undefined : edit(node, word)
  }
  if (type.name === 'Int' || type.name === 'Float')
    return written.trim() !== '' && Number.isFinite(Number(written)) ? edit(node, written) : undefined
  if (type.name === 'Boolean') {
    const word = ['true', 'false'].find(one => one === written.toLowerCase())
    return word === undefined ? undefined : edit(node, word)
  }
  return node.kind === Kind.STRING ? undefined : edit(node, JSON.stringify(text.slice(node.loc?.start, node.loc?.end)))
}

/** A variable that was used and not declared, with the type of the place where it stands. */
function declared(node: ASTNode | undefined, { document, types }: Place): Edit[] | undefined {
  const [operation] = operationsOf(document)
  const type = node && types.get(node)?.input
  if (node?.kind !== Kind.VARIABLE || type == null || operation?.loc === undefined) return undefined
  const text = `$${node.name.value}: ${type}`
  const known = operation.variableDefinitions?.at(-1)?.loc
  if (known !== undefined) return put(known.end, `, ${text}`)
  const { start } = operation.loc
  if (isShort(operation)) return put(start, `query (${text}) `)
  return put(operation.name?.loc?.end ?? start + operation.operation.length, `(${text})`)
}

function operationsOf(document: DocumentNode): readonly OperationDefinitionNode[] {
  return document.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION)
}

/** A declaration that nothing uses, with its brackets where it is the only one. */
function unused(node: ASTNode | undefined, { document }: Place): Edit[] | undefined {
  const operation = operationsOf(document).find(({ variableDefinitions = [] }) =>
    variableDefinitions.some(one => one === node),
  )
  if (operation?.loc === undefined || operation.variableDefinitions?.length !== 1) return edit(node, '')
  const start = operation.name?.loc?.end ?? operation.loc.start + operation.operation.length
  return [{ start, end: operation.selectionSet.loc?.start ?? start, text: ' ' }]
}

function retyped(node: ASTNode | undefined, { types }: Place, [, usage]: readonly ASTNode[]): Edit[] | undefined {
  const type = usage && types.get(usage)?.input
  return node?.kind === Kind.VARIABLE_DEFINITION && type != null ? edit(node.type, String(type)) : undefined
}

/** Two fields of one name that ask for different things: the later one under another name. */
function aliased(node: ASTNode | undefined, _: Place, nodes: readonly ASTNode[]): Edit[] | undefined {
  const nameOf = (one: ASTNode | undefined) => (one?.kind === Kind.FIELD ? (one.alias ?? one.name).value : undefined)
  const name = nameOf(node)
  const last = nodes.findLast(one => nameOf(one) === name)
  if (last?.kind !== Kind.FIELD || name === undefined) return undefined
  return last.alias === undefined ? put(last.loc?.start, `${name}2: `) : edit(last.alias, `${name}2`)
}

/** What stands twice stands once: as it was given last. */
function onlyOnce(node: ASTNode | undefined, { types }: Place): Edit[] | undefined {
  return edit(
    [...types.keys()].find(one => 'name' in one && one.name === node),
    '',
  )
}

/** The operation that was chosen, or the first, with the fragments: one call runs one. */
function chosenAlone(_: ASTNode | undefined, { document, operationName }: Place): Edit[] | undefined {
  const operations = operationsOf(document)
  const chosen = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
  return operations.flatMap(one => (one === chosen ? [] : (edit(one, '') ?? [])))
}
