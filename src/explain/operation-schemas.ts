import { Kind } from 'graphql'
import { OPERATIONS } from '../operations/list.ts'
import type { AnyOperation } from '../operations/operation.ts'
import { findOperation, ROUTER } from '../rest/routes.ts'
import type { RefusedCall } from './commands.ts'
import { operationIn } from './graphql/documents.ts'

/** The operation of a call, at either door; undefined for a call without one. */
export function operationOf({ method, path, graphql }: RefusedCall): AnyOperation | undefined {
  if (graphql !== undefined) return OPERATIONS.find(({ name }) => name === fieldOf(graphql.query))
  return findOperation(method, path.split('?', 1)[0] ?? '')?.runs
}

function fieldOf(query: string): string | undefined {
  const [field] = operationIn(query)?.selectionSet.selections ?? []
  return field?.kind === Kind.FIELD ? field.name.value : undefined
}

export function methodsOf(path: string): readonly string[] {
  return [...(ROUTER.find(path.split('?', 1)[0] ?? '')?.handlers.keys() ?? [])]
}
