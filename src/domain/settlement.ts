import type { Account, PaymentEntry } from '../generated/client.ts'
import { creditLineMinor } from './accounts.ts'
import { exchange, exchangeOf } from './exchange-rates.ts'
import { CLEARING, FEES, isBalance } from './ledger.ts'
import { storedReferences } from './payments.ts'

/** The effect of several payments that fall due together, computed before anything is written. */
export type Books = {
  /** Balances after the postings so far. */
  readonly accounts: ReadonlyMap<string, Balance>
  readonly bookings: NewBooking[]
  readonly lines: NewLine[]
}

/** An account and its balance during the computation. */
export type Balance = { readonly account: Account; bookedMinor: bigint; reservedMinor: bigint }

/** The bookings and lines of a transfer. The balances follow from its bookings. */
export type Posting = { readonly bookings: readonly NewBooking[]; readonly lines: readonly NewLine[] }

/** Why a transfer cannot be paid now. */
export type Refusal = { readonly failure: string }

type NewBooking = {
  readonly debitId: string
  readonly creditId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: 'PAYMENT' | 'FEE' | 'EXCHANGE'
  readonly paymentId: string
}

/** A line of a statement, with the columns of the transaction table. */
type NewLine = {
  readonly accountId: string
  readonly paymentId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly details: LineDetails
}

type LineDetails = {
  readonly creditorName: string
  readonly creditorIban: string | null
  readonly creditorBban: string | null
  readonly creditorCurrency: string | null
  readonly creditorAgent: string | null
  readonly debtorName: string | null
  readonly debtorIban: string | null
  readonly debtorBban: string | null
  readonly debtorCurrency: string | null
  readonly endToEndId: string | null
  readonly purposeCode: string | null
  readonly remittanceInformationUnstructured: string | null
  readonly remittanceInformationStructuredArray: PaymentEntry['remittanceInformationStructured']
  readonly currencyExchange: CurrencyExchange | null
  readonly bankTransactionCode: string
}

type CurrencyExchange = {
  readonly sourceCurrency: string
  readonly exchangeRate: string
  readonly unitCurrency: string
  readonly targetCurrency: string
  readonly quotationDate: string
}

/** The paying account, and its description in lines. */
export type Payer = { readonly paymentId: string; readonly account: Account; readonly name: string | null }

/** The balances before any payment of this run. */
export function booksOf(accounts: readonly Account[]): Books {
  const balances = accounts.map(account => {
    const { id, bookedMinor, reservedMinor } = account
    return [id, { account, bookedMinor, reservedMinor }] as const
  })
  return { accounts: new Map(balances), bookings: [], lines: [] }
}

/** The balance of an account whose payment is due. It always exists: an account with an unfinished payment cannot be deleted (D29). */
export function balanceOf({ accounts }: Books, accountId: string): Balance {
  const balance = accounts.get(accountId)
  if (balance === undefined) throw new TypeError(`A payment is due from the account ${accountId}, which is not there.`)
  return balance
}

/** The failure of an entry for lack of funds. */
export const LACKING_FUNDS = 'Booked balance and credit line do not cover the amount (D37).'

/** The failure of an entry whose creditor had an account here when the payment was registered, and no longer has it. */
export const CREDITOR_CLOSED = "The creditor's account was closed before the payment was carried out."

/** Pays an entry from the debtor's present balance: returns the posting, or why it cannot be paid (D37). */
export function settle(
  debtor: Balance,
  payer: Omit<Payer, 'account'>,
  entry: PaymentEntry,
  creditor: Balance | undefined,
  today: string,
): Posting | Refusal {
  if (!covers(debtor.account, debtor.bookedMinor, entry.debitMinor + entry.feeMinor)) return { failure: LACKING_FUNDS }
  if (creditor === undefined)
    return entry.creditorAccountId === null
      ? postingOf({ ...payer, account: debtor.account }, entry, undefined, today)
      : { failure: CREDITOR_CLOSED }
  return isBalance(creditor.bookedMinor + creditedMinor(debtor.account, creditor.account, entry))
    ? postingOf({ ...payer, account: debtor.account }, entry, creditor.account, today)
    : { failure: "The creditor's account cannot hold the amount." }
}

/** Applies a posting: both sides of each booking, and the lines. */
export function post({ accounts, bookings, lines }: Books, posting: Posting): void {
  for (const booking of posting.bookings) {
    const [debited, credited] = [accounts.get(booking.debitId), accounts.get(booking.creditId)]
    if (debited !== undefined) debited.bookedMinor -= booking.amountMinor
    if (credited !== undefined) credited.bookedMinor += booking.amountMinor
  }
  bookings.push(...posting.bookings)
  lines.push(...posting.lines)
}

/** Whether an account can pay an amount: its booked balance and its credit line cover it (D37). */
export function covers(account: Account, bookedMinor: bigint, amountMinor: bigint): boolean {
  return bookedMinor + creditLineMinor(account) >= amountMinor
}

/** The amount that a creditor of this bank receives, in the currency of its account (D49). */
function creditedMinor(
  debtor: Account,
  creditor: Account,
  entry: Pick<PaymentEntry, 'debitMinor' | 'amountMinor' | 'currency'>,
): bigint {
  if (creditor.currency === debtor.currency) return entry.debitMinor
  return exchange(entry.amountMinor, entry.currency, creditor.currency)
}

/**
 * The posting of a paid entry: the amount goes from the debtor to an account of the bank, or out through clearing; the fee is separate (D48, D49).
 * The debtor's line comes first, then that of the fee or of the creditor.
 */
export function postingOf(payer: Payer, entry: PaymentEntry, creditor: Account | undefined, today: string): Posting {
  const debtor = payer.account
  const from = {
    paymentId: payer.paymentId,
    reason: 'PAYMENT',
    debitId: debtor.id,
    amountMinor: entry.debitMinor,
    currency: debtor.currency,
  } as const
  const details = detailsOf(payer, entry)
  const paid = {
    accountId: debtor.id,
    paymentId: payer.paymentId,
    amountMinor: -entry.debitMinor,
    currency: debtor.currency,
    details: {
      ...details,
      currencyExchange: exchangeOf(debtor.currency, entry.currency, today),
      bankTransactionCode: 'PMNT-ICDT-DMCT',
    },
  }
  const received =
    creditor === undefined
      ? { bookings: [{ ...from, creditId: CLEARING }], lines: [] }
      : receivedBy(creditor, from, creditedMinor(debtor, creditor, entry), {
          ...details,
          currencyExchange: exchangeOf(entry.currency, creditor.currency, today),
        })
  const fee = entry.feeMinor > 0n ? feeOf(payer, entry.feeMinor) : { bookings: [], lines: [] }
  return {
    bookings: [...received.bookings, ...fee.bookings],
    lines: [paid, ...received.lines, ...fee.lines],
  }
}

function receivedBy(
  { id, currency }: Account,
  from: Omit<NewBooking, 'creditId'>,
  creditMinor: bigint,
  details: Omit<LineDetails, 'bankTransactionCode'>,
): Posting {
  const line = {
    accountId: id,
    paymentId: from.paymentId,
    amountMinor: creditMinor,
    currency,
    details: { ...details, bankTransactionCode: 'PMNT-RCDT-DMCT' },
  }
  if (currency === from.currency) return { bookings: [{ ...from, creditId: id }], lines: [line] }
  const exchanged = { ...from, reason: 'EXCHANGE', debitId: CLEARING, amountMinor: creditMinor, currency } as const
  return {
    bookings: [
      { ...from, creditId: CLEARING },
      { ...exchanged, creditId: id },
    ],
    lines: [line],
  }
}

function feeOf({ paymentId, account, name }: Payer, feeMinor: bigint): Posting {
  const { id, currency, iban, bban } = account
  const line = {
    accountId: id,
    paymentId,
    amountMinor: -feeMinor,
    currency,
    details: {
      creditorName: 'Sandbank',
      creditorIban: null,
      creditorBban: null,
      creditorCurrency: null,
      creditorAgent: null,
      debtorName: name,
      debtorIban: iban,
      debtorBban: bban,
      debtorCurrency: currency,
      endToEndId: null,
      purposeCode: null,
      remittanceInformationUnstructured: 'Fee',
      remittanceInformationStructuredArray: null,
      currencyExchange: null,
      bankTransactionCode: 'ACMT-MDOP-CHRG',
    },
  }
  return {
    bookings: [{ debitId: id, creditId: FEES, amountMinor: feeMinor, currency, reason: 'FEE', paymentId }],
    lines: [line],
  }
}

function detailsOf(
  { account, name }: Payer,
  entry: PaymentEntry,
): Omit<LineDetails, 'bankTransactionCode' | 'currencyExchange'> {
  return {
    creditorName: entry.creditorName,
    creditorIban: entry.creditorIban,
    creditorBban: entry.creditorBban,
    creditorCurrency: entry.creditorCurrency,
    creditorAgent: entry.creditorAgent,
    debtorName: name,
    debtorIban: account.iban,
    debtorBban: account.bban,
    debtorCurrency: account.currency,
    endToEndId: entry.endToEndId,
    purposeCode: entry.purposeCode,
    remittanceInformationUnstructured: entry.remittanceInformationUnstructured,
    remittanceInformationStructuredArray: storedReferences(entry.remittanceInformationStructured),
  }
}
