import type { Deps } from '../../bank/context.ts'
import { DomainError } from '../../domain/errors.ts'
import { runningCall, worldIn } from '../../domain/worlds.ts'
import { isRequestId, TRACE_HEADER, traceIdOf } from '../../platform/http/headers.ts'
import { createSignatureDoctor } from '../../platform/security/doctor/signature-doctor.ts'
import { HeaderValues } from '../../platform/security/signature/header-values.ts'
import { formatWarning, type Warning } from '../../platform/security/warnings.ts'
import { JOURNAL_LIMITS } from '../../sandbox/journal/limits.ts'
import { worldOf } from '../../sandbox/journal/record-calls.ts'
import { refusalOf } from '../../sandbox/worlds/doors.ts'
import { waitFor } from '../../sandbox/worlds/scenarios/play.ts'
import { type Answer, endedBy, refuse } from './answers.ts'
import { type Incoming, newTrace, pathOf, readCall, readerOf, type Trace } from './call.ts'
import type { Security } from './checks.ts'
import { type HeaderChecks, type HeaderSet, headerChecks } from './headers.ts'
import { answeredCall } from './journal.ts'
import { createRouter, type Router, unknownMethod, unknownPath } from './router.ts'
import { nearestPath, ROUTES } from './routes.ts'
import { answer, type Door, type RoutedCall, type ServedRoute } from './steps.ts'

export type RestOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Receives every fault of ours or of the disk, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The REST door without its transport: a request in, an answer out, in every case. */
export type RestDoor = { readonly answer: (incoming: Incoming) => Promise<Answer> }

/** Every operation below the base URL of the default world and of every other (D1). Any other path is refused. */
export function createRest({ deps, security, report }: RestOptions): RestDoor {
  // Six sets of headers serve all routes.
  const made = new Map<HeaderSet, HeaderChecks>()
  const router = createRouter<ServedRoute>(ROUTES, route => {
    const headers = made.get(route.headerSet) ?? headerChecks(route.headerSet, security.headers)
    made.set(route.headerSet, headers)
    return { route, headers }
  })
  const door = { deps, security, report, router, doctor: createSignatureDoctor(security.machineNow) }
  return { answer: incoming => answerCall(door, incoming) }
}

type Headers = RoutedCall['headers']

type RoutedDoor = Door & Pick<RestOptions, 'report'> & { readonly router: Router<ServedRoute> }

/** Answers a call, and gives it to the journal (D95). */
async function answerCall(door: RoutedDoor, incoming: Incoming): Promise<Answer> {
  const { deps } = door
  const start = performance.now()
  const [id, at] = [deps.newId(), deps.machineNow()]
  const running = runningCall(worldIn(incoming.target), id)
  deps.running.add(running)
  const grouped = new HeaderValues(incoming.lines)
  const header = readerOf(grouped)
  const requestId = header('X-Request-ID')
  const traceparent = header(TRACE_HEADER)
  const traceId = traceIdOf(traceparent)
  const trace = newTrace()
  const refused = (error: unknown) => {
    trace.refusal = toDomainError(error, requestId, door)
    return refuse(trace.refusal, incoming.origin())
  }
  let answered: Answer
  try {
    answered = await route(door, incoming, { grouped, header }, trace)
  } catch (error) {
    answered = refused(error)
  }
  const seen = deps.store.pendingCommit()
  if (seen !== undefined) answered = await seen.then(() => answered, refused)
  const own = withOwnHeaders(answered, {
    id,
    requestId,
    traceparent: traceId === undefined ? undefined : traceparent,
    warnings: trace.warnings,
  })
  const sent = trace.scenario === undefined ? own : endedBy(own, trace.scenario)
  if (trace.scenario !== undefined) await waitFor(trace.scenario, deps, incoming.hungUp)
  if (!trace.steps.includes('WORLD')) trace.world = await worldOf(pathOf(incoming.target), sent.status, deps)
  deps.journal?.add(answeredCall({ id, at, requestId, traceId, start }, incoming, trace, sent))
  deps.running.delete(running)
  return sent
}

/** Finds the route of a call, and answers by it. */
function route(door: RoutedDoor, incoming: Incoming, headers: Headers, trace: Trace): Promise<Answer> {
  const path = pathOf(incoming.target)
  const found = door.router.find(path)
  const method = incoming.method === 'HEAD' ? 'GET' : incoming.method
  if (found === undefined) {
    const near = nearestPath(path)
    const meant = near === undefined ? undefined : door.router.find(near)
    // Where the near path lacks the method of the call, its own are named.
    const by = meant === undefined || meant.handlers.has(method) ? '' : `${meant.allowed} `
    return unserved(incoming, headers, trace, unknownPath(path, near && `${by}${near}`))
  }
  const served = found.handlers.get(method)
  if (served !== undefined) return answer(served, { incoming, headers, found, trace }, door)
  const refusal = unknownMethod(incoming.method, found.allowed, path)
  trace.refusal = refusal
  return unserved(incoming, headers, trace, refusal).catch(() => refuseMethod(refusal, found.allowed))
}

/** The refusal of a call that no operation serves. A body that is declared short is still read, for the journal (D97). */
async function unserved(incoming: Incoming, headers: Headers, trace: Trace, refusal: DomainError): Promise<never> {
  const length = Number(headers.header('content-length') ?? 0)
  if (length > 0 && length <= JOURNAL_LIMITS.bodyBytes) trace.body = (await readCall(incoming, headers)).body
  throw refusal
}

/** 405, with the methods that the path has (D12). */
export function refuseMethod(refusal: DomainError, allowed: string): Answer {
  const answer = refuse(refusal)
  return { ...answer, headers: { ...answer.headers, Allow: allowed } }
}

/** D11: X-Request-ID is echoed on every answer. */
export function withRequestId(answer: Answer, requestId: string | undefined): Answer {
  return isRequestId(requestId) ? { ...answer, headers: { ...answer.headers, 'X-Request-ID': requestId } } : answer
}

type CallMarks = {
  readonly id: string
  readonly requestId: string | undefined
  /** A traceparent with the right form (D112). */
  readonly traceparent: string | undefined
  readonly warnings: readonly Warning[]
}

const NONE: readonly string[] = []

// Headers of this call, which are not part of the answer stored for repeated ones (D15).
function withOwnHeaders(answer: Answer, { id, requestId, traceparent, warnings }: CallMarks): Answer {
  const { status, headers, body } = answer
  const own: [string, string][] = [['Sandbank-Request', id]]
  if (isRequestId(requestId)) own.push(['X-Request-ID', requestId])
  if (traceparent !== undefined) own.push([TRACE_HEADER, traceparent])
  return { status, headers, body, own, warnings: warnings.length === 0 ? NONE : warnings.map(formatWarning) }
}

function toDomainError(
  error: unknown,
  requestId: string | undefined,
  { report }: Pick<RestOptions, 'report'>,
): DomainError {
  if (!(error instanceof DomainError)) report(error, requestId)
  return (
    refusalOf(error) ??
    new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.')
  )
}
