import { hash } from 'node:crypto'
import type { Context, Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import type { AnsweredCall } from '../domain/journal.ts'
import type { PlayedCall, Scenario } from '../domain/scenarios.ts'
import { worldBasePath } from '../domain/worlds.ts'
import { linkSca } from '../resolvers/authorisations/start.ts'
import { openWorld, refusalOf } from '../resolvers/doors.ts'
import { type KeptAnswer, runOnce } from '../resolvers/requests.ts'
import { play } from '../resolvers/scenarios/play.ts'
import { waitFor } from '../resolvers/scenarios/waiting.ts'
import { createSignatureDoctor, type SignatureDoctor } from '../security/signature-doctor.ts'
import { groupHeaders } from '../security/signing-string.ts'
import { formatWarning, type Warning } from '../security/warnings.ts'
import { ERRORS } from '../wire/errors.ts'
import { toJson } from '../wire/json.ts'
import { readAccess } from './access.ts'
import { type Call, type Incoming, readCall, readerOf } from './call.ts'
import { assertMediaTypes, authenticator, parseBody, parseQuery, type Security } from './checks.ts'
import { headerChecks, isRequestId } from './headers.ts'
import { pathOf } from './incoming.ts'
import { type Answer, JSON_TYPE, problem, refuse } from './problem.ts'
import { createRouter, type RouteMatch, unknownPath } from './router.ts'
import { ROUTES } from './routes.ts'
import { answerTo, ended, marked, NO_ANSWER, scenarioOf } from './scripted.ts'
import type { Reply, Route } from './serve.ts'
import { newTrace, type Trace } from './trace.ts'

export type RestOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The REST door, apart from what carries it: a request in, an answer out, whatever becomes of it. */
export type RestDoor = { readonly answer: (incoming: Incoming) => Promise<Answer> }

type Headers = Pick<Call, 'grouped' | 'header'>
type Handle = (incoming: Incoming, headers: Headers, found: RouteMatch<Handle>, trace: Trace) => Promise<Answer>

/** Every operation below the base URL of the default world and below that of any other (D1). Any other path is refused. */
export function createRest(options: RestOptions): RestDoor {
  const doctor = createSignatureDoctor(options.security.machineNow)
  const router = createRouter<Handle>(ROUTES, route => handlerOf(route, options, doctor))
  const run = async (incoming: Incoming, headers: Headers, trace: Trace): Promise<Answer> => {
    const path = pathOf(incoming.target)
    const found = router.find(path)
    if (found === undefined) throw unknownPath(path)
    const handle = found.handlers.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
    if (handle === undefined) return refuseMethod(incoming.method, found.allowed)
    return handle(incoming, headers, found, trace)
  }
  return {
    answer: async incoming => {
      const start = performance.now()
      const { deps } = options
      const [id, at] = [deps.newId(), deps.machineNow()]
      const grouped = groupHeaders(incoming.headers)
      const header = readerOf(grouped)
      const requestId = header('X-Request-ID')
      const trace = newTrace()
      const answer = await run(incoming, { grouped, header }, trace).catch(error => {
        trace.refusal = toDomainError(error, requestId, options)
        return refuse(trace.refusal)
      })
      const own = withOwnHeaders(answer, { id, requestId, warnings: trace.warnings })
      const sent = trace.scenario === undefined ? own : ended(own, trace.scenario)
      if (trace.scenario !== undefined) await waitFor(trace.scenario, deps, incoming.hungUp)
      deps.journal?.add(answeredCall({ id, at, requestId, start }, incoming, trace, sent))
      return sent
    },
  }
}

type StartedCall = {
  readonly id: string
  readonly at: Date
  readonly requestId: string | undefined
  readonly start: number
}

function answeredCall(
  { id, at, requestId, start }: StartedCall,
  incoming: Incoming,
  trace: Trace,
  sent: Answer,
): AnsweredCall {
  const { world, operation, tppId, steps, body } = trace
  const refusal = trace.refusal ?? (sent.status >= 400 ? readRefusal(sent.body) : undefined)
  const answerHeaders: string[] = []
  for (const name in sent.headers) answerHeaders.push(name, sent.headers[name] ?? '')
  for (const warning of sent.warnings ?? []) answerHeaders.push('Sandbank-Warning', warning)
  return {
    id,
    world,
    at,
    door: 'REST',
    operation,
    tppId,
    method: incoming.method,
    target: incoming.target,
    requestId,
    status: sent.status,
    code: refusal?.code,
    durationMs: performance.now() - start,
    requestHeaders: incoming.lines,
    requestBody: body,
    answerHeaders,
    answerBody: sent.body,
    steps,
    faults: refusal?.faults ?? [],
  }
}

/** 405, with the methods that the path has (D12). */
export function refuseMethod(method: string, allowed: string): Answer {
  const answer = refuse(new DomainError('METHOD_NOT_ALLOWED', `${method} is not possible here: use ${allowed}.`))
  return { ...answer, headers: { ...answer.headers, Allow: allowed } }
}

/** D11: X-Request-ID is echoed on every answer. */
export function withRequestId(answer: Answer, requestId: string | undefined): Answer {
  return isRequestId(requestId) ? { ...answer, headers: { ...answer.headers, 'X-Request-ID': requestId } } : answer
}

// One that was kept for a repeated call is known by its body alone (D15).
function readRefusal(body: string): Pick<DomainError, 'faults'> & { readonly code: string } {
  const { tppMessages } = problem.parse(JSON.parse(body))
  const faults = tppMessages.map(({ text = '', path }) => (path === undefined ? { text } : { text, path }))
  return { code: tppMessages[0]?.code ?? 'BAD_REQUEST', faults }
}

type CallMarks = { readonly id: string; readonly requestId: string | undefined; readonly warnings: readonly Warning[] }

// What belongs to this call, and not to the answer that is kept for repeated ones (D15).
function withOwnHeaders(answer: Answer, { id, requestId, warnings }: CallMarks): Answer {
  const headers: Record<string, string> = { ...answer.headers, 'Sandbank-Request': id }
  if (isRequestId(requestId)) headers['X-Request-ID'] = requestId
  return warnings.length === 0 ? { ...answer, headers } : { ...answer, headers, warnings: warnings.map(formatWarning) }
}

function handlerOf(route: Route, options: RestOptions, doctor: SignatureDoctor): Handle {
  const authenticate = authenticator(route, options.security, doctor)
  const { used } = headerChecks(route.headerSet, options.security.headers)
  return async (incoming, headers, found, trace) => {
    trace.operation = route.operation
    trace.steps.push('WORLD')
    const enter = await openWorld(options.deps, found.world, incoming.hungUp)
    trace.world = found.world
    trace.steps.push('SIZE')
    const call = await readCall(incoming, headers)
    trace.body = call.body
    const { tppId, tppName } = authenticate(call, trace)
    const header = used(headers.header)
    const ctx = enter({ kind: 'tpp', tppId, tppName })
    const said = scenarioOf(headers.header, route)
    const run = check({
      route,
      call: { ...call, header },
      params: found.params(route.method),
      said,
      trace,
      now: ctx.now,
    })
    return linkSca(ctx, async () =>
      route.method === 'GET'
        ? answerTo(await unlessRefused(run)(ctx), trace)
        : once(ctx, { ...call, header }, trace, run),
    )
  }
}

/** What is left to run of a call once it is checked. */
type Run = (at: Context) => Promise<PlayedCall<Answer>>

type UncheckedCall = {
  readonly route: Route
  readonly call: Call
  readonly params: Readonly<Record<string, string>>
  readonly said: Scenario | undefined
  readonly trace: Trace
  readonly now: Date
}

/** Checks what a call says, and answers what is left to run; or its refusal, which does not matter to a call that was answered before (D15). */
function check({ route, call, params, said, trace, now }: UncheckedCall): Run | DomainError {
  const { header } = call
  if (route.method !== 'GET') trace.steps.push('REPLAY')
  try {
    trace.steps.push('MEDIA_TYPE')
    assertMediaTypes(call, route)
    trace.steps.push('BODY')
    const [query, body] = [parseQuery(call.target), parseBody(call, route)]
    const perform = route.prepare({ params, query, body, now, header })
    trace.steps.push('RULES')
    const scripted = { operation: route.runs, claim: () => readAccess(header, route.headerSet), said }
    return at => play(at, scripted, async inner => answerOf(inner, route, await perform(inner)))
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function unlessRefused(run: Run | DomainError): Run {
  if (run instanceof DomainError) throw run
  return run
}

/** Runs a checked call, unless it was answered before: then it has that answer (D15). */
async function once(ctx: Context, call: Call, trace: Trace, run: Run | DomainError): Promise<Answer> {
  const key = {
    tppId: trace.tppId ?? '',
    requestId: call.header('X-Request-ID') ?? '',
    fingerprint: fingerprintOf(call),
  }
  const keep = (error: DomainError) => {
    trace.refusal = error
    return isKept(error) ? refuse(error) : undefined
  }
  let isNew = false
  let played: PlayedCall<Answer> | undefined
  try {
    const { answer, replayed } = await runOnce(
      ctx,
      key,
      async tx => {
        isNew = true
        const kept = run instanceof DomainError ? keep(run) : undefined
        if (kept !== undefined) return kept
        played = await unlessRefused(run)(tx)
        return keptOf(played)
      },
      keep,
    )
    if (replayed) return { ...answer, headers: { ...answer.headers, 'Sandbank-Replayed': 'true' } }
    return played === undefined ? answer : answerTo(played, trace)
  } finally {
    // Whatever was checked meanwhile, a call that is not new ends at its replay.
    if (!isNew) trace.steps.length = trace.steps.indexOf('REPLAY') + 1
  }
}

// What a scenario answers in place of the operation is kept as a refusal of the operation is (D15).
function keptOf(played: PlayedCall<Answer>): KeptAnswer {
  if (played.done) return marked(played.result, played.scenario)
  const { refusal, scenario } = played
  if (refusal === undefined) return { ...NO_ANSWER, notKept: true }
  return { ...marked(refuse(refusal), scenario), notKept: !isKept(refusal) }
}

// D15: 401, 403, 429 and 5xx are not kept, since the same call may rightly succeed later.
function isKept(error: DomainError): boolean {
  const { status } = ERRORS[error.code]
  return status < 500 && ![401, 403, 429].includes(status)
}

// [I] Authentication: what says for whom a call acts, and where the PSU goes after it, is as much a part of it as its body (D15).
const ACTING_FOR = ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Corporate-ID', 'PSU-Context', 'TPP-Redirect-URI']

function fingerprintOf({ method, target, body, header }: Call): string {
  const head = JSON.stringify([method, target, ...ACTING_FOR.map(name => header(name) ?? null)])
  return hash('sha256', Buffer.concat([Buffer.from(`${head}\n`), body]), 'base64')
}

function answerOf(ctx: Context, route: Route, reply: Reply): Answer {
  const headers: Record<string, string> = { ...reply.headers }
  if (reply.location !== undefined) headers['Location'] = `${worldBasePath(ctx.world)}${reply.location}`
  if (route.deprecated === true) headers['Deprecation'] = 'true'
  if (reply.body !== undefined) headers['Content-Type'] = JSON_TYPE
  return {
    status: reply.status ?? route.success,
    headers,
    body: reply.body === undefined ? '' : toJson(reply.body),
  }
}

function toDomainError(error: unknown, requestId: string | undefined, { report }: RestOptions): DomainError {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return refusal
  report(error, requestId)
  return new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.')
}
