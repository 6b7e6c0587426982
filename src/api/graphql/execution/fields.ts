import {
  defaultFieldResolver,
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql'
import { unreadable } from '../../../bank/inputs/parse.ts'
import {
  type ColumnForm,
  type Members,
  newView,
  OfKinds,
  type Source,
  type Sources,
  VIEW,
  type View,
} from '../../../domain/views.ts'
import { mapValues } from '../enums.ts'
import { sourceShown } from '../fields.ts'
import { kindsShown } from '../row-kinds.ts'
import type { FieldPlan, ObjectPlan, Run } from './writing.ts'

export function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType | GraphQLInterfaceType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return type.getFields()[name]
}

// Pothos marks fields that only show a property; a field that shows the property of its own name has no resolver.
export function exposedName({ extensions, resolve }: GraphQLField<unknown, unknown>): string | undefined {
  const name = extensions['pothosExposedField']
  return typeof name === 'string' && (resolve === undefined || resolve.length === 1) ? name : undefined
}

export type FieldPlace = Pick<FieldPlan, 'name' | 'nodes' | 'field'>

/** `view` is the view in which the rows of a connection are wanted: its resolver passes it on with its arguments (domain/paging.ts). */
export function resolverOf(
  place: FieldPlace,
  info: GraphQLResolveInfo,
  view: () => View | undefined = () => undefined,
): FieldPlan['resolve'] {
  const { resolve = defaultFieldResolver } = place.field
  const given = argumentsOf(place)
  const argsOf = (run: Run) => (view() === undefined ? given(run) : { ...given(run), [VIEW]: view() })
  // Only a function that names its fourth parameter, or takes all of them together, can read it.
  if (resolve.length > 0 && resolve.length < 4) return (source, run) => resolve(source, argsOf(run), run.context, info)
  return (source, run, path) =>
    resolve(source, argsOf(run), run.context, {
      ...info,
      path,
      variableValues: { ...run.variables },
    })
}

/** The arguments of a field: read once if they are literals of the document, else once in each run. */
function argumentsOf(place: FieldPlace): (run: Run) => Readonly<Record<string, unknown>> {
  const [node] = place.nodes
  if (node === undefined) throw new TypeError(`The field ${place.name} has no node.`)
  const given = node.arguments ?? []
  if (!given.some(({ value }) => hasVariable(value))) {
    const fixed = getArgumentValues(place.field, node)
    const fault = unreadable(fixed)
    return () => {
      if (fault !== undefined) throw fault
      return fixed
    }
  }
  return run => {
    const known = run.args.get(place)
    if (known !== undefined) return known
    const read = getArgumentValues(place.field, node, { ...run.variables })
    const fault = unreadable(read)
    if (fault !== undefined) throw fault
    run.args.set(place, read)
    return read
  }
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

/**
 * The view in which the rows of a connection are wanted. If each selected field states its columns, the store may write the rows. If one does not,
 * rows are needed.
 */
export function viewOfConnection({ fields }: ObjectPlan): View | undefined {
  let rows: FieldPlan | undefined
  let keys = false
  for (const plan of fields) {
    const { field, below } = plan
    if (field.name === 'nodes' || field.name === 'edges') {
      // The same rows cannot be written in two views.
      if (rows !== undefined) return undefined
      const { node, cursor } = field.name === 'nodes' ? { node: plan, cursor: false } : readEdges(below?.())
      if (node === undefined) return undefined
      rows = node
      keys ||= cursor
    } else if (field.name === 'pageInfo') {
      keys ||= below?.().fields.some(one => one.field.name.endsWith('Cursor')) === true
    }
  }
  const members = rows === undefined ? undefined : membersOf(rows)
  return members === undefined ? undefined : newView({ members, absent: 'null', keys })
}

function readEdges({ fields }: Pick<ObjectPlan, 'fields'> = { fields: [] }) {
  const nodes = fields.filter(({ field }) => field.name === 'node')
  const others = fields.filter(({ field }) => field.name !== 'node')
  const only = nodes.length === 1 && others.every(({ field }) => field.name === 'cursor') ? nodes[0] : undefined
  return { node: only, cursor: others.length > 0 }
}

/** The members of a field's rows. Of an interface whose types a column says, those of each type. */
function membersOf({ field, below, belowAs }: FieldPlan): Members | undefined {
  if (below !== undefined) return sourcesOf(below())
  const kinds = kindsShown(getNamedType(field.type))
  if (belowAs === undefined || kinds === undefined) return undefined
  return new OfKinds(
    kinds.column,
    mapValues(kinds.types, type => sourcesOf(belowAs(type))),
  )
}

/** The sources of an object's fields. `within` are the sources that its properties stand for; by default all columns. */
function sourcesOf({ fields }: ObjectPlan, within?: Sources): Sources | undefined {
  const sources = fields.map(plan => [plan.name, sourceOf(plan, within)] as const)
  const known = sources.flatMap(([name, source]) => (source === undefined ? [] : [[name, source] as const]))
  return known.length === sources.length ? Object.fromEntries(known) : undefined
}

function sourceOf(plan: FieldPlan, within: Sources | undefined): Source | undefined {
  const { field, parent, below, required } = plan
  if (field.name === '__typename') return { is: 'constant', text: parent.name }
  if (field.args.length > 0 || plan.beside !== undefined) return undefined
  const shown = sourceShown(field)
  const type = isNonNullType(field.type) ? field.type.ofType : field.type
  if (shown !== undefined && shown !== 'row' && shown.is === 'stored') return { ...shown, required }
  if (isListType(type)) return undefined
  if (isLeafType(type)) {
    const name = exposedName(field)
    if (name === undefined) return within === undefined && shown !== 'row' ? shown : undefined
    const as = formOf(type)
    if (as === undefined) return undefined
    if (within === undefined) return { is: 'column', column: name, as, required }
    const inner = within[name]
    return inner?.is === 'column' && as === 'text' ? { ...inner, required } : undefined
  }
  if (!isObjectType(type) || below === undefined || within !== undefined) return undefined
  if (shown === 'row') return objectOf(below(), undefined, undefined, required)
  return shown?.is === 'object' ? objectOf(below(), shown.members, shown.unless, required) : undefined
}

function objectOf(
  plan: ObjectPlan,
  within: Sources | undefined,
  unless: readonly string[] | undefined,
  required: boolean,
): Source | undefined {
  const members = sourcesOf(plan, within)
  if (members === undefined) return undefined
  return { is: 'object', members, required, ...(unless === undefined ? {} : { unless }) }
}

/** How the value of a leaf is written, if it is written as stored. */
function formOf(type: GraphQLNamedType): ColumnForm | undefined {
  if (!(type instanceof GraphQLEnumType)) return FORMS[type.name]
  const values = type.getValues()
  return values.every(({ name, value }) => name === value) ? values.map(({ name }) => name) : undefined
}

const FORMS: Readonly<Record<string, ColumnForm>> = {
  ID: 'text',
  String: 'text',
  Date: 'text',
  Decimal: 'text',
  Duration: 'text',
  Currency: 'text',
  Int: 'int',
  Boolean: 'boolean',
  DateTime: 'instant',
}
