import { HEADERS } from '../rest/headers.ts'
import type { Route } from '../rest/serve.ts'
import { ID_SOURCES, type RequestExample } from './examples.ts'

/** A preparation of an example: a call that gives an id, the PSU's approval, or its consent. */
export type Step =
  | { readonly kind: 'call'; readonly call: ExampleCall }
  | { readonly kind: 'approve' }
  | { readonly kind: 'consent' }

/** A call as data, for any sender. `gives` are pointers into its answer, by the names of the ids. */
export type ExampleCall = {
  readonly operation: string
  readonly summary: string
  readonly method: string
  readonly path: string
  /** The same, with braces for the place of a thing that an earlier call creates: a form may name another. */
  readonly template: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly gives: Readonly<Record<string, string>>
  /** Whether it requires a PSU-ID that the example does not have. */
  readonly asksPsu: boolean
}

type Examples = Readonly<Record<string, RequestExample>>

/** The steps before an operation's example, in order, each once. */
export function stepsBefore(routes: readonly Route[], examples: Examples, operation: string): Step[] {
  const steps: Step[] = []
  const done = new Set<string>()
  const walk = (name: string) => {
    const { after = {}, approved = false, consented = false } = examples[name] ?? {}
    for (const giver of Object.values(after)) {
      if (done.has(giver)) continue
      done.add(giver)
      walk(giver)
      const route = routes.find(one => one.operation === giver)
      if (route !== undefined) steps.push({ kind: 'call', call: callOf(route, examples[giver] ?? {}, true) })
      // The payment is the first that is created; the step that needs its approval comes after.
      if (approved && !steps.some(one => one.kind === 'approve')) steps.push({ kind: 'approve' })
    }
    if (consented) steps.push({ kind: 'consent' })
  }
  walk(operation)
  return steps
}

/** An example as a call. An example that prepares another may be called again and again. */
export function callOf(route: Route, example: RequestExample, again = false): ExampleCall {
  const mayRepeat = again && 'allowLogicalDuplicate' in route.query.shape
  const query = mayRepeat ? { ...example.query, allowLogicalDuplicate: 'true' } : (example.query ?? {})
  const path = fillPath(route.path, { ...example, query })
  return {
    operation: route.operation,
    summary: route.summary,
    method: route.method,
    path,
    template: example.after === undefined ? path : fillPath(route.path, { query }),
    headers: example.headers ?? {},
    body: example.body === undefined ? undefined : JSON.stringify(example.body, null, 2),
    gives: ID_SOURCES[route.operation] ?? {},
    asksPsu: example.headers?.['PSU-ID'] === undefined && demandsPsu(route),
  }
}

function demandsPsu({ headerSet }: Route): boolean {
  return HEADERS.some(({ name, sets }) => name === 'PSU-ID' && sets[headerSet] === 'required')
}

/** The path and query of an example; parts that only an earlier call can give stay in braces. */
function fillPath(path: string, { params = {}, query = {} }: RequestExample): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole)
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}
