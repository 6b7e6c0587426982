import {
  defaultTypeResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql'
import { RowText } from '../../../domain/views.ts'
import { besideShown } from '../fields.ts'
import { exposedName, fieldOf, resolverOf, viewOfConnection } from './fields.ts'
import {
  type FieldPlan,
  fail,
  isPromise,
  leafWriter,
  type ObjectPlan,
  type Path,
  property,
  type Run,
  type Text,
  type Variables,
  type Write,
  writeFields,
  writeText,
} from './writing.ts'

/** What the plan of an operation depends on: of its variables only those in conditions matter. */
type PlanSource = {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly operation: OperationDefinitionNode
  readonly variables: Variables
}

/** Plans one operation. */
export function planOperation(source: PlanSource): ObjectPlan {
  const { schema, operation } = source
  const root = schema.getRootType(operation.operation)
  if (root == null) throw new TypeError(`The schema has no ${operation.operation}.`)
  return planObject(source, root, [operation.selectionSet])
}

function planObject(source: PlanSource, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): ObjectPlan {
  const groups = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) collect(source, type, set, groups, visited)
  const fields = [...groups].flatMap(([name, nodes]) => {
    const field = fieldOf(source.schema, type, nodes[0]?.name.value ?? '')
    return field === undefined ? [] : [planField(source, type, name, field, nodes)]
  })
  return { type, fields }
}

function collect(
  source: PlanSource,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  groups: Map<string, FieldNode[]>,
  visited: Set<string>,
): void {
  for (const node of set.selections) {
    if (getDirectiveValues(GraphQLSkipDirective, node, source.variables)?.['if'] === true) continue
    if (getDirectiveValues(GraphQLIncludeDirective, node, source.variables)?.['if'] === false) continue
    if (node.kind === Kind.FIELD) {
      const name = (node.alias ?? node.name).value
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [node])
      else group.push(node)
      continue
    }
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (visited.has(node.name.value)) continue
      visited.add(node.name.value)
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : source.fragments.get(node.name.value)
    if (fragment !== undefined && applies(source, fragment.typeCondition, type))
      collect(source, type, fragment.selectionSet, groups, visited)
  }
}

function applies({ schema }: PlanSource, condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined) return true
  const on = typeFromAST(schema, condition)
  return on === type || (isAbstractType(on) && schema.isSubType(on, type))
}

function planField(
  source: PlanSource,
  parent: GraphQLObjectType,
  name: string,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
): FieldPlan {
  const { schema, fragments, operation } = source
  const info: GraphQLResolveInfo = {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: parent,
    path: { prev: undefined, key: name, typename: parent.name },
    schema,
    fragments: Object.fromEntries(fragments),
    rootValue: undefined,
    operation,
    variableValues: {},
  }
  const place = { name, nodes, field, parent, required: isNonNullType(field.type) }
  const other = besideShown(field)
  const exposed = other !== undefined ? other.exposed : field.args.length === 0 ? exposedName(field) : undefined
  const named = getNamedType(field.type)
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  const below = isObjectType(named) ? later(() => planObject(source, named, sets)) : undefined
  const belowAs = isAbstractType(named) ? planEach(source, named, sets) : undefined
  const view = below !== undefined && isConnection(named.name) ? later(() => viewOfConnection(below())) : undefined
  const write = writerOf(source, field.type, info, { below, belowAs })
  return {
    ...place,
    label: `${JSON.stringify(name)}:`,
    exposed: isLeafType(isNonNullType(field.type) ? field.type.ofType : field.type) ? exposed : undefined,
    resolve:
      exposed !== undefined
        ? value => property(value, exposed)
        : other !== undefined
          ? (row, run) => other.of(row, run.context)
          : resolverOf(place, info, view),
    write:
      below !== undefined && isConnection(named.name)
        ? noticingCuts(
            write,
            nodes,
            later(() => selectsPageInfo(below())),
          )
        : write,
    below,
    belowAs,
    beside: other?.find,
  }
}

/** The plans for the types of an abstract one, each made when a value of the type comes first. */
function planEach(source: PlanSource, abstract: GraphQLAbstractType, sets: readonly SelectionSetNode[]) {
  const plans = new Map<unknown, ObjectPlan>()
  return (name: unknown): ObjectPlan => {
    const known = plans.get(name)
    if (known !== undefined) return known
    const found = source.schema.getType(String(name))
    if (!isObjectType(found) || !source.schema.isSubType(abstract, found))
      throw new TypeError(`Abstract type "${abstract.name}" was resolved to ${String(name)}.`)
    const made = planObject(source, found, sets)
    plans.set(name, made)
    return made
  }
}

/** The plans of what is selected below a field. */
type Below = Pick<FieldPlan, 'below' | 'belowAs'>

function writerOf(source: PlanSource, type: GraphQLOutputType, info: GraphQLResolveInfo, plans: Below): Write {
  const { fieldName, parentType } = info
  const { below, belowAs } = plans
  if (isNonNullType(type)) {
    const write = writerOf(source, type.ofType, info, plans)
    return (value, path, run) => {
      const text = write(value, path, run)
      if (text !== 'null') return text
      throw new Error(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`)
    }
  }
  if (isListType(type)) return listWriter(source, type.ofType, info, plans)
  if (isLeafType(type)) return leafWriter(type)
  if (below !== undefined && isObjectType(type)) {
    const { isTypeOf } = type
    return (value, path, run) => {
      if (value == null) return 'null'
      if (value instanceof RowText) return writeText(value.text, run)
      if (value instanceof Error) throw value
      if (isTypeOf != null && isTypeOf(value, run.context, info) === false)
        throw new TypeError(`Expected value of type "${type.name}".`)
      return writeFields(below(), value, path, run)
    }
  }
  if (belowAs === undefined || !isAbstractType(type)) throw new TypeError(`Type "${type.name}" has no plan.`)
  const typeOf = type.resolveType ?? defaultTypeResolver
  return (value, path, run) => {
    if (value == null) return 'null'
    if (value instanceof RowText) return writeText(value.text, run)
    if (value instanceof Error) throw value
    const name = typeOf(value, run.context, info, type)
    if (isPromise(name)) return name.then(known => writeFields(belowAs(known), value, path, run))
    return writeFields(belowAs(name), value, path, run)
  }
}

function listWriter(source: PlanSource, itemType: GraphQLOutputType, info: GraphQLResolveInfo, plans: Below): Write {
  const { fieldName, fieldNodes, parentType } = info
  const write = writerOf(source, itemType, info, plans)
  const required = isNonNullType(itemType)
  const writeItem = (item: unknown, place: number, path: Path, run: Run): Text => {
    const at: Path = { prev: path, key: place, typename: undefined }
    try {
      const text = isPromise(item) ? item.then(value => write(value, at, run)) : write(item, at, run)
      return isPromise(text) ? text.then(undefined, raw => fail(raw, fieldNodes, required, at, run)) : text
    } catch (raw) {
      return fail(raw, fieldNodes, required, at, run)
    }
  }
  // Items whose fields need no further reads are written in slices, so that a long list does not delay other calls (D74).
  const writeFrom = (items: readonly unknown[], parts: Text[], path: Path, run: Run): Text => {
    let waiting = parts.some(isPromise)
    for (let place = parts.length; place < items.length; place += 1) {
      const part = writeItem(items[place], place, path, run)
      waiting ||= isPromise(part)
      parts.push(part)
      if (!waiting && place % ITEMS_BETWEEN_LOOKS === 0 && performance.now() - run.since > SLICE_MS) {
        return letOthersRun(run).then(() => writeFrom(items, parts, path, run))
      }
    }
    return waiting ? Promise.all(parts).then(joinList) : joinList(parts)
  }
  return (value, path, run) => {
    if (value == null) return 'null'
    if (value instanceof Error) throw value
    if (!isIterable(value)) throw new TypeError(`Expected Iterable for field "${parentType.name}.${fieldName}".`)
    return writeFrom(Array.isArray(value) ? value : [...value], [], path, run)
  }
}

const SLICE_MS = 10
const ITEMS_BETWEEN_LOOKS = 32

const isConnection = (type: string) => type.endsWith('Connection')

const selectsPageInfo = ({ fields }: ObjectPlan) => fields.some(({ field }) => field.name === 'pageInfo')

/**
 * A list without `first` and `last` has a page of a default size. A client that counts the rows gets a warning that there are more, unless it selects
 * pageInfo.
 */
function noticingCuts(write: Write, [node]: readonly FieldNode[], isSelected: () => boolean): Write {
  if (node?.arguments?.some(({ name: { value } }) => value === 'first' || value === 'last') === true) return write
  return (value, path, run) => {
    if (property(property(value, 'pageInfo'), 'hasNextPage') === true && !isSelected()) run.cut.add(namesOnTheWay(path))
    return write(value, path, run)
  }
}

function namesOnTheWay(path: Path): string {
  const names: string[] = []
  for (let place: Path | undefined = path; place !== undefined; place = place.prev)
    if (typeof place.key === 'string') names.push(place.key)
  return names.reverse().join('.')
}

function letOthersRun(run: Run): Promise<void> {
  return new Promise<void>(resolve => setImmediate(resolve)).then(() => {
    run.since = performance.now()
  })
}

function joinList(parts: readonly unknown[]): string {
  return `[${parts.join(',')}]`
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function later<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
