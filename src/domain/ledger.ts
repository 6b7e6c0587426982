import { DomainError } from './errors.ts'

/** The internal side of money that enters or leaves the bank. */
export const CLEARING = 'clearing'

/** The internal side that receives fees (D48). */
export const FEES = 'fees'

/** The cause of a booking, as the operator sees it. */
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

/** A signed change of one account's balance as a movement with two sides: from clearing or to clearing. */
export function movementAgainstClearing(accountId: string, changeMinor: bigint): Movement {
  return changeMinor >= 0n
    ? { debitId: CLEARING, creditId: accountId, amountMinor: changeMinor }
    : { debitId: accountId, creditId: CLEARING, amountMinor: -changeMinor }
}

/** The largest balance or reservation, positive or negative, in minor units: the difference of two of them still fits into 64 bits. */
export const MAX_BALANCE_MINOR = 4_000_000_000_000_000_000n

/** Whether a balance can be stored. */
export function isBalance(minor: bigint): boolean {
  return minor <= MAX_BALANCE_MINOR && minor >= -MAX_BALANCE_MINOR
}

/** Refuses a change that would bring a balance beyond the range that can be stored: BAD_REQUEST. */
export function assertBalance(minor: bigint, path?: string): void {
  if (isBalance(minor)) return
  throw new DomainError(
    'BAD_REQUEST',
    'The balance would be larger than the books can hold: 4 000 000 000 000 000 000 minor units.',
    path,
  )
}
