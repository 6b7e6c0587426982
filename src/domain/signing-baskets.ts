import type { PaymentStatus } from '../generated/client.ts'
import { type Transitions, waitsForSca } from './status.ts'

/** [I] Limits: payments per signing basket. */
export const MAX_BASKET_PAYMENTS = 10

/** [I] Signing basket status. */
export const BASKET_STATUSES = ['RCVD', 'PATC', 'ACTC', 'RJCT'] as const
export type BasketStatus = (typeof BASKET_STATUSES)[number]

/**
 * The status of a basket: the worst case among its payments (D39). RJCT when any was rejected or cancelled; RCVD when none is
 * authorised yet; PATC when some are, or wait for another member; ACTC when all are.
 */
export function basketStatus(payments: readonly { readonly status: PaymentStatus }[]): BasketStatus {
  if (payments.some(({ status }) => status === 'RJCT' || status === 'CANC')) return 'RJCT'
  if (payments.every(({ status }) => status === 'RCVD')) return 'RCVD'
  return payments.some(waitsForSca) ? 'PATC' : 'ACTC'
}

/**
 * How the status of a basket moves as its payments do (D39). No status of a basket is ever written, since it is read off the
 * payments: so this binds no code, /docs/states shows it, and a test holds it to what payments can do.
 */
export const BASKET_MOVES = {
  RCVD: ['PATC', 'ACTC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['RJCT'],
  RJCT: [],
} as const satisfies Transitions<BasketStatus>
