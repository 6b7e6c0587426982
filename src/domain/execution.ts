import type { Account, PaymentEntry } from '../generated/client.ts'
import { creditLineMinor } from './accounts.ts'
import { exchange, rateBetween } from './exchange-rates.ts'
import { CLEARING, FEES, isBalance } from './ledger.ts'

/** What several payments that fall due together do to the books, worked out before anything is written. */
export type Sheet = {
  /** Balances as they stand after what was paid so far. */
  readonly accounts: ReadonlyMap<string, Balance>
  readonly bookings: NewBooking[]
  readonly lines: NewLine[]
}

type Balance = { readonly account: Account; bookedMinor: bigint; reservedMinor: bigint }

type NewBooking = {
  readonly debitId: string
  readonly creditId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: 'PAYMENT' | 'FEE' | 'EXCHANGE'
  readonly paymentId: string
}

/** A line of a statement, as the transaction table has it. */
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

export type Payer = { readonly paymentId: string; readonly accountId: string; readonly name: string | null }

export function openSheet(accounts: readonly Account[]): Sheet {
  return {
    accounts: new Map(
      accounts.map(account => [
        account.id,
        { account, bookedMinor: account.bookedMinor, reservedMinor: account.reservedMinor },
      ]),
    ),
    bookings: [],
    lines: [],
  }
}

/** The failure of an entry for lack of funds. */
export const LACKING_FUNDS = 'Booked balance and credit line do not cover the amount (D37).'

/** The failure of an entry whose creditor had an account here when the payment was registered, and has none any more. */
export const CREDITOR_CLOSED = "The creditor's account was closed before the payment was carried out."

/** Why an entry cannot be paid now, if it cannot: funds (D37), or a creditor's account that is gone or can hold no more. */
export function obstacle(
  { accounts }: Sheet,
  accountId: string,
  entry: Pick<PaymentEntry, 'debitMinor' | 'feeMinor' | 'amountMinor' | 'currency' | 'creditorAccountId'>,
  creditorId: string | undefined,
): string | undefined {
  const debtor = accounts.get(accountId)
  if (debtor === undefined || !covers(debtor.account, debtor.bookedMinor, entry.debitMinor + entry.feeMinor))
    return LACKING_FUNDS
  const creditor = creditorId === undefined ? undefined : accounts.get(creditorId)
  if (creditor === undefined) return entry.creditorAccountId === null ? undefined : CREDITOR_CLOSED
  return isBalance(creditor.bookedMinor + creditedMinor(debtor.account, creditor.account, entry))
    ? undefined
    : "The creditor's account cannot hold the amount."
}

/** Whether an account with so much booked can pay an amount: what is booked and the credit line cover it (D37). */
export function covers(account: Account, bookedMinor: bigint, amountMinor: bigint): boolean {
  return bookedMinor + creditLineMinor(account) >= amountMinor
}

/** What an entry brings a creditor of this bank, in the currency of its account (D49). */
function creditedMinor(
  debtor: Account,
  creditor: Account,
  entry: Pick<PaymentEntry, 'debitMinor' | 'amountMinor' | 'currency'>,
): bigint {
  if (creditor.currency === debtor.currency) return entry.debitMinor
  return exchange(entry.amountMinor, entry.currency, creditor.currency)
}

/** Gives back what a payment held; whether it is paid or not, it holds nothing any more. */
export function release({ accounts }: Sheet, accountId: string, reservedMinor: bigint): void {
  const balance = accounts.get(accountId)
  if (balance !== undefined) balance.reservedMinor -= reservedMinor
}

/** Moves the money of one entry: from the debtor to an account of the bank, or out through clearing; the fee apart (D48, D49). */
export function pay(
  sheet: Sheet,
  payer: Payer,
  entry: PaymentEntry,
  creditorId: string | undefined,
  today: string,
): void {
  const debtor = sheet.accounts.get(payer.accountId)
  if (debtor === undefined) return
  const creditor = creditorId === undefined ? undefined : sheet.accounts.get(creditorId)
  const shared = { paymentId: payer.paymentId, reason: 'PAYMENT' } as const
  const from = { ...shared, debitId: payer.accountId, amountMinor: entry.debitMinor, currency: debtor.account.currency }
  const exchanged = {
    ...detailsOf(payer, debtor.account, entry),
    currencyExchange: exchangeOf(debtor.account.currency, entry.currency, today),
  }

  debtor.bookedMinor -= entry.debitMinor
  sheet.lines.push({
    accountId: payer.accountId,
    paymentId: payer.paymentId,
    amountMinor: -entry.debitMinor,
    currency: debtor.account.currency,
    details: { ...exchanged, bankTransactionCode: 'PMNT-ICDT-DMCT' },
  })
  if (creditor === undefined) {
    sheet.bookings.push({ ...from, creditId: CLEARING })
  } else {
    receive(sheet, creditor, from, creditedMinor(debtor.account, creditor.account, entry), {
      ...detailsOf(payer, debtor.account, entry),
      currencyExchange: exchangeOf(entry.currency, creditor.account.currency, today),
    })
  }
  if (entry.feeMinor > 0n) chargeFee(sheet, payer, debtor, entry)
}

function receive(
  sheet: Sheet,
  creditor: Balance,
  from: Omit<NewBooking, 'creditId'>,
  creditMinor: bigint,
  details: Omit<LineDetails, 'bankTransactionCode'>,
): void {
  const { id, currency } = creditor.account
  creditor.bookedMinor += creditMinor
  sheet.lines.push({
    accountId: id,
    paymentId: from.paymentId,
    amountMinor: creditMinor,
    currency,
    details: { ...details, bankTransactionCode: 'PMNT-RCDT-DMCT' },
  })
  if (currency === from.currency) {
    sheet.bookings.push({ ...from, creditId: id })
  } else {
    sheet.bookings.push(
      { ...from, creditId: CLEARING },
      { ...from, reason: 'EXCHANGE', debitId: CLEARING, creditId: id, amountMinor: creditMinor, currency },
    )
  }
}

function chargeFee(sheet: Sheet, payer: Payer, debtor: Balance, { feeMinor }: PaymentEntry): void {
  const { currency, iban, bban } = debtor.account
  debtor.bookedMinor -= feeMinor
  sheet.bookings.push({
    debitId: payer.accountId,
    creditId: FEES,
    amountMinor: feeMinor,
    currency,
    reason: 'FEE',
    paymentId: payer.paymentId,
  })
  sheet.lines.push({
    accountId: payer.accountId,
    paymentId: payer.paymentId,
    amountMinor: -feeMinor,
    currency,
    details: {
      creditorName: 'Sandbank',
      creditorIban: null,
      creditorBban: null,
      creditorCurrency: null,
      creditorAgent: null,
      debtorName: payer.name,
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
  })
}

function detailsOf(
  payer: Payer,
  debtor: Account,
  entry: PaymentEntry,
): Omit<LineDetails, 'bankTransactionCode' | 'currencyExchange'> {
  return {
    creditorName: entry.creditorName,
    creditorIban: entry.creditorIban,
    creditorBban: entry.creditorBban,
    creditorCurrency: entry.creditorCurrency,
    creditorAgent: entry.creditorAgent,
    debtorName: payer.name,
    debtorIban: debtor.iban,
    debtorBban: debtor.bban,
    debtorCurrency: debtor.currency,
    endToEndId: entry.endToEndId,
    purposeCode: entry.purposeCode,
    remittanceInformationUnstructured: entry.remittanceInformationUnstructured,
    remittanceInformationStructuredArray:
      entry.remittanceInformationStructured === null ? null : [entry.remittanceInformationStructured],
  }
}

function exchangeOf(source: string, target: string, quotationDate: string): CurrencyExchange | null {
  if (source === target) return null
  return {
    sourceCurrency: source,
    targetCurrency: target,
    unitCurrency: source,
    exchangeRate: rateBetween(source, target),
    quotationDate,
  }
}
