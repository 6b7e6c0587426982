import type { ChangedRows, Context, Deps } from '../../../bank/context.ts'
import { command } from '../../../bank/resolvers/command.ts'
import { scaRequest } from '../../../bank/resolvers/consents/grant.ts'
import { rejectByScenario } from '../../../bank/resolvers/payments/approve.ts'
import { type Access, identifyPsu } from '../../../bank/resolvers/psus.ts'
import { fallsDue } from '../../../bank/resolvers/work.ts'
import { endAs, OPEN, ScaNeeded } from '../../../domain/authorisations.ts'
import { after } from '../../../domain/calendar.ts'
import { byRule, DomainError, type Words } from '../../../domain/errors.ts'
import {
  forcedFailure,
  forcedRefusal,
  forcedText,
  type PlayedCall,
  replacesEffect,
  type Scenario,
  type ScenarioOperation,
  waitOf,
} from '../../../domain/scenarios.ts'
import { runAndRollBack } from '../../../platform/store/run-and-roll-back.ts'
import { pause } from '../../../platform/store/turns.ts'
import { count, isChosen, rulesFor } from './rules.ts'

/** A call on which a scenario may act. */
export type ScriptedCall = {
  readonly operation: ScenarioOperation
  /** How it names its PSU. */
  readonly claim: () => Access
  /** The creditors' account numbers. */
  readonly creditors: () => readonly string[]
  /** The scenario that the call itself requests. */
  readonly requested: Scenario | undefined
}

type Run<Result> = (at: Context) => Promise<Result>

/**
 * Runs a call, and lets a scenario act on it: the one that the call requests, else one that the world has for such calls (D88). It acts only on calls
 * that succeed, so it never lets through a call that would be refused; its own answers have no effect. The use of a rule is counted in the same
 * transaction, so that two parallel calls never share one use.
 */
export async function play<Result>(ctx: Context, call: ScriptedCall, run: Run<Result>): Promise<PlayedCall<Result>> {
  const { requested } = call
  if (requested !== undefined) return command(ctx, tx => playStated(tx, requested, call, run))
  if (!ctx.world.hasScenarios || (await rulesFor(ctx, call)).length === 0)
    return { done: true, result: await run(ctx), scenario: undefined }
  return command(ctx, tx => playRule(tx, call, run))
}

async function playStated<Result>(
  tx: Context,
  requested: Scenario,
  call: ScriptedCall,
  run: Run<Result>,
): Promise<PlayedCall<Result>> {
  const { played, acted } = await act(tx, requested, call, run)
  if (acted) return played
  throw new DomainError('FORMAT_ERROR', NOTHING_TO_ACT_ON[requested.name] ?? '', 'Sandbank-Scenario')
}

// A caller that requests an outcome and does not get it must learn of it.
const NOTHING_TO_ACT_ON: Readonly<Partial<Record<Scenario['name'], string | Words>>> = {
  sca: byRule.D45`The scenario sca needs a call that starts an SCA: one that creates a payment does when it sends PSU-Context.`,
  execution:
    'The scenario execution; status=PART needs a bulk payment of at least two transfers, of which the last one fails.',
  'consent-revoked': 'The scenario consent-revoked needs a call that rests on a consent or offers one.',
}

async function playRule<Result>(tx: Context, call: ScriptedCall, run: Run<Result>): Promise<PlayedCall<Result>> {
  const rules = await rulesFor(tx, call)
  const place = rules.findIndex(isChosen)
  const chosen = rules[place]
  const { played, acted } =
    chosen === undefined
      ? { played: { done: true, result: await run(tx), scenario: undefined } as const, acted: false }
      : await act(tx, chosen.scenario, call, run)
  for (const { rule } of chosen === undefined ? rules : rules.slice(0, place)) await count(tx, rule, 0)
  if (chosen !== undefined && acted) await count(tx, chosen.rule, 1)
  return played
}

type PlayedResult<Result> = { readonly played: PlayedCall<Result>; readonly acted: boolean }

async function act<Result>(
  tx: Context,
  scenario: Scenario,
  call: ScriptedCall,
  run: Run<Result>,
): Promise<PlayedResult<Result>> {
  if (replacesEffect(scenario)) {
    // In a context of its own, since its changes to the world are rolled back, too.
    await runAndRollBack(tx.db, () => run({ ...tx }))
    tx.load.clearAll()
    const refusal = scenario.name === 'error' ? await refusalOf(tx, scenario, call) : undefined
    return { played: { done: false, scenario, refusal }, acted: true }
  }
  const later = LATER[scenario.name]
  if (later === undefined) return { played: { done: true, result: await run(tx), scenario }, acted: true }
  const shows = scenario.name === 'status' ? scenario.value : undefined
  const touched: ChangedRows = { authorisations: [], payments: [], consents: [], shows }
  const result = await run({ ...tx, touched })
  const acted = await later(tx, scenario, touched)
  return { played: { done: true, result, scenario: acted ? scenario : undefined }, acted }
}

// A refusal that an SCA would remove carries the link to one, as the bank's own does (D32).
async function refusalOf(
  tx: Context,
  scenario: Extract<Scenario, { name: 'error' }>,
  { operation, claim }: ScriptedCall,
): Promise<DomainError> {
  const { code } = scenario
  const text = forcedText(scenario)
  const isLifted = code === 'CONSENT_INVALID' || code === 'CONSENT_EXPIRED'
  if (!isLifted || operation.service !== 'accountInformation') return forcedRefusal(code, text)
  const access = claim()
  const fault = { text, want: { kind: 'act', act: 'LEAVE_SCENARIO' } } as const
  return new ScaNeeded(code, fault, scaRequest(access, await identifyPsu(tx, access)))
}

/** Applies a scenario to the things that a call has created or used. Returns whether there were any. */
type LaterEffect = (tx: Context, scenario: Scenario, touched: ChangedRows) => Promise<boolean>

const LATER: Readonly<Partial<Record<Scenario['name'], LaterEffect>>> = {
  sca: endScas,
  execution: forceExecution,
  // The payment has it from its registration on, so that its answer shows it.
  status: async (_, __, { payments }) => payments.length > 0,
  'consent-revoked': revokeLater,
}

// As if the PSU had rejected it, or its time had run out, before anyone can read it.
async function endScas(tx: Context, scenario: Scenario, { authorisations }: ChangedRows): Promise<boolean> {
  if (scenario.name !== 'sca') return false
  const end = scenario.outcome === 'rejected' ? 'FAILED' : 'EXPIRED'
  for (const id of authorisations) {
    const where = { worldId_id: { worldId: tx.world.id, id } }
    const expired = end === 'EXPIRED' ? { expiresAt: tx.now } : {}
    const authorisation = await tx.db.authorisation.update({
      where,
      data: { ...endAs(OPEN, end, tx.now), ...expired },
    })
    if (end === 'FAILED') await rejectByScenario(tx, authorisation)
  }
  return authorisations.length > 0
}

async function forceExecution(tx: Context, scenario: Scenario, { payments }: ChangedRows): Promise<boolean> {
  if (scenario.name !== 'execution') return false
  const worldId = tx.world.id
  const { status: forcedStatus, reason } = scenario
  for (const id of payments) {
    if (forcedStatus === 'PART' && (await tx.db.paymentEntry.count({ where: { worldId, paymentId: id } })) < 2)
      return false
    const data = { forcedStatus, forcedReason: forcedFailure(reason) }
    await tx.db.payment.update({ where: { worldId_id: { worldId, id } }, data })
  }
  return payments.length > 0
}

async function revokeLater(
  tx: Context,
  scenario: Scenario,
  { authorisations, consents }: ChangedRows,
): Promise<boolean> {
  if (scenario.name !== 'consent-revoked') return false
  const worldId = tx.world.id
  // The scenario of a consent that the PSU is about to give begins with the consent.
  await tx.db.authorisation.updateMany({
    where: { worldId, id: { in: [...authorisations] } },
    data: { revokesAfter: scenario.after },
  })
  const revokesAt = after(tx.now, scenario.after) ?? tx.now
  // Many calls may use one consent: the first one's time counts.
  await tx.db.consent.updateMany({
    where: { worldId, id: { in: [...consents] }, OR: [{ revokesAt: null }, { revokesAt: { gt: revokesAt } }] },
    data: { revokesAt },
  })
  if (consents.length > 0) await fallsDue(tx, revokesAt)
  return authorisations.length + consents.length > 0
}

/** How many calls may wait for a scenario at once; one more continues at once. */
const MOST_WAITING = 500
let waiting = 0

/** Waits as long as a scenario says. A waiting call holds only its connection, and ends with its caller and with the server. */
export async function waitFor(
  scenario: Scenario,
  { stopping, newId }: Deps,
  hungUp: () => AbortSignal | undefined,
): Promise<void> {
  // The last digits of a new id are as good as random.
  const ms = waitOf(scenario, Number.parseInt(newId().slice(-6), 16) / 0xff_ff_ff)
  if (ms === 0 || waiting >= MOST_WAITING) return
  waiting += 1
  try {
    await pause(ms, hungUp(), stopping)
  } finally {
    waiting -= 1
  }
}
