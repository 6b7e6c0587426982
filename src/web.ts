import { Hono, type Context as HonoContext } from 'hono'
import type { AppOptions } from './app-options.ts'
import { osloDay } from './domain/calendar.ts'
import type { DomainError } from './domain/errors.ts'
import { FIXTURE_SCHEMA_PATH } from './domain/fixtures.ts'
import type { ExplainSignature } from './domain/tpps.ts'
import type { AskedIn } from './explain/calls.ts'
import type { Rehearse } from './explain/explanation.ts'
import type { CopyCall } from './graphql/builder.ts'
import { createGraphql, type GraphqlDoor } from './graphql/yoga/server.ts'
import { COMMON_HEADERS, fetchBody, type ReadyAnswer } from './http/answers.ts'
import { assertHeadersFit } from './http/header-limit.ts'
import { answerHealth, HEALTH_PATH } from './http/health.ts'
import { messageOf } from './http/messages.ts'
import { wantsPage } from './http/negotiation.ts'
import { noteOf } from './http/notes.ts'
import { recordCalls, recordUnreached } from './journal/recording.ts'
import { documentedOperations } from './openapi/api-reference.ts'
import { createPages } from './pages/app.tsx'
import { ASSET_PATHS } from './pages/assets.ts'
import { showFailure } from './pages/failure.tsx'
import { type RestDoor, refuseMethod, withRequestId } from './rest/app.ts'
import { ofRequest, pathOf } from './rest/incoming.ts'
import { nearestPath } from './rest/nearest-path.ts'
import { type Answer, refuse } from './rest/problem.ts'
import { pathFault, unknownMethod, unknownPath } from './rest/router.ts'
import { explainWith } from './security/doctor/explain.ts'
import { ADVICE, TOLERATED } from './security/warnings.ts'
import { letOthersIn } from './store/turns.ts'

type Header = (name: string) => string | undefined

/** What else the doors need to answer all that comes: REST, and the files that do not depend on the request. */
export type PreparedDoors = {
  readonly rest: RestDoor
  readonly answerFile: (target: string, header: Header) => Promise<ReadyAnswer> | undefined
}

export type Web = {
  /** The whole bank as a function of the Fetch API: pages and GraphQL, and the long way for what is odd. */
  readonly app: Hono
  readonly graphql: GraphqlDoor
}

export function createWeb(options: AppOptions, { rest, answerFile }: PreparedDoors): Web {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    if (noteOf(c.req.raw).lost) messageOf(c)?.socket.destroy()
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.res.headers.set(name, value)
  })
  app.use(recordUnreached(options))
  // A page takes some milliseconds, so that many at once would together keep others waiting (D74).
  app.use(async (_, next) => {
    await letOthersIn()
    await next()
  })
  app.use(async (c, next) => {
    await next()
    try {
      await options.deps.store.onItsWay()
    } catch (error) {
      c.res = showFailure(c, error, options.report)
    }
  })
  app.use(async (c, next) => {
    const fault = pathFault(pathOf(ofRequest(c.req.raw, messageOf(c)).target))
    return fault === undefined ? next() : refused(c, fault)
  })
  // REST and GraphQL look at it themselves, after whether there is such a path and world (D12).
  app.use(async (c, next) => {
    if (OWN_LIMITS.test(c.req.path)) return next()
    try {
      assertHeadersFit(messageOf(c)?.rawHeaders ?? [...c.req.raw.headers].flat())
    } catch (error) {
      return showFailure(c, error, options.report)
    }
    return next()
  })
  for (const path of ['/v1', '/v1/*', '/worlds/:world/v1', '/worlds/:world/v1/*'])
    app.all(path, async c => {
      const answer = await rest.answer(ofRequest(c.req.raw, messageOf(c)))
      if (answer.lost === true) noteOf(c.req.raw).lost = true
      return toResponse(answer.lost === true ? LOST : answer)
    })
  app.get(HEALTH_PATH, async () => toResponse(await answerHealth(options.deps.store, options.deps.journal)))
  for (const path of ['/openapi.json', FIXTURE_SCHEMA_PATH, ...ASSET_PATHS]) {
    app.get(path, async c => {
      const { target } = ofRequest(c.req.raw, messageOf(c))
      return toResponse((await answerFile(target, name => c.req.header(name))) ?? refuse(unknownPath(path)))
    })
  }
  for (const path of [HEALTH_PATH, '/openapi.json', FIXTURE_SCHEMA_PATH, ...ASSET_PATHS])
    app.all(path, c => {
      noteOf(c.req.raw).refusal = unknownMethod(c.req.method, 'GET, HEAD')
      return toResponse(withRequestId(refuseMethod(c.req.method, 'GET, HEAD'), c.req.header('X-Request-ID')))
    })
  for (const path of ['/graphql', '/worlds/:world/graphql']) app.use(path, recordCalls({ ...options, door: 'GRAPHQL' }))
  for (const path of RECORDED_PAGES) app.use(path, recordCalls({ ...options, door: 'PAGE' }))
  const reference = () => documentedOperations(options.security.headers, osloDay(options.security.machineNow()))
  const explain = explainWith(options.security.certificates, options.security.machineNow)
  const explainSignature: ExplainSignature = async (text, body) => {
    await options.security.certificates.ready?.()
    return explain(text, body)
  }
  const rehearse: Rehearse = async (ctx, commands) => {
    const tools = { certify: options.certify, copyCall, explainSignature, rehearse, reached: undefined }
    // Loaded with the first explanation.
    return (await import('./explain/rehearsal.ts')).rehearse(ctx, commands, tools)
  }
  const warnings = { ...TOLERATED, ...ADVICE }
  const graphql = createGraphql({ ...options, copyCall, explainSignature, rehearse })
  const shown = { copyCall, askedIn, rehearse, reference, explainSignature, warnings, operate: graphql.run }
  app.route('/', createPages({ ...options, ...shown }))
  app.route('/', graphql.app)
  app.notFound(c => {
    const refusal = unknownPath(c.req.path, nearestPath(c.req.path))
    if (wantsPage(c.req.header('Accept'))) return showFailure(c, refusal, options.report)
    return refused(c, refusal)
  })
  return { app, graphql }
}

// Loaded when the first call is copied.
const copyCall: CopyCall = async (ctx, call, forms) =>
  (await import('./explain/copies/forms.ts')).copyCall(ctx, call, forms)

// So is the schema.
const askedIn: AskedIn = async (call, faults) => {
  if (call.door !== 'GRAPHQL') return undefined
  const [asked, { schema }] = await Promise.all([import('./explain/graphql/asked.ts'), import('./graphql/schema.ts')])
  return asked.askedIn(schema, call, faults)
}

const OWN_LIMITS = /^(?:\/worlds\/[^/]*)?\/(?:v1|graphql)(?:\/|$)/

// Those of a PSU. Docs, files and /health are no calls of a bank.
const RECORDED_PAGES = ['/sca/*', '/my/*', '/worlds/:world/sca/*', '/worlds/:world/my/*']

/** What nobody gets to see: the connection is ended, or its caller in this process is told that it was. */
const LOST: Answer = { status: 204, headers: {}, body: '' }

function toResponse({ status, headers, body, own = [], warnings = [] }: Answer | ReadyAnswer): Response {
  const empty = status === 204 || status === 304
  const all = new Headers(headers)
  for (const [name, value] of own) all.set(name, value)
  for (const warning of warnings) all.append('Sandbank-Warning', warning)
  return new Response(empty ? null : fetchBody(body), { status, headers: all })
}

/** Refuses a call that has reached no door, and notes why for the journal (D95). */
function refused(c: HonoContext, refusal: DomainError): Response {
  noteOf(c.req.raw).refusal = refusal
  return toResponse(withRequestId(refuse(refusal), c.req.header('X-Request-ID')))
}
