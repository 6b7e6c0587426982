import {
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  getNamedType,
  isInputType,
  isNonNullType,
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
import { DomainError, type Fault } from '../domain/errors.ts'
import { formatError } from '../inputs/parse.ts'
import { schemaOfInput } from './inputs.ts'
import { schema } from './schema.ts'

/**
 * Input that GraphQL refuses before a resolver runs: a field that is missing, unknown or of another type. The same body
 * sent to REST is refused by the schema of its command, so the refusal is made here by that schema too: same texts, same
 * paths, all faults together (D16, D71).
 */

export type Variables = Readonly<Record<string, unknown>>

/** The variables of an operation as its types read them, or what is wrong with each of those that cannot be read. */
export function coerceVariables(
  operation: OperationDefinitionNode,
  given: Variables,
): { readonly variables: Variables } | { readonly refusals: readonly GraphQLError[] } {
  const variables: Record<string, unknown> = {}
  const refusals: GraphQLError[] = []
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    // Validation has refused every other type.
    if (!isInputType(type)) continue
    const fault = absentFault(definition, type, given)
    if (fault !== undefined) refusals.push(refuse([{ text: fault }], definition))
    else if (Object.hasOwn(given, name)) {
      const read = coerceVariable(definition, type, given[name])
      if (read instanceof GraphQLError) refusals.push(read)
      else variables[name] = read.value
    } else if (definition.defaultValue !== undefined) variables[name] = valueFromAST(definition.defaultValue, type)
  }
  return refusals.length === 0 ? { variables } : { refusals }
}

function absentFault(definition: VariableDefinitionNode, type: GraphQLInputType, given: Variables): string | undefined {
  const name = definition.variable.name.value
  if (!isNonNullType(type)) return undefined
  if (!Object.hasOwn(given, name)) {
    return definition.defaultValue === undefined
      ? `Variable "$${name}" of required type "${type}" was not provided.`
      : undefined
  }
  return given[name] === null ? `Variable "$${name}" of non-null type "${type}" must not be null.` : undefined
}

function coerceVariable(definition: VariableDefinitionNode, type: GraphQLInputType, raw: unknown) {
  const faults: Fault[] = []
  try {
    const value = coerceInputValue(raw, type, (path, _, error) => {
      faults.push(faultOf(definition.variable.name.value, path, error.message))
      // Whoever sends thousands of faults need not have them all found.
      if (faults.length === MOST_FAULTS) throw new TooManyFaults()
    })
    if (faults.length === 0) return { value }
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error
  }
  return asRefused(type, raw, definition) ?? refuse(faults, definition)
}

/** As many as REST tells at once. */
const MOST_FAULTS = 20

class TooManyFaults extends Error {}

function faultOf(name: string, path: readonly (string | number)[], message: string): Fault {
  const place = path.reduce<string>(
    (so, part) => (typeof part === 'number' ? `${so}[${part}]` : so === '' ? part : `${so}.${part}`),
    '',
  )
  return place === '' ? { text: `Variable "$${name}": ${message}` } : { text: message, path: place.slice(0, 200) }
}

/** The errors of a validation, those about a literal input in the words of its command's schema. One of them for each literal. */
export function holdLiterals(document: DocumentNode, errors: readonly GraphQLError[]): GraphQLError[] {
  const refused = new Map<ValueNode, GraphQLError>()
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        const type = info.getInputType()
        if (type == null || !errors.some(error => isWithin(error, value)) || hasVariable(value)) return
        const refusal = asRefused(type, valueFromASTUntyped(value), value)
        if (refusal !== undefined) refused.set(value, refusal)
      },
    }),
  )
  const others = errors.filter(error => ![...refused.keys()].some(value => isWithin(error, value)))
  return [...others, ...refused.values()]
}

function isWithin({ positions }: GraphQLError, { loc }: ValueNode): boolean {
  const [at] = positions ?? []
  return at !== undefined && loc !== undefined && at >= loc.start && at <= loc.end
}

function hasVariable(value: ValueNode): boolean {
  let found = false
  visit(value, {
    Variable: () => {
      found = true
    },
  })
  return found
}

/** What the schema of an input type says of a raw value; nothing for types without one, and for values that it would take. */
function asRefused(
  type: GraphQLInputType,
  raw: unknown,
  node: VariableDefinitionNode | ValueNode,
): GraphQLError | undefined {
  const issues = schemaOfInput(getNamedType(type).name)?.safeParse(raw).error?.issues ?? []
  return issues.length === 0 ? undefined : refuse(formatError(issues).faults, node)
}

function refuse(faults: readonly Fault[], node: VariableDefinitionNode | ValueNode): GraphQLError {
  const refusal = new DomainError('FORMAT_ERROR', faults)
  return new GraphQLError(refusal.message, { nodes: node, originalError: refusal })
}
