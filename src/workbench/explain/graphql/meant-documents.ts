import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { faultsOfDocument } from '../../../api/graphql/yoga/suggestions.ts'
import { nearest } from '../../../domain/nearest-names.ts'
import type { DocumentFault, GraphqlDocument } from '../commands.ts'

/**
 * The document that was meant, when one letter, one word or the kind of a value is wrong, as GraphQL's refusals suggest it; and its first fault if it
 * still cannot be run. Nothing else in it is changed (D97).
 */
export function meantDocument(
  schema: GraphQLSchema,
  query: string,
): { readonly query: string; readonly fault?: DocumentFault } {
  try {
    const sent = parse(query)
    const [first] = faultsOfDocument(schema, sent)
    if (first === undefined) return { query }
    const meant = withNames(schema, inItsKind(schema, sent))
    const [fault] = faultsOfDocument(schema, meant)
    return fault === undefined ? { query: print(meant) } : { query, fault: faultOf(fault === first ? first : fault) }
  } catch (error) {
    if (error instanceof GraphQLError) return { query, fault: faultOf(error) }
    throw error
  }
}

/** The variables in their declared types, and under the declared name when exactly one was sent under another name. */
export function meantVariables(
  schema: GraphQLSchema,
  query: string,
  sent: GraphqlDocument['variables'],
): GraphqlDocument['variables'] {
  const declared = operationsOf(parse(query)).flatMap(({ variableDefinitions }) => variableDefinitions ?? [])
  const names = declared.map(({ variable }) => variable.name.value)
  const missing = names.filter(name => !Object.hasOwn(sent, name))
  const strangers = Object.keys(sent).filter(name => !names.includes(name))
  const [stranger = '', name] = missing.length === 1 && strangers.length === 1 ? [strangers[0], missing[0]] : []
  const variables = Object.fromEntries(
    Object.entries(sent).map(([own, value]) => [own === stranger ? (name ?? own) : own, value]),
  )
  for (const { variable, type } of declared) {
    const own = variable.name.value
    const input = typeFromAST(schema, type)
    if (input !== undefined && Object.hasOwn(variables, own))
      variables[own] = inType(getNamedType(input).name, variables[own], schema)
  }
  return variables
}

/** A value in the form of a type that has the same text: "5" for a number, 5 for a text, a word in another case. */
function inType(type: string, value: unknown, schema: GraphQLSchema): unknown {
  const named = schema.getType(type)
  if (isEnumType(named))
    return typeof value === 'string'
      ? (nearest(
          value,
          named.getValues().map(({ name }) => name),
        ) ?? value)
      : value
  if (type === 'Int' || type === 'Float')
    return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (type === 'Boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (TEXTS.has(type)) return typeof value === 'number' ? String(value) : value
  return value
}

const TEXTS: ReadonlySet<string> = new Set(['String', 'ID', 'Duration', 'Currency'])

/** A fault of a document as an explanation shows it. */
export function faultOf({ locations, message }: GraphQLError): DocumentFault {
  const [{ line, column } = { line: 1, column: 1 }] = locations ?? []
  return { line, column, text: message }
}

function operationsOf({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION)
}

/** A mutation written as a query, or the reverse: all of its fields belong to the other kind. */
function inItsKind(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map(one => {
    if (one.kind !== Kind.OPERATION_DEFINITION || one.operation === 'subscription') return one
    const isQuery = one.operation === 'query'
    const fields = (isQuery ? schema.getMutationType() : schema.getQueryType())?.getFields() ?? {}
    const areOther = one.selectionSet.selections.every(
      field => field.kind === Kind.FIELD && fields[field.name.value] !== undefined,
    )
    if (!areOther) return one
    return { ...one, operation: isQuery ? OperationTypeNode.MUTATION : OperationTypeNode.QUERY }
  })
  return { ...document, definitions }
}

/** The nearest names of fields, arguments and words, and literals in the type of their place. */
function withNames(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const info = new TypeInfo(schema)
  const inItsType = (node: Literal) => literal(node, getNamedType(info.getInputType() ?? undefined), schema)
  return visit(
    document,
    visitWithTypeInfo(info, {
      Field: node => renamed(node, fieldsOf(info.getParentType())),
      Argument: node => renamed(node, info.getFieldDef()?.args.map(({ name }) => name) ?? []),
      ObjectField: node => renamed(node, fieldsOf(getNamedType(info.getParentInputType() ?? undefined))),
      IntValue: inItsType,
      FloatValue: inItsType,
      StringValue: inItsType,
      BooleanValue: inItsType,
      EnumValue: inItsType,
    }),
  )
}

function fieldsOf(type: GraphQLNamedType | null | undefined): readonly string[] {
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : []
}

function renamed<Node extends FieldNode | ArgumentNode | ObjectFieldNode>(
  node: Node,
  names: readonly string[],
): Node | undefined {
  const { value } = node.name
  if (value.startsWith('__') || names.includes(value)) return undefined
  const near = nearest(value, names)
  const name: NameNode | undefined = near === undefined ? undefined : { kind: Kind.NAME, value: near }
  return name && { ...node, name }
}

type Literal = Extract<ValueNode, { readonly value: unknown }>

function literal(node: Literal, type: GraphQLNamedType | undefined, schema: GraphQLSchema): ValueNode | undefined {
  if (type === undefined) return undefined
  const text = String(node.value)
  if (isEnumType(type)) {
    const word = inType(type.name, text, schema)
    return node.kind === Kind.ENUM && word === text ? undefined : { kind: Kind.ENUM, value: String(word) }
  }
  if (TEXTS.has(type.name) && (node.kind === Kind.INT || node.kind === Kind.FLOAT))
    return { kind: Kind.STRING, value: text }
  if (node.kind !== Kind.STRING) return undefined
  const value = inType(type.name, text, schema)
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value }
  return typeof value === 'number'
    ? { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: text.trim() }
    : undefined
}
