import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import type { Fault } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { parseJson } from '../../domain/texts.ts'
import type { JournaledCall } from '../../journal/calls.ts'
import { type GraphqlDocument, recordIn } from '../commands.ts'
import { wantsAct } from '../remedies/acts.ts'
import { correctQuery, LONGEST_CORRECTED } from './corrections.ts'

/** The document that a call of the operator's door carried as JSON or in its address, if any. */
export function readDocument({
  request,
  target,
}: Pick<JournaledCall, 'request' | 'target'>): GraphqlDocument | undefined {
  const { searchParams } = new URL(target, 'http://bank')
  const fields = request.body === undefined ? Object.fromEntries(searchParams) : recordIn(request.body)
  const { query, variables } = fields
  if (typeof query !== 'string') return undefined
  return {
    query,
    variables: typeof variables === 'string' ? recordIn(variables) : isObject(variables) ? variables : {},
  }
}

/** A document that was sent in another form than JSON: as it is, or in the fields of a form. */
function readPlainDocument({ body }: JournaledCall['request']): GraphqlDocument | undefined {
  // A body of which the journal has a part is JSON without an end.
  if (body === undefined || /^\s*\{\s*"/.test(body) || parseJson(body) !== undefined) return undefined
  const query = new URLSearchParams(body).get('query') ?? body
  return /^\s*(?:[{#]|query\b|mutation\b|fragment\b)/.test(query) ? { query, variables: {} } : undefined
}

function operationNameIn({ request }: JournaledCall): string | undefined {
  const { operationName } = recordIn(request.body ?? '')
  return typeof operationName === 'string' ? operationName : undefined
}

/** The document of a GraphQL call, as its remedy needs it (D97): nothing for another call. */
export async function correctDocument(
  schema: GraphQLSchema,
  call: JournaledCall,
  faults: readonly Fault[],
): Promise<GraphqlDocument | undefined> {
  if (call.door !== 'GRAPHQL') return undefined
  const stated = readDocument(call)
  const sent = stated ?? readPlainDocument(call.request)
  // What was too large is not read again.
  if (sent === undefined || wantsAct(faults, 'SEND_LESS')) return undefined
  const isRun = call.verdicts.some(({ step }) => step === 'RULES')
  // A long document is no slip of the pen: only the names in the refusal are corrected.
  if (isRun || sent.query.length > LONGEST_CORRECTED) return withRightTypes(schema, liftFaults(schema, sent, faults))
  const corrected = await correctQuery(schema, sent.query, operationNameIn(call))
  if (corrected.fault !== undefined) return stated && { ...stated, ...corrected }
  const whole = {
    query: corrected.query,
    variables: withMissing(schema, corrected.query, sent.variables),
    isRunnable: true,
  }
  return withRightTypes(schema, liftFaults(schema, { ...sent, ...whole }, faults))
}

/** The variables with each required one: a value that was sent under an undeclared name, else an example. */
function withMissing(
  schema: GraphQLSchema,
  query: string,
  given: GraphqlDocument['variables'],
): GraphqlDocument['variables'] {
  const declared = operationIn(query)?.variableDefinitions ?? []
  const names = new Set(declared.map(({ variable }) => variable.name.value))
  const strangers = Object.keys(given).filter(name => !names.has(name))
  const variables: Record<string, unknown> = { ...given }
  for (const { variable, type, defaultValue } of declared) {
    const name = variable.name.value
    if (type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined || variables[name] != null) continue
    const stranger = strangers.shift()
    variables[name] = stranger === undefined ? exampleOf(typeFromAST(schema, type), name) : given[stranger]
    if (stranger !== undefined) delete variables[stranger]
  }
  return variables
}

const DEEPEST_EXAMPLE = 5

/** An example of an input type, with its required fields. */
function exampleOf(type: GraphQLType | undefined, name: string, level = 0): unknown {
  if (type === undefined || level > DEEPEST_EXAMPLE) return null
  if (isNonNullType(type)) return exampleOf(type.ofType, name, level)
  if (isListType(type)) return [exampleOf(type.ofType, name, level + 1)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const demanded = Object.values(type.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(demanded.map(field => [field.name, exampleOf(field.type, field.name, level + 1)]))
  }
  return EXAMPLES[String(type)] ?? null
}

const EXAMPLES: Readonly<Record<string, unknown>> = { Int: 1, Float: 1, Boolean: true }

/**
 * The document with each input, and each argument that a fault names, as a variable, so that another value can take its place. Unchanged
 * where it has a syntax error or several operations.
 */
function liftFaults(schema: GraphQLSchema, sent: GraphqlDocument, faults: readonly Fault[]): GraphqlDocument {
  const document = documentIn(sent.query)
  const operations = document?.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION) ?? []
  const [operation, another] = operations
  if (document === undefined || operation === undefined || another !== undefined) return sent
  const named = new Set(faults.map(({ path = '' }) => path.split(/[.[]/, 1)[0]))
  const lifted: FieldVariables = { declared: [], variables: { ...sent.variables } }
  const isWanted = ({ name, value }: ArgumentNode) =>
    isLiteral(value) && (value.kind === Kind.OBJECT || named.has(name.value) || CALLER.has(name.value))
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

/** The arguments of the PSU, since another PSU may have the right (D35). */
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

/** The variables with the nearest word of an enumeration where one has another. */
function withRightTypes(schema: GraphQLSchema, { query, variables, ...others }: GraphqlDocument): GraphqlDocument {
  const right = { ...variables }
  for (const { variable, type: node } of operationIn(query)?.variableDefinitions ?? []) {
    const name = variable.name.value
    const found = right[name]
    const type = getNamedType(typeFromAST(schema, node))
    if (!isEnumType(type) || typeof found !== 'string') continue
    const words = type.getValues().map(value => value.name)
    right[name] = nearest(found, words) ?? found
  }
  return { ...others, query, variables: right }
}

export function operationIn(query: string): OperationDefinitionNode | undefined {
  return documentIn(query)?.definitions.find(one => one.kind === Kind.OPERATION_DEFINITION)
}

function documentIn(query: string) {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
