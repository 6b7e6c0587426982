import { byRule, DomainError } from '../../../domain/errors.ts'
import type { EachOf } from '../../../domain/given.ts'
import { exactNumber } from '../../../domain/money.ts'
import type { CardTransaction, Transaction } from '../../../generated/client.ts'
import { sumOfLines } from '../../../platform/store/fixture-rows.ts'
import type { Context } from '../../context.ts'
import type { CreateAccount, CreateCardAccount } from '../../inputs/accounts.ts'
import type { CreateCustomer } from '../../inputs/customers.ts'
import type { CreateCardTransaction, CreateTransaction } from '../../inputs/transactions.ts'
import { plansMadeAgain } from './payments.ts'
import { amountOf, type ExportRow, plain, rowsInSlices } from './rows.ts'

/** Customers and what they own, as the inputs that would create them again (D85). */

const IN_ORDER = { orderBy: { id: 'asc' } } as const

export async function exportCustomers({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.customer.findMany({ where: { worldId: world.id }, ...IN_ORDER })
  return rows.map(({ id, customerNumber, name, type }) => ({
    id,
    number: customerNumber,
    entry: { customerNumber, name, type } satisfies EachOf<CreateCustomer>,
  }))
}

export async function exportAccounts({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.account.findMany({ where: { worldId: world.id }, ...IN_ORDER })
  const exported: ExportRow[] = []
  for (const row of rows) {
    const { id, ownerId, name: accountName, bban, iban, currency, product, cashAccountType, creditLine } = row
    const before = row.bookedMinor - (await sumOfLines(db, world.id, 'Transaction', id))
    const balances = balancesBefore(iban, before, row.expectedOffsetMinor, currency)
    const input = { accountName, bban, iban, currency, product, cashAccountType, creditLine, balances }
    input satisfies EachOf<Omit<CreateAccount, 'customerNumber'>>
    const entry = row.demandsKid ? { ...input, demandsKid: true } : input
    exported.push({ id, owner: ownerId, number: iban, createdAt: row.createdAt, entry })
  }
  return exported
}

export async function exportCardAccounts({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.cardAccount.findMany({ where: { worldId: world.id }, ...IN_ORDER })
  const exported: ExportRow[] = []
  for (const row of rows) {
    const { id, ownerId, name: accountName, maskedPan, currency, product, creditLine } = row
    const before = row.bookedMinor - (await sumOfLines(db, world.id, 'CardTransaction', id))
    const balances = balancesBefore(maskedPan, before, row.expectedOffsetMinor, currency)
    const entry = { accountName, maskedPan, currency, product, creditLine, balances }
    entry satisfies EachOf<Omit<CreateCardAccount, 'customerNumber'>>
    exported.push({ id, owner: ownerId, number: maskedPan, createdAt: row.createdAt, entry })
  }
  return exported
}

/** The balances before the lines of a document: those lines change both balances again. */
export function balancesBefore(number: string, bookedMinor: bigint, offsetMinor: bigint, currency: string) {
  const [booked, expected] = [exactNumber(bookedMinor, currency), exactNumber(bookedMinor + offsetMinor, currency)]
  if (booked === undefined || expected === undefined)
    throw new DomainError(
      'BAD_REQUEST',
      byRule(
        'D22',
        'a snapshot holds it: takeSnapshot.',
      )`The account ${number} was opened with more than a balance of a call can state:`,
    )
  const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount: booked, currency } }]
  return offsetMinor === 0n
    ? balances
    : [...balances, { balanceType: 'expected', balanceAmount: { amount: expected, currency } }]
}

/** Lines of accounts, without those that periodic payments bring again. */
export async function exportTransactions(ctx: Context): Promise<ExportRow[]> {
  const { db, world } = ctx
  const again = await plansMadeAgain(ctx)
  const exported: ExportRow[] = []
  const read = (after: string, take: number) =>
    db.transaction.findMany({ where: { worldId: world.id, AND: [{ id: { gt: after } }] }, ...IN_ORDER, take })
  for await (const row of rowsInSlices(read))
    if (row.paymentId === null || !again.has(row.paymentId))
      exported.push({ id: row.id, owner: row.accountId, entry: plain(lineOf(row)) })
  return exported
}

function lineOf(row: Transaction) {
  const { worldId: _w, id: _i, accountId: _a, createdAt: _c, paymentId: _p, amountMinor, currency, ...details } = row
  const { creditorIban, creditorBban, creditorCurrency, debtorIban, debtorBban, debtorCurrency, ...rest } = details
  return {
    transactionAmount: amountOf(amountMinor, currency),
    ...rest,
    creditorAccount: referenceOf(creditorIban, creditorBban, creditorCurrency),
    debtorAccount: referenceOf(debtorIban, debtorBban, debtorCurrency),
  } satisfies EachOf<CreateTransaction>
}

function referenceOf(iban: string | null, bban: string | null, currency: string | null) {
  return iban === null && bban === null ? undefined : { iban, bban, currency }
}

export async function exportCardTransactions({ db, world }: Context): Promise<ExportRow[]> {
  const exported: ExportRow[] = []
  const read = (after: string, take: number) =>
    db.cardTransaction.findMany({ where: { worldId: world.id, AND: [{ id: { gt: after } }] }, ...IN_ORDER, take })
  for await (const row of rowsInSlices(read))
    exported.push({ id: row.id, owner: row.cardAccountId, entry: plain(cardLineOf(row)) })
  return exported
}

function cardLineOf(row: CardTransaction) {
  const { worldId: _w, id: _i, cardAccountId: _a, createdAt: _c, ...columns } = row
  const { amountMinor, currency, originalAmountMinor, originalCurrency, ...rest } = columns
  return {
    transactionAmount: amountOf(amountMinor, currency),
    originalAmount: amountOf(originalAmountMinor, originalCurrency),
    ...rest,
  } satisfies EachOf<CreateCardTransaction>
}
