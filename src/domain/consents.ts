import type { Consent } from '../generated/client.ts'
import { addDays, daysBetween, osloDay } from './calendar.ts'
import { byRule, DomainError, type Fault, type Want, type Words } from './errors.ts'

/** The state of a consent: only a VALID one gives its TPP access (D32). */
export const CONSENT_STATES = ['VALID', 'REPLACED', 'EXPIRED', 'REVOKED'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/** An SCA is valid for 180 days ([I] Limits: SCA renewal period). */
export const CONSENT_DAYS = 180

/** Without the PSU present, details need a consent of at most 90 days ([I] Limits). */
export const UNATTENDED_DETAILS_DAYS = 90

/** History without a fresh SCA ([I] Limits). */
const HISTORY_DAYS = 90

/** An SCA counts as fresh for 15 minutes (D41). */
const FRESH_MINUTES = 15

/** Calls a day without the PSU present, for each TPP, PSU, account and operation ([I] Limits, D41). */
export const UNATTENDED_CALLS = 4

const DAY_MS = 86_400_000

/** If the PSU is present, the limits of 90 days do not apply after a fresh SCA (D41). */
export const SHOW_PSU = { kind: 'act', act: 'SHOW_PSU' } as const satisfies Want

/**
 * Why a consent has expired for this call, if it has: after 180 days for everything; after 90 for transaction details without the PSU present (D41).
 */
export function consentFault(consent: Pick<Consent, 'grantedAt'>, now: Date, days: number): Fault | undefined {
  if (now.getTime() - consent.grantedAt.getTime() <= days * DAY_MS) return undefined
  const when = consent.grantedAt.toISOString()
  const limit =
    days === CONSENT_DAYS ? `${days} days, after which an SCA must be renewed` : `${days} days without PSU-IP-Address`
  return {
    want: days === CONSENT_DAYS ? undefined : SHOW_PSU,
    ...byRule(
      '[I] Limits',
      'Send the PSU to scaRedirect.',
    )`The consent is of ${when}: it serves this call for ${limit}.`,
  }
}

/** A consent that existed has expired ([I] Limits). */
export function goodSince(now: Date): Date {
  return new Date(now.getTime() - CONSENT_DAYS * DAY_MS)
}

/** Revoked by the PSU: the TPP cannot repair this by itself (D32). */
export function assertNotRevoked(consent: Pick<Consent, 'revokedAt'>): void {
  if (consent.revokedAt === null) return
  throw new DomainError(
    'CONSENT_UNKNOWN',
    `The PSU revoked this consent at ${consent.revokedAt.toISOString()}. Ask it for a new one.`,
  )
}

/** Whether all history may be read: the PSU is present and its SCA is at most 15 minutes old (D41). */
export function seesAllHistory(consent: Pick<Consent, 'grantedAt'>, now: Date, psuPresent: boolean): boolean {
  return psuPresent && now.getTime() - consent.grantedAt.getTime() <= FRESH_MINUTES * 60_000
}

/** The earliest day that may be read without a fresh SCA. */
export function earliestDay(now: Date): string {
  return addDays(osloDay(now), -HISTORY_DAYS)
}

/** The text of a refusal for reading too far back: which of the two conditions is missing, and what brings it about (D41). */
export function historyText(
  consent: Pick<Consent, 'grantedAt'>,
  day: string,
  { now, psuPresent }: { readonly now: Date; readonly psuPresent: boolean },
): Words {
  const back = daysBetween(day, osloDay(now))
  const isFresh = seesAllHistory(consent, now, true)
  const old = `with an SCA older than ${FRESH_MINUTES} minutes`
  const cause = psuPresent ? old : isFresh ? 'without PSU-IP-Address' : `without PSU-IP-Address and ${old}`
  const present = 'send PSU-IP-Address while the PSU is present'
  const remedy = psuPresent
    ? 'Send the PSU to scaRedirect.'
    : isFresh
      ? `The SCA is fresh: ${present}.`
      : `Send the PSU to scaRedirect, then ${present}.`
  return byRule(
    '[I] Limits',
    remedy,
  )`${day} is ${back} days ago: ${cause}, at most ${HISTORY_DAYS} days back can be read, that is from ${earliestDay(now)}.`
}
