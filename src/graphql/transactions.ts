import { transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/transactions.ts'
import { unlessGone } from '../resolvers/references.ts'
import { pageOfTransactions } from '../resolvers/transactions.ts'
import { builder, optional } from './builder.ts'
import { toConnection } from './connections.ts'
import { filterArg } from './inputs.ts'
import { rowById } from './list-fields.ts'
import { AccountRef, PaymentRef, TransactionList, TransactionRef } from './nouns.ts'
import { StatementLine } from './statement-lines.ts'
import { twin } from './twins.ts'

TransactionRef.implement({
  description: "A booked line of an account's statement ([I] Transaction details).",
  interfaces: [StatementLine],
  fields: t => ({
    id: t.exposeID('id', {
      description: 'transactionId in REST: a UUID that a booked transaction keeps for ever (D28).',
    }),
    bookingDate: t.expose('bookingDate', { type: 'Date', description: 'The day the bank booked it.' }),
    valueDate: t.expose('valueDate', { type: 'Date', description: 'The day it counts for interest.' }),
    creditorId: t.exposeString('creditorId', optional('Kept, but not supplied in transaction details (D44).')),
    ultimateCreditor: t.exposeString(
      'ultimateCreditor',
      optional('Kept, but not supplied in transaction details (D44).'),
    ),
    ultimateDebtor: t.exposeString('ultimateDebtor', optional('Kept, but not supplied in transaction details (D44).')),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    account: t.field({
      type: AccountRef,
      description: 'The account whose statement it is on.',
      resolve: (transaction, _, { bank }) => bank.load.account(transaction.accountId),
    }),
    payment: t.field({
      ...optional('The payment that brought it about, if one did.'),
      type: PaymentRef,
      resolve: ({ paymentId }, _, { bank }) => (paymentId === null ? null : unlessGone(bank.load.payment(paymentId))),
    }),
  }),
})

builder.queryFields(t => ({
  transactions: t.connection(
    {
      type: TransactionRef,
      description:
        "An account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the account.",
      args: {
        accountId: t.arg.id({ required: true, description: "The account's id." }),
        ...filterArg(transactionFilter, 'Which transactions; all when not given.'),
      },
      resolve: async (_, { accountId, filter, ...args }, { bank }) =>
        toConnection(pageOfTransactions(bank, await bank.load.account(accountId), args, filter)),
    },
    TransactionList.connection,
  ),
  transaction: t.field(
    rowById(
      TransactionRef,
      'One transaction of an account. RESOURCE_UNKNOWN when the world does not have it.',
      'transactionId in REST.',
      (bank, id) => bank.load.transaction(id),
    ),
  ),
}))

const accountIdArg = builder.args(t => ({ accountId: t.id({ required: true, description: "The account's id." }) }))

builder.mutationFields(t => ({
  createTransaction: t.field(
    twin(operations.createTransaction, {
      type: TransactionRef,
      args: accountIdArg,
      ids: ({ accountId }) => ({ mockAccountId: accountId }),
      show: transaction => transaction,
    }),
  ),
  deleteTransactions: t.field(
    twin(operations.deleteTransactions, {
      type: 'Int',
      answers: 'Answers how many transactions there were.',
      args: accountIdArg,
      ids: ({ accountId }) => ({ mockAccountId: accountId }),
      show: count => count,
    }),
  ),
}))
