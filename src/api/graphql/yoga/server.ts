import { Hono, type Context as HonoContext } from 'hono'
import type { Context, Deps } from '../../../bank/context.ts'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import type { AddressOf, OriginOf } from '../../../platform/http/addresses.ts'
import { COMMON_HEADERS, fetchBody, type ReadyAnswer } from '../../../platform/http/answers.ts'
import { readBody, readParts } from '../../../platform/http/bodies.ts'
import { assertHeadersFit, isRequestId, reachedAt, TRACE_HEADER, traceIdOf } from '../../../platform/http/headers.ts'
import { chooseLanguage, wantsPage } from '../../../platform/http/negotiation.ts'
import { messageOf, type Note, newNote, noted, noteOf } from '../../../platform/http/notes.ts'
import {
  assertHost,
  assertSameOrigin,
  hasLogin,
  hasToken,
  type Operator,
} from '../../../platform/http/operator-access.ts'
import { BY_HEADER, operatorOf } from '../../../sandbox/journal/record-calls.ts'
import type { Live } from '../../../sandbox/live/live.ts'
import { enterWorld, refusalOf } from '../../../sandbox/worlds/doors.ts'
import type { Effect } from '../builder.ts'
import { describeOutcomes, readScript } from '../scripted.ts'
import type { Workbench } from '../workbench.ts'
import { presentErrors, refuseHttp } from './refusals.ts'
import { EVENTS, type GraphqlCall, type GraphqlRequest, type MediaType, readAccept, readRequest } from './requests.ts'
import { answerByYoga, type Caller } from './yoga.ts'

export type GraphqlOptions = Workbench & {
  /** Its path, for the default world and any other (D1). */
  readonly paths: readonly string[]
  readonly deps: Deps
  readonly operator: Operator
  /** The source of events for subscriptions. */
  readonly live: Live
  readonly addressOf: AddressOf
  readonly originOf: OriginOf
  /** Shows browsers GraphiQL. */
  readonly page: (c: HonoContext) => Promise<Response>
  /** Receives every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** A call of this door, independent of the transport. */
type DoorCall = GraphqlCall & {
  /** Names and values of its headers, alternating. */
  readonly lines: readonly string[]
  /** The name of its world. */
  readonly world: string
  /** The address of the caller. */
  readonly caller: string
  /** The origin by which a PSU's browser reaches the bank (D19). */
  readonly origin: string | undefined
  /** Aborts when the caller disconnects. */
  readonly hungUp: AbortSignal
  readonly note: Note
}

/** The operator's door (D70): GraphQL and GraphiQL for the default world and for any other (D1). */
export type GraphqlDoor = {
  /** Answers any call of the Fetch API. */
  readonly app: Hono
  /** Answers a POST without the Fetch API. */
  readonly answer: (call: DoorCall) => Promise<ReadyAnswer>
  /** Runs a document for an operator's page, which checks access itself (D98). Returns the text that a call would get. */
  readonly run: (bank: Context, params: GraphqlRequest, origin?: string) => Promise<string>
}

export function createGraphql(options: GraphqlOptions): GraphqlDoor {
  const { certify, copyCall, copyCalls, explain, explainSignature, reportCard } = options
  const tools = { certify, copyCall, copyCalls, explain, explainSignature, reportCard }
  const run = async (call: DoorCall): Promise<ReadyAnswer> => {
    const { header, note } = call
    assertSameOrigin(options.operator, header)
    if (!hasToken(options.operator, header) && !hasLogin(options.operator, header)) return refuseToken(note)
    note.steps.push('WORLD')
    const bank = await enterWorld(options.deps, call.world, { kind: 'operator' }, call.hungUp)
    assertFits(call)
    const report = (error: unknown) => options.report(error, header('X-Request-ID'))
    const script = readScript(header)
    const live = { source: options.live, caller: call.caller }
    const language = chooseLanguage(header('Accept-Language'))
    const { origin } = call
    const context = { bank, ...tools, script, made: [], reached: reachedAt(header), origin, language, live }
    const byKit = operatorOf(header(BY_HEADER)) === 'KIT'
    const answer = await answerCall(call, { context, report, note, byKit })
    await options.deps.store.pendingCommit()
    const { header: outcomes, lost } = describeOutcomes(script)
    note.lost = lost
    const headers = outcomes === undefined ? {} : { 'Sandbank-Scenario': outcomes }
    return { ...answer, headers: { ...answer.headers, ...headers }, lost }
  }
  const door = new Hono()
  for (const path of options.paths)
    door.all(path, async c => {
      const header = (name: string) => c.req.header(name)
      // HEAD is answered like GET, without a body (RFC 9110, 9.3.2).
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      if (method === 'GET' && wantsPage(header('Accept'))) return options.page(c)
      const answer = await guarded(options, header, noteOf(c.req.raw), async () => {
        assertHost(options.operator, header)
        return run(callOf(c, method, header, options))
      })
      // Its body is never read, so a subscription would listen for ever (D75).
      if (c.req.method === 'HEAD' && answer.stream !== undefined) {
        await answer.stream.cancel()
        return new Response(null, answer)
      }
      // Content that a browser has already is answered without a body.
      return new Response(answer.stream ?? fetchBody(answer.body), answer)
    })
  return {
    app: door,
    answer: call =>
      guarded(options, call.header, call.note, async () => {
        assertHost(options.operator, call.header)
        return run(call)
      }),
    run: async (bank, params, origin) => {
      const report = (error: unknown) => options.report(error, undefined)
      const script = readScript(() => undefined)
      const made: Effect[] = []
      const context = { bank, ...tools, script, made, reached: undefined, origin, language: 'en' } as const
      const read = { method: 'POST', mediaType: 'application/json', params } as const
      const { body } = await answerByYoga(read, { context, report, note: newNote() })
      return String(body)
    },
  }
}

function assertFits({ lines, note }: DoorCall): void {
  try {
    assertHeadersFit(lines)
  } catch (error) {
    note.steps.push('SIZE')
    throw error
  }
}

function callOf(
  c: HonoContext,
  method: string,
  header: GraphqlCall['header'],
  { addressOf, originOf }: Pick<GraphqlOptions, 'addressOf' | 'originOf'>,
): DoorCall {
  const { raw, url } = c.req
  const note = noteOf(raw)
  return {
    method,
    search: url.split('#', 1)[0]?.replace(/^[^?]*\??/, '') ?? '',
    lines: [...raw.headers].flat(),
    header,
    readBody: limit => readParts(noted(note, raw.body ?? NOTHING), limit),
    world: c.req.param('world') ?? DEFAULT_WORLD,
    caller: addressOf(messageOf(c)),
    origin: originOf(messageOf(c), url),
    hungUp: raw.signal,
    note,
  }
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // A call without a body.
  },
}

/** Answers a call of GraphQL over HTTP. An invalid request is refused in the same way for every media type. */
async function answerCall(call: GraphqlCall, caller: Caller): Promise<ReadyAnswer> {
  const { note } = caller
  const { method } = call
  note.steps.push('MEDIA_TYPE')
  const accepted = readAccept(call.header)
  if (method !== 'GET' && method !== 'POST') {
    note.steps.push('ROUTE')
    // For the journal, as at REST (D97).
    await readBody(call.readBody, call.header('Content-Length')).catch(() => undefined)
    const text = 'GraphQL takes POST, and GET for queries that change nothing.'
    return refused(new DomainError('METHOD_NOT_ALLOWED', text), accepted.mediaType, { Allow: 'GET, POST' }, note)
  }
  const params = await readRequest(call).catch((error: unknown) => {
    // A body that cannot be read is not a document yet.
    if (error instanceof DomainError && error.code !== 'UNSUPPORTED_MEDIA_TYPE')
      note.steps.push(error.code === 'CONTENT_TOO_LARGE' ? 'SIZE' : 'BODY')
    if (error instanceof DomainError && NO_REQUEST.has(error.code)) return error
    throw error
  })
  if (params instanceof DomainError) return refused(params, accepted.mediaType, {}, note)
  note.steps.push('BODY', 'DOCUMENT')
  return answerByYoga({ method, ...accepted, params }, caller)
}

const NO_REQUEST: ReadonlySet<string> = new Set(['FORMAT_ERROR', 'BAD_REQUEST'])

function refused(
  refusal: DomainError,
  mediaType: MediaType,
  headers: Readonly<Record<string, string>>,
  note: Note,
): ReadyAnswer {
  note.refusal = refusal
  return {
    status: ERRORS[refusal.code].status,
    headers: { 'Content-Type': `${mediaType === EVENTS ? 'application/json' : mediaType}; charset=utf-8`, ...headers },
    body: JSON.stringify({ errors: presentErrors([refusal], { report: () => undefined }) }),
  }
}

// The interface has no code for an operator's token; FORBIDDEN is the nearest, and HTTP requires 401.
export function refuseToken(note: Note): ReadyAnswer {
  const text = byRule.D70`This server asks for its token: send the header Authorization: Bearer TOKEN, with SANDBANK_TOKEN or the one that the server printed at its start.`
  note.refusal = new DomainError('FORBIDDEN', text, 'Authorization')
  const { headers, body } = refuseHttp(note.refusal)
  return { status: 401, headers: { ...headers, 'WWW-Authenticate': 'Bearer realm="sandbank"' }, body }
}

/** Answers failures, too, and adds the headers of every answer of this door. */
export async function guarded(
  { report }: Pick<GraphqlOptions, 'report'>,
  header: GraphqlCall['header'],
  note: Note,
  run: () => Promise<ReadyAnswer>,
): Promise<ReadyAnswer> {
  const requestId = header('X-Request-ID')
  note.steps.push('ACCESS')
  const answer = await run().catch((error: unknown) => {
    note.refusal = toRefusal(error, requestId, report)
    return refuseHttp(note.refusal)
  })
  if (
    answer.stream === undefined &&
    typeof answer.body === 'string' &&
    answer.headers['Content-Type']?.startsWith('text/html') !== true
  )
    note.answer = answer.body
  const traceparent = header(TRACE_HEADER)
  const own = {
    ...(isRequestId(requestId) ? { 'X-Request-ID': requestId } : {}),
    ...(traceparent !== undefined && traceIdOf(traceparent) !== undefined ? { [TRACE_HEADER]: traceparent } : {}),
  }
  return { ...answer, headers: { ...ALWAYS, ...answer.headers, ...own } }
}

const ALWAYS = { ...COMMON_HEADERS, 'Cache-Control': 'no-store' }

function toRefusal(error: unknown, requestId: string | undefined, report: GraphqlOptions['report']): DomainError {
  if (!(error instanceof DomainError)) report(error, requestId)
  return refusalOf(error) ?? new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request.')
}
