import type { Account, CardAccount } from '../generated/client.ts'
import { isSameBban } from './account-numbers.ts'
import { LAST_DAY } from './calendar.ts'
import { byRule, checkTogether, DomainError, type Fault } from './errors.ts'
import { assertBalance } from './ledger.ts'
import { BOOK_DIGITS, parseAmount } from './money.ts'

/** [I] BicFiIdentifier. */
export const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/

/** [I] Transaction details: non-empty, at most 4 characters. */
export const PURPOSE_CODE = /^[A-Z0-9]{1,4}$/

type AmountInput = { readonly amount: string; readonly currency: string }
type Dates = { readonly bookingDate: string; readonly valueDate: string; readonly transactionDate?: string | undefined }
type PartialInput<Parts> = { readonly [Name in keyof Parts]?: Parts[Name] | undefined }
type Reference = { readonly iban?: string | undefined; readonly bban?: string | undefined }

/**
 * All rules of a mock transaction (D28), with their faults together. Returns its signed amount in minor units. An amount from a document may have
 * more digits, and may be zero, as a small payment is in a currency of large units.
 */
export function checkTransaction(
  account: Pick<Account, 'currency' | 'iban' | 'bban'>,
  input: Dates & { readonly transactionAmount: AmountInput; readonly debtorAccount?: Reference | undefined },
  today: string,
  from: 'CALL' | 'BOOKS' = 'CALL',
): bigint {
  let amountMinor = 0n
  checkTogether(
    () => {
      amountMinor = transactionMinor(account, input.transactionAmount, 'transactionAmount', from)
    },
    () => assertTransactionDates(input, today),
  )
  assertDebtor(account, input.debtorAccount)
  return amountMinor
}

/** All rules of a mock card transaction, with their faults together. Returns its amounts (D43). */
export function checkCardTransaction(
  card: Pick<CardAccount, 'currency'>,
  input: Dates & { readonly transactionAmount: AmountInput; readonly originalAmount?: AmountInput | undefined },
  today: string,
) {
  let amounts = { amountMinor: 0n, originalAmountMinor: 0n }
  checkTogether(
    () => {
      amounts = cardTransactionMinor(card, input.transactionAmount, input.originalAmount)
    },
    () => assertTransactionDates(input, today),
  )
  return amounts
}

/** The signed amount of a mock transaction in minor units. It must be in the account's currency, if that is known, and not zero. */
export function transactionMinor(
  account: Pick<Account, 'currency'> | undefined,
  amount: AmountInput,
  path: string,
  from: 'CALL' | 'BOOKS' = 'CALL',
): bigint {
  let minor = 0n
  checkTogether(
    () => {
      if (account === undefined || amount.currency === account.currency) return
      const words = `must be ${account.currency}, the currency of the account.`
      throw new DomainError('FORMAT_ERROR', words, `${path}.currency`)
    },
    () => {
      minor = from === 'CALL' ? nonZeroMinor(amount, path) : bookedMinor(amount, path)
    },
  )
  return minor
}

function bookedMinor(amount: AmountInput, path: string): bigint {
  const minor = parseAmount(amount.amount, amount.currency, `${path}.amount`, BOOK_DIGITS)
  assertBalance(minor, `${path}.amount`)
  return minor
}

/** D43: the amount of a card transaction, in the purchase's currency and in the card account's. */
function cardTransactionMinor(
  card: Pick<CardAccount, 'currency'>,
  transaction: AmountInput,
  original: AmountInput | undefined,
) {
  const amountMinor = nonZeroMinor(transaction, 'transactionAmount')
  if (original === undefined) {
    if (transaction.currency === card.currency) return { amountMinor, originalAmountMinor: amountMinor }
    throw new DomainError(
      'FORMAT_ERROR',
      byRule.D43`is required when transactionAmount is not in ${card.currency}, the currency of the card account.`,
      'originalAmount',
    )
  }
  const originalAmountMinor = transactionMinor(card, original, 'originalAmount')
  if (amountMinor * originalAmountMinor < 0n) {
    throw new DomainError('FORMAT_ERROR', 'must have the same sign as transactionAmount.', 'originalAmount.amount')
  }
  return { amountMinor, originalAmountMinor }
}

/** An amount in minor units: not zero. */
export function nonZeroMinor(amount: AmountInput, path: string): bigint {
  const minor = parseAmount(amount.amount, amount.currency, `${path}.amount`)
  if (minor === 0n)
    throw new DomainError('FORMAT_ERROR', 'must not be zero: a transaction moves money.', `${path}.amount`)
  return minor
}

/** D28: both dates today or earlier, bookingDate not after valueDate. All faults together; unknown days are not checked. */
export function assertTransactionDates(dates: PartialInput<Dates>, today: string): void {
  const faults: Fault[] = []
  for (const path of ['bookingDate', 'valueDate'] as const) {
    if ((dates[path] ?? '') > today)
      faults.push({ path, ...byRule.D28`must be today (${today} in this world) or earlier.` })
  }
  const { bookingDate, valueDate, transactionDate } = dates
  if ((bookingDate ?? '') > (valueDate ?? LAST_DAY))
    faults.push({ path: 'bookingDate', ...byRule.D28`must not be after valueDate.` })
  if ((transactionDate ?? '') > (bookingDate ?? LAST_DAY)) {
    faults.push({ path: 'transactionDate', text: 'must not be after bookingDate.' })
  }
  if (faults.length > 0) throw new DomainError('FORMAT_ERROR', faults)
}

/** [I] Errors: a mock transaction whose debtor is another account is refused with BAD_REQUEST, whether it is a debit or a credit. */
export function assertDebtor(account: Pick<Account, 'iban' | 'bban'>, debtor: Reference | undefined): void {
  if (debtor === undefined) return
  const foreign =
    (debtor.iban !== undefined && debtor.iban !== account.iban) ||
    (debtor.bban !== undefined && !isSameBban(debtor.bban, account.bban))
  if (foreign) {
    const words = byRule(
      '[I] Errors, D28',
    )`debtorAccount can only name this account, on a credit too: leave it out when somebody else paid, and give debtorName.`
    throw new DomainError('BAD_REQUEST', [{ path: 'debtorAccount', ...words, want: { kind: 'nothing' } }])
  }
}
