import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_TYPE, refuse } from './api/rest/answers.ts'
import { createRest } from './api/rest/app.ts'
import { headerReader, type Incoming, ofMessage, ofRequest, pathOf } from './api/rest/call.ts'
import { isRestPath } from './api/rest/router.ts'
import type { ServedApp } from './api/server.ts'
import type { Deps } from './bank/context.ts'
import { ERRORS } from './bank/wire/errors.ts'
import { osloDay } from './domain/calendar.ts'
import type { Journal } from './domain/calls.ts'
import { DomainError } from './domain/errors.ts'
import { FIXTURE_SCHEMA_PATH } from './domain/fixtures.ts'
import { DEFAULT_WORLD } from './domain/worlds.ts'
import { originReader, readCallers } from './platform/http/addresses.ts'
import { type ReadyAnswer, sendAnswer, toResponse } from './platform/http/answers.ts'
import { createFile, createFiles, type File, keepLatest } from './platform/http/files.ts'
import { isRequestId, reachedAt, TRACE_HEADER } from './platform/http/headers.ts'
import { answerHealth, answerMetrics, type CallCounter, createCallCounter } from './platform/http/monitoring.ts'
import { messageOf, newNote, noteOf } from './platform/http/notes.ts'
import { endTurn } from './platform/http/turns.ts'
import { yieldTurn } from './platform/store/turns.ts'
import { openJournal } from './sandbox/journal/journal.ts'
import { BY_HEADER, operatorOf, recordGraphql, recordUnread } from './sandbox/journal/record-calls.ts'
import { refusalOf } from './sandbox/worlds/doors.ts'
import type { AppOptions, Web, WebOptions } from './web.ts'
import { DEFAULT_ORIGIN } from './workbench/explain/commands.ts'
import { ASSET_PATHS, answerAsset } from './workbench/pages/assets.ts'

/** The whole bank as one function from request to response. It never listens on a port. */
export function createApp(given: AppOptions): Required<ServedApp> {
  const calls = createCallCounter()
  const { addressOf } = readCallers(given.proxies)
  const originOf = originReader(given.proxies)
  const options = { ...given, addressOf, originOf, deps: withJournal(given, calls.add) }
  const { deps } = options
  const rest = createRest(options)
  const opened = keepLatest<Web>()
  const openWeb = () => opened('', () => loadWeb({ ...options, answerRest: rest.answer }, Object.keys(files)))
  const files = filesOf(options, calls)
  /** Every path of the bank except those of its pages (pages/app.tsx), and how a call of it is answered without the Fetch API. */
  const answer = (call: Incoming): Promise<ReadyAnswer> | undefined => {
    const path = pathOf(call.target)
    return isRestPath(path) ? rest.answer(call) : READS.has(call.method) ? files[path]?.(call) : undefined
  }
  /** A POST of GraphQL in the usual form; unusual ones go through the Fetch API. */
  const answerGraphql = (call: Incoming, outgoing: ServerResponse): Promise<ReadyAnswer> | undefined => {
    const [path, world = DEFAULT_WORLD] = GRAPHQL_PATH.exec(call.target) ?? []
    if (call.method !== 'POST' || path === undefined) return undefined
    const { method, target, lines } = call
    const header = headerReader(lines)
    const note = newNote()
    const readBody = async (limit: number) => {
      const body = await call.readBody(limit)
      if (body !== undefined) note.body.push(body)
      return body
    }
    const seen = {
      method,
      target,
      raw: lines,
      requestId: header('X-Request-ID'),
      traceparent: header(TRACE_HEADER),
      by: operatorOf(header(BY_HEADER)),
    }
    return recordGraphql(deps, seen, note, async () => {
      // Many calls in one turn would together delay others (D74).
      await yieldTurn()
      const { graphql } = await openWeb()
      const caller = addressOf(outgoing.req)
      const origin = call.origin()
      const hungUp = hangingUp(outgoing)
      return graphql.answer({ method, search: '', lines, header, readBody, world, caller, origin, hungUp, note })
    })
  }

  let begun = false
  /** Calls that need only node:http are answered on it: no object of the Fetch API is created for them. */
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (!begun) {
      begun = true
      // D74: later parts are loaded after the first answer is sent, in the second in which a server may pause for this.
      outgoing.once('finish', () => openWeb().catch(() => undefined))
    }
    const call = ofMessage(incoming, originOf)
    // D1: pages and the Fetch API see the address without its doubled part, too.
    if (call.sentTarget !== undefined) incoming.url = call.target
    const answering = answer(call) ?? answerGraphql(call, outgoing)
    void answering?.then(ready => sendAnswer(incoming, outgoing, ready))
    return answering !== undefined
  }
  const fetch: ServedApp['fetch'] = async (sent, env) => {
    const message = messageOf({ env })
    const call = ofRequest(sent, message, originOf)
    const request = call.sentTarget === undefined ? sent : new Request(new URL(call.target, sent.url), sent)
    const ready = await answer(call)
    const answered = ready === undefined ? await (await openWeb()).app.fetch(request, env) : toResponse(ready)
    if (ready?.lost !== true && !noteOf(request).lost)
      return request.method === 'HEAD' && answered.body !== null ? new Response(null, answered) : answered
    // The log's text for a connection that ends before its answer (D88).
    message?.socket.destroy()
    throw new TypeError('fetch failed: the connection ended without an answer')
  }
  const record: Required<ServedApp>['record'] = (unread, refused) => recordUnread(deps, unread, refused)
  return { fetch, serve, answer, record }
}

type JournalDeps = Deps & { readonly journal: Journal }

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const GRAPHQL = '/graphql'
const GRAPHQL_PATH = new RegExp(`^(?:/worlds/([a-z0-9][a-z0-9-]{0,62}))?${GRAPHQL}$`)

type AnswerFile = (call: Pick<Incoming, 'target' | 'lines'>) => Promise<ReadyAnswer> | undefined

/** Read-only texts by their paths. A text is loaded at its first request, since the reference takes a sixth of the start. */
function filesOf(
  {
    deps,
    security,
    operator,
    report,
    isLeaving = () => false,
  }: Omit<AppOptions, 'deps'> & { readonly deps: JournalDeps },
  calls: CallCounter,
): Readonly<Record<string, AnswerFile>> {
  const [reference, fixtures] = [keepLatest<(origin: string) => File>(), keepLatest<File>()]
  // Read again each day, since its examples contain days; its commands use the address by which the reader has reached the bank.
  const today = () => osloDay(security.machineNow())
  const loadReference = async () => {
    const [{ openApiText }, { SAMPLE_COMMANDS }] = await Promise.all([
      import('./api/openapi/api-reference.ts'),
      import('./workbench/explain/samples/operation-samples.ts'),
    ])
    return createFiles(origin =>
      createFile(JSON_TYPE, () => openApiText(security.headers, today(), SAMPLE_COMMANDS, origin), today),
    )
  }
  const loadFixtureSchema = async () => {
    const { fixtureSchema } = await import('./sandbox/fixtures/inputs/files.ts')
    return createFile('application/schema+json; charset=utf-8', fixtureSchema)
  }
  const asset: AnswerFile = ({ target, lines }) => answerAsset(target, headerReader(lines))
  return {
    '/health': () => answerHealth(deps.store, deps.journal, ERRORS.UNAVAILABLE, isLeaving()),
    '/metrics': async ({ lines }) => {
      const header = headerReader(lines)
      const requestId = header('X-Request-ID')
      const sources = { store: deps.store, journal: deps.journal, calls }
      const answer = await answerMetrics(sources, operator, header).catch(error => {
        const refusal = refusalOf(error)
        if (refusal === undefined) report(error, requestId)
        return refuse(refusal ?? new DomainError('SYSTEM_ERROR', 'This is a fault of the server.'))
      })
      const own = isRequestId(requestId) ? { 'X-Request-ID': requestId } : {}
      return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-store', ...own } }
    },
    '/openapi.json': async ({ lines }) => {
      const header = headerReader(lines)
      return (await reference('', loadReference))(reachedAt(header) ?? DEFAULT_ORIGIN).answer(header, 'no-cache')
    },
    [FIXTURE_SCHEMA_PATH]: async ({ lines }) =>
      (await fixtures('', loadFixtureSchema)).answer(headerReader(lines), 'no-cache'),
    ...Object.fromEntries(ASSET_PATHS.map(path => [path, asset])),
  }
}

/**
 * Pages, GraphQL and the Fetch API are half of a start: they are loaded afterwards, so that the first call that needs them does not delay others (D74).
 * To make the schema takes most of that time, so it has a turn of its own.
 */
async function loadWeb(options: WebOptions, files: readonly string[]): Promise<Web> {
  await endTurn()
  await import('./api/graphql/all-nouns.ts')
  await endTurn()
  await import('./api/graphql/schema.ts')
  await endTurn()
  const { createWeb } = await import('./web.ts')
  await endTurn()
  const web = createWeb(options, files, GRAPHQL)
  await endTurn()
  return web
}

/** A bank without a journal file keeps the journal in memory. All calls are counted, even those that it drops. */
function withJournal({ deps, operator: { token } }: AppOptions, count: CallCounter['add']): JournalDeps {
  const journal = deps.journal ?? openJournal(':memory:', { machineNow: deps.machineNow, token })
  const add: Journal['add'] = call => {
    count(call)
    journal.add(call)
  }
  return { ...deps, journal: { ...journal, add } }
}

function hangingUp(outgoing: ServerResponse): AbortSignal {
  const end = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) end.abort()
  })
  return end.signal
}
