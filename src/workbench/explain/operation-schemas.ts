import { Kind } from 'graphql'
import { findOperation, ROUTER } from '../../api/rest/routes.ts'
import { OPERATIONS } from '../../bank/operations/list.ts'
import type { AnyOperation } from '../../bank/operations/operation.ts'
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
