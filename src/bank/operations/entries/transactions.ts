import { z } from '@hono/zod-openapi'
import { IBAN_SHAPE, normaliseIban } from '../../../domain/account-numbers.ts'
import { isKey } from '../../../domain/keys.ts'
import type { Context } from '../../context.ts'
import { withRelativeDays } from '../../inputs/relative-times.ts'
import type { CreateCardTransaction, CreateTransaction } from '../../inputs/transactions.ts'
import { accountReference, bookedAmount, required, ruleText } from '../../inputs/values.ts'
import { exportCardTransactions, exportTransactions } from '../../resolvers/exports/holdings.ts'
import { bookCardTransactions, bookTransactions } from '../../resolvers/transactions.ts'
import { createCardTransaction, createTransaction } from '../transactions.ts'
import { type EntryFields, entryKind, type Identity } from './entry.ts'

const { transactionAmount, ...fields } = createTransaction.input.shape

const isIban = (text: string) => IBAN_SHAPE.test(normaliseIban(text))

/** An account that a line only mentions. */
const mentioned = accountReference
  .safeExtend({
    iban: z
      .string(required('an IBAN or the key of an account'))
      .overwrite(text => (isIban(text) ? normaliseIban(text) : text))
      .refine(text => isIban(text) || isKey(text), {
        error: ruleText('D23')`must be an IBAN, or the key of an account (D83).`,
      })
      .optional()
      .openapi({ description: 'The account by its key or IBAN.' }),
  })
  .openapi('FixtureLineAccount', { description: 'An account of this or another bank, by its key, iban or bban.' })

/** Lines of an account, as createTransactions books them together. */
export const transactions = entryKind({
  noun: 'transaction',
  isUnnamed: true,
  operations: [createTransaction.name],
  fields: {
    transactionAmount: bookedAmount.openapi({ description: transactionAmount.description ?? 'What is booked.' }),
    ...withRelativeDays(fields),
    creditorAccount: mentioned.optional().openapi({ description: 'The account that received the money.' }),
    debtorAccount: mentioned
      .optional()
      .openapi({ description: 'The account that paid; of a debit only this one, or none (D28).' }),
  },
  references: [],
  mentions: ['creditorAccount.iban', 'debtorAccount.iban'].map(at => ({
    at,
    to: 'account',
    by: 'number',
    orElsewhere: isIban,
  })),
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
