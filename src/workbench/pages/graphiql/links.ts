import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { PAGES_OF_THINGS } from '../console/pages-of-things.ts'

/** A thing of an answer that has a page in the console. */
export type Link = { readonly type: string; readonly text: string; readonly path: string }

/**
 * The things of an answer whose ids it has, each once, in its order.
 * @param data the `data` of the answer
 */
export function linksOf(schema: GraphQLSchema, document: DocumentNode, data: unknown): readonly Link[] {
  const links = new Map<string, Link>()
  const fragments = new Map(
    document.definitions.flatMap(one =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )

  const walk = (value: unknown, type: GraphQLNamedType | undefined, chosen: SelectionSetNode | undefined): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, type, chosen)
    else if (typeof value === 'object' && value !== null && chosen !== undefined) note(value, type, chosen)
  }
  const note = (value: object, type: GraphQLNamedType | undefined, { selections }: SelectionSetNode): void => {
    if (!isObjectType(type) && !isInterfaceType(type)) return
    for (const one of selections) {
      if (one.kind === Kind.INLINE_FRAGMENT)
        note(value, typeNamed(one.typeCondition?.name.value) ?? type, one.selectionSet)
      else if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(one.name.value)
        if (fragment !== undefined) note(value, typeNamed(fragment.typeCondition.name.value), fragment.selectionSet)
      } else {
        const found: unknown = Reflect.get(value, (one.alias ?? one.name).value)
        if (one.name.value === 'id' && typeof found === 'string') add(found, type, value)
        const field = type.getFields()[one.name.value]
        if (field !== undefined) walk(found, getNamedType(field.type), one.selectionSet)
      }
    }
  }
  const typeNamed = (name: string | undefined) => (name === undefined ? undefined : schema.getType(name))
  const add = (id: string, type: GraphQLNamedType, value: object): void => {
    const names = [type.name, ...(isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : [])]
    const name = names.find(one => Object.hasOwn(PAGES_OF_THINGS, one))
    if (name === undefined || links.has(id)) return
    links.set(id, { type: name, text: nameOf(value) ?? id.slice(-6), path: pathOf(name, id) })
  }

  for (const one of document.definitions)
    if (one.kind === Kind.OPERATION_DEFINITION)
      walk(data, schema.getRootType(one.operation) ?? undefined, one.selectionSet)
  return [...links.values()]
}

function pathOf(type: string, id: string): string {
  const [path] = Object.entries(PAGES_OF_THINGS).flatMap(([name, path]) => (name === type ? [path] : []))
  return `${path}${encodeURIComponent(id)}`
}

/** What a reader knows it by. */
function nameOf(value: object): string | undefined {
  const names = ['name', 'accountName', 'key', 'maskedPan', 'operation']
  return names.map(name => Reflect.get(value, name)).find((one: unknown) => typeof one === 'string')
}
