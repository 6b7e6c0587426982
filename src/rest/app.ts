import { createHash } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import type { Context, Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { DEFAULT_WORLD, worldBasePath } from '../domain/worlds.ts'
import { linkSca } from '../resolvers/authorisations/complete.ts'
import { openWorld, refusalOf } from '../resolvers/doors.ts'
import { runOnce } from '../resolvers/requests.ts'
import { ERRORS } from '../wire/errors.ts'
import { type Call, readCall } from './call.ts'
import { assertMediaTypes, authenticator, parseBody, parseQuery, type Security } from './checks.ts'
import { isRequestId } from './headers.ts'
import { type Answer, JSON_TYPE, refuse } from './problem.ts'
import type { Reply, Route } from './route.ts'
import { ROUTES } from './routes.ts'

export type RestOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The REST door: every route below the base URL of the default world and below that of any other (D1). */
export function createRest(options: RestOptions): Hono {
  const bank = new Hono()
  const paths = new Map<string, Route[]>()
  for (const route of ROUTES) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  for (const [path, routes] of paths) {
    const honoPath = path
      .replace('{paymentService}', ':paymentService{payments|bulk-payments|periodic-payments}')
      .replaceAll(/\{(\w+)\}/g, ':$1')
    for (const route of routes) bank.on(route.method, honoPath, handlerOf(route, options))
    bank.all(honoPath, c => respond(c, options, async () => refuseMethod(c, routes)))
  }
  return new Hono().route('/', bank).route('/worlds/:world', bank)
}

/** D12: what no route serves. */
export function refuseUnknownPath(c: HonoContext, options: RestOptions): Promise<Response> {
  const error = new DomainError(
    'NOT_FOUND',
    `There is no path ${JSON.stringify(c.req.path.slice(0, 200))}. /openapi.json lists all operations.`,
  )
  return respond(c, options, () => Promise.reject(error))
}

function handlerOf(route: Route, options: RestOptions) {
  const authenticate = authenticator(route, options.security)
  return (c: HonoContext) =>
    respond(c, options, async () => {
      const enter = await openWorld(options.deps, c.req.param('world') ?? DEFAULT_WORLD)
      const call = await readCall(c)
      const { tppId, tppName } = authenticate(call)
      const ctx = enter({ kind: 'tpp', tppId, tppName })
      const prepare = () => {
        assertMediaTypes(call, route)
        const run = route.prepare({
          params: c.req.param(),
          query: parseQuery(call.target),
          body: parseBody(call, route),
          header: call.header,
        })
        return async (at: Context) => answerOf(at, route, await run(at))
      }
      return linkSca(ctx, () => (route.method === 'GET' ? prepare()(ctx) : answerOnce(ctx, call, tppId, prepare)))
    })
}

async function answerOnce(
  ctx: Context,
  call: Call,
  tppId: string,
  prepare: () => (tx: Context) => Promise<Answer>,
): Promise<Answer> {
  const once = { tppId, requestId: call.header('X-Request-ID') ?? '', fingerprint: fingerprintOf(call) }
  const { answer, replayed } = await runOnce(ctx, once, prepare, error => (isKept(error) ? refuse(error) : undefined))
  return replayed ? { ...answer, headers: { ...answer.headers, 'Sandbank-Replayed': 'true' } } : answer
}

// D15: 401, 403, 429 and 5xx are not kept, since the same call may rightly succeed later.
function isKept(error: DomainError): boolean {
  const { status } = ERRORS[error.code]
  return status < 500 && ![401, 403, 429].includes(status)
}

function fingerprintOf({ method, target, body }: Call): string {
  return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64')
}

function answerOf(ctx: Context, route: Route, reply: Reply): Answer {
  const headers: Record<string, string> = { ...reply.headers }
  if (reply.location !== undefined) headers.Location = `${worldBasePath(ctx.world.id)}${reply.location}`
  if (route.deprecated === true) headers.Deprecation = 'true'
  if (reply.body !== undefined) headers['Content-Type'] = JSON_TYPE
  return {
    status: reply.status ?? route.success,
    headers,
    body: reply.body === undefined ? '' : JSON.stringify(reply.body),
  }
}

function refuseMethod(c: HonoContext, routes: readonly Route[]): Promise<Answer> {
  // A HEAD is answered as the GET, without its body (RFC 9110, 9.3.2).
  const allowed = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const answer = refuse(new DomainError('METHOD_NOT_ALLOWED', `${c.req.method} is not possible here: use ${allowed}.`))
  return Promise.resolve({ ...answer, headers: { ...answer.headers, Allow: allowed } })
}

/** Runs one call and turns its outcome, whatever it is, into a response that echoes X-Request-ID (D11). */
async function respond(c: HonoContext, options: RestOptions, run: () => Promise<Answer>): Promise<Response> {
  const requestId = c.req.header('X-Request-ID')
  const { status, headers, body } = await run().catch((error: unknown) =>
    refuse(toDomainError(error, requestId, options)),
  )
  const all = new Headers(headers)
  if (isRequestId(requestId)) all.set('X-Request-ID', requestId)
  return new Response(status === 204 ? null : body, { status, headers: all })
}

function toDomainError(error: unknown, requestId: string | undefined, { report }: RestOptions): DomainError {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return refusal
  report(error, requestId)
  return new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.')
}
