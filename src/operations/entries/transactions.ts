import type { Context } from '../../context.ts'
import { withRelativeDays } from '../../inputs/relative-times.ts'
import type { CreateCardTransaction, CreateTransaction } from '../../inputs/transactions.ts'
import { bookedAmount } from '../../inputs/values.ts'
import { exportCardTransactions, exportTransactions } from '../../resolvers/exports/holdings.ts'
import { bookCardTransactions, bookTransactions } from '../../resolvers/transactions.ts'
import { createCardTransaction, createTransaction } from '../transactions.ts'
import { type EntryFields, entryKind, type Identity } from './entry.ts'

const { transactionAmount, ...fields } = createTransaction.input.shape

/** Lines of an account, as createTransactions books them together. */
export const transactions = entryKind({
  noun: 'transaction',
  isUnnamed: true,
  operations: [createTransaction.name],
  fields: {
    transactionAmount: bookedAmount.openapi({ description: transactionAmount.description ?? 'What is booked.' }),
    ...withRelativeDays(fields),
  },
  references: [],
  inBulk: true,
  make: async (at: Context, entries, owner) =>
    named(await bookTransactions(at, owner?.id ?? '', linesOf(entries), 'BOOKS')),
  rows: exportTransactions,
})

/** Lines of a card account. */
export const cardTransactions = entryKind({
  noun: 'card transaction',
  isUnnamed: true,
  operations: [createCardTransaction.name],
  fields: withRelativeDays(createCardTransaction.input.shape),
  references: [],
  inBulk: true,
  make: async (at: Context, entries, owner) =>
    named(await bookCardTransactions(at, owner?.id ?? '', cardLinesOf(entries))),
  rows: exportCardTransactions,
})

const named = (ids: readonly string[]): Identity[] => ids.map(id => ({ id, number: id }))

// The document was parsed by the same schema: to parse a hundred thousand lines twice takes a second.
function linesOf(entries: readonly EntryFields[]): readonly CreateTransaction[]
function linesOf(entries: unknown): unknown {
  return entries
}

function cardLinesOf(entries: readonly EntryFields[]): readonly CreateCardTransaction[]
function cardLinesOf(entries: unknown): unknown {
  return entries
}
