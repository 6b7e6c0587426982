import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono, type Context as HonoContext } from 'hono'
import type { Deps } from './context.ts'
import { osloDay } from './domain/calendar.ts'
import type { Certify } from './domain/tpps.ts'
import { createGraphql } from './graphql/server.ts'
import { COMMON_HEADERS, type ReadyAnswer, sendAnswer } from './http/answers.ts'
import { createFile } from './http/files.ts'
import type { Operator } from './http/operator-access.ts'
import { createPages, wantsPage } from './pages/app.tsx'
import { ASSET_PATHS, answerAsset } from './pages/assets.ts'
import { showFailure } from './pages/failure.tsx'
import { recordCalls } from './recording.ts'
import { createRest, refuseMethod, withRequestId } from './rest/app.ts'
import { headerReader } from './rest/call.ts'
import type { Security } from './rest/checks.ts'
import { ofMessage, ofRequest, pathOf } from './rest/incoming.ts'
import { documentOperations } from './rest/openapi/documented.ts'
import { openApiDocument } from './rest/openapi.ts'
import { type Answer, JSON_TYPE, refuse } from './rest/problem.ts'
import { isRestPath, pathFault, unknownPath } from './rest/router.ts'
import { explainWith } from './security/explain.ts'
import type { Served } from './server.ts'
import { openJournal } from './store/journal.ts'

export type AppOptions = {
  readonly deps: Deps
  readonly security: Security
  /** The sandbox's own certificate authority, at the operator's door. */
  readonly certify: Certify
  readonly operator: Operator
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The whole bank as one function from request to response. It never listens. */
export function createApp(given: AppOptions): Required<Served> {
  const options = { ...given, deps: withJournal(given) }
  const rest = createRest(options)
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.res.headers.set(name, value)
  })
  app.use(async (c, next) => {
    const fault = pathFault(pathOf(ofRequest(c.req.raw, messageOf(c)).target))
    return fault === undefined ? next() : toResponse(withRequestId(refuse(fault), c.req.header('X-Request-ID')))
  })
  for (const path of ['/v1', '/v1/*', '/worlds/:world/v1', '/worlds/:world/v1/*'])
    app.all(path, async c => toResponse(await rest.answer(ofRequest(c.req.raw, messageOf(c)))))
  app.get('/health', c =>
    health(options.deps).then(({ status, body }) => c.json(body, status, status === 503 ? RETRY : undefined)),
  )
  // Made when it is first asked for, since it takes a sixth of the start, and again on the next day, since its examples have days.
  const today = () => osloDay(options.security.machineNow())
  let documented: { readonly day: string; readonly operations: ReturnType<typeof documentOperations> } | undefined
  const reference = () => {
    const day = today()
    if (documented?.day !== day)
      documented = { day, operations: documentOperations(openApiDocument(options.security.headers, day), day) }
    return documented.operations
  }
  const openApi = createFile(JSON_TYPE, () => openApiDocument(options.security.headers, today()), today)
  const answerFile = (target: string, header: Header) =>
    pathOf(target) === '/openapi.json' ? openApi.answer(header, 'no-cache') : answerAsset(target, header)
  for (const path of ['/openapi.json', ...ASSET_PATHS]) {
    app.get(path, async c => {
      const { target } = ofRequest(c.req.raw, messageOf(c))
      return toResponse((await answerFile(target, name => c.req.header(name))) ?? refuse(unknownPath(path)))
    })
  }
  for (const path of ['/health', '/openapi.json', ...ASSET_PATHS])
    app.all(path, c => toResponse(withRequestId(refuseMethod(c.req.method, 'GET, HEAD'), c.req.header('X-Request-ID'))))
  for (const path of ['/graphql', '/worlds/:world/graphql']) app.use(path, recordCalls({ ...options, door: 'GRAPHQL' }))
  for (const path of RECORDED_PAGES) app.use(path, recordCalls({ ...options, door: 'PAGE' }))
  app.route('/', createPages({ ...options, reference }))
  app.route(
    '/',
    createGraphql({
      ...options,
      explainSignature: explainWith(options.security.certificates, options.security.machineNow),
    }),
  )
  app.notFound(c => {
    const refusal = unknownPath(c.req.path)
    if (wantsPage(name => c.req.header(name))) return showFailure(c, refusal, options.report)
    return toResponse(withRequestId(refuse(refusal), c.req.header('X-Request-ID')))
  })

  /** What needs no more than node:http is answered on it: nothing of the Fetch API is made for such a call. */
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const call = ofMessage(incoming)
    const answer = isRestPath(pathOf(call.target))
      ? rest.answer(call)
      : isRead(call.method)
        ? answerFile(call.target, headerReader(call.headers))
        : undefined
    void answer?.then(ready => sendAnswer(incoming, outgoing, ready))
    return answer !== undefined
  }
  return { fetch: app.fetch, serve }
}

// Those of a PSU. Docs, files and /health are no calls of a bank.
const RECORDED_PAGES = ['/sca/*', '/my/*', '/worlds/:world/sca/*', '/worlds/:world/my/*']

/** A bank whose journal is nobody's concern keeps it in memory. */
function withJournal({ deps, operator: { token } }: AppOptions): Deps {
  return deps.journal === undefined
    ? { ...deps, journal: openJournal(':memory:', { machineNow: deps.machineNow, token }) }
    : deps
}

const RETRY = { 'Retry-After': '1' }

type Header = (name: string) => string | undefined

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The request behind the web one: only it has the target as it was sent. Absent when the app is called without a server. */
function messageOf(c: HonoContext): IncomingMessage | undefined {
  const env: { incoming?: IncomingMessage } | undefined = c.env
  return env?.incoming
}

function toResponse({ status, headers, body, warnings = [] }: Answer | ReadyAnswer): Response {
  const empty = status === 204 || status === 304
  const all = new Headers(headers)
  for (const warning of warnings) all.append('Sandbank-Warning', warning)
  return new Response(empty ? null : typeof body === 'string' ? body : new Uint8Array(body), { status, headers: all })
}

/** 200 when the store can be written and read, else 503 and the part that fails. */
async function health({ store }: Deps) {
  const found = await store.health()
  if (found.ok) return { status: 200, body: { status: 'ok' } } as const
  const { part, reason } = found
  return { status: 503, body: { status: 'unavailable', part, reason } } as const
}
