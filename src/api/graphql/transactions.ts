import { z } from '@hono/zod-openapi'
import {
  createTransaction as body,
  type CreateCardTransaction,
  type CreateTransaction,
  currencyExchange,
  structuredRemittances,
} from '../../bank/inputs/transactions.ts'
import { stored } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/transactions.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import { createTransactions, pageOfCardTransactions, pageOfTransactions } from '../../bank/resolvers/transactions.ts'
import type { EachOf } from '../../domain/given.ts'
import { referenceIn, storedIn } from '../../domain/views.ts'
import type { CardTransaction, Transaction } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { bulkArgs, MOST_AT_ONCE, namingOfMany } from './bulk.ts'
import { rowById, toConnection } from './connections.ts'
import { implement, showsItself } from './fields.ts'
import { Accounts, CardAccounts, CardTransactions, Payments, Transactions } from './nouns.ts'
import { statementArgs } from './orders.ts'
import { twin } from './twins.ts'
import { AccountReference, Amount, CurrencyExchange, StructuredRemittance } from './values.ts'

const texts = z.array(z.string())

/** Fields that only the operator sees (D44), or only a booked line has. */
type OperatorsFields = Pick<
  CreateTransaction,
  'bookingDate' | 'valueDate' | 'creditorId' | 'ultimateCreditor' | 'ultimateDebtor'
>

/** A line that may not be booked yet; a pending one has no dates. */
export type Line = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: string | null
  readonly valueDate: string | null
}

export const StatementLine = builder.interfaceRef<Line>('StatementLine')
implement(
  StatementLine,
  "A line of an account's statement, as the operator and the TPP both see it ([I] Transaction details).",
  t =>
    ({
      transactionAmount: t.raw.field({
        type: Amount,
        description: "Signed: negative took money from the account (D28). In the account's currency.",
        ...showsItself(),
      }),
      endToEndId: t.optional.text("The debtor's end-to-end reference, at most 35 characters."),
      creditorName: t.optional.text('Who received the money, at most 70 characters.'),
      creditorAccount: t.optional.of(
        AccountReference,
        'The account that received the money.',
        referenceIn('creditorIban', 'creditorBban', 'creditorCurrency'),
      ),
      creditorAgent: t.optional.text("BIC of the creditor's bank."),
      debtorName: t.optional.text('Who paid, at most 70 characters.'),
      debtorAccount: t.optional.of(
        AccountReference,
        'The account that paid.',
        referenceIn('debtorIban', 'debtorBban', 'debtorCurrency'),
      ),
      debtorAgent: t.optional.text("BIC of the debtor's bank."),
      remittanceInformationUnstructured: t.optional.text('A message, at most 140 characters.'),
      remittanceInformationUnstructuredArray: t.optional.of(
        ['String'],
        'A message of several lines, each at most 140 characters.',
        storedIn('remittanceInformationUnstructuredArray', value => stored(texts, value)),
      ),
      remittanceInformationStructuredArray: t.optional.of(
        [StructuredRemittance],
        'Structured references, for example a KID.',
        storedIn('remittanceInformationStructuredArray', value => stored(structuredRemittances, value)),
      ),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when money changed currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      bankTransactionCode: t.optional.text('ISO 20022 bank transaction code, 4 to 14 characters.'),
      proprietaryBankTransactionCode: t.optional.text("The bank's own code, at most 35 characters."),
      purposeCode: t.optional.text('ISO 20022 purpose code, 1 to 4 characters.'),
    }) satisfies EachOf<Omit<CreateTransaction, keyof OperatorsFields>>,
)

export const CardStatementLine = builder.interfaceRef<CardTransaction>('CardStatementLine')
implement(
  CardStatementLine,
  "A line of a card account's statement, as the operator and the TPP both see it (D43).",
  t =>
    ({
      bookingDate: t.day('The day the bank booked it.'),
      valueDate: t.day('The day it counts for interest.'),
      transactionDate: t.optional.day('The day of the purchase.'),
      cardAcceptorId: t.optional.text("The merchant's id, at most 35 characters."),
      cardAcceptorName: t.optional.text("The merchant's name, at most 70 characters."),
      merchantCategoryCode: t.optional.text('ISO 18245 code, 4 digits.'),
      transactionDetails: t.optional.text('What the statement says, at most 140 characters.'),
      invoiced: t.optional.flag('Whether it has been invoiced.'),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when the purchase was in another currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      proprietaryBankTransactionCode: t.optional.text("The bank's own code, at most 35 characters."),
    }) satisfies EachOf<Omit<CreateCardTransaction, 'transactionAmount' | 'originalAmount'>>,
)

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
        "An account's booked transactions, latest bookingDate first unless in another order, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the account.",
      args: {
        accountId: t.arg.id({ required: true, description: "The account's id." }),
        ...statementArgs(),
      },
      resolve: async (_, { accountId, filter, order, ...args }, { bank }) =>
        toConnection(pageOfTransactions(bank, await bank.load.account(accountId), args, filter, order)),
    },
    Transactions.connection,
  ),
  transaction: rowById(t, Transactions, 'One transaction of an account.', 'transactionId in REST.'),
}))

const ofAccount = { mockAccountId: ['accountId', "The account's id."] } as const
const ofCardAccount = { mockCardAccountId: ['cardAccountId', "The card account's id."] } as const

builder.mutationFields(t => ({
  createTransaction: twin(t, operations.createTransaction, { type: Transactions.type, ids: ofAccount }),
  createTransactions: t.field({
    type: [Transactions.type],
    description: `Adds up to ${MOST_AT_ONCE} booked transactions to an account, all or nothing, and moves its balances by them: createTransaction for many. Answers them in the order that they were given in.`,
    extensions: { makes: 'Transaction' },
    args: {
      accountId: t.arg.id({ required: true, description: "The account's id." }),
      ...bulkArgs(body, 'transactions'),
    },
    resolve: (_, { accountId, inputs, keys }, { bank }) =>
      withKeys(bank, namingOfMany('Transaction', keys, inputs), tx =>
        createTransactions(tx, String(accountId), inputs),
      ),
  }),
  deleteTransactions: twin(t, operations.deleteTransactions, {
    type: 'Int',
    answers: 'Answers how many transactions there were.',
    ids: ofAccount,
  }),
}))

implement(
  CardTransactions.type,
  'A booked purchase or repayment of a card (D43).',
  t => ({
    id: t.id('cardTransactionId in REST: a UUID (D20).'),
    transactionAmount: t.of(
      Amount,
      'Signed, in the currency of the purchase; negative is a purchase (D43).',
      transaction => transaction,
    ),
    originalAmount: t.of(Amount, "The same in the card account's currency (D43).", row => ({
      amountMinor: row.originalAmountMinor,
      currency: row.originalCurrency,
    })),
    createdAt: t.instant("When it was created, by the world's clock (D40)."),
    cardAccount: t.one(CardAccounts, 'cardAccountId', 'The card account whose statement it is on.'),
  }),
  [CardStatementLine],
)

builder.queryFields(t => ({
  cardTransactions: t.connection(
    {
      type: CardTransactions.type,
      description:
        "A card account's booked transactions, latest bookingDate first unless in another order, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the card account.",
      args: {
        cardAccountId: t.arg.id({ required: true, description: "The card account's id." }),
        ...statementArgs("Amounts are those in the card account's currency."),
      },
      resolve: async (_, { cardAccountId, filter, order, ...args }, { bank }) =>
        toConnection(pageOfCardTransactions(bank, await bank.load.cardAccount(cardAccountId), args, filter, order)),
    },
    CardTransactions.connection,
  ),
  cardTransaction: rowById(t, CardTransactions, 'One card transaction.', 'cardTransactionId in REST.'),
}))

builder.mutationFields(t => ({
  createCardTransaction: twin(t, operations.createCardTransaction, {
    type: CardTransactions.type,
    ids: ofCardAccount,
  }),
  deleteCardTransactions: twin(t, operations.deleteCardTransactions, {
    type: 'Int',
    answers: 'Answers how many transactions there were.',
    ids: ofCardAccount,
  }),
}))
