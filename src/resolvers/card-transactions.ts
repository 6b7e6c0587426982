import type { Context } from '../context.ts'
import { osloDay } from '../domain/calendar.ts'
import { DomainError } from '../domain/errors.ts'
import { given } from '../domain/given.ts'
import { assertBalance } from '../domain/ledger.ts'
import type { PageArgs } from '../domain/paging.ts'
import { checkCardTransaction } from '../domain/transactions.ts'
import type { CardAccount, CardTransaction } from '../generated/client.ts'
import type { TransactionFilter } from '../inputs/filters.ts'
import type { CreateCardTransaction, ListTransactions } from '../inputs/transactions.ts'
import { command } from './command.ts'
import { bookAgainstClearing, deleteLines } from './ledger.ts'
import { type Listing, listStatement, statementConditions } from './lists.ts'
import { type StatementSlice, sliceOfCardAccount, withMarks } from './statements.ts'

/** Adds a booked card transaction and moves the card account's balances by what it is in the card account's currency (D43). */
export function createCardTransaction(
  ctx: Context,
  cardAccountId: string,
  input: CreateCardTransaction,
): Promise<CardTransaction> {
  return command(ctx, async tx => {
    const card = await tx.load.cardAccount(cardAccountId)
    const { transactionAmount, originalAmount: _, ...details } = input
    const amounts = checkCardTransaction(card, input, osloDay(tx.now))
    const bookedMinor = card.bookedMinor + amounts.originalAmountMinor
    assertBalance(bookedMinor, 'transactionAmount.amount')
    const transaction = await tx.db.cardTransaction.create({
      data: given({
        worldId: tx.world.id,
        id: tx.newId(),
        cardAccountId,
        createdAt: tx.now,
        currency: transactionAmount.currency,
        originalCurrency: card.currency,
        ...amounts,
        ...details,
      }),
    })
    await bookAgainstClearing(tx, card, amounts.originalAmountMinor, 'TRANSACTION')
    await tx.db.cardAccount.update({
      where: { worldId_id: { worldId: tx.world.id, id: cardAccountId } },
      data: { bookedMinor },
    })
    return transaction
  })
}

/** One transaction of a card account. RESOURCE_UNKNOWN when the card account does not have it. */
export async function getCardTransaction(
  ctx: Context,
  cardAccountId: string,
  transactionId: string,
): Promise<CardTransaction> {
  const [card, transaction] = await Promise.all([
    ctx.load.cardAccount(cardAccountId),
    ctx.load.cardTransaction(transactionId),
  ])
  if (transaction.cardAccountId === card.id) return transaction
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    `The card account ${card.id} has no transaction ${JSON.stringify(transactionId)}.`,
  )
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

/** Empties a card account's statement. Its balances stay. Answers how many there were. */
export function deleteCardTransactions(ctx: Context, cardAccountId: string): Promise<number> {
  return command(ctx, async tx => {
    await tx.load.cardAccount(cardAccountId)
    return deleteLines(tx, { accounts: [], cardAccounts: [cardAccountId] })
  })
}

/** The same for a card account; amounts are compared in the card account's currency. */
export async function pageOfCardTransactions(
  ctx: Context,
  card: CardAccount,
  args: PageArgs,
  filter?: TransactionFilter | null,
): Promise<Listing<CardTransaction>> {
  const conditions = statementConditions(filter, 'originalAmountMinor', card.currency)
  const list = await listStatement(ctx.load.transactionsOfCardAccount, card.id, args, conditions)
  return withMarks(ctx, { worldId: ctx.world.id, table: 'CardTransaction', holderId: card.id }, list)
}
