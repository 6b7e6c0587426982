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
import type { JournaledCall } from '../../../domain/calls.ts'
import { type Fault, wantsAct } from '../../../domain/errors.ts'
import type { GraphqlDocument } from '../commands.ts'
import { documentIn, readDocument } from './documents.ts'
import { meantDocument, meantVariables } from './meant-documents.ts'
import { olderFault } from './older-documents.ts'

/**
 * The document of a GraphQL call as its remedy needs it (D97), with corrected names and values where only one correction is possible; undefined for
 * another call.
 */
export function correctDocument(
  schema: GraphQLSchema,
  call: JournaledCall,
  faults: readonly Fault[],
): GraphqlDocument | undefined {
  if (call.door !== 'GRAPHQL') return undefined
  const sent = readDocument(call)
  // A document that was refused for its size is not read again.
  if (sent === undefined || wantsAct(faults, 'SEND_LESS')) return undefined
  const isRun = call.verdicts.some(({ step }) => step === 'RULES')
  const fault = olderFault(call)
  if (fault !== undefined) return { ...sent, fault }
  if (isRun || sent.query.length > LONGEST_CORRECTED) return liftFaults(schema, sent, faults)
  const meant = meantDocument(schema, sent.query)
  if (meant.fault !== undefined) return { ...sent, ...meant }
  const { query } = meant
  return liftFaults(schema, { query, variables: meantVariables(schema, query, sent.variables) }, faults)
}

/** The longest document that is corrected: some validation rules take quadratic time. */
const LONGEST_CORRECTED = 2_000

/**
 * The document with each input, and each argument that a fault names, as a variable, so that another value can replace it. Unchanged when it has a
 * syntax error or several operations.
 */
function liftFaults(schema: GraphQLSchema, sent: GraphqlDocument, faults: readonly Fault[]): GraphqlDocument {
  const document = documentIn(sent.query)
  const operations = document?.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION) ?? []
  const [operation, another] = operations
  if (document === undefined || operation === undefined || another !== undefined) return sent
  const named = new Set([...faults.map(({ path = '' }) => path.split(/[.[]/, 1)[0]), 'access'])
  const lifted: FieldVariables = { declared: [], variables: { ...sent.variables } }
  const isWanted = ({ name, value }: ArgumentNode) =>
    isLiteral(value) && (value.kind === Kind.OBJECT || named.has(name.value))
  const selections = operation.selectionSet.selections.map(field =>
    field.kind === Kind.FIELD ? liftField(schema, operation, field, isWanted, lifted) : field,
  )
  if (lifted.declared.length === 0) return sent
  const right: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...lifted.declared.flatMap(declarationOf)],
    selectionSet: { ...operation.selectionSet, selections },
  }
  const definitions = document.definitions.map(one => (one === operation ? right : one))
  return { ...sent, query: print({ ...document, definitions }), variables: lifted.variables }
}

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
