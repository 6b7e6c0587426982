import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import type { GraphqlAsk } from '../domain/commands.ts'
import type { Fault } from '../domain/errors.ts'
import type { JournaledCall } from '../domain/journal.ts'
import { parseJson } from '../domain/texts.ts'

/** What a call of the operator's door asked for; nothing where it said no document. */
export function askedOf({ request, target }: Pick<JournaledCall, 'request' | 'target'>): GraphqlAsk | undefined {
  const { searchParams } = new URL(target, 'http://bank')
  const fields = request.body === undefined ? Object.fromEntries(searchParams) : parseJson(request.body)
  if (typeof fields !== 'object' || fields === null || !('query' in fields)) return undefined
  const { query } = fields
  const given = 'variables' in fields ? fields.variables : undefined
  const variables = typeof given === 'string' ? parseJson(given) : given
  if (typeof query !== 'string') return undefined
  return { query, variables: typeof variables === 'object' && variables !== null ? { ...variables } : {} }
}

/** What a call asked for, as its mend needs it (D97): nothing where it was none of GraphQL. */
export function askedIn(schema: GraphQLSchema, call: JournaledCall, faults: readonly Fault[]): GraphqlAsk | undefined {
  return call.door === 'GRAPHQL' ? liftFaults(schema, askedOf(call), faults) : undefined
}

/**
 * The same with each input, and each argument that a fault names, as a variable, so that another value can be put there. As it was where
 * it is no document, or has several operations.
 */
function liftFaults(
  schema: GraphQLSchema,
  asked: GraphqlAsk | undefined,
  faults: readonly Fault[],
): GraphqlAsk | undefined {
  if (asked === undefined) return undefined
  const document = documentIn(asked.query)
  const operations = document?.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION) ?? []
  const [operation, another] = operations
  if (document === undefined || operation === undefined || another !== undefined) return asked
  const named = new Set(faults.map(({ path = '' }) => path.split(/[.[]/, 1)[0]))
  const lifted: FieldVariables = { declared: [], variables: { ...asked.variables } }
  const isWanted = ({ name, value }: ArgumentNode) =>
    isLiteral(value) && (value.kind === Kind.OBJECT || named.has(name.value) || CALLER.has(name.value))
  const selections = operation.selectionSet.selections.map(field =>
    field.kind === Kind.FIELD ? liftField(schema, operation, field, isWanted, lifted) : field,
  )
  if (lifted.declared.length === 0) return asked
  const right: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...lifted.declared.flatMap(declarationOf)],
    selectionSet: { ...operation.selectionSet, selections },
  }
  const definitions = document.definitions.map(one => (one === operation ? right : one))
  return { query: print({ ...document, definitions }), variables: lifted.variables }
}

/** Who a payment is made for: another one may be needed (D35). */
const CALLER = new Set(['psu', 'context', 'agreementId'])

type FieldVariables = {
  readonly declared: { readonly name: string; readonly type: string }[]
  readonly variables: Record<string, unknown>
}

function liftField(
  schema: GraphQLSchema,
  { operation }: OperationDefinitionNode,
  field: FieldNode,
  isWanted: (argument: ArgumentNode) => boolean,
  { declared, variables }: FieldVariables,
): FieldNode {
  const type = schema.getRootType(operation)?.getFields()[field.name.value]
  const args = field.arguments?.map((argument): ArgumentNode => {
    const name = argument.name.value
    const known = type?.args.find(one => one.name === name)
    if (known === undefined || Object.hasOwn(variables, name) || !isWanted(argument)) return argument
    variables[name] = valueFromASTUntyped(argument.value)
    declared.push({ name, type: String(known.type) })
    return { ...argument, value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } }
  })
  return args === undefined ? field : { ...field, arguments: args }
}

function declarationOf({ name, type }: FieldVariables['declared'][number]) {
  const [definition] = parse(`query ($${name}: ${type}) { x }`).definitions
  return definition?.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : []
}

function isLiteral(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return false
  if (value.kind === Kind.LIST) return value.values.every(isLiteral)
  return value.kind !== Kind.OBJECT || value.fields.every(field => isLiteral(field.value))
}

function documentIn(query: string) {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
