import { hash } from 'node:crypto'
import type { Context, Deps } from '../../bank/context.ts'
import { linkSca } from '../../bank/resolvers/authorisations/start.ts'
import { type OnceCall, runOnce, type StoredAnswer } from '../../bank/resolvers/replays.ts'
import { ERRORS } from '../../bank/wire/errors.ts'
import { toJson } from '../../bank/wire/json.ts'
import type { Step } from '../../domain/calls.ts'
import { checkTogether, DomainError } from '../../domain/errors.ts'
import { ACTING_FOR, writeFingerprint } from '../../domain/fingerprints.ts'
import { type Habit, habitsIn, noStatement, readsStatement } from '../../domain/habits.ts'
import { readId } from '../../domain/ids.ts'
import { assertCanAct, creditorsOf, type PlayedCall, type Scenario } from '../../domain/scenarios.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import { turnAfter } from '../../platform/http/bodies.ts'
import { quoteNumbers } from '../../platform/http/sent-numbers.ts'
import type { SignatureDoctor } from '../../platform/security/doctor/signature-doctor.ts'
import type { Warning } from '../../platform/security/warnings.ts'
import { enter, getWorld } from '../../sandbox/worlds/doors.ts'
import { scenario as grammar } from '../../sandbox/worlds/scenarios/inputs.ts'
import { play } from '../../sandbox/worlds/scenarios/play.ts'
import { findLongAddresses, refuseLongAddresses, warnOfLongAddresses } from './addresses.ts'
import { findShortAmounts, refuseShortAmounts, warnOfShortAmounts } from './amounts.ts'
import { type Answer, JSON_HEADERS, JSON_TYPE, refuse, withoutAnswer, withScenario } from './answers.ts'
import { type Call, type Incoming, readCall, type SeenCall, type Trace } from './call.ts'
import { assertMediaTypes, authenticate, parseBody, parseQuery, type Security } from './checks.ts'
import type { HeaderChecks } from './headers.ts'
import { readAccess, readInputs, replyTo } from './replies.ts'
import type { RouteMatch } from './router.ts'
import type { Reply, Route } from './serve.ts'

/** A route, and how the headers of its set are checked. */
export type ServedRoute = { readonly route: Route; readonly headers: HeaderChecks }

/** A call whose route is known. */
export type RoutedCall = {
  readonly incoming: Incoming
  readonly headers: Pick<Call, 'grouped' | 'header'>
  readonly found: Pick<RouteMatch<unknown>, 'world' | 'params'>
  readonly trace: Trace
}

export type Door = { readonly deps: Deps; readonly security: Security; readonly doctor: SignatureDoctor }

/**
 * Answers a call whose route is known, by the steps of D12 from top to bottom. Each is recorded in the trace as it begins, so the last one has refused.
 * A read goes on to its operation; a write first goes through its record of replays (D15): the same call gets its stored answer again, whatever else is
 * right or wrong with it.
 */
export async function answer(
  served: ServedRoute,
  routed: RoutedCall,
  { deps, security, doctor }: Door,
): Promise<Answer> {
  const { route } = served
  const { incoming, headers, found, trace } = routed
  trace.operation = route.operation
  begin(trace, 'WORLD')
  const world = await getWorld(deps, found.world, incoming.hungUp)
  trace.world = found.world
  trace.clock = world
  begin(trace, 'SIZE')
  const reading = readCall(incoming, headers)
  const sent = reading instanceof Promise ? await reading : reading
  trace.body = sent.body
  // CERTIFICATE to HEADER_FORMATS.
  const waiting = security.certificates.ready?.()
  if (waiting !== undefined) await waiting
  const { tppId, tppName } = authenticate(sent, trace, { ...served, security, doctor })
  const pause = turnAfter(sent.body)
  if (pause !== undefined) await pause
  const call: CheckedCall = {
    route,
    params: found.params(route.method),
    seen: {
      method: sent.method,
      target: incoming.target,
      body: sent.body,
      header: served.headers.used(headers.header),
    },
    origin: incoming.origin,
    requested: requestedScenario(headers.header, route),
    habits: requestedHabits(headers.header, route),
    strict: security.strict === true,
    trace,
  }
  const ctx = enter(deps, world, { kind: 'tpp', tppId, tppName })
  return linkSca(ctx, async () => {
    if (route.method === 'GET') return ended(await perform(ctx, call), trace)
    begin(trace, 'REPLAY')
    const done = await runOnce(ctx, replayKeyOf(tppId, call.seen), tx => perform(tx, call), storedAnswerOf)
    if ('result' in done) return ended(done.result, trace)
    begin(trace, 'REPLAY')
    const { status, headers: stored, body } = done.earlier
    return { status, headers: { ...stored, 'Sandbank-Replayed': 'true' }, body }
  })
}

/** A call whose caller is proven, and whose headers have the right forms. */
type CheckedCall = {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly seen: SeenCall
  readonly origin: Incoming['origin']
  readonly requested: Scenario | undefined
  readonly habits: readonly Habit[] | undefined
  /** Whether deviations that are tolerated by default are refused (D73). */
  readonly strict: boolean
  readonly trace: Trace
}

// A command may run these steps twice. What is stored of a refusal has the numbers as they were sent, too.
function perform(ctx: Context, call: CheckedCall): Promise<PlayedCall<Answer>> {
  return performed(ctx, call).catch((error: unknown) => {
    throw error instanceof DomainError ? quoteNumbers(error, () => Buffer.from(call.seen.body).toString()) : error
  })
}

// MEDIA_TYPE to RULES, with the scenarios of the world around the rules (D88).
async function performed(ctx: Context, call: CheckedCall): Promise<PlayedCall<Answer>> {
  const { route, seen, requested, trace } = call
  begin(trace, 'MEDIA_TYPE')
  assertMediaTypes(seen, route)
  begin(trace, 'BODY')
  const raw = readRaw(call)
  const inputs = await readInputs(ctx, route, raw)
  warn(trace, ...raw.warnings)
  begin(trace, 'RULES')
  const scripted = {
    operation: route.runs,
    claim: () => readAccess(seen.header, route.headerSet),
    creditors: () => creditorsOf(raw.body),
    requested,
  }
  return play(ctx, scripted, async at => {
    const reply = await replyTo(at, route, inputs, raw)
    warn(trace, ...(reply.warnings ?? []))
    return shown(at, route, reply)
  })
}

/** Query and body as sent, and what a strict server refuses in a body of any operation, where another one warns of it (D73). */
function readRaw({ route, params, seen, origin, habits, strict }: CheckedCall) {
  const [query, body] = [parseQuery(seen.target), parseBody(seen, route)]
  const short = findShortAmounts(body)
  const long = findLongAddresses(body)
  const refuse = () =>
    checkTogether(
      () => refuseShortAmounts(short),
      () => refuseLongAddresses(long),
    )
  return {
    params,
    query,
    body,
    header: seen.header,
    origin,
    habits,
    assertBody: strict ? refuse : undefined,
    warnings: [warnOfShortAmounts(short), warnOfLongAddresses(long)],
  }
}

// Each once, even when a call runs twice.
function warn({ warnings }: Trace, ...more: readonly (Warning | undefined)[]): void {
  for (const one of more) if (one !== undefined && !warnings.some(({ code }) => code === one.code)) warnings.push(one)
}

/** Records the begin of a step. If the step has begun before, everything recorded since then is discarded. */
function begin({ steps }: Trace, step: Step): void {
  const before = steps.indexOf(step)
  if (before >= 0) steps.length = before
  steps.push(step)
}

const SCENARIO = 'Sandbank-Scenario'

// FORMAT_ERROR when the scenario of the header cannot take effect in this operation (D88).
function requestedScenario(header: Call['header'], { runs }: Route): Scenario | undefined {
  const text = header(SCENARIO)
  if (text === undefined) return undefined
  const requested = grammar.parse(text)
  assertCanAct(requested, runs, SCENARIO)
  return requested
}

const HABIT = 'Sandbank-Habit'

// FORMAT_ERROR for an operation that shows no statement (D133).
function requestedHabits(header: Call['header'], { operation }: Route): readonly Habit[] | undefined {
  const text = header(HABIT)
  if (text === undefined) return undefined
  if (!readsStatement(operation)) throw noStatement(operation, HABIT)
  return habitsIn(text)
}

function replayKeyOf(tppId: string, { method, target, body, header }: SeenCall): OnceCall {
  const acting = ACTING_FOR.map(name => {
    const value = header(name)
    return value === undefined ? null : readId(value)
  })
  const head = JSON.stringify([method, target, ...acting])
  const whole = hash('sha256', Buffer.concat([Buffer.from(`${head}\n`), body]), 'base64')
  const fingerprint = writeFingerprint(whole, { method, target, acting, body })
  return { tppId, requestId: header('X-Request-ID') ?? '', fingerprint }
}

/** The stored answer of a refused call. A refusal forced by a scenario is stored like one of the operation, with the scenario's name. */
function storedAnswerOf(ended: PlayedCall<Answer> | DomainError): StoredAnswer | undefined {
  if (ended instanceof DomainError) return isStored(ended) ? refuse(ended) : undefined
  if (ended.done) return withScenario(ended.result, ended.scenario)
  const { refusal, scenario } = ended
  return refusal === undefined || !isStored(refusal) ? undefined : withScenario(refuse(refusal), scenario)
}

// D15: 401, 403, 429 and 5xx are not stored, since the same call may rightly succeed later.
function isStored({ code }: DomainError): boolean {
  const { status } = ERRORS[code]
  return status < 500 && ![401, 403, 429].includes(status)
}

// The operation's own answer, or the one that a scenario forces instead. A forced refusal is thrown.
function ended(played: PlayedCall<Answer>, trace: Trace): Answer {
  if (played.scenario !== undefined) {
    begin(trace, 'SCENARIO')
    trace.scenario = played.scenario
  }
  if (played.done) return played.result
  if (played.refusal !== undefined) throw played.refusal
  return withoutAnswer()
}

function shown(ctx: Context, route: Route, reply: Reply): Answer {
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
