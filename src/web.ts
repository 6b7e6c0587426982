import { Hono, type Context as HonoContext } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { type AssistantsCall, createAssistantsDoor } from './api/assistants.ts'
import { schema } from './api/graphql/schema.ts'
import type { Workbench } from './api/graphql/workbench.ts'
import { createGraphql, type GraphqlDoor } from './api/graphql/yoga/server.ts'
import { documentedOperations } from './api/openapi/api-reference.ts'
import { againAs, signAs as signMessage } from './api/rest/again.ts'
import { refuse } from './api/rest/answers.ts'
import { refuseMethod, withRequestId } from './api/rest/app.ts'
import { type Incoming, originForm, pathOf } from './api/rest/call.ts'
import type { Security } from './api/rest/checks.ts'
import { isRestPath, pathFault, unknownMethod, unknownPath } from './api/rest/router.ts'
import { nearestPath } from './api/rest/routes.ts'
import { createSnapshotFiles, SNAPSHOT_PATHS } from './api/snapshot-files.ts'
import type { Deps } from './bank/context.ts'
import { OPERATIONS } from './bank/operations/list.ts'
import { osloDay } from './domain/calendar.ts'
import { DomainError } from './domain/errors.ts'
import { nearest } from './domain/nearest-names.ts'
import { withoutEnd } from './domain/texts.ts'
import type { Certify, ExplainSignature } from './domain/tpps.ts'
import { readVersion } from './platform/files/package-root.ts'
import type { AddressOf, OriginOf } from './platform/http/addresses.ts'
import { COMMON_HEADERS, type ReadyAnswer, toResponse } from './platform/http/answers.ts'
import { readParts } from './platform/http/bodies.ts'
import { keepLatest } from './platform/http/files.ts'
import { assertHeadersFit } from './platform/http/headers.ts'
import { chooseType, wantsPage } from './platform/http/negotiation.ts'
import { messageOf, noteOf } from './platform/http/notes.ts'
import type { Operator } from './platform/http/operator-access.ts'
import type { LocalKey } from './platform/security/authority/local-tpps.ts'
import { readCertificate } from './platform/security/certificates/certificate-facts.ts'
import { explainWith } from './platform/security/doctor/explain.ts'
import { DISCOURAGED, TOLERATED } from './platform/security/warnings.ts'
import { yieldTurn } from './platform/store/turns.ts'
import { JOURNAL_LIMITS } from './sandbox/journal/limits.ts'
import { recordCalls, recordUnreached } from './sandbox/journal/record-calls.ts'
import { createLive } from './sandbox/live/live.ts'
import type { CorrectDocument } from './workbench/explain/calls.ts'
import type { Rehearse } from './workbench/explain/explanation.ts'
import { SAMPLE_COMMANDS } from './workbench/explain/samples/operation-samples.ts'
import { createPages } from './workbench/pages/app.tsx'
import { showFailure } from './workbench/pages/failure.tsx'
import { createGraphiql } from './workbench/pages/graphiql/page.tsx'
import { PLACES } from './workbench/pages/layout.tsx'
import type { PagesOptions } from './workbench/pages/options.ts'

/** What the doors of a bank need. */
export type AppOptions = {
  readonly deps: Deps
  readonly security: Security
  /** The sandbox's own certificate authority, at the operator's door. */
  readonly certify: Certify
  /** Key and certificate of a TPP of this machine, by its local name. */
  readonly localKey?: (localName: string) => Promise<LocalKey | undefined>
  readonly operator: Operator
  /** Addresses and networks of trusted proxies (D75). */
  readonly proxies?: readonly string[]
  /** Whether the server is being stopped, so that a proxy should use another (D127). */
  readonly isLeaving?: () => boolean
  /** Receives every fault of ours or of the disk, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

export type WebOptions = AppOptions & {
  readonly addressOf: AddressOf
  readonly originOf: OriginOf
  /** Serves a call of the interface. */
  readonly answerRest: (call: Incoming) => Promise<ReadyAnswer>
}

export type Web = {
  /** Pages, GraphQL, and every unknown path and method, as a function of the Fetch API. */
  readonly app: Hono
  readonly graphql: GraphqlDoor
}

/** `files` are the paths of read-only texts, `path` is that of GraphQL below the base URL of a world. */
export function createWeb(options: WebOptions, files: readonly string[], path: string): Web {
  // The default router compiles one expression of all routes at the first call: 3 MB and a turn of its own.
  const app = new Hono({ router: new TrieRouter() })
  prepareAnswers(app, options)
  const reference = () =>
    documentedOperations(options.security.headers, osloDay(options.security.machineNow()), SAMPLE_COMMANDS)
  const { rehearse, ...workbench } = workbenchOf(options)
  const live = createLive(options.deps)
  const warnings = { ...TOLERATED, ...DISCOURAGED }
  const paths = [path, `/worlds/:world${path}`]
  const graphql = createGraphql({
    ...options,
    paths,
    ...workbench,
    live,
    page: c => graphiql(c),
  })
  const shown = {
    ...workbench,
    rehearse,
    sequenceOf,
    ...signingTools(options),
    correctDocument,
    reference,
    readCertificate,
    warnings,
    operate: graphql.run,
    live,
  }
  const graphiql = createGraphiql({ ...options, ...shown })
  for (const one of paths) app.use(one, recordCalls({ ...options, door: 'GRAPHQL' }))
  app.route('/', graphql.app)
  // GraphQL checks it itself, after it knows that the world exists (D12).
  app.use(async (c, next) => {
    try {
      assertHeadersFit(messageOf(c)?.rawHeaders ?? [...c.req.raw.headers].flat())
    } catch (error) {
      return showFailure(c, error, options.report)
    }
    return next()
  })
  for (const path of SNAPSHOT_PATHS) app.use(path, recordCalls({ ...options, door: 'PAGE' }))
  app.route('/', createSnapshotFiles(options))
  app.route('/', createAssistantsDoor({ ...options, answer: answersOf(app, options) }))
  for (const path of files)
    app.all(path, c => {
      const refusal = unknownMethod(c.req.method, 'GET, HEAD')
      noteOf(c.req.raw).refusal = refusal
      return toResponse(withRequestId(refuseMethod(refusal, 'GET, HEAD'), c.req.header('X-Request-ID')))
    })
  for (const path of RECORDED_PAGES) app.use(path, recordCalls({ ...options, door: 'PAGE' }))
  const all = createPages({ ...options, ...shown })
  const actions = all.routes.flatMap(({ method, path }) => (method === 'POST' && IS_ACTION.test(path) ? path : []))
  app.on('POST', [...new Set(actions)], recordCalls({ ...options, door: 'PAGE' }))
  app.route('/', all)
  const pages = app.routes.flatMap(({ method, path }) => (method === 'GET' && IS_PAGE.test(path) ? path : []))
  app.notFound(c => answerUnknown(c, options, nearestPage(c.req.path, pages) ?? nearestPath(c.req.path)))
  return { app, graphql }
}

/** The path of a page that stands by itself: it names no row, and its answer is no stream of events. */
const IS_PAGE = /^[^:*]{2,}(?<!\/live)$/

/** What every answer has: common headers, its own turn, committed rows, a path that can be read. */
function prepareAnswers(app: Hono, options: WebOptions): void {
  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.res.headers.set(name, value)
  })
  app.use(recordUnreached(options))
  // A page takes some milliseconds, so many in one turn would together delay others (D74).
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
    const fault = pathFault(pathOf(originForm(messageOf(c)?.url ?? c.req.url)))
    return fault === undefined ? next() : refused(c, fault)
  })
}

/** What the graph and the pages have of the workbench. Its larger parts are loaded when they are first needed. */
function workbenchOf(options: WebOptions): Workbench & { readonly rehearse: Rehearse } {
  const explained = explainWith(options.security.certificates, options.security.machineNow)
  const explainSignature: ExplainSignature = async (text, body) => {
    await options.security.certificates.ready?.()
    return explained(text, body)
  }
  const rehearse: Rehearse = async (ctx, commands) => {
    const tools = { ...workbench, reached: undefined, origin: undefined, language: 'en' } as const
    return (await explaining()).rehearse(ctx, commands, tools)
  }
  const explain: Workbench['explain'] = async (ctx, subject, { reached }) =>
    (await explaining()).explain(ctx, subject, { reached, explainSignature, rehearse, correctDocument })
  const workbench = { certify: options.certify, copyCall, copyCalls, explain, explainSignature, reportCard }
  return { ...workbench, rehearse }
}

/** Signs as a TPP whose key this machine has (D105). */
function signingTools(options: WebOptions): Pick<PagesOptions, 'signAs' | 'sendAgain'> {
  const keyOf = async (localName: string) => {
    const key = await options.localKey?.(localName)
    if (key === undefined) throw new DomainError('FORMAT_ERROR', 'The key of this TPP is not here.', 'tpp')
    return key
  }
  const signAs: PagesOptions['signAs'] = async (message, localName) => signMessage(message, await keyOf(localName))
  const sendAgain: PagesOptions['sendAgain'] = async (call, localName, origin) => {
    const moment = { now: options.security.machineNow(), newId: options.deps.newId, origin: () => origin }
    const { own = [] } = await options.answerRest(againAs(call, await keyOf(localName), moment))
    return own.find(([name]) => name === 'Sandbank-Request')?.[1] ?? call.id
  }
  return { signAs, sendAgain }
}

/** Answers assistants through the doors of this bank. The protocol is loaded when the first one comes. */
function answersOf(app: Hono, options: WebOptions): (call: AssistantsCall) => Promise<Response> {
  const speaking = keepLatest<(call: AssistantsCall) => Promise<Response>>()
  const load = async () => {
    const { createSpeaker } = await import('./clients/mcp/http.ts')
    return createSpeaker({
      app: {
        fetch: async request => app.fetch(request, {}),
        answer: call => (isRestPath(pathOf(call.target)) ? options.answerRest(call) : undefined),
      },
      token: options.operator.token,
      version: readVersion(),
      report: error => options.report(error, undefined),
    })
  }
  return async call => (await speaking('', load))(call)
}

async function answerUnknown(c: HonoContext, options: WebOptions, near: string | undefined): Promise<Response> {
  const shorter = withoutSlash(c)
  if (shorter !== undefined) return c.redirect(shorter, 308)
  // The body of a call to an unknown path is stored in its journal if it is short (D97).
  const length = Number(c.req.header('Content-Length') ?? 0)
  if (length > 0 && length <= JOURNAL_LIMITS.bodyBytes) {
    // A body that ends too early is none, which is no fault of the server.
    const body = await readParts(c.req.raw.body ?? [], JOURNAL_LIMITS.bodyBytes).catch(() => undefined)
    if (body !== undefined) noteOf(c.req.raw).body.push(Buffer.from(body))
  }
  const refusal = unknownPath(c.req.path, near)
  if (wantsPage(c.req.header('Accept'))) return showFailure(c, refusal, options.report, near)
  return refused(c, refusal)
}

/** The page that was probably meant, in the same world: the one that the list of pages names so, as /calls, or the one of the nearest path. */
function nearestPage(path: string, pages: readonly string[]): string | undefined {
  const [, world = '', page = path] = /^(\/worlds\/[\w-]+)?(\/.*)$/.exec(path) ?? []
  const [, word] = /^(?:\/console)?\/(\w+)$/.exec(page.toLowerCase()) ?? []
  const named = Object.values(PLACES).find(([title, own]) => title.toLowerCase() === word || own === `/${word}`)
  const near = named?.[1] ?? nearest(page, pages)
  return near === undefined ? undefined : `${world}${near}`
}

/** The address of a page that was requested with an additional slash at its end, such as /docs/: only the page itself has an address (D12). */
function withoutSlash(c: HonoContext): string | undefined {
  const { pathname, search } = new URL(c.req.url)
  const isPage =
    ['GET', 'HEAD'].includes(c.req.method) && chooseType(c.req.header('Accept'), ['text/html']) !== undefined
  const page = withoutEnd(pathname, '/')
  // Two slashes at the beginning would lead to another host.
  return isPage && page !== '' && page !== pathname && !page.startsWith('//') ? `${page}${search}` : undefined
}

const explaining = () => import('./workbench/explain/later.ts')

const copyCalls: Workbench['copyCalls'] = async (...given) => (await explaining()).copyCalls(...given)

const sequenceOf: PagesOptions['sequenceOf'] = async (...given) => (await explaining()).sequenceOf(...given)

const copyCall: Workbench['copyCall'] = async (...given) => (await explaining()).copyCall(...given)

const reportCard: Workbench['reportCard'] = async (ctx, tpp) => (await explaining()).reportCard(ctx, tpp, OPERATIONS)

const correctDocument: CorrectDocument = async (call, faults) =>
  call.door === 'GRAPHQL' ? (await explaining()).correctDocument(schema, call, faults) : undefined

// Calls of a PSU, and actions of the console. To view the console, docs, files and /health is not a call of a bank.
const RECORDED_PAGES = ['/sca/*', '/my/*', '/worlds/:world/sca/*', '/worlds/:world/my/*']
/** The actions of the console, and its sheets. The operator's token and the keys of TPPs are in no journal. */
const IS_ACTION = /^(\/worlds\/:world)?\/console\/(?!token$|tpps)/

/** Refuses a call that has reached no door, and records the reason for the journal (D95). */
function refused(c: HonoContext, refusal: DomainError): Response {
  noteOf(c.req.raw).refusal = refusal
  return toResponse(withRequestId(refuse(refusal), c.req.header('X-Request-ID')))
}
