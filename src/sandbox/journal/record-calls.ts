import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Deps } from '../../bank/context.ts'
import { wireCode } from '../../bank/wire/errors.ts'
import type { AnsweredCall, Caller, Door, HeaderLine, Step } from '../../domain/calls.ts'
import type { DomainError, Fault } from '../../domain/errors.ts'
import { DEFAULT_WORLD, WORLD_NAME } from '../../domain/worlds.ts'
import type { ReadyAnswer } from '../../platform/http/answers.ts'
import { TRACE_HEADER, traceIdOf } from '../../platform/http/headers.ts'
import { type Note, noteOf } from '../../platform/http/notes.ts'

/** Writes the calls of the Fetch API's doors into the journal: GraphQL and the pages (D95). REST does this itself. */
export function recordCalls({ deps, door }: { readonly deps: Deps; readonly door: Door }): MiddlewareHandler {
  return async (c, next) => {
    const begun = beginCall(deps)
    await next()
    c.res.headers.set('Sandbank-Request', begun.id)
    const note = noteOf(c.req.raw)
    if (note.quiet) return
    const world = await worldOf(c.req.path, c.res.status, deps)
    const by = door === 'PAGE' ? note.by : operatorOf(c.req.header(BY_HEADER))
    deps.journal?.add(callOf(messageOf(c), { ...begun, world, by, door, note }))
  }
}

/** The header of calls that the kit and the CLI make for a test: `kit` (D95). */
export const BY_HEADER = 'Sandbank-By'

/** The caller at the operator's door. */
export function operatorOf(by: string | undefined): 'KIT' | 'OPERATOR' {
  return by === 'kit' ? 'KIT' : 'OPERATOR'
}

/** Answers a GraphQL call that came over node:http, and records it. */
export async function recordGraphql(
  deps: Deps,
  {
    method,
    target,
    raw,
    requestId,
    traceparent,
    by,
  }: Pick<MessageSummary, 'method' | 'target' | 'requestId'> & {
    readonly raw: readonly string[]
    readonly traceparent: string | undefined
    readonly by: Caller
  },
  note: Note,
  answering: () => Promise<ReadyAnswer>,
): Promise<ReadyAnswer> {
  const begun = beginCall(deps)
  const answer = await answering()
  const sent = { ...answer, headers: { ...answer.headers, 'Sandbank-Request': begun.id } }
  if (note.quiet) return sent
  const world = await worldOf(target, answer.status, deps)
  const answerHeaders = Object.entries(sent.headers).flat()
  const seen = {
    method,
    target,
    requestId,
    traceId: traceIdOf(traceparent),
    status: answer.status,
    requestHeaders: raw,
    answerHeaders,
  }
  deps.journal?.add(callOf(seen, { ...begun, world, by, door: 'GRAPHQL', note }))
  return sent
}

/** Records calls that were refused before they reached a door: unknown paths, and methods that a path does not support (D95). */
export function recordUnreached({ deps }: { readonly deps: Deps }): MiddlewareHandler {
  return async (c, next) => {
    const begun = beginCall(deps)
    await next()
    // The door has recorded the call itself and named it.
    if (c.res.status < 400 || c.res.headers.has('Sandbank-Request')) return
    c.res.headers.set('Sandbank-Request', begun.id)
    const note = noteOf(c.req.raw)
    if (c.res.headers.get('Content-Type')?.startsWith('application/json') === true)
      note.answer = await c.res.clone().text()
    const world = await worldOf(c.req.path, c.res.status, deps)
    deps.journal?.add(callOf(messageOf(c), { ...begun, world, by: note.by, door: 'PAGE', note }))
  }
}

/** A request that could not be read completely, or could be read in several ways. */
type UnreadRequest = {
  readonly method: string
  readonly target: string
  readonly headers: readonly HeaderLine[]
}

/** Records a request that reached no door, and returns its id (D95). */
export function recordUnread(
  deps: Deps,
  { method, target, headers }: UnreadRequest,
  { refusal, status }: RefusedCall,
): string {
  const [id, at] = [deps.newId(), deps.machineNow()]
  const call = {
    id,
    at,
    by: 'TPP' as const,
    door: 'REST' as const,
    operation: undefined,
    tppId: undefined,
    method,
    target,
    requestId: undefined,
    traceId: undefined,
    status,
    code: refusal.code,
    durationMs: 0,
    requestHeaders: headers.flat(),
    requestBody: undefined,
    answerHeaders: [],
    answerBody: undefined,
    steps: ['FRAMING' as const],
    faults: refusal.faults,
  }
  void worldOf(target, status, deps).then(world => deps.journal?.add({ ...call, world }))
  return id
}

type RefusedCall = { readonly refusal: DomainError; readonly status: number }

const beginCall = ({ newId, machineNow }: Deps) => ({ id: newId(), at: machineNow(), start: performance.now() })

type CallFacts = ReturnType<typeof beginCall> & {
  readonly world: string
  readonly by: Caller
  readonly door: Door
  readonly note: Note
}

/** The parts of an HTTP message that a call shows. */
type MessageSummary = Pick<
  AnsweredCall,
  'method' | 'target' | 'requestId' | 'traceId' | 'status' | 'requestHeaders' | 'answerHeaders'
>

function messageOf(c: HonoContext): MessageSummary {
  const url = new URL(c.req.url)
  return {
    method: c.req.method,
    target: `${url.pathname}${url.search}`,
    requestId: c.req.header('X-Request-ID'),
    traceId: traceIdOf(c.req.header(TRACE_HEADER)),
    status: c.res.status,
    requestHeaders: linesOf(c.req.raw.headers),
    answerHeaders: linesOf(c.res.headers),
  }
}

function callOf(seen: MessageSummary, { id, at, start, world, by, door, note }: CallFacts): AnsweredCall {
  const refusal = refusalOf(seen.status, note)
  return {
    ...seen,
    id,
    world,
    at,
    by,
    door,
    operation: note.operation,
    tppId: undefined,
    code: refusal?.code,
    durationMs: performance.now() - start,
    requestBody: note.body.length === 0 ? undefined : Buffer.concat(note.body),
    answerBody: note.answer,
    steps: door === 'GRAPHQL' ? note.steps : stepsOfPage(seen.status, refusal),
    faults: refusal?.faults ?? [],
  }
}

type RefusalSummary = { readonly code: string; readonly faults: readonly Fault[] }

function refusalOf(status: number, { refusal }: Note): RefusalSummary | undefined {
  if (refusal !== undefined) return { code: wireCode(refusal.code), faults: refusal.faults }
  return status < 400 ? undefined : { code: CODES[status] ?? 'BAD_REQUEST', faults: [] }
}

// A form that is shown again describes its faults for people; the status says what the journal needs.
const CODES: Readonly<Record<number, string>> = {
  401: 'PSU_CREDENTIALS_INVALID',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  500: 'SYSTEM_ERROR',
  503: 'SYSTEM_ERROR',
}

/** The steps of a page, as far as its refusals show them. */
function stepsOfPage(status: number, refusal: RefusalSummary | undefined): Step[] {
  if (refusal === undefined || status === 405) return ['ROUTE']
  if (refusal.code === 'NOT_FOUND') return ['ROUTE']
  if ((status === 401 && refusal.code !== 'SCA_EXPIRED') || status === 403) return ['ROUTE', 'ACCESS']
  if (refusal.faults[0]?.path === 'world') return ['ROUTE', 'WORLD']
  return ['ROUTE', 'WORLD', FORM_STEPS[status] ?? 'RULES']
}

const FORM_STEPS: Readonly<Record<number, Step>> = { 413: 'SIZE', 415: 'MEDIA_TYPE' }

function linesOf(headers: Headers): string[] {
  return [...headers].flat()
}

/** The world whose journal records a call: the one that its path names, if it exists, even when the call reached nothing of that world (D95). */
export async function worldOf(path: string, status: number, { store }: Deps): Promise<string> {
  const [, name] = /^\/worlds\/([^/?]+)/.exec(path) ?? []
  if (name === undefined || !WORLD_NAME.test(name)) return DEFAULT_WORLD
  if (status < 400) return name
  const world = await store.reader.world.findUnique({ where: { name } }).catch(() => null)
  return world === null ? DEFAULT_WORLD : name
}
