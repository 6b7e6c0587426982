import { Hono, type Context as HonoContext } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { Deps } from './context.ts'
import { osloDay } from './domain/calendar.ts'
import type { DomainError } from './domain/errors.ts'
import { withoutEnd } from './domain/texts.ts'
import type { Certify, ExplainSignature } from './domain/tpps.ts'
import type { CorrectDocument } from './explain/calls.ts'
import type { Rehearse } from './explain/explanation.ts'
import type { CopyCall, CopyCalls } from './graphql/builder.ts'
import { createGraphql, type GraphqlDoor } from './graphql/yoga/server.ts'
import type { AddressOf } from './http/addresses.ts'
import { COMMON_HEADERS, toResponse } from './http/answers.ts'
import { assertHeadersFit } from './http/headers.ts'
import { wantsPage } from './http/negotiation.ts'
import { messageOf, noteOf } from './http/notes.ts'
import type { Operator } from './http/operator-access.ts'
import { JOURNAL_LIMITS } from './journal/engine.ts'
import { recordCalls, recordUnreached } from './journal/record-calls.ts'
import { createLive } from './live/live.ts'
import { documentedOperations } from './openapi/api-reference.ts'
import { createPages } from './pages/app.tsx'
import { showFailure } from './pages/failure.tsx'
import { createGraphiql } from './pages/graphiql/page.tsx'
import { refuse } from './rest/answers.ts'
import { refuseMethod, withRequestId } from './rest/app.ts'
import { ofRequest, pathOf } from './rest/call.ts'
import type { Security } from './rest/checks.ts'
import { pathFault, unknownMethod, unknownPath } from './rest/router.ts'
import { nearestPath } from './rest/routes.ts'
import { explainWith } from './security/doctor/explain.ts'
import { DISCOURAGED, TOLERATED } from './security/warnings.ts'
import { yieldTurn } from './store/turns.ts'

/** What the doors of a bank need. */
export type AppOptions = {
  readonly deps: Deps
  readonly security: Security
  /** The sandbox's own certificate authority, at the operator's door. */
  readonly certify: Certify
  readonly operator: Operator
  /** Addresses and networks of the proxies in front (D75). */
  readonly proxies?: readonly string[]
  /** Whether the server is being stopped, so that a proxy is to look elsewhere (D127). */
  readonly isLeaving?: () => boolean
  /** Receives every fault that is ours or the disk's, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

export type WebOptions = AppOptions & { readonly addressOf: AddressOf }

export type Web = {
  /** Pages, GraphQL, and every path and method that the bank does not have, as a function of the Fetch API. */
  readonly app: Hono
  readonly graphql: GraphqlDoor
}

/** `files` are the paths of what can only be read, `path` is that of GraphQL below the base URL of a world. */
export function createWeb(options: WebOptions, files: readonly string[], path: string): Web {
  // The usual router writes one expression of all routes at the first call: 3 MB and a turn of its own.
  const app = new Hono({ router: new TrieRouter() })
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.res.headers.set(name, value)
  })
  app.use(recordUnreached(options))
  // A page takes some milliseconds, so that many at once would together keep others waiting (D74).
  app.use(async (_, next) => {
    await yieldTurn()
    await next()
  })
  app.use(async (c, next) => {
    await next()
    try {
      await options.deps.store.pendingCommit()
    } catch (error) {
      c.res = await showFailure(c, error, options.report)
    }
  })
  app.use(async (c, next) => {
    const fault = pathFault(pathOf(ofRequest(c.req.raw, messageOf(c)).target))
    return fault === undefined ? next() : refused(c, fault)
  })
  const reference = () => documentedOperations(options.security.headers, osloDay(options.security.machineNow()))
  const explain = explainWith(options.security.certificates, options.security.machineNow)
  const explainSignature: ExplainSignature = async (text, body) => {
    await options.security.certificates.ready?.()
    return explain(text, body)
  }
  const rehearse: Rehearse = async (ctx, commands) => {
    const tools = {
      certify: options.certify,
      copyCall,
      copyCalls,
      explainSignature,
      rehearse,
      reached: undefined,
      language: 'en',
    } as const
    // Loaded with the first explanation.
    return (await import('./explain/rehearsal.ts')).rehearse(ctx, commands, tools)
  }
  const live = createLive(options.deps)
  const warnings = { ...TOLERATED, ...DISCOURAGED }
  const paths = [path, `/worlds/:world${path}`]
  const graphql = createGraphql({
    ...options,
    paths,
    copyCall,
    copyCalls,
    explainSignature,
    rehearse,
    live,
    page: c => graphiql(c),
  })
  const shown = {
    copyCall,
    copyCalls,
    correctDocument,
    rehearse,
    reference,
    explainSignature,
    warnings,
    operate: graphql.run,
    live,
  }
  const graphiql = createGraphiql({ ...options, ...shown })
  for (const one of paths) app.use(one, recordCalls({ ...options, door: 'GRAPHQL' }))
  app.route('/', graphql.app)
  // GraphQL looks at it itself, after whether there is such a world (D12).
  app.use(async (c, next) => {
    try {
      assertHeadersFit(messageOf(c)?.rawHeaders ?? [...c.req.raw.headers].flat())
    } catch (error) {
      return showFailure(c, error, options.report)
    }
    return next()
  })
  for (const path of files)
    app.all(path, c => {
      noteOf(c.req.raw).refusal = unknownMethod(c.req.method, 'GET, HEAD')
      return toResponse(withRequestId(refuseMethod(c.req.method, 'GET, HEAD'), c.req.header('X-Request-ID')))
    })
  for (const path of RECORDED_PAGES) app.use(path, recordCalls({ ...options, door: 'PAGE' }))
  for (const path of RECORDED_ACTIONS) {
    app.on('POST', [path, `/worlds/:world${path}`], recordCalls({ ...options, door: 'PAGE' }))
  }
  app.route('/', createPages({ ...options, ...shown }))
  app.notFound(async c => {
    const shorter = withoutSlash(c)
    if (shorter !== undefined) return c.redirect(shorter, 308)
    // What a call of an unknown path has sent stays in its journal, where it is short (D97).
    const length = Number(c.req.header('Content-Length') ?? 0)
    if (length > 0 && length <= JOURNAL_LIMITS.bodyBytes)
      noteOf(c.req.raw).body.push(Buffer.from(await c.req.arrayBuffer()))
    const refusal = unknownPath(c.req.path, nearestPath(c.req.path))
    if (wantsPage(c.req.header('Accept'))) return showFailure(c, refusal, options.report)
    return refused(c, refusal)
  })
  return { app, graphql }
}

/** The address of a page that was asked for with a slash more at its end, such as /docs/: only the page itself has one (D12). */
function withoutSlash(c: HonoContext): string | undefined {
  const { pathname, search } = new URL(c.req.url)
  const isPage = ['GET', 'HEAD'].includes(c.req.method) && wantsPage(c.req.header('Accept'))
  const page = withoutEnd(pathname, '/')
  // Two slashes at its beginning would lead to another host.
  return isPage && page !== '' && page !== pathname && !page.startsWith('//') ? `${page}${search}` : undefined
}

// Loaded when the first call is copied.
const copyCalls: CopyCalls = async (ctx, ids, form) =>
  (await import('./explain/stories/forms.ts')).copyCalls(ctx, ids, form)

const copyCall: CopyCall = async (ctx, call, forms) =>
  (await import('./explain/copies/forms.ts')).copyCall(ctx, call, forms)

// So is the schema.
const correctDocument: CorrectDocument = async (call, faults) => {
  if (call.door !== 'GRAPHQL') return undefined
  const [documents, { schema }] = await Promise.all([
    import('./explain/graphql/documents.ts'),
    import('./graphql/schema.ts'),
  ])
  return documents.correctDocument(schema, call, faults)
}

// Those of a PSU, and what the console does. To look at the console, docs, files and /health are no calls of a bank.
const RECORDED_PAGES = ['/sca/*', '/my/*', '/worlds/:world/sca/*', '/worlds/:world/my/*']
const RECORDED_ACTIONS = ['/console/do/*', '/console/clock', '/console/back']

/** Refuses a call that has reached no door, and notes why for the journal (D95). */
function refused(c: HonoContext, refusal: DomainError): Response {
  noteOf(c.req.raw).refusal = refusal
  return toResponse(withRequestId(refuse(refusal), c.req.header('X-Request-ID')))
}
