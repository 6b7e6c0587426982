import type { IntrospectionQuery, IntrospectionType, IntrospectionTypeRef } from 'graphql'

/** The kinds of types in the order in which a reader needs them. */
const KINDS: readonly string[] = ['OBJECT', 'INTERFACE', 'UNION', 'INPUT_OBJECT', 'ENUM', 'SCALAR']
/** What stands around a thing, and is found from it. */
const FRAME = /(?:Connection|Edge|Payload|PageInfo)$/

/** The types of a schema in the order of their use: the roots, then things that many fields lead to before those that few lead to, what frames them last. */
export function inOrderOfUse({ __schema: schema }: IntrospectionQuery): IntrospectionQuery {
  const roots = [schema.queryType, schema.mutationType, schema.subscriptionType].map(root => root?.name)
  const uses = new Map<string, number>()
  for (const name of schema.types.flatMap(namedBy)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const rank = ({ name, kind }: IntrospectionType) => {
    if (roots.includes(name)) return [0, roots.indexOf(name)]
    return [FRAME.test(name) ? 3 : 1, KINDS.indexOf(kind), -(uses.get(name) ?? 0)]
  }
  const types = schema.types.toSorted((left, right) => compare(rank(left), rank(right)))
  return { __schema: { ...schema, types } }
}

function compare(left: readonly number[], right: readonly number[]): number {
  return left.map((one, place) => one - (right[place] ?? 0)).find(difference => difference !== 0) ?? 0
}

/** The types of its fields and inputs: a list of things is a use of the thing. */
function namedBy(type: IntrospectionType): readonly string[] {
  // What a kind of type does not have is null.
  const fields = ('fields' in type && type.fields) || []
  const inputs = ('inputFields' in type && type.inputFields) || []
  return [...fields, ...fields.flatMap(field => field.args), ...inputs].map(one => nameOf(one.type).replace(FRAME, ''))
}

function nameOf(type: IntrospectionTypeRef): string {
  return 'ofType' in type && type.ofType != null ? nameOf(type.ofType) : 'name' in type ? type.name : ''
}
