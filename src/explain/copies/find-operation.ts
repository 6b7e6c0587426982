import { DomainError } from '../../domain/errors.ts'
import { createRouter } from '../../rest/router.ts'
import type { Route } from '../../rest/serve.ts'

const known = new WeakMap<readonly Route[], ReturnType<typeof createRouter<Route>>>()

/** The router of the bank, over its table of operations. */
export function routerOf(routes: readonly Route[]) {
  const router = known.get(routes) ?? createRouter(routes, route => route)
  known.set(routes, router)
  return router
}

/**
 * The operation that a method and a path belong to, as the bank itself finds it.
 * @param path below the base URL, without query
 */
export function findOperation(routes: readonly Route[], method: string, path: string): Route | undefined {
  try {
    return routerOf(routes).find(path)?.handlers.get(method)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
