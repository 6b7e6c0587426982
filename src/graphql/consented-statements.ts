import { cardAmounts, type Fixes } from '../domain/account-information.ts'
import type { CardTransaction } from '../generated/client.ts'
import * as operations from '../operations/account-information.ts'
import { builder } from './builder.ts'
import { CardStatementLine, type Line, StatementLine } from './statement-lines.ts'
import { idArg, twin } from './twins.ts'
import { AccountReference, Amount } from './values.ts'

const TransactionDetails = builder.objectRef<Line>('TransactionDetails').implement({
  description:
    'A transaction as a TPP sees it: without creditorId, ultimateCreditor and ultimateDebtor ([I] Transaction details, D44).',
  interfaces: [StatementLine],
  fields: t => ({
    transactionId: t.exposeID('id', { description: 'A booked transaction keeps its id for ever (D28).' }),
    bookingDate: t.expose('bookingDate', {
      type: 'Date',
      nullable: true,
      description: 'The day the bank booked it; absent while it is pending.',
    }),
    valueDate: t.expose('valueDate', {
      type: 'Date',
      nullable: true,
      description: 'The day it counts for interest; absent while it is pending.',
    }),
  }),
})

type SeenCardLine = CardTransaction & { readonly fixes: Fixes }

const CardTransactionDetails = builder.objectRef<SeenCardLine>('CardTransactionDetails').implement({
  description: 'A card transaction as a TPP sees it (D43).',
  interfaces: [CardStatementLine],
  fields: t => ({
    cardTransactionId: t.exposeID('id', { description: 'A UUID (D20).' }),
    transactionAmount: t.field({
      type: Amount,
      description:
        "In the currency of the purchase, or the card account's with acceptFix cardaccount-switch-originalamount-and-transactionamount (D43).",
      resolve: row => amountsOf(row).transactionAmount,
    }),
    originalAmount: t.field({
      type: Amount,
      description: 'The other one of the two amounts (D43).',
      resolve: row => amountsOf(row).originalAmount,
    }),
  }),
})

function amountsOf(row: SeenCardLine) {
  const inAccount = { amountMinor: row.originalAmountMinor, currency: row.originalCurrency }
  return cardAmounts({ amountMinor: row.amountMinor, currency: row.currency }, inAccount, row.fixes)
}

type Asked = { readonly offset: number; readonly limit: number }
type Page<Holder, Booked, Pending> = Asked & {
  readonly holder: Holder
  readonly booked: readonly Booked[] | undefined
  readonly pending: readonly Pending[] | undefined
  readonly more: boolean
}
type Holder = { readonly iban: string; readonly bban: string; readonly currency: string }

const nextOffset = ({ more, offset, limit }: Asked & { readonly more: boolean }) => (more ? offset + limit : null)
const previousOffset = ({ offset, limit }: Asked) => (offset > 0 ? Math.max(0, offset - limit) : null)
const NEXT = 'The offset of the next page: the link next in REST. Absent on the last one.'
const PREVIOUS = 'The offset of the page before: the link previous in REST. Absent on the first one.'
const BOOKED = 'Latest booking first, ties by id. Absent when only pending is asked for.'
const PENDING = 'Newest first, before what is booked in the paging. Absent when only booked is asked for.'

const Statement = builder.objectRef<Page<Holder, Line, Line>>('Statement').implement({
  description: 'A page of the statement of an account, as a TPP sees it (D42).',
  fields: t => ({
    account: t.field({ type: AccountReference, description: 'Whose statement it is.', resolve: page => page.holder }),
    booked: t.field({
      type: [TransactionDetails],
      nullable: true,
      description: `What is booked. ${BOOKED}`,
      resolve: page => page.booked,
    }),
    pending: t.field({
      type: [TransactionDetails],
      nullable: true,
      description: `What authorised payments will book. ${PENDING}`,
      resolve: page => page.pending,
    }),
    nextOffset: t.int({ nullable: true, description: NEXT, resolve: nextOffset }),
    previousOffset: t.int({ nullable: true, description: PREVIOUS, resolve: previousOffset }),
  }),
})

type CardHolder = { readonly maskedPan: string; readonly currency: string }

const CardStatement = builder.objectRef<Page<CardHolder, SeenCardLine, never>>('CardStatement').implement({
  description: 'A page of the statement of a card account, as a TPP sees it (D42).',
  fields: t => ({
    maskedPan: t.string({ description: 'Whose statement it is.', resolve: page => page.holder.maskedPan }),
    currency: t.string({ description: 'Of the card account: ISO 4217.', resolve: page => page.holder.currency }),
    booked: t.field({
      type: [CardTransactionDetails],
      nullable: true,
      description: `What is booked. ${BOOKED}`,
      resolve: page => page.booked,
    }),
    pending: t.field({
      type: [CardTransactionDetails],
      nullable: true,
      description: 'Always empty, since payments do not touch cards. Absent when only booked is asked for.',
      resolve: page => page.pending,
    }),
    nextOffset: t.int({ nullable: true, description: NEXT, resolve: nextOffset }),
    previousOffset: t.int({ nullable: true, description: PREVIOUS, resolve: previousOffset }),
  }),
})

builder.queryFields(t => ({
  accountTransactions: t.field({
    ...twin(operations.accountTransactions, {
      type: Statement,
      args: idArg("The account's id."),
      ids: ({ id }) => ({ id }),
      show: (page, { options }) => ({ ...page, ...options }),
    }),
    nullable: true,
  }),
  accountTransactionDetails: t.field({
    ...twin(operations.accountTransactionDetails, {
      type: TransactionDetails,
      args: {
        ...idArg("The account's id."),
        transactionId: t.arg.id({ required: true, description: "The transaction's id." }),
      },
      ids: ids => ids,
      show: ({ transaction }) => transaction,
    }),
    nullable: true,
  }),
  cardAccountTransactions: t.field({
    ...twin(operations.cardAccountTransactions, {
      type: CardStatement,
      args: idArg("The card account's id."),
      ids: ({ id }) => ({ id }),
      show: (page, { options, fixes }) => ({
        ...page,
        ...options,
        booked: page.booked?.map(row => ({ ...row, fixes })),
      }),
    }),
    nullable: true,
  }),
}))
