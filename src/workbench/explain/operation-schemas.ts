import { z } from '@hono/zod-openapi'
import { getNamedType, isEnumType, isInputObjectType, Kind, type SelectionSetNode } from 'graphql'
import { schema } from '../../api/graphql/schema.ts'
import { findOperation, ROUTER } from '../../api/rest/routes.ts'
import { schemaAt } from '../../bank/inputs/schema-at.ts'
import { OPERATIONS } from '../../bank/operations/list.ts'
import type { AnyOperation } from '../../bank/operations/operation.ts'
import type { RefusedCall } from './commands.ts'
import { operationIn } from './graphql/documents.ts'

/** The operation of a call, at either door; undefined for a call without one. */
export function operationOf({ method, path, graphql }: RefusedCall): AnyOperation | undefined {
  if (graphql !== undefined) {
    const names = namesOnTheWay(operationIn(graphql.query)?.selectionSet)
    const read = names
      .map((_, place) => names.slice(0, names.length - place).join('.'))
      .map(way => OPERATIONS.find(({ readAt }) => readAt === way))
      .find(found => found !== undefined)
    if (read !== undefined) return read
    const [field] = names
    // The bulk form of a mutation is named by its plural (D130).
    return OPERATIONS.find(({ name }) => name === field) ?? OPERATIONS.find(({ name }) => `${name}s` === field)
  }
  return findOperation(method, path.split('?', 1)[0] ?? '')?.runs
}

/** The schema of the object that has a field of a document's input: options or body of its operation, else the words that the graph has for that field. */
export function schemaOfInput(call: RefusedCall, [name = '']: readonly string[]): z.ZodType | undefined {
  const { options, input } = operationOf(call) ?? {}
  if (options !== undefined && Object.hasOwn(options.shape, name)) return options
  if (input !== undefined && schemaAt(input, [name]) !== undefined) return input
  const field = schema.getMutationType()?.getFields()[fieldOf(call.graphql?.query ?? '') ?? '']
  const type = field?.args.map(arg => getNamedType(arg.type)).find(isInputObjectType)
  const words = type === undefined ? undefined : getNamedType(type.getFields()[name]?.type)
  return isEnumType(words) ? z.object({ [name]: z.enum(words.getValues().map(one => one.name)) }) : input
}

function fieldOf(query: string): string | undefined {
  return namesOnTheWay(operationIn(query)?.selectionSet)[0]
}

/** The names of the first field of a selection, of the first one in that, and so on. */
function namesOnTheWay(set: SelectionSetNode | undefined): readonly string[] {
  const [field] = set?.selections ?? []
  return field?.kind === Kind.FIELD ? [field.name.value, ...namesOnTheWay(field.selectionSet)] : []
}

export function methodsOf(path: string): readonly string[] {
  return [...(ROUTER.find(path.split('?', 1)[0] ?? '')?.handlers.keys() ?? [])]
}
