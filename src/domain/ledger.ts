import { DomainError } from './errors.ts'

/** The other side of money that enters or leaves the bank. */
export const CLEARING = 'clearing'

/** Where fees go (D48). */
export const FEES = 'fees'

/** What makes a booking, as it is shown to the operator. */
export type BookingReason =
  | 'OPENING_BALANCE'
  | 'BALANCE_SET'
  | 'TRANSACTION'
  | 'ACCOUNT_CLOSED'
  | 'PAYMENT'
  | 'EXCHANGE'
  | 'FEE'

export type Movement = {
  readonly debitId: string
  readonly creditId: string
  readonly amountMinor: bigint
}

/** A signed change of one account's balance as a movement with two sides: money comes from clearing, or goes there. */
export function movementAgainstClearing(accountId: string, changeMinor: bigint): Movement {
  return changeMinor >= 0n
    ? { debitId: CLEARING, creditId: accountId, amountMinor: changeMinor }
    : { debitId: accountId, creditId: CLEARING, amountMinor: -changeMinor }
}

/** The largest balance or reservation, either way, in minor units: the difference of two of them still fits 64 bits. */
export const MAX_BALANCE_MINOR = 4_000_000_000_000_000_000n

/** Whether a balance can be kept. */
export function isBalance(minor: bigint): boolean {
  return minor <= MAX_BALANCE_MINOR && minor >= -MAX_BALANCE_MINOR
}

/** Refuses what would bring a balance beyond what the books can hold: BAD_REQUEST. */
export function assertBalance(minor: bigint, path?: string): void {
  if (isBalance(minor)) return
  throw new DomainError(
    'BAD_REQUEST',
    'The balance would be larger than the books can hold: 4 000 000 000 000 000 000 minor units.',
    path,
  )
}
