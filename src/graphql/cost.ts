import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql'
import { DomainError } from '../domain/errors.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../domain/paging.ts'
import { fragmentsOf, LIMITS, measureOnce, refusedRequest, sum } from './limits.ts'

type Variables = Readonly<Record<string, unknown>>

/** Refuses an operation that may answer more rows than the limit; `undefined` when it may run. */
export function refuseCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) {
  const cost = costOf(schema, document, operation, variables)
  if (cost <= LIMITS.cost) return undefined
  const text = `An operation may ask for ${LIMITS.cost} rows; this one asks for up to ${cost}, since list sizes multiply (${DEFAULT_PAGE} where neither first nor last is given). Ask for smaller pages with first or last.`
  return refusedRequest(new DomainError('BAD_REQUEST', text))
}

/**
 * How many rows an operation may answer at most: the size of each list times what each of its rows asks for. Fragments
 * count where they are spread, but each is measured once, so that nesting them cannot blow up the measuring itself.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = fragmentsOf(document)
  const measured = new Map<string, number>()
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  return ofSet(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined)

  function ofSet(set: SelectionSetNode | undefined, parent: GraphQLNamedType | undefined): number {
    return set === undefined ? 0 : sum(set.selections, node => ofNode(node, parent))
  }

  function ofNode(node: SelectionNode, parent: GraphQLNamedType | undefined): number {
    if (node.kind === Kind.FIELD) return ofField(node, parent)
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    const on = fragment?.typeCondition === undefined ? parent : typeFromAST(schema, fragment.typeCondition)
    if (node.kind === Kind.INLINE_FRAGMENT) return ofSet(node.selectionSet, on)
    return measureOnce(measured, node.name.value, () => ofSet(fragment?.selectionSet, on))
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType | undefined): number {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined
    const type = field === undefined ? undefined : getNamedType(field.type)
    if (field === undefined || !isCompositeType(type)) return 0
    const children = ofSet(node.selectionSet, type)
    if (isConnection(field)) return pageSize(node) * (1 + children)
    return isPartOfConnection(field, parent) ? children : 1 + children
  }

  function pageSize(node: FieldNode): number {
    const given = argument(node, 'first') ?? argument(node, 'last')
    return typeof given === 'number' && given >= 0 ? Math.min(given, MAX_PAGE) : DEFAULT_PAGE
  }

  function argument(node: FieldNode, name: string): unknown {
    const value = node.arguments?.find(one => one.name.value === name)?.value
    if (value === undefined) return undefined
    if (value.kind !== Kind.VARIABLE) return valueFromASTUntyped(value)
    if (Object.hasOwn(variables, value.name.value)) return variables[value.name.value]
    const preset = defaults.get(value.name.value)
    return preset === undefined ? undefined : valueFromASTUntyped(preset)
  }
}

type AnyField = GraphQLField<unknown, unknown>

function isConnection(field: AnyField): boolean {
  return field.args.some(arg => arg.name === 'first')
}

// A connection's edges and nodes are its rows, which it counts itself, once for all who ask.
function isPartOfConnection(field: AnyField, parent: GraphQLNamedType | undefined): boolean {
  return field.name === 'pageInfo' || /(Connection|Edge)$/.test(parent?.name ?? '')
}
