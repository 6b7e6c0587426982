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
