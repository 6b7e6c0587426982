import type { Context } from '../context.ts'
import { osloDay } from '../domain/calendar.ts'
import { DomainError } from '../domain/errors.ts'
import { given } from '../domain/given.ts'
import { assertBalance } from '../domain/ledger.ts'
import type { PageArgs } from '../domain/paging.ts'
import { checkTransaction } from '../domain/transactions.ts'
import type { Account, Transaction } from '../generated/client.ts'
import type { TransactionFilter } from '../inputs/filters.ts'
import type { CreateTransaction, ListTransactions } from '../inputs/transactions.ts'
import { command } from './command.ts'
import { bookAgainstClearing, deleteLines } from './ledger.ts'
import { type Listing, listStatement, statementConditions } from './lists.ts'
import { type StatementSlice, sliceOfAccount, withMarks } from './statements.ts'

/** Adds a booked transaction and moves the account's balances by it (D28). */
export function createTransaction(ctx: Context, accountId: string, input: CreateTransaction): Promise<Transaction> {
  return command(ctx, async tx => {
    const account = await tx.load.account(accountId)
    const amountMinor = checkTransaction(account, input, osloDay(tx.now))
    const bookedMinor = account.bookedMinor + amountMinor
    assertBalance(bookedMinor, 'transactionAmount.amount')
    const { transactionAmount, creditorAccount, debtorAccount, ...details } = input
    const transaction = await tx.db.transaction.create({
      data: given({
        worldId: tx.world.id,
        id: tx.newId(),
        accountId,
        createdAt: tx.now,
        amountMinor,
        currency: transactionAmount.currency,
        creditorIban: creditorAccount?.iban,
        creditorBban: creditorAccount?.bban,
        creditorCurrency: creditorAccount?.currency,
        debtorIban: debtorAccount?.iban,
        debtorBban: debtorAccount?.bban,
        debtorCurrency: debtorAccount?.currency,
        ...details,
      }),
    })
    await bookAgainstClearing(tx, account, amountMinor, 'TRANSACTION')
    await tx.db.account.update({
      where: { worldId_id: { worldId: tx.world.id, id: accountId } },
      data: { bookedMinor },
    })
    return transaction
  })
}

/** One transaction of an account. RESOURCE_UNKNOWN when the account does not have it. */
export async function getTransaction(ctx: Context, accountId: string, transactionId: string): Promise<Transaction> {
  const [account, transaction] = await Promise.all([ctx.load.account(accountId), ctx.load.transaction(transactionId)])
  if (transaction.accountId === account.id) return transaction
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    `The account ${account.id} has no transaction ${JSON.stringify(transactionId)}.`,
  )
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

/** Empties an account's statement. Its balances stay: the money has moved, only the lines go. Answers how many there were. */
export function deleteTransactions(ctx: Context, accountId: string): Promise<number> {
  return command(ctx, async tx => {
    await tx.load.account(accountId)
    return deleteLines(tx, { accounts: [accountId], cardAccounts: [] })
  })
}

/** An account's transactions that a filter leaves, latest booking first. FORMAT_ERROR at `filter.…` for an amount that is none in the account's currency. */
export async function pageOfTransactions(
  ctx: Context,
  account: Account,
  args: PageArgs,
  filter?: TransactionFilter | null,
): Promise<Listing<Transaction>> {
  const conditions = statementConditions(filter, 'amountMinor', account.currency)
  const list = await listStatement(ctx.load.transactionsOfAccount, account.id, args, conditions)
  return withMarks(ctx, { worldId: ctx.world.id, table: 'Transaction', holderId: account.id }, list)
}
