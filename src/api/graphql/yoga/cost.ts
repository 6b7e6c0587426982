import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql'
import { actWanted, DomainError } from '../../../domain/errors.ts'
import { assertPageSize, DEFAULT_NESTED_PAGE, DEFAULT_PAGE, MAX_PAGE } from '../../../domain/paging.ts'
import { fieldOf } from '../execution/fields.ts'
import { fragmentsOf, LIMITS, measureOnce, refusedRequest } from './limits.ts'

type Variables = Readonly<Record<string, unknown>>

/** The cost of an operation, once its variables are known. */
export type CostOf = (variables: Variables) => number

/**
 * The cost of fields besides the rows that they return, in rows: the server's work. A command is a durable commit, a whole world is a thousand
 * written rows, a count reads every row that it counts.
 */
export const FIELD_COSTS: Readonly<Record<string, number>> = {
  'Query.audit': 20_000,
  'Query.why': 200,
  'Query.node': 20,
  'Query.explainSignature': 5_000,
  'Query.reportCard': 10_000,
  'Call.copies': 100,
  'Call.sameXRequestId': 100,
  'Mutation.initialize': 10_000,
  'Mutation.createWorld': 10_000,
  'Mutation.resetWorld': 10_000,
  'Mutation.takeSnapshot': 10_000,
  'Mutation.restoreSnapshot': 10_000,
  'Query.diffWorlds': 20_000,
  'Mutation.deleteWorld': 5_000,
  'Mutation.advanceClock': 10_000,
}
const COMMAND_COST = 200
/** A read of a TPP is the work of a whole call: it finds the consent, stores a count, or an SCA when it is refused. */
const TPP_READ_COST = 1_000
const TOTAL_COST = 100

/** The assumed number of rows of a list without paging. */
const LIST_SIZE = 10
const LIST_SIZES: Readonly<Record<string, number>> = { balances: 2, calls: 100, shownTo: 1000 }

/** Refuses an operation that would cost more than the limit, or change something before it asks for an impossible page; `undefined` when it may run. */
export function refuseCost(costOf: CostOf, variables: Variables) {
  try {
    return refuseMore(costOf(variables))
  } catch (error) {
    if (error instanceof DomainError) return refusedRequest(error)
    throw error
  }
}

function refuseMore(cost: number) {
  if (cost <= LIMITS.cost) return undefined
  const text = `An operation may cost ${LIMITS.cost}; this one costs up to ${cost}. Each row counts 1, and list sizes multiply (where neither first nor last is given they are ${DEFAULT_PAGE}, inside another list's rows ${DEFAULT_NESTED_PAGE}); a total counts ${TOTAL_COST}, a command ${COMMAND_COST} or more, a read below asTpp ${TPP_READ_COST}. Ask for smaller pages, or split it.`
  return refusedRequest(new DomainError('BAD_REQUEST', actWanted('SEND_LESS', text)))
}

/** `page` is the number of rows of the connection that is being measured. */
type Run = { readonly variables: Variables; readonly measured: Map<string, number>; readonly page: number }
type Measure = (run: Run) => number
/** A selection of a type, and in how many places it is used. */
type SetCost = { uses: number; measure: Measure }

/**
 * Prepares the cost of an operation: how many rows it may return at most, and the server's other work. The size of each list multiplies the cost of
 * each of its rows. Of fragments on different types the dearest type counts, since a row is of one type. Fragments count wherever they are used, but
 * each is measured once, so that nested fragments cannot make the measurement itself slow.
 */
export function prepareCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): CostOf {
  const fragments = fragmentsOf(document)
  const sizes = introspectionSizes(schema)
  const prepared = new Map<string, SetCost>()
  const numbers = new Map<SelectionSetNode, number>()
  const presets = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue === undefined ? undefined : valueFromASTUntyped(defaultValue),
    ]),
  )
  const root = schema.getRootType(operation.operation) ?? undefined
  const measure = ofSet(operation.selectionSet, root)
  return variables => measure({ variables, measured: new Map(), page: 1 })

  /** What a selection of a type costs; of an interface, what the dearest of its types costs. */
  function ofSet(set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): Measure {
    if (set === undefined) return () => 0
    if (!isAbstractType(type) || !set.selections.some(isFragment)) return ofSetOf(set, type)
    const each = schema.getPossibleTypes(type).map(possible => ofSetOf(set, possible))
    return run => Math.max(0, ...each.map(measure => measure(run)))
  }

  function ofSetOf(set: SelectionSetNode, type: GraphQLNamedType | undefined): Measure {
    const key = `${numberOf(set)} ${type?.name}`
    const known = prepared.get(key)
    if (known !== undefined) {
      known.uses += 1
      return run => measureOnce(run.measured, `${key} ${run.page}`, () => known.measure(run))
    }
    const made: SetCost = { uses: 1, measure: () => 0 }
    prepared.set(key, made)
    const parts = set.selections.map(node => ofNode(node, type))
    made.measure = run => parts.reduce((total, part) => total + part(run), 0)
    return run =>
      made.uses === 1 ? made.measure(run) : measureOnce(run.measured, `${key} ${run.page}`, () => made.measure(run))
  }

  function numberOf(set: SelectionSetNode): number {
    const known = numbers.get(set) ?? numbers.size
    numbers.set(set, known)
    return known
  }

  function ofNode(node: SelectionNode, type: GraphQLNamedType | undefined): Measure {
    if (node.kind === Kind.FIELD) return ofField(node, type)
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    const on = fragment?.typeCondition === undefined ? type : typeFromAST(schema, fragment.typeCondition)
    if (fragment === undefined || !mayBe(type, on)) return () => 0
    return ofSetOf(fragment.selectionSet, isAbstractType(on) ? type : on)
  }

  /** Whether a row of a type is one of the type that a fragment is on. */
  function mayBe(type: GraphQLNamedType | undefined, on: GraphQLNamedType | undefined): boolean {
    return type === on || !isObjectType(type) || (isAbstractType(on) && schema.isSubType(on, type))
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType | undefined): Measure {
    const field = isObjectType(parent) || isInterfaceType(parent) ? fieldOf(schema, parent, node.name.value) : undefined
    const type = field === undefined ? undefined : getNamedType(field.type)
    // Clients add __typename to each selection set: it is written without reading a row.
    if (field === undefined || parent === undefined || field === TypeNameMetaFieldDef) return () => 0
    const own = ownCost(schema, field, parent)
    if (!isCompositeType(type)) return () => own
    const children = ofSet(node.selectionSet, type)
    const known = sizes.get(`${parent.name}.${field.name}`)
    if (known !== undefined) return run => own + known * (1 + children(run))
    if (hasArgument(field, 'first')) {
      // A connection's rows count once; the fields of each row count where they are selected, in edges and in nodes.
      const isPage = /Connection$/.test(type.name)
      return run => {
        const page = pageSize(node, run, parent !== root)
        return own + page + (isPage ? children({ ...run, page }) : page * children(run))
      }
    }
    if (hasArgument(field, 'limit')) return run => own + 1 + limitOf(node, run) * children(run)
    if (/Connection$/.test(parent.name))
      return run => own + (isListType(getNullableType(field.type)) ? run.page : 1) * children(run)
    if (/Edge$/.test(parent.name)) return children
    const rows =
      isListType(getNullableType(field.type)) && !/Statement$/.test(parent.name)
        ? (LIST_SIZES[field.name] ?? LIST_SIZE)
        : 1
    return run => own + rows * (1 + children(run))
  }

  function pageSize(node: FieldNode, run: Run, nested: boolean): number {
    const [first, last] = [sizeOf(node, 'first', run), sizeOf(node, 'last', run)]
    // What a mutation answers is read after its work.
    if (operation.operation === OperationTypeNode.MUTATION) assertPageSize({ first, last })
    const given = first ?? last
    if (given !== undefined && given >= 0) return Math.min(given, MAX_PAGE)
    return nested ? DEFAULT_NESTED_PAGE : DEFAULT_PAGE
  }

  function sizeOf(node: FieldNode, name: 'first' | 'last', run: Run): number | undefined {
    const given = argument(node, name, run)
    return typeof given === 'number' ? given : undefined
  }

  function limitOf(node: FieldNode, run: Run): number {
    const given = argument(node, 'limit', run)
    return typeof given === 'number' && given >= 0 ? Math.min(given, MAX_PAGE) : DEFAULT_STATEMENT
  }

  function argument(node: FieldNode, name: string, { variables }: Run): unknown {
    const value = node.arguments?.find(one => one.name.value === name)?.value
    if (value === undefined) return undefined
    if (value.kind !== Kind.VARIABLE) return valueFromASTUntyped(value)
    return Object.hasOwn(variables, value.name.value) ? variables[value.name.value] : presets.get(value.name.value)
  }
}

const isFragment = ({ kind }: SelectionNode) => kind !== Kind.FIELD

/** [I] Limits: the size of a statement's page when none is given. */
const DEFAULT_STATEMENT = 200

type AnyField = GraphQLField<unknown, unknown>

function ownCost(schema: GraphQLSchema, field: AnyField, parent: GraphQLNamedType): number {
  const named = FIELD_COSTS[`${parent.name}.${field.name}`]
  if (named !== undefined) return named
  if (parent === schema.getMutationType()) return COMMAND_COST
  if (field.extensions['operation'] !== undefined) return TPP_READ_COST
  return field.name === 'totalCount' || parent.name === 'WorldCounts' ? TOTAL_COST : 0
}

function hasArgument(field: AnyField, name: string): boolean {
  return field.args.some(arg => arg.name === name)
}

const measuredSchemas = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>()

/** The average length of introspection's lists in this schema: small ones count as one. */
function introspectionSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const known = measuredSchemas.get(schema)
  if (known !== undefined) return known
  const types = Object.values(schema.getTypeMap())
  const holders = types.filter(type => isObjectType(type) || isInterfaceType(type))
  const inputs = types.filter(isInputObjectType)
  const fields = holders.flatMap(type => Object.values(type.getFields()))
  const share = (all: number, among: number) => Math.max(1, Math.ceil(all / Math.max(1, among)))
  const inputFields = inputs.flatMap(type => Object.values(type.getFields()))
  const sizes = new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', schema.getDirectives().length],
    ['__Type.fields', share(fields.length, holders.length)],
    ['__Type.inputFields', share(inputFields.length, types.length)],
    ['__Type.enumValues', LIST_SIZE],
    ['__Type.possibleTypes', 1],
    ['__Type.interfaces', 1],
    [
      '__Field.args',
      share(
        fields.reduce((total, field) => total + field.args.length, 0),
        fields.length,
      ),
    ],
    ['__Directive.args', 2],
  ])
  measuredSchemas.set(schema, sizes)
  return sizes
}
