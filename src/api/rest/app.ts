import type { Deps } from '../../bank/context.ts'
import { DomainError } from '../../domain/errors.ts'
import { runningCall, worldIn } from '../../domain/worlds.ts'
import { isRequestId, TRACE_HEADER, traceIdOf } from '../../platform/http/headers.ts'
import { createSignatureDoctor } from '../../platform/security/doctor/signature-doctor.ts'
import { HeaderValues } from '../../platform/security/signature/header-values.ts'
import { formatWarning, type Warning } from '../../platform/security/warnings.ts'
import { JOURNAL_LIMITS } from '../../sandbox/journal/engine.ts'
import { worldOf } from '../../sandbox/journal/record-calls.ts'
import { refusalOf } from '../../sandbox/worlds/doors.ts'
import { waitFor } from '../../sandbox/worlds/scenarios/play.ts'
import { type Answer, endedBy, refuse } from './answers.ts'
import { type Call, type Incoming, newTrace, pathOf, readCall, readerOf, type Trace } from './call.ts'
import type { Security } from './checks.ts'
import { type HeaderChecks, type HeaderSet, headerChecks } from './headers.ts'
import { answeredCall } from './journal.ts'
import { createRouter, unknownMethod, unknownPath } from './router.ts'
import { nearestPath, ROUTES } from './routes.ts'
import { type Serve, stepsOf } from './steps.ts'

export type RestOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Receives every fault of ours or of the disk, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The REST door without its transport: a request in, an answer out, in every case. */
export type RestDoor = { readonly answer: (incoming: Incoming) => Promise<Answer> }

type Headers = Pick<Call, 'grouped' | 'header'>

/** Every operation below the base URL of the default world and of every other (D1). Any other path is refused. */
export function createRest(options: RestOptions): RestDoor {
  const doctor = createSignatureDoctor(options.security.machineNow)
  // Six sets of headers serve all routes.
  const made = new Map<HeaderSet, HeaderChecks>()
  const router = createRouter<Serve>(ROUTES, route => {
    const checks = made.get(route.headerSet) ?? headerChecks(route.headerSet, options.security.headers)
    made.set(route.headerSet, checks)
    return stepsOf(route, checks, options, doctor)
  })
  const run = (incoming: Incoming, headers: Headers, trace: Trace): Promise<Answer> | Answer => {
    const path = pathOf(incoming.target)
    const found = router.find(path)
    const method = incoming.method === 'HEAD' ? 'GET' : incoming.method
    if (found === undefined) {
      const near = nearestPath(path)
      const meant = near === undefined ? undefined : router.find(near)
      // Where the near path lacks the method of the call, its own are named.
      const by = meant === undefined || meant.handlers.has(method) ? '' : `${meant.allowed} `
      return unserved(incoming, headers, trace, unknownPath(path, near && `${by}${near}`))
    }
    const serve = found.handlers.get(method)
    if (serve === undefined) {
      trace.refusal = unknownMethod(incoming.method, found.allowed, path)
      const refusal = trace.refusal
      return unserved(incoming, headers, trace, refusal).catch(() => refuseMethod(refusal, found.allowed))
    }
    return serve(incoming, headers, found, trace)
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
      const traceparent = header(TRACE_HEADER)
      const traceId = traceIdOf(traceparent)
      const trace = newTrace()
      const refused = (error: unknown) => {
        trace.refusal = toDomainError(error, requestId, options)
        return refuse(trace.refusal, incoming.origin())
      }
      let answer: Answer
      try {
        answer = await run(incoming, { grouped, header }, trace)
      } catch (error) {
        answer = refused(error)
      }
      const seen = deps.store.pendingCommit()
      if (seen !== undefined) answer = await seen.then(() => answer, refused)
      const own = withOwnHeaders(answer, {
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
    },
  }
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

function toDomainError(error: unknown, requestId: string | undefined, { report }: RestOptions): DomainError {
  if (!(error instanceof DomainError)) report(error, requestId)
  return (
    refusalOf(error) ??
    new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.')
  )
}
