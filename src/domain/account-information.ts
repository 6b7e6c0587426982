import { CASH_ACCOUNTS, type CashAccountType } from './accounts.ts'

/** Announced changes that a TPP may activate early with x-accept-fix ([I] Versioning, D43). */
type Fix = 'longer-names' | 'cash-account-type-iso' | 'cardaccount-switch-originalamount-and-transactionamount'
export type Fixes = ReadonlySet<Fix>

/** The fixes that are active when a call does not name any. */
export const NO_FIXES: Fixes = new Set()

// The interface writes longer-name, the banks that run it longer-names: both are accepted.
const FIX_NAMES: Readonly<Record<string, Fix>> = {
  'longer-names': 'longer-names',
  'longer-name': 'longer-names',
  'cash-account-type-iso': 'cash-account-type-iso',
  'cardaccount-switch-originalamount-and-transactionamount': 'cardaccount-switch-originalamount-and-transactionamount',
}

/** The fixes a header asks for: a comma list; unknown names are ignored (D43). */
export function parseFixes(header: string | undefined): Fixes {
  if (header === undefined) return NO_FIXES
  const names = header.split(',').map(name => name.trim().toLowerCase())
  return new Set(names.flatMap(name => (Object.hasOwn(FIX_NAMES, name) ? (FIX_NAMES[name] ?? []) : [])))
}

const SHORT_NAME = 35
const LONG_NAME = 70

/** An account's name: 35 characters, or 70 with longer-names, counted in code points (D31, D43). */
export function accountName(name: string, fixes: Fixes): string {
  return Array.from(name)
    .slice(0, fixes.has('longer-names') ? LONG_NAME : SHORT_NAME)
    .join('')
}

/** cashAccountType as a TPP sees it: a word, or the ISO code with cash-account-type-iso (D43). */
export function cashAccountType(code: CashAccountType, fixes: Fixes): string {
  return fixes.has('cash-account-type-iso') ? code : CASH_ACCOUNTS[code].word
}

/** The amounts of a card transaction: the purchase's and the card account's, swapped when the TPP asks for it (D43). */
export function cardAmounts<Amount>(
  purchase: Amount,
  account: Amount,
  fixes: Fixes,
): { transactionAmount: Amount; originalAmount: Amount } {
  return fixes.has('cardaccount-switch-originalamount-and-transactionamount')
    ? { transactionAmount: account, originalAmount: purchase }
    : { transactionAmount: purchase, originalAmount: account }
}

/** The parts of a statement that a call may select ([I] 1.11.7, D42). */
export const BOOKING_STATUSES = ['booked', 'pending', 'both', 'all'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]
