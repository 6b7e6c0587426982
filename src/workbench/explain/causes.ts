import { SCA_MINUTES } from '../../domain/authorisations.ts'
import { CONSENT_DAYS, type ConsentState } from '../../domain/consents.ts'
import type { BasketStatus } from '../../domain/status.ts'
import type { AuthorisationStatus, PaymentStatus } from '../../generated/client.ts'

/**
 * Why things are in their state (D97): for each state the rule, and what it waits for. A state without an explanation does not compile; refusals are
 * in `remedies.ts`.
 */

/** A rule in words. `waitsFor` says what would change the state; a final state waits for nothing. */
export type Reason = { readonly rule: string; readonly text: string; readonly waitsFor?: string }

export const PAYMENT_REASONS = {
  RCVD: {
    rule: 'D35, D45',
    text: 'It is registered and not approved yet.',
    waitsFor: 'the SCA of the PSU that registered it',
  },
  ACCP: {
    rule: 'D88, D35',
    text: 'A scenario shows it so in place of RCVD: it is not approved yet.',
    waitsFor: 'the SCA of the PSU that registered it',
  },
  ACWP: {
    rule: 'D88, D35',
    text: 'A scenario shows it so in place of RCVD: it is not approved yet.',
    waitsFor: 'the SCA of the PSU that registered it',
  },
  PDNG: {
    rule: 'D35',
    text: 'The PSU that registered it approved it, but lacks the role APPROVE or a sufficient approvalLimit.',
    waitsFor: 'the SCA of another member with APPROVE and a sufficient approvalLimit',
  },
  ACTC: {
    rule: 'D35, D38, D40',
    text: 'It is approved; its money is reserved until it is carried out.',
    waitsFor: 'its next batch or run',
  },
  ACWC: {
    rule: 'D35, D40',
    text: 'It is approved, and its day was moved: the one that was asked for has no batches, or another channel changed it.',
    waitsFor: 'its next batch',
  },
  ACSP: {
    rule: 'D35',
    text: 'One batch has taken it; a payment abroad or by SEPA arrives with the next one.',
    waitsFor: 'the batch after that',
  },
  ACSC: { rule: 'D35, D38', text: 'It is carried out: final.' },
  PART: { rule: 'D35', text: 'Some of its transfers were carried out, others failed: final.' },
  RJCT: { rule: 'D35, D37', text: 'It was rejected: final.' },
  CANC: { rule: 'D36', text: 'It was cancelled, by its TPP or in another channel of the bank: final.' },
} as const satisfies Record<PaymentStatus, Reason>

/** A periodic payment whose executions have all passed before its SCA (D77): it waits for nothing. */
export const PLAN_IS_OVER: Reason = {
  rule: 'D38, D77',
  text: 'It was not approved in time: no execution is left between startDate and endDate, so that its SCA is refused with EXECUTION_DATE_INVALID.',
}

/** An approved payment of which the next batch or run lies beyond every clock (D74): no move of the clock carries it out. */
export const OUT_OF_REACH: Reason = {
  rule: 'D74',
  text: 'It is approved, but its next batch or run comes after the year 2200, which no clock of a world reaches: it is never carried out.',
}

export const BASKET_REASONS = {
  RCVD: {
    rule: 'D39',
    text: 'At least one of its payments waits for the SCA of the PSU.',
    waitsFor: 'the SCA of the basket, or of that payment',
  },
  PATC: {
    rule: 'D39, D35',
    text: 'Some of its payments are approved, or wait for another member.',
    waitsFor: 'the SCA of another member, or of the payments that are left',
  },
  ACTC: { rule: 'D39', text: 'All of its payments are approved, or further.' },
  RJCT: {
    rule: 'D39',
    text: 'At least one of its payments was rejected or cancelled: the worst one counts. Those that still wait can be authorised all the same, by its SCA or each by itself.',
  },
} as const satisfies Record<BasketStatus, Reason>

export const CONSENT_REASONS = {
  VALID: { rule: 'D32, [I] Limits', text: `It serves its TPP for ${CONSENT_DAYS} days after it was granted.` },
  REPLACED: { rule: 'D32', text: 'A newer one of the same TPP, PSU, context and agreement counts in its place.' },
  EXPIRED: {
    rule: 'D32, [I] Limits',
    text: `It was granted more than ${CONSENT_DAYS} days ago.`,
    waitsFor: 'a new SCA of the PSU',
  },
  REVOKED: { rule: 'D32', text: 'The PSU took it back.', waitsFor: 'a new consent of the PSU' },
} as const satisfies Record<ConsentState, Reason>

export const AUTHORISATION_REASONS = {
  RECEIVED: {
    rule: 'D33',
    text: 'The PSU has not decided yet.',
    waitsFor: `the decision of the PSU, for ${SCA_MINUTES} minutes`,
  },
  FINALISED: { rule: 'D33', text: 'The PSU approved: final.' },
  FAILED: { rule: 'D33', text: 'The PSU rejected, or nothing was left that it could decide: final.' },
  EXPIRED: { rule: 'D33', text: `The PSU did not decide within ${SCA_MINUTES} minutes: final.`, waitsFor: 'a new SCA' },
} as const satisfies Record<AuthorisationStatus, Reason>

/** What an SCA with TPP-Redirect-Preferred: false waits for: the page approves in place of the bank's app. */
export const APP_WAITS_FOR = `the PSU to open the page of the SCA and enter its number, for ${SCA_MINUTES} minutes: the page then approves by itself, in place of the bank's app`
