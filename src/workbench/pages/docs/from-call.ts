import type { Context as HonoContext } from 'hono'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { fillIn } from '../../../api/openapi/filled.ts'
import { idOfName, knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import { formatJson } from '../../../platform/http/json-bodies.ts'
import { getRequest } from '../../../sandbox/journal/requests.ts'
import { MADE_AGAIN } from '../../explain/copies/sketch.ts'
import { enter, isLetIn } from '../console/access.tsx'
import type { PagesOptions } from '../options.ts'

/** The bank's TPPs and the page's call of the journal, if the reader may see them (D105). RESOURCE_UNKNOWN when the journal does not have the call. */
export async function readSigners(c: HonoContext, options: PagesOptions, world: string | undefined) {
  if (!isLetIn(c, options.operator)) return undefined
  const ctx = await enter(c, options, world)
  const [from, as] = [c.req.query('from'), c.req.query('as')]
  const call = from === undefined ? undefined : await getRequest(ctx, from)
  const tpps = await knownTpps(ctx)
  return { tpps, wanted: as === undefined ? call?.tppId : idOfName(tpps, as), isStrict: as !== undefined, call }
}

export type Signers = NonNullable<Awaited<ReturnType<typeof readSigners>>>

/** The operation with a call as its example. */
export function withCall(documented: DocumentedOperation, call: JournaledCall | undefined): DocumentedOperation {
  if (call?.door !== 'REST' || call.operation !== documented.route.operation) return documented
  const body = call.request.body === undefined ? documented.call.body : formatJson(call.request.body)
  // The call is sent alone, as it was: without the steps of the example before it.
  return { ...fillIn(documented, { values: presetsOf(call, documented), body }), steps: [] }
}

/** The operation with values of the page's address in its form, such as the headers that follow an SCA. */
export function withValues(documented: DocumentedOperation, query: Presets): DocumentedOperation {
  const { reference, presets, call } = documented
  const given = reference.parameters.flatMap(({ name }) => (query[name] === undefined ? [] : [[name, query[name]]]))
  if (given.length === 0) return documented
  const values = { ...presets, ...Object.fromEntries(given) }
  return { ...fillIn(documented, { values, body: call.body }), steps: [] }
}

type Presets = DocumentedOperation['presets']

/** The values of the form's inputs: headers, query and path of the call. */
function presetsOf(call: JournaledCall, { route, reference }: DocumentedOperation): Readonly<Record<string, string>> {
  const url = new URL(call.target, 'http://bank')
  const [names, values] = [route.path.split('/'), url.pathname.replace(/^\/worlds\/[^/]+/, '').split('/')]
  const parts = names.flatMap((name, place) =>
    name.startsWith('{') ? [[name.slice(1, -1), values[place] ?? ''] as const] : [],
  )
  const known = new Map(reference.parameters.map(({ name }) => [name.toLowerCase(), name]))
  const headers = call.request.headers.flatMap(([name, value]) => {
    const own = known.get(name.toLowerCase())
    return own === undefined || MADE_AGAIN.includes(own) ? [] : [[own, value] as const]
  })
  return Object.fromEntries([...headers, ...url.searchParams, ...parts])
}
