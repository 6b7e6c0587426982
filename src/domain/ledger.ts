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

/** The largest balance that an account can have had before as many lines as a document holds. */
const MAX_OPENING_MINOR = 30_001n * MAX_BALANCE_MINOR

/** Refuses a balance before a document's lines if no lines could lead from it to a balance that can be stored: BAD_REQUEST. */
export function assertOpening(minor: bigint, path: string): void {
  if (minor <= MAX_OPENING_MINOR && minor >= -MAX_OPENING_MINOR) return
  throw new DomainError('BAD_REQUEST', 'No transactions of a document lead from here to what the books can hold.', path)
}

/** A change that bookings can hold: the range of a balance. */
export function* partsOfChange(changeMinor: bigint): Generator<bigint> {
  for (let left = changeMinor; left !== 0n; ) {
    const limit = left < 0n ? -MAX_BALANCE_MINOR : MAX_BALANCE_MINOR
    const part = isBalance(left) ? left : limit
    yield part
    left -= part
  }
}

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
