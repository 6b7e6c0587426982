import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppOptions } from './app-options.ts'
import type { Deps } from './context.ts'
import { osloDay } from './domain/calendar.ts'
import { FIXTURE_SCHEMA_PATH } from './domain/fixtures.ts'
import { DEFAULT_WORLD } from './domain/worlds.ts'
import { DEFAULT_ORIGIN } from './explain/commands.ts'
import { sendAnswer } from './http/answers.ts'
import { keepLatest } from './http/editions.ts'
import { createFile, createFiles, type File } from './http/files.ts'
import { answerHealth, HEALTH_PATH } from './http/health.ts'
import { newNote, noteOf } from './http/notes.ts'
import { reachedAt } from './http/reached.ts'
import { endTurn } from './http/turns.ts'
import { openJournal } from './journal/journal.ts'
import { BY_HEADER, operatorOf, recordGraphql, recordUnread } from './journal/recording.ts'
import { loadWeb } from './loading.ts'
import { answerAsset } from './pages/assets.ts'
import { createRest } from './rest/app.ts'
import { headerReader, type Incoming } from './rest/call.ts'
import { ofMessage, pathOf } from './rest/incoming.ts'
import { JSON_TYPE } from './rest/problem.ts'
import { isRestPath } from './rest/router.ts'
import type { ServedApp } from './server.ts'
import { letOthersIn } from './store/turns.ts'
import type { Web } from './web.ts'

/** The whole bank as one function from request to response. It never listens. */
export function createApp(given: AppOptions): Required<ServedApp> {
  const options = { ...given, deps: withJournal(given) }
  const rest = createRest(options)
  const today = () => osloDay(options.security.machineNow())
  // Loaded when it is first asked for, since it takes a sixth of the start, and read again on the next day, since its examples have days.
  // Its commands go to where its reader has reached the bank.
  let openApi: Promise<(origin: string) => File> | undefined
  const loadOpenApi = async (header: Header) => {
    openApi ??= import('./openapi/api-reference.ts').then(({ openApiText }) =>
      createFiles(origin => createFile(JSON_TYPE, () => openApiText(options.security.headers, today(), origin), today)),
    )
    return (await openApi)(reachedAt(header) ?? DEFAULT_ORIGIN)
  }
  let fixtures: Promise<File> | undefined
  const loadFixtureSchema = () => {
    fixtures ??= import('./fixtures/inputs/files.ts').then(({ fixtureSchema }) =>
      createFile('application/schema+json; charset=utf-8', fixtureSchema, () => ''),
    )
    return fixtures
  }
  const answerFile = (target: string, header: Header) => {
    const path = pathOf(target)
    if (path === HEALTH_PATH) return answerHealth(options.deps.store, options.deps.journal)
    if (path === '/openapi.json') return loadOpenApi(header).then(file => file.answer(header, 'no-cache'))
    if (path === FIXTURE_SCHEMA_PATH) return loadFixtureSchema().then(file => file.answer(header, 'no-cache'))
    return answerAsset(target, header)
  }

  const answer = (call: Incoming) => (isRestPath(pathOf(call.target)) ? rest.answer(call) : undefined)

  let begun = false
  /** What needs no more than node:http is answered on it: nothing of the Fetch API is made for such a call. */
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (!begun) {
      begun = true
      // D74: what it will need is made ready once the first answer is out, in the second in which a server may stop for it.
      outgoing.once('finish', () => openWeb().catch(() => undefined))
    }
    const call = ofMessage(incoming)
    const answering =
      answer(call) ??
      (isRead(call.method) ? answerFile(call.target, headerReader(call.lines)) : graphql(call, incoming, outgoing))
    void answering?.then(ready => sendAnswer(incoming, outgoing, ready))
    return answering !== undefined
  }
  // Pages, GraphQL and the Fetch API are half of a start: they come after it.
  const opened = keepLatest<Web>()
  const openWeb = () =>
    opened('', async () => {
      const { createWeb } = await loadWeb()
      const made = createWeb(options, { rest, answerFile })
      await endTurn()
      // Hono sorts its routes when it is first asked for one.
      made.app.router.match('GET', '/')
      await endTurn()
      return made
    })
  /** A POST of GraphQL as clients send it; what is odd in any way takes the long way. */
  const graphql = (
    { method, target, lines, readBody }: Incoming,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) => {
    const [, world = DEFAULT_WORLD] = GRAPHQL_PATH.exec(incoming.url ?? '') ?? []
    if (method !== 'POST' || !GRAPHQL_PATH.test(incoming.url ?? '')) return undefined
    const header = headerReader(lines)
    const note = newNote()
    const read = async (limit: number) => {
      const body = await readBody(limit)
      if (body !== undefined) note.body.push(body)
      return body
    }
    const seen = {
      method,
      target,
      raw: incoming.rawHeaders,
      requestId: header('X-Request-ID'),
      by: operatorOf(header(BY_HEADER)),
    }
    return recordGraphql(options.deps, seen, note, async () => {
      // Many at once would together keep others waiting (D74).
      await letOthersIn()
      const door = (await openWeb()).graphql
      return door.answer({
        method,
        search: '',
        lines,
        header,
        readBody: read,
        world,
        hungUp: hangingUp(outgoing),
        note,
      })
    })
  }
  const fetch: ServedApp['fetch'] = async (request, env) => {
    const answer = await (await openWeb()).app.fetch(request, env)
    // What a client sees of a connection that ends before its answer (D88).
    if (noteOf(request).lost) throw new TypeError('fetch failed: the connection ended without an answer')
    return answer
  }
  const record: Required<ServedApp>['record'] = (unread, refused) => recordUnread(options.deps, unread, refused)
  return { fetch, serve, answer, record }
}

/** A bank whose journal is nobody's concern keeps it in memory. */
function withJournal({ deps, operator: { token } }: AppOptions): Deps {
  return deps.journal === undefined
    ? { ...deps, journal: openJournal(':memory:', { machineNow: deps.machineNow, token }) }
    : deps
}

const GRAPHQL_PATH = /^(?:\/worlds\/([a-z0-9][a-z0-9-]{0,62}))?\/graphql$/

function hangingUp(outgoing: ServerResponse): AbortSignal {
  const end = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) end.abort()
  })
  return end.signal
}

type Header = (name: string) => string | undefined

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
