import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
  visit,
} from 'graphql'
import { VIEW, type View } from '../../domain/views.ts'
import type { FieldPlan, Run } from './plans.ts'

export function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return type.getFields()[name]
}

// Pothos says which fields only show a property; one of their own name has no resolver.
export function exposedName({ extensions, resolve }: GraphQLField<unknown, unknown>): string | undefined {
  const name = extensions['pothosExposedField']
  return typeof name === 'string' && (resolve === undefined || resolve.length === 1) ? name : undefined
}

export function property(source: unknown, name: string): unknown {
  return isRecord(source) ? source[name] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

export type FieldPlace = Pick<FieldPlan, 'name' | 'nodes' | 'field'>

/** `view` is how the rows of a connection are wanted: its resolver hands it on with its arguments (domain/paging.ts). */
export function resolverOf(
  place: FieldPlace,
  info: GraphQLResolveInfo,
  view: () => View | undefined = () => undefined,
): FieldPlan['resolve'] {
  const { resolve = defaultFieldResolver } = place.field
  const given = argumentsOf(place)
  const argsOf = (run: Run) => (view() === undefined ? given(run) : { ...given(run), [VIEW]: view() })
  // Only a function that names its fourth parameter, or takes all of them together, can look at it.
  if (resolve.length > 0 && resolve.length < 4) return (source, run) => resolve(source, argsOf(run), run.context, info)
  return (source, run, path) =>
    resolve(source, argsOf(run), run.context, {
      ...info,
      path,
      variableValues: { ...run.variables },
    })
}

/** The arguments of a field: read once where they stand in the document, else once in each run. */
function argumentsOf(place: FieldPlace): (run: Run) => Readonly<Record<string, unknown>> {
  const [node] = place.nodes
  if (node === undefined) throw new TypeError(`The field ${place.name} has no node.`)
  const given = node.arguments ?? []
  if (!given.some(({ value }) => hasVariable(value))) {
    const fixed = getArgumentValues(place.field, node)
    return () => fixed
  }
  return run => {
    const known = run.args.get(place)
    if (known !== undefined) return known
    const read = getArgumentValues(place.field, node, { ...run.variables })
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
