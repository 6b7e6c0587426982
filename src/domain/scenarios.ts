import { DomainError, type ErrorCode } from './errors.ts'

/** An outcome that a test forces on a call (D88). */
export type Scenario =
  | { readonly name: 'error'; readonly code: ErrorCode }
  | { readonly name: 'delay'; readonly ms: number }
  | { readonly name: 'hang'; readonly s: number }
  | { readonly name: 'lose-answer' }
  | { readonly name: 'sca'; readonly outcome: ScaOutcome }
  | { readonly name: 'execution'; readonly status: ForcedStatus; readonly reason?: Reason | undefined }
  | { readonly name: 'consent-revoked'; readonly after: string }
export type ScenarioName = Scenario['name']
export const SCENARIO_NAMES = [
  'error',
  'delay',
  'hang',
  'lose-answer',
  'sca',
  'execution',
  'consent-revoked',
] as const satisfies readonly ScenarioName[]

/** Whoever waits holds a connection: five minutes are longer than any client has patience. */
export const LONGEST_WAIT_S = 300

export const SCA_OUTCOMES = ['rejected', 'expired'] as const
type ScaOutcome = (typeof SCA_OUTCOMES)[number]

export const FORCED_STATUSES = ['RJCT', 'PART'] as const
type ForcedStatus = (typeof FORCED_STATUSES)[number]

/** Why a payment was not carried out, by codes of ISO 20022 (ExternalStatusReason1Code). */
export const REASON_CODES = [
  'AC01',
  'AC04',
  'AC06',
  'AG01',
  'AM04',
  'AM05',
  'BE04',
  'MD07',
  'MS02',
  'MS03',
  'RC01',
  'RR04',
  'TM01',
] as const
type Reason = (typeof REASON_CODES)[number]

/** A scenario as the header has it, and as an answer that it made says. */
export function formatScenario({ name, ...values }: Scenario): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
  return [name, ...pairs].join('; ')
}

/** What a scenario needs of an operation to have something to act on. */
export type ScenarioOperation = {
  readonly name: string
  readonly service: 'accountInformation' | 'payments' | 'sandbox'
  readonly startsSca?: 'always' | 'withContext'
}

const PAYMENTS = ['createPayment', 'createBulkPayment', 'createPeriodicPayment']
const OFFERS = ['offerConsent', 'offerConsentDeprecated']

/** On what operations a scenario can act, in words. */
const ACTS_ON: Readonly<Record<ScenarioName, string>> = {
  error: 'any operation',
  delay: 'any operation',
  hang: 'any operation',
  'lose-answer': 'any operation',
  sca: 'operations that start an SCA',
  execution: 'createPayment, createBulkPayment and createPeriodicPayment; PART on createBulkPayment alone',
  'consent-revoked': 'offerConsent and the operations of account information',
}

/** Whether a scenario has something to act on in calls of an operation. */
function canActOn(scenario: Scenario, { name, service, startsSca }: ScenarioOperation): boolean {
  switch (scenario.name) {
    case 'sca':
      return startsSca !== undefined
    case 'execution':
      return scenario.status === 'PART' ? name === 'createBulkPayment' : PAYMENTS.includes(name)
    case 'consent-revoked':
      return service === 'accountInformation' || OFFERS.includes(name)
    default:
      return true
  }
}

/** Whether nothing of the call's effect stays: what the scenario answers takes its place. */
export function undoes(scenario: Scenario): scenario is Extract<Scenario, { name: 'error' | 'hang' }> {
  return scenario.name === 'error' || scenario.name === 'hang'
}

/** Whether a scenario is part of what an answer says, so that it stays with the answer when a call is repeated (D15). */
export function marksAnswer({ name }: Scenario): boolean {
  return name !== 'delay' && name !== 'hang' && name !== 'lose-answer'
}

/** What became of a call: its result, unless the scenario answers in its place. */
export type Played<Result> =
  | { readonly result: Result; readonly scenario: Scenario | undefined }
  | { readonly result: undefined; readonly scenario: Extract<Scenario, { name: 'error' | 'hang' }> }

/** The refusal that a scenario forces. */
export function forcedRefusal(scenario: Extract<Scenario, { name: 'error' }>): DomainError {
  return new DomainError(
    scenario.code,
    `This answer was forced by the scenario ${formatScenario(scenario)} (D88). Without it the call would have succeeded.`,
  )
}

/** FORMAT_ERROR for a scenario that has nothing to act on in such calls. */
export function assertCanAct(scenario: Scenario, operation: ScenarioOperation, path: string): void {
  if (canActOn(scenario, operation)) return
  throw new DomainError(
    'FORMAT_ERROR',
    `The scenario ${formatScenario(scenario)} has nothing to act on in ${operation.name}: it is for ${ACTS_ON[scenario.name]}.`,
    path,
  )
}
