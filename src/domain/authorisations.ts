import type { Authorisation, AuthorisationStatus, PsuContext } from '../generated/client.ts'
import { actWanted, byRule, DomainError, type ErrorCode, type Fault } from './errors.ts'
import type { ScaEnd } from './settled-scas.ts'
import { AUTHORISATION_TRANSITIONS } from './status.ts'

/** For whom a PSU can act ([I] PSU-Context). */
export const PSU_CONTEXTS = ['PRIVATE', 'CORPORATE'] as const satisfies readonly PsuContext[]

/** An authorisation that the PSU has not finished expires after 30 minutes (D33). */
export const SCA_MINUTES = 30

/** After this many wrong customer numbers each answer is delayed, so that numbers cannot be guessed fast (D75). */
export const MOST_WRONG_NUMBERS = 10

/** How many open authorisations without a named PSU a TPP may have, from refused reads. */
export const MOST_UNNAMED = 20

/** The decision of a PSU. */
export const OUTCOMES = ['APPROVED', 'REJECTED'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The properties of an SCA that the TPP fixes when it sends a PSU to the bank's page. */
export type ScaRequest = {
  readonly customerId: string | undefined
  readonly context: PsuContext | undefined
  readonly agreementId: string | undefined
  readonly redirectUri: string
  readonly redirectPreferred: boolean
}

/** A refusal that an SCA would remove: the door adds the link to the SCA, which is stored outside of the transaction that is rolled back (D32). */
export class ScaNeeded extends DomainError {
  readonly request: ScaRequest

  constructor(code: ErrorCode, fault: Fault, request: ScaRequest) {
    super(code, [fault])
    this.request = request
  }
}

export function expiresAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + SCA_MINUTES * 60_000)
}

/** An authorisation without a decision of its PSU. */
export const OPEN = { status: 'RECEIVED' } as const satisfies Pick<Authorisation, 'status'>

/**
 * Ends an authorisation, as its table of transitions permits: all columns of a change of status. No other function changes the status. CONFLICT
 * outside of the table (D33).
 */
export function endAs<Status extends AuthorisationStatus>(
  { status: from }: Pick<Authorisation, 'status'>,
  status: Status,
  at: Date,
): { status: Status; finishedAt: Date } {
  const permitted: readonly AuthorisationStatus[] = AUTHORISATION_TRANSITIONS[from]
  if (permitted.includes(status)) return { status, finishedAt: at }
  throw new DomainError(
    'CONFLICT',
    actWanted('LOOK_AT_STATE', byRule.D33`The authorisation is ${from} and cannot become ${status}.`),
  )
}

/** Whether the time of an unfinished authorisation has run out, even if no row records that yet. */
export function isExpired(authorisation: Pick<Authorisation, 'status' | 'expiresAt'>, now: Date): boolean {
  return authorisation.status === 'EXPIRED' || (authorisation.status === 'RECEIVED' && authorisation.expiresAt <= now)
}

/** Whether its PSU may still decide. */
export function isOpen(authorisation: Pick<Authorisation, 'status' | 'expiresAt'>, now: Date): boolean {
  return authorisation.status === 'RECEIVED' && !isExpired(authorisation, now)
}

/** What became of the payments of an ended authorisation: whether they leave anything to decide, and whether a failed one was rejected. */
export type Subject = { readonly settled?: ScaEnd | undefined; readonly isRejected: boolean }

/** Refuses an ended authorisation: SCA_EXPIRED after its time, SCA_INVALID when it was used, or when its payments were settled without it (D33). */
export function assertOpen(
  authorisation: Authorisation,
  now: Date,
  { settled, isRejected }: Subject = { isRejected: true },
): void {
  if (isOpen(authorisation, now)) return
  const then = (ended: string) =>
    settled === undefined ? `${ended} Start a new one.` : actWanted('LOOK_AT_STATE', `${ended} ${settled.text}`)
  if (isExpired(authorisation, now)) {
    const expired = `This authorisation was not finished within ${SCA_MINUTES} minutes and has expired.`
    throw new DomainError('SCA_EXPIRED', then(expired))
  }
  const isSettled = authorisation.status === 'FAILED' && settled !== undefined && !isRejected
  const done = authorisation.status === 'FINALISED' ? 'was already approved' : 'was already rejected'
  throw new DomainError('SCA_INVALID', then(`This authorisation ${isSettled ? 'has ended' : done}.`))
}

/** The state of an authorisation in the words of the field. */
export function scaStatus(
  authorisation: Pick<Authorisation, 'status' | 'expiresAt'>,
  now: Date,
): 'received' | 'finalised' | 'failed' {
  if (authorisation.status === 'FINALISED') return 'finalised'
  return authorisation.status === 'FAILED' || isExpired(authorisation, now) ? 'failed' : 'received'
}

/** Where the PSU goes after its decision: the TPP's own address and query, with the bank's parameters added (D33). */
export function redirectTarget(redirectUri: string, added: Readonly<Record<string, string>>): string {
  const query = redirectUri.indexOf('?')
  const separator = query < 0 ? '?' : query === redirectUri.length - 1 || redirectUri.endsWith('&') ? '' : '&'
  return `${redirectUri}${separator}${new URLSearchParams(added)}`
}
