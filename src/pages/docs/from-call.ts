import type { Context as HonoContext } from 'hono'
import { formatJson } from '../../http/json-bodies.ts'
import type { JournaledCall } from '../../journal/calls.ts'
import { getRequest } from '../../journal/requests.ts'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import { fillIn } from '../../openapi/filled.ts'
import { enter, isLetIn } from '../console/access.tsx'
import type { PagesOptions } from '../options.ts'

/** The operation with a call of the journal in the place of its example (D105), for who may see it. RESOURCE_UNKNOWN for a call that there is not. */
export async function withCall(
  c: HonoContext,
  options: PagesOptions,
  documented: DocumentedOperation,
): Promise<DocumentedOperation> {
  const from = c.req.query('from')
  if (from === undefined || !isLetIn(c, options.operator)) return documented
  const call = await getRequest(await enter(c, options), from)
  if (call.door !== 'REST' || call.operation !== documented.route.operation) return documented
  const body = call.request.body === undefined ? documented.call.body : formatJson(call.request.body)
  // What it needed was there, or was missing: nothing is done before it.
  return { ...fillIn(documented, { values: presetsOf(call, documented), body }), steps: [] }
}

/** What the inputs of the form hold: the call's own headers, query and parts of the path. */
function presetsOf(call: JournaledCall, { route, reference }: DocumentedOperation): Readonly<Record<string, string>> {
  const url = new URL(call.target, 'http://bank')
  const [names, values] = [route.path.split('/'), url.pathname.replace(/^\/worlds\/[^/]+/, '').split('/')]
  const parts = names.flatMap((name, place) =>
    name.startsWith('{') ? [[name.slice(1, -1), values[place] ?? ''] as const] : [],
  )
  const known = new Map(reference.parameters.map(({ name }) => [name.toLowerCase(), name]))
  const headers = call.request.headers.flatMap(([name, value]) => {
    const own = known.get(name.toLowerCase())
    return own === undefined ? [] : [[own, value] as const]
  })
  return Object.fromEntries([...headers, ...url.searchParams, ...parts])
}
