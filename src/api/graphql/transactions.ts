import { z } from '@hono/zod-openapi'
import {
  type CreateCardTransaction,
  type CreateTransaction,
  currencyExchange,
  structuredRemittances,
} from '../../bank/inputs/transactions.ts'
import { stored } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/transactions.ts'
import { createTransactions, pageOfCardTransactions, pageOfTransactions } from '../../bank/resolvers/transactions.ts'
import type { EachOf } from '../../domain/given.ts'
import { referenceIn, storedIn } from '../../domain/views.ts'
import type { CardTransaction, Transaction } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { rowById, toConnection } from './connections.ts'
import { implement, showsItself } from './fields.ts'
import { mutation, mutations } from './mutations.ts'
import { Accounts, CardAccounts, CardTransactions, Payments, Transactions } from './nouns.ts'
import { statementArgs } from './orders.ts'
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
  "A line of an account's statement, as the operator and the TPP both see it.",
  t =>
    ({
      transactionAmount: t.raw.field({
        type: Amount,
        description: "Signed: negative took money from the account. In the account's currency.",
        ...showsItself(),
      }),
      endToEndId: t.optional.text(
        "The debtor's end-to-end reference, at most 35 characters. Absent when there is none.",
      ),
      creditorName: t.optional.text('Who received the money, at most 70 characters. Absent when there is none.'),
      creditorAccount: t.optional.of(
        AccountReference,
        'The account that received the money. Absent when there is none.',
        referenceIn('creditorIban', 'creditorBban', 'creditorCurrency'),
      ),
      creditorAgent: t.optional.text("BIC of the creditor's bank. Absent when there is none."),
      debtorName: t.optional.text('Who paid, at most 70 characters. Absent when there is none.'),
      debtorAccount: t.optional.of(
        AccountReference,
        'The account that paid. Absent when there is none.',
        referenceIn('debtorIban', 'debtorBban', 'debtorCurrency'),
      ),
      debtorAgent: t.optional.text("BIC of the debtor's bank. Absent when there is none."),
      remittanceInformationUnstructured: t.optional.text(
        'A message, at most 140 characters. Absent when there is none.',
      ),
      remittanceInformationUnstructuredArray: t.optional.of(
        ['String'],
        'A message of several lines, each at most 140 characters. Absent when there is none.',
        storedIn('remittanceInformationUnstructuredArray', value => stored(texts, value)),
      ),
      remittanceInformationStructuredArray: t.optional.of(
        [StructuredRemittance],
        'Structured references, for example a KID. Absent when there is none.',
        storedIn('remittanceInformationStructuredArray', value => stored(structuredRemittances, value)),
      ),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when money changed currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      bankTransactionCode: t.optional.text(
        'ISO 20022 bank transaction code, 4 to 14 characters. Absent when there is none.',
      ),
      proprietaryBankTransactionCode: t.optional.text(
        "The bank's own code, at most 35 characters. Absent when there is none.",
      ),
      purposeCode: t.optional.text('ISO 20022 purpose code, 1 to 4 characters. Absent when there is none.'),
    }) satisfies EachOf<Omit<CreateTransaction, keyof OperatorsFields>>,
)

export const CardStatementLine = builder.interfaceRef<CardTransaction>('CardStatementLine')
implement(
  CardStatementLine,
  "A line of a card account's statement, as the operator and the TPP both see it.",
  t =>
    ({
      bookingDate: t.day('The day the bank booked it.'),
      valueDate: t.day('The day it counts for interest.'),
      transactionDate: t.optional.day('The day of the purchase. Absent when there is none.'),
      cardAcceptorId: t.optional.text("The merchant's id, at most 35 characters. Absent when there is none."),
      cardAcceptorName: t.optional.text("The merchant's name, at most 70 characters. Absent when there is none."),
      merchantCategoryCode: t.optional.text('ISO 18245 code, 4 digits. Absent when there is none.'),
      transactionDetails: t.optional.text(
        'What the statement says, at most 140 characters. Absent when there is none.',
      ),
      invoiced: t.optional.flag('Whether it has been invoiced. Absent when there is none.'),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when the purchase was in another currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      proprietaryBankTransactionCode: t.optional.text(
        "The bank's own code, at most 35 characters. Absent when there is none.",
      ),
    }) satisfies EachOf<Omit<CreateCardTransaction, 'transactionAmount' | 'originalAmount'>>,
)

implement(
  Transactions.type,
  "A booked line of an account's statement.",
  t =>
    ({
      id: t.id('transactionId in REST: a UUID that a booked transaction keeps for ever.'),
      bookingDate: t.day('The day the bank booked it.'),
      valueDate: t.day('The day it counts for interest.'),
      creditorId: t.optional.text('Kept, but not supplied in transaction details. Absent when there is none.'),
      ultimateCreditor: t.optional.text('Kept, but not supplied in transaction details. Absent when there is none.'),
      ultimateDebtor: t.optional.text('Kept, but not supplied in transaction details. Absent when there is none.'),
      createdAt: t.instant("When it was created, by the world's clock."),
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
        "An account's booked transactions, latest bookingDate first unless in another order, ties by id. RESOURCE_UNKNOWN when the world does not have the account.",
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
  ...mutations(t, operations.createTransaction, {
    payload: p => ({ transaction: p.of(Transactions.type, 'The transaction.', made => made) }),
    ids: ofAccount,
    bulk: {
      things: 'transactions',
      type: Transactions.type,
      row: made => made,
      many: async (tx, calls) => {
        const account = calls[0]?.ids['mockAccountId'] ?? ''
        // Lines of several accounts are booked one by one.
        if (calls.some(call => call.ids['mockAccountId'] !== account)) return undefined
        return createTransactions(
          tx,
          account,
          calls.map(({ input }) => input),
        )
      },
    },
  }),
  deleteTransactions: mutation(t, operations.deleteTransactions, {
    payload: p => ({
      account: p.of(Accounts.type, 'The account.', 'account'),
      count: p.int('How many transactions there were.', 'count'),
    }),
    ids: ofAccount,
  }),
}))

implement(
  CardTransactions.type,
  'A booked purchase or repayment of a card.',
  t => ({
    id: t.id('cardTransactionId in REST: a UUID.'),
    transactionAmount: t.of(
      Amount,
      'Signed, in the currency of the purchase; negative is a purchase.',
      transaction => transaction,
    ),
    originalAmount: t.of(Amount, "The same in the card account's currency.", row => ({
      amountMinor: row.originalAmountMinor,
      currency: row.originalCurrency,
    })),
    createdAt: t.instant("When it was created, by the world's clock."),
    cardAccount: t.one(CardAccounts, 'cardAccountId', 'The card account whose statement it is on.'),
  }),
  [CardStatementLine],
)

builder.queryFields(t => ({
  cardTransactions: t.connection(
    {
      type: CardTransactions.type,
      description:
        "A card account's booked transactions, latest bookingDate first unless in another order, ties by id. RESOURCE_UNKNOWN when the world does not have the card account.",
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
  ...mutations(t, operations.createCardTransaction, {
    payload: p => ({ cardTransaction: p.of(CardTransactions.type, 'The card transaction.', made => made) }),
    ids: ofCardAccount,
    bulk: { things: 'cardTransactions', type: CardTransactions.type, row: made => made },
  }),
  deleteCardTransactions: mutation(t, operations.deleteCardTransactions, {
    payload: p => ({
      cardAccount: p.of(CardAccounts.type, 'The card account.', 'cardAccount'),
      count: p.int('How many transactions there were.', 'count'),
    }),
    ids: ofCardAccount,
  }),
}))
