import { z } from '@hono/zod-openapi'
import type { EachOf } from '../domain/given.ts'
import { transactionFilter } from '../inputs/filters.ts'
import { createTransaction as body } from '../inputs/transactions.ts'
import * as operations from '../operations/transactions.ts'
import { createTransactions, pageOfTransactions } from '../resolvers/transactions.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { implement } from './fields.ts'
import { filterArg, given, inputTypeOf } from './inputs.ts'
import { rowById } from './list-fields.ts'
import { Accounts, Payments, Transactions } from './nouns.ts'
import { type OperatorsFields, StatementLine } from './statement-lines.ts'
import { twin } from './twins.ts'

implement(
  Transactions.type,
  "A booked line of an account's statement ([I] Transaction details).",
  t =>
    ({
      id: t.id('transactionId in REST: a UUID that a booked transaction keeps for ever (D28).'),
      bookingDate: t.day('The day the bank booked it.'),
      valueDate: t.day('The day it counts for interest.'),
      creditorId: t.optional.text('Kept, but not supplied in transaction details (D44).'),
      ultimateCreditor: t.optional.text('Kept, but not supplied in transaction details (D44).'),
      ultimateDebtor: t.optional.text('Kept, but not supplied in transaction details (D44).'),
      createdAt: t.instant("When it was created, by the world's clock (D40)."),
      account: t.one(Accounts, 'accountId', 'The account whose statement it is on.'),
      payment: t.optional.one(Payments, 'paymentId', 'The payment that brought it about, if one did.'),
    }) satisfies EachOf<OperatorsFields>,
  [StatementLine],
)

builder.queryFields(t => ({
  transactions: t.connection(
    {
      type: Transactions.type,
      description:
        "An account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the account.",
      args: {
        accountId: t.arg.id({ required: true, description: "The account's id." }),
        ...filterArg(transactionFilter),
      },
      resolve: async (_, { accountId, filter, ...args }, { bank }) =>
        toConnection(pageOfTransactions(bank, await bank.load.account(accountId), args, filter)),
    },
    Transactions.connection,
  ),
  transaction: rowById(t, Transactions, 'One transaction of an account.', 'transactionId in REST.'),
}))

/** As many as are checked, stored and answered in some milliseconds (D74). */
const MOST_AT_ONCE = 500
const FEW_OR_MANY = `must be a list of 1 to ${MOST_AT_ONCE} transactions.`

const ids = { mockAccountId: ['accountId', "The account's id."] } as const

builder.mutationFields(t => ({
  createTransaction: twin(t, operations.createTransaction, {
    type: Transactions.type,
    ids,
  }),
  createTransactions: t.field({
    type: [Transactions.type],
    description: `Adds up to ${MOST_AT_ONCE} booked transactions to an account, all or nothing, and moves its balances by them: createTransaction for many. Answers them in the order that they were given in.`,
    args: {
      accountId: t.arg.id({ required: true, description: "The account's id." }),
      inputs: t
        .arg({ type: [inputTypeOf(body)], required: true, description: 'The transactions.' })
        .validate(given(z.array(body).min(1, FEW_OR_MANY).max(MOST_AT_ONCE, FEW_OR_MANY))),
    },
    resolve: (_, { accountId, inputs }, { bank }) => createTransactions(bank, String(accountId), inputs),
  }),
  deleteTransactions: twin(t, operations.deleteTransactions, {
    type: 'Int',
    answers: 'Answers how many transactions there were.',
    ids,
  }),
}))
