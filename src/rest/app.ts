import type { Context, Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { creditorsOf, type Scenario } from '../domain/scenarios.ts'
import { runningCall, worldBasePath, worldIn } from '../domain/worlds.ts'
import { turnAfter } from '../http/bodies.ts'
import { isRequestId } from '../http/headers.ts'
import { worldOf } from '../journal/record-calls.ts'
import { answeredCall } from '../journal/rest.ts'
import { linkSca } from '../resolvers/authorisations/start.ts'
import { createSignatureDoctor, type SignatureDoctor } from '../security/doctor/signature-doctor.ts'
import { HeaderValues } from '../security/signature/header-values.ts'
import { formatWarning, type Warning } from '../security/warnings.ts'
import { toJson } from '../wire/json.ts'
import { enter, getWorld, refusalOf } from '../worlds/doors.ts'
import { play, waitFor } from '../worlds/scenarios/play.ts'
import { type Answer, JSON_HEADERS, JSON_TYPE, refuse } from './answers.ts'
import { type Call, type Incoming, newTrace, pathOf, readCall, readerOf, type SeenCall, type Trace } from './call.ts'
import { assertMediaTypes, authenticator, parseBody, parseQuery, type Security } from './checks.ts'
import { type HeaderChecks, type HeaderSet, headerChecks } from './headers.ts'
import { answerTo, ended, once, type Run, scenarioOf, unlessRefused } from './replay.ts'
import { createRouter, type RouteMatch, unknownMethod, unknownPath } from './router.ts'
import { nearestPath, ROUTES } from './routes.ts'
import { type Reply, type Route, readAccess } from './serve.ts'

export type RestOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Receives every fault that is ours or the disk's, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The REST door, apart from what carries it: a request in, an answer out, whatever becomes of it. */
export type RestDoor = { readonly answer: (incoming: Incoming) => Promise<Answer> }

type Headers = Pick<Call, 'grouped' | 'header'>
type Handle = (incoming: Incoming, headers: Headers, found: RouteMatch<Handle>, trace: Trace) => Promise<Answer>

/** Every operation below the base URL of the default world and below that of any other (D1). Any other path is refused. */
export function createRest(options: RestOptions): RestDoor {
  const doctor = createSignatureDoctor(options.security.machineNow)
  // Six sets of headers serve all routes.
  const made = new Map<HeaderSet, HeaderChecks>()
  const router = createRouter<Handle>(ROUTES, route => {
    const checks = made.get(route.headerSet) ?? headerChecks(route.headerSet, options.security.headers)
    made.set(route.headerSet, checks)
    return handlerOf(route, checks, options, doctor)
  })
  const run = (incoming: Incoming, headers: Headers, trace: Trace): Promise<Answer> | Answer => {
    const path = pathOf(incoming.target)
    const found = router.find(path)
    if (found === undefined) throw unknownPath(path, nearestPath(path))
    const handle = found.handlers.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
    if (handle === undefined) {
      trace.refusal = unknownMethod(incoming.method, found.allowed)
      return refuseMethod(incoming.method, found.allowed)
    }
    return handle(incoming, headers, found, trace)
  }
  const { deps } = options
  return {
    answer: async incoming => {
      const start = performance.now()
      const [id, at] = [deps.newId(), deps.machineNow()]
      const running = runningCall(worldIn(incoming.target), id)
      deps.running.add(running)
      const grouped = new HeaderValues(incoming.lines)
      const header = readerOf(grouped)
      const requestId = header('X-Request-ID')
      const trace = newTrace()
      const refused = (error: unknown) => {
        trace.refusal = toDomainError(error, requestId, options)
        return refuse(trace.refusal)
      }
      let answer: Answer
      try {
        answer = await run(incoming, { grouped, header }, trace)
      } catch (error) {
        answer = refused(error)
      }
      const seen = deps.store.onItsWay()
      if (seen !== undefined) answer = await seen.then(() => answer, refused)
      const own = withOwnHeaders(answer, { id, requestId, warnings: trace.warnings })
      const sent = trace.scenario === undefined ? own : ended(own, trace.scenario)
      if (trace.scenario !== undefined) await waitFor(trace.scenario, deps, incoming.hungUp)
      if (!trace.steps.includes('WORLD')) trace.world = await worldOf(pathOf(incoming.target), sent.status, deps)
      deps.journal?.add(answeredCall({ id, at, requestId, start }, incoming, trace, sent))
      deps.running.delete(running)
      return sent
    },
  }
}

/** 405, with the methods that the path has (D12). */
export function refuseMethod(method: string, allowed: string): Answer {
  const answer = refuse(unknownMethod(method, allowed))
  return { ...answer, headers: { ...answer.headers, Allow: allowed } }
}

/** D11: X-Request-ID is echoed on every answer. */
export function withRequestId(answer: Answer, requestId: string | undefined): Answer {
  return isRequestId(requestId) ? { ...answer, headers: { ...answer.headers, 'X-Request-ID': requestId } } : answer
}

type CallMarks = { readonly id: string; readonly requestId: string | undefined; readonly warnings: readonly Warning[] }

const NONE: readonly string[] = []

// What belongs to this call, and not to the answer that is stored for repeated ones (D15).
function withOwnHeaders(answer: Answer, { id, requestId, warnings }: CallMarks): Answer {
  const { status, headers, body } = answer
  const own: [string, string][] = [['Sandbank-Request', id]]
  if (isRequestId(requestId)) own.push(['X-Request-ID', requestId])
  return { status, headers, body, own, warnings: warnings.length === 0 ? NONE : warnings.map(formatWarning) }
}

function handlerOf(route: Route, checks: HeaderChecks, options: RestOptions, doctor: SignatureDoctor): Handle {
  const authenticate = authenticator(route, checks, options.security, doctor)
  return async (incoming, headers, found, trace) => {
    trace.operation = route.operation
    trace.steps.push('WORLD')
    const world = await getWorld(options.deps, found.world, incoming.hungUp)
    trace.world = found.world
    trace.steps.push('SIZE')
    const reading = readCall(incoming, headers)
    const call = reading instanceof Promise ? await reading : reading
    trace.body = call.body
    const waiting = options.security.certificates.ready?.()
    if (waiting !== undefined) await waiting
    const { tppId, tppName } = authenticate(call, trace)
    const pause = turnAfter(call.body)
    if (pause !== undefined) await pause
    const header = checks.used(headers.header)
    const ctx = enter(options.deps, world, { kind: 'tpp', tppId, tppName })
    const requested = scenarioOf(headers.header, route)
    const seen = { method: call.method, target: call.target, body: call.body, header }
    const checked = check({
      route,
      ctx,
      call: seen,
      params: found.params(route.method),
      requested,
      trace,
    })
    const run = checked instanceof Promise ? await checked : checked
    return linkSca(ctx, () =>
      route.method === 'GET'
        ? unlessRefused(run)(ctx).then(played => answerTo(played, trace))
        : once(ctx, seen, trace, run),
    )
  }
}

type UncheckedCall = {
  readonly route: Route
  readonly ctx: Context
  readonly call: SeenCall
  readonly params: Readonly<Record<string, string>>
  readonly requested: Scenario | undefined
  readonly trace: Trace
}

/** Checks a call, and answers what is left to run; or its refusal, which does not matter to a call that was answered before (D15). */
function check({
  route,
  ctx,
  call,
  params,
  requested,
  trace,
}: UncheckedCall): Run | DomainError | Promise<DomainError> {
  const { header } = call
  if (route.method !== 'GET') trace.steps.push('REPLAY')
  let raw: Parameters<Route['prepare']>[0] | undefined
  try {
    trace.steps.push('MEDIA_TYPE')
    assertMediaTypes(call, route)
    trace.steps.push('BODY')
    const [query, body] = [parseQuery(call.target), parseBody(call, route)]
    raw = { params, query, body, header }
    const perform = route.prepare(raw)
    trace.steps.push('RULES')
    const scripted = {
      operation: route.runs,
      claim: () => readAccess(header, route.headerSet),
      creditors: () => creditorsOf(body),
      requested,
    }
    return at => play(at, scripted, inner => perform(inner).then(reply => answerOf(inner, route, reply)))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return raw === undefined ? error : route.together(error, ctx, raw)
  }
}

function answerOf(ctx: Context, route: Route, reply: Reply): Answer {
  return {
    status: reply.status ?? route.success,
    headers: headersOf(ctx, route, reply),
    body: reply.body === undefined ? '' : toJson(reply.body),
  }
}

function headersOf(ctx: Context, route: Route, { headers, location, body }: Reply): Answer['headers'] {
  if (headers === undefined && location === undefined && route.deprecated !== true && body !== undefined)
    return JSON_HEADERS
  const all: Record<string, string> = { ...headers }
  if (location !== undefined) all['Location'] = `${worldBasePath(ctx.world)}${location}`
  if (route.deprecated === true) all['Deprecation'] = 'true'
  if (body !== undefined) all['Content-Type'] = JSON_TYPE
  return all
}

function toDomainError(error: unknown, requestId: string | undefined, { report }: RestOptions): DomainError {
  if (!(error instanceof DomainError)) report(error, requestId)
  return (
    refusalOf(error) ??
    new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.')
  )
}
