import { normaliseIban, readBban } from './account-numbers.ts'
import { actWanted, DomainError, type ErrorCode } from './errors.ts'
import { fieldOf, namesOf } from './given.ts'
import { mixed } from './mixing.ts'

/** An outcome that a test forces on a call (D88). */
export type Scenario =
  | { readonly name: 'error'; readonly code: ErrorCode }
  | { readonly name: 'delay'; readonly ms: number; readonly jitter?: number | undefined }
  | { readonly name: 'hang'; readonly s: number }
  | { readonly name: 'lose-answer' }
  | { readonly name: 'sca'; readonly outcome: ScaOutcome }
  | { readonly name: 'execution'; readonly status: ForcedStatus; readonly reason?: Reason | undefined }
  | { readonly name: 'status'; readonly value: ShownStatus }
  | { readonly name: 'consent-revoked'; readonly after: string }
export type ScenarioName = Scenario['name']

/** A waiting call holds a connection: no client waits longer than five minutes. */
export const LONGEST_WAIT_S = 300

export const SCA_OUTCOMES = ['rejected', 'expired'] as const
type ScaOutcome = (typeof SCA_OUTCOMES)[number]

export const FORCED_STATUSES = ['RJCT', 'PART'] as const
export type ForcedStatus = (typeof FORCED_STATUSES)[number]

/** Statuses of a payment that this bank never gives by itself. */
export const SHOWN_STATUSES = ['ACCP', 'ACWP'] as const
type ShownStatus = (typeof SHOWN_STATUSES)[number]

/** Why a payment was not executed, by the codes of ISO 20022 (ExternalStatusReason1Code). */
const REASONS = {
  AC01: 'The account number is wrong.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AG01: 'The account forbids such a transaction.',
  AM04: 'The funds do not cover the amount.',
  AM05: 'The payment was made before.',
  BE04: "The creditor's address is missing or wrong.",
  MD07: 'The customer is deceased.',
  MS02: 'The customer gave no reason.',
  MS03: 'The bank gave no reason.',
  RC01: 'The bank identifier is wrong.',
  RR04: 'A regulation forbids it.',
  TM01: 'It came after the cut-off time.',
} as const
type Reason = keyof typeof REASONS
export const REASON_CODES = namesOf(REASONS)

/** The reason when a scenario names none. */
const NO_REASON: Reason = 'MS03'

/** The text of a transfer's failure. */
export function forcedFailure(reason: Reason = NO_REASON): string {
  return `${reason}: ${REASONS[reason]} A scenario forced it (D88).`
}

/** The failure for lack of funds; `fundsAvailable` then says the same (D37). */
export const FORCED_LACK = forcedFailure('AM04')

/** A scenario in the form of the header, and of answers that it forced. */
export function formatScenario({ name, ...values }: Scenario): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
  return [name, ...pairs].join('; ')
}

/** What an operation must have for a scenario to take effect. */
export type ScenarioOperation = {
  readonly name: string
  readonly service: 'accountInformation' | 'payments' | 'sandbox'
  readonly startsSca?: 'always' | 'withContext'
}

/** The operations that create a payment. */
export const PAYMENTS = ['createPayment', 'createBulkPayment', 'createPeriodicPayment']

/** The operations on which a scenario can take effect, in words. */
const ACTS_ON: Readonly<Record<ScenarioName, string>> = {
  error: 'any operation',
  delay: 'any operation',
  hang: 'any operation',
  'lose-answer': 'any operation',
  sca: 'operations that start an SCA',
  execution: 'createPayment, createBulkPayment and createPeriodicPayment; PART on createBulkPayment alone',
  status: 'createPayment, createBulkPayment and createPeriodicPayment',
  'consent-revoked': 'operations of account information, offerConsent among them',
}
export const SCENARIO_NAMES = namesOf(ACTS_ON)

/** Whether a scenario can take effect in calls of an operation. */
export function canActOn(scenario: Scenario, { name, service, startsSca }: ScenarioOperation): boolean {
  switch (scenario.name) {
    case 'sca':
      return startsSca !== undefined
    case 'execution':
      return scenario.status === 'PART' ? name === 'createBulkPayment' : PAYMENTS.includes(name)
    case 'status':
      return PAYMENTS.includes(name)
    case 'consent-revoked':
      return service === 'accountInformation'
    default:
      return true
  }
}

/** Whether the call has no lasting effect: the scenario's answer replaces it. */
export function replacesEffect(scenario: Scenario): scenario is Extract<Scenario, { name: 'error' | 'hang' }> {
  return scenario.name === 'error' || scenario.name === 'hang'
}

/** Whether a scenario changes the answer itself, so that it belongs to the stored answer of a repeated call (D15). */
export function marksAnswer({ name }: Scenario): boolean {
  return name !== 'delay' && name !== 'hang' && name !== 'lose-answer'
}

/** The result of a call, or the answer that a scenario gives instead. */
export type PlayedCall<Result> =
  | { readonly done: true; readonly result: Result; readonly scenario: Scenario | undefined }
  | { readonly done: false; readonly scenario: Scenario; readonly refusal: DomainError | undefined }

/** The text in the log when a scenario ends the connection. */
export const ENDED = 'The connection ends without an answer (D88).'

/** A refusal that a scenario answers instead of the call: GraphQL has no step of its own for it. */
export function forcedRefusal(code: ErrorCode, text: string): DomainError {
  return new DomainError(code, actWanted('LEAVE_SCENARIO', text))
}

/** The sentence of a forced refusal. */
export function forcedText(scenario: Scenario): string {
  return `This answer was forced by the scenario ${formatScenario(scenario)} (D88). Without it the call would have succeeded.`
}

/**
 * How long a scenario delays a call, in milliseconds.
 * @param share of the jitter that this call gets: from 0 to 1
 */
export function waitOf(scenario: Scenario, share: number): number {
  if (scenario.name === 'hang') return scenario.s * 1_000
  if (scenario.name !== 'delay') return 0
  return Math.min(scenario.ms + Math.round((scenario.jitter ?? 0) * share), LONGEST_WAIT_S * 1_000)
}

/** The creditors' account numbers in a body: of a payment, and of each transfer of a bulk payment. */
export function creditorsOf(body: unknown): string[] {
  const transfers = [body, ...listOf(fieldOf(body, 'payments'))]
  return transfers
    .map(transfer => fieldOf(transfer, 'creditorAccount'))
    .flatMap(account => [fieldOf(account, 'iban'), fieldOf(account, 'bban')])
    .flatMap(number => (typeof number === 'string' ? [readBban(normaliseIban(number))] : []))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether two numbers, as people write them, name the same account: a Norwegian IBAN ends in the BBAN (D23). */
export function isSameNumber(first: string, second: string): boolean {
  const [one = '', other = ''] = [first, second].map(text => readBban(normaliseIban(text)))
  return one === other || bbanIn(one) === other || one === bbanIn(other)
}

function bbanIn(number: string): string | undefined {
  return /^NO\d{13}$/.test(number) ? number.slice(4) : undefined
}

/** Whether a scenario ends the connection instead of answering. */
export function losesAnswer({ name }: Scenario): boolean {
  return name === 'hang' || name === 'lose-answer'
}

/** FORMAT_ERROR for a scenario that cannot take effect in such calls. */
export function assertCanAct(scenario: Scenario, operation: ScenarioOperation, path: string): void {
  if (canActOn(scenario, operation)) return
  throw new DomainError(
    'FORMAT_ERROR',
    `The scenario ${formatScenario(scenario)} has nothing to act on in ${operation.name}: it is for ${ACTS_ON[scenario.name]}.`,
    path,
  )
}

/**
 * Whether a scenario takes effect on the call with this number, counted from 0. Seed and number alone decide, so that a repeated run gives the same
 * result (D88).
 */
export function isDrawn(seed: number, place: number, probability: number): boolean {
  // Two rounds, so that neighbouring seeds and numbers give unrelated results.
  return mixed(mixed(seed) ^ place) / 4_294_967_296 < probability
}
