import type { Route } from '../rest/serve.ts'

/**
 * The operation that a method and a path belong to; of several the one whose template has most fixed parts, as
 * `/accounts/summary` goes before `/accounts/{id}`.
 * @param path below the base URL, without query
 */
export function findOperation(routes: readonly Route[], method: string, path: string): Route | undefined {
  const parts = path.split('/')
  const fitting = routes.filter(route => route.method === method && fits(route.path.split('/'), parts))
  return fitting.sort((one, other) => countFixed(other) - countFixed(one))[0]
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((part, index) => (isParameter(part) ? parts[index] !== '' : part === parts[index]))
  )
}

function countFixed({ path }: Route): number {
  return path.split('/').filter(part => !isParameter(part)).length
}

function isParameter(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}')
}
