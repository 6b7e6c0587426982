import type { Route } from '../../rest/serve.ts'

/**
 * The operation that a method and a path belong to; of several the one whose template has most fixed parts, as
 * `/accounts/summary` goes before `/accounts/{id}`.
 * @param path below the base URL, without query
 */
export function findOperation(routes: readonly Route[], method: string, path: string): Route | undefined {
  const parts = path.split('/')
  return templatesOf(routes).find(one => one.route.method === method && fits(one.parts, parts))?.route
}

type Template = { readonly route: Route; readonly parts: readonly string[]; readonly fixed: number }

const known = new WeakMap<readonly Route[], readonly Template[]>()

/** The templates of routes, those with most fixed parts first. */
function templatesOf(routes: readonly Route[]): readonly Template[] {
  const before = known.get(routes)
  if (before !== undefined) return before
  const templates = routes
    .map(route => ({ route, parts: route.path.split('/') }))
    .map(one => ({ ...one, fixed: one.parts.filter(part => !isParameter(part)).length }))
    .toSorted((one, other) => other.fixed - one.fixed)
  known.set(routes, templates)
  return templates
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((part, index) => (isParameter(part) ? parts[index] !== '' : part === parts[index]))
  )
}

function isParameter(part: string): boolean {
  return part.startsWith('{') && part.endsWith('}')
}
