import { osloDay } from '../../domain/calendar.ts'
import { checkPart, checkTogether, DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import { assertBalance } from '../../domain/ledger.ts'
import type { PageArgs } from '../../domain/paging.ts'
import { checkCardTransaction, checkTransaction } from '../../domain/transactions.ts'
import type { Account, CardAccount, CardTransaction, Transaction } from '../../generated/client.ts'
import { insertMany } from '../../platform/store/bulk-writes.ts'
import type { Context } from '../context.ts'
import type { TransactionFilter } from '../inputs/filters.ts'
import type { CreateCardTransaction, CreateTransaction, ListTransactions } from '../inputs/transactions.ts'
import { command } from './command.ts'
import { bookAgainstClearing, bookingAgainstClearing, deleteLines } from './ledger.ts'
import {
  CARD_TRANSACTION_ORDERS,
  type Listing,
  listChildren,
  statementConditions,
  TRANSACTION_ORDERS,
  type TransactionOrder,
} from './lists.ts'
import { type StatementSlice, sliceOfAccount, sliceOfCardAccount } from './statements.ts'

/** Adds a booked transaction and changes the account's balances by it (D28). */
export function createTransaction(ctx: Context, accountId: string, input: CreateTransaction): Promise<Transaction> {
  return command(ctx, async tx => {
    const account = await tx.load.account(accountId)
    const amountMinor = checkTransaction(account, input, osloDay(tx.now))
    const bookedMinor = account.bookedMinor + amountMinor
    assertBalance(bookedMinor, 'transactionAmount.amount')
    const transaction = await tx.db.transaction.create({ data: rowOf(tx, account, input, amountMinor) })
    await bookAgainstClearing(tx, account, amountMinor, 'TRANSACTION')
    await storeBooked(tx, account, bookedMinor)
    return transaction
  })
}

/**
 * Adds many, all or nothing (D85): faults are reported together, each with its place. The number of statements does not grow with that of the lines
 * (D74).
 */
export function createTransactions(
  ctx: Context,
  accountId: string,
  inputs: readonly CreateTransaction[],
): Promise<Transaction[]> {
  return command(ctx, async tx => {
    const ids = await bookTransactions(tx, accountId, inputs, 'CALL')
    const made = await tx.db.transaction.findMany({ where: { worldId: tx.world.id, id: { in: [...ids] } } })
    const byId = new Map(made.map(row => [row.id, row]))
    return ids.flatMap(id => byId.get(id) ?? [])
  })
}

/**
 * Books lines on an account; returns their ids. Those of the BOOKS may be lines of payments: larger amounts than a call may name, and credits whose
 * debtor is another account (D28, D85).
 */
export function bookTransactions(
  ctx: Context,
  accountId: string,
  inputs: readonly CreateTransaction[],
  from: 'CALL' | 'BOOKS',
): Promise<readonly string[]> {
  return command(ctx, async tx => {
    const account = await tx.load.account(accountId)
    const today = osloDay(tx.now)
    let bookedMinor = account.bookedMinor
    const [rows, bookings]: [NewTransaction[], object[]] = [[], []]
    checkInputs(inputs, input => {
      const isBooked = from === 'BOOKS' && !input.transactionAmount.amount.startsWith('-')
      const amountMinor = checkTransaction(
        account,
        isBooked ? { ...input, debtorAccount: undefined } : input,
        today,
        from,
      )
      bookedMinor += amountMinor
      assertBalance(bookedMinor, 'transactionAmount.amount')
      rows.push(rowOf(tx, account, input, amountMinor))
      if (amountMinor !== 0n) bookings.push(bookingAgainstClearing(tx, account, amountMinor, 'TRANSACTION'))
    })
    await insertMany(tx.db, 'Transaction', withEveryColumn(rows))
    await insertMany(tx.db, 'Booking', bookings)
    await storeBooked(tx, account, bookedMinor)
    return rows.map(({ id }) => id)
  })
}

function checkInputs<Input>(inputs: readonly Input[], check: (input: Input) => void): void {
  checkTogether(...inputs.map((input, place) => () => checkPart(`inputs[${place}]`, () => check(input))))
}

type NewTransaction = ReturnType<typeof rowOf>

function rowOf({ world, newId, now }: Context, account: Account, input: CreateTransaction, amountMinor: bigint) {
  const { transactionAmount, creditorAccount, debtorAccount, ...details } = input
  return given({
    worldId: world.id,
    id: newId('Transaction'),
    accountId: account.id,
    createdAt: now,
    amountMinor,
    currency: transactionAmount.currency,
    creditorIban: creditorAccount?.iban,
    creditorBban: creditorAccount?.bban,
    creditorCurrency: creditorAccount?.currency,
    debtorIban: debtorAccount?.iban,
    debtorBban: debtorAccount?.bban,
    debtorCurrency: debtorAccount?.currency,
    ...details,
  })
}

// Rows that are inserted together name the same columns.
function withEveryColumn(rows: readonly object[]): object[] {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return rows.map(row => Object.fromEntries(columns.map(name => [name, Reflect.get(row, name) ?? null])))
}

async function storeBooked(tx: Context, { id }: Account, bookedMinor: bigint): Promise<void> {
  await tx.db.account.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data: { bookedMinor } })
}

/** One transaction of an account. RESOURCE_UNKNOWN when the account does not have it. */
export async function getTransaction(ctx: Context, accountId: string, transactionId: string): Promise<Transaction> {
  // One after the other: where both are unknown, the account is named.
  const account = await ctx.load.account(accountId)
  const transaction = await ctx.load.transaction(transactionId)
  if (transaction.accountId === account.id) return transaction
  const text = `The account ${account.id} has no transaction ${JSON.stringify(transactionId)}.`
  throw new DomainError('RESOURCE_UNKNOWN', [
    { text, want: { kind: 'known', noun: 'transaction', key: transactionId } },
  ])
}

/** A slice of an account's transactions. */
export async function listTransactions(
  ctx: Context,
  accountId: string,
  query: ListTransactions,
): Promise<StatementSlice<Transaction>> {
  await ctx.load.account(accountId)
  return sliceOfAccount(ctx, accountId, query)
}

/** Deletes the lines of an account's statement. Its balances stay: the money has moved. Returns how many lines there were. */
export function deleteTransactions(
  ctx: Context,
  accountId: string,
): Promise<{ readonly account: Account; readonly count: number }> {
  return command(ctx, async tx => {
    const account = await tx.load.account(accountId)
    return { account, count: await deleteLines(tx, { accounts: [accountId], cardAccounts: [] }) }
  })
}

/**
 * An account's transactions that pass a filter, latest booking first unless another order is given. FORMAT_ERROR at `filter.…` for an amount that is
 * not valid in the account's currency.
 */
export async function pageOfTransactions(
  ctx: Context,
  account: Account,
  args: PageArgs,
  filter?: TransactionFilter | null,
  order?: TransactionOrder | null,
): Promise<Listing<Transaction>> {
  const conditions = statementConditions(filter, 'amountMinor', account.currency)
  const by = TRANSACTION_ORDERS[order ?? 'DATE_DESC']
  return listChildren(ctx.load.transactionsOfAccount, account.id, args, conditions, by)
}

/** Adds a booked card transaction and changes the card account's balances by its amount in the card account's currency (D43). */
export function createCardTransaction(
  ctx: Context,
  cardAccountId: string,
  input: CreateCardTransaction,
): Promise<CardTransaction> {
  return command(ctx, async tx => {
    const card = await tx.load.cardAccount(cardAccountId)
    const amounts = checkCardTransaction(card, input, osloDay(tx.now))
    const bookedMinor = card.bookedMinor + amounts.originalAmountMinor
    assertBalance(bookedMinor, 'transactionAmount.amount')
    const transaction = await tx.db.cardTransaction.create({ data: cardRowOf(tx, card, input, amounts) })
    await bookAgainstClearing(tx, card, amounts.originalAmountMinor, 'TRANSACTION')
    await storeCardBooked(tx, card, bookedMinor)
    return transaction
  })
}

/** Adds many, all or nothing (D85). Returns their ids. */
export function bookCardTransactions(
  ctx: Context,
  cardAccountId: string,
  inputs: readonly CreateCardTransaction[],
): Promise<readonly string[]> {
  return command(ctx, async tx => {
    const card = await tx.load.cardAccount(cardAccountId)
    const today = osloDay(tx.now)
    let bookedMinor = card.bookedMinor
    const [rows, bookings]: [ReturnType<typeof cardRowOf>[], object[]] = [[], []]
    checkInputs(inputs, input => {
      const amounts = checkCardTransaction(card, input, today)
      bookedMinor += amounts.originalAmountMinor
      assertBalance(bookedMinor, 'transactionAmount.amount')
      rows.push(cardRowOf(tx, card, input, amounts))
      bookings.push(bookingAgainstClearing(tx, card, amounts.originalAmountMinor, 'TRANSACTION'))
    })
    await insertMany(tx.db, 'CardTransaction', withEveryColumn(rows))
    await insertMany(tx.db, 'Booking', bookings)
    await storeCardBooked(tx, card, bookedMinor)
    return rows.map(({ id }) => id)
  })
}

function cardRowOf(
  { world, newId, now }: Context,
  card: CardAccount,
  { transactionAmount, originalAmount: _, ...details }: CreateCardTransaction,
  amounts: ReturnType<typeof checkCardTransaction>,
) {
  return given({
    worldId: world.id,
    id: newId('CardTransaction'),
    cardAccountId: card.id,
    createdAt: now,
    currency: transactionAmount.currency,
    originalCurrency: card.currency,
    ...amounts,
    ...details,
  })
}

async function storeCardBooked(tx: Context, { id }: CardAccount, bookedMinor: bigint): Promise<void> {
  await tx.db.cardAccount.update({ where: { worldId_id: { worldId: tx.world.id, id } }, data: { bookedMinor } })
}

/** One transaction of a card account. RESOURCE_UNKNOWN when the card account does not have it. */
export async function getCardTransaction(
  ctx: Context,
  cardAccountId: string,
  transactionId: string,
): Promise<CardTransaction> {
  const card = await ctx.load.cardAccount(cardAccountId)
  const transaction = await ctx.load.cardTransaction(transactionId)
  if (transaction.cardAccountId === card.id) return transaction
  const text = `The card account ${card.id} has no transaction ${JSON.stringify(transactionId)}.`
  throw new DomainError('RESOURCE_UNKNOWN', [
    { text, want: { kind: 'known', noun: 'card transaction', key: transactionId } },
  ])
}

/** A slice of a card account's transactions. */
export async function listCardTransactions(
  ctx: Context,
  cardAccountId: string,
  query: ListTransactions,
): Promise<StatementSlice<CardTransaction>> {
  await ctx.load.cardAccount(cardAccountId)
  return sliceOfCardAccount(ctx, cardAccountId, query)
}

/** Deletes the lines of a card account's statement. Its balances stay. Returns how many there were. */
export function deleteCardTransactions(
  ctx: Context,
  cardAccountId: string,
): Promise<{ readonly cardAccount: CardAccount; readonly count: number }> {
  return command(ctx, async tx => {
    const cardAccount = await tx.load.cardAccount(cardAccountId)
    return { cardAccount, count: await deleteLines(tx, { accounts: [], cardAccounts: [cardAccountId] }) }
  })
}

/** The same for a card account; amounts are compared in its currency. */
export async function pageOfCardTransactions(
  ctx: Context,
  card: CardAccount,
  args: PageArgs,
  filter?: TransactionFilter | null,
  order?: TransactionOrder | null,
): Promise<Listing<CardTransaction>> {
  const conditions = statementConditions(filter, 'originalAmountMinor', card.currency)
  const by = CARD_TRANSACTION_ORDERS[order ?? 'DATE_DESC']
  return listChildren(ctx.load.transactionsOfCardAccount, card.id, args, conditions, by)
}
