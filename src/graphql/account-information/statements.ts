import { cardAmounts, type Fixes } from '../../domain/account-information.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import type { Account, CardAccount, CardTransaction } from '../../generated/client.ts'
import * as operations from '../../operations/account-information.ts'
import { unlessGone } from '../../resolvers/references.ts'
import { builder } from '../builder.ts'
import { AccountRef, CardAccountRef, CardTransactionRef, TransactionRef } from '../nouns.ts'
import { CardStatementLine, type Line, StatementLine } from '../statement-lines.ts'
import { idArg, twin } from '../twins.ts'
import { AccountReference, Amount } from '../values.ts'

type Link = { readonly name: string; readonly href: string; readonly verbs: readonly string[] }
/** `corporate`: read alone, by the consent of a corporation. */
type ShownLine = Line & { readonly corporate?: boolean }

const LinkRef = builder.objectRef<Link>('Link').implement({
  description: 'A link of REST: `_links` is a map there ([I] Link).',
  fields: t => ({
    name: t.exposeString('name', { description: 'Its name in the map.' }),
    href: t.exposeString('href', { description: "The path from the server's root on." }),
    verbs: t.stringList({ description: 'The methods that it takes.', resolve: ({ verbs }) => [...verbs] }),
  }),
})

const TransactionDetails = builder.objectRef<ShownLine>('TransactionDetails').implement({
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
    _links: t.field({
      type: [LinkRef],
      nullable: true,
      description:
        'The link transactionDetails to itself, in a corporate context ([I] Transaction details); in transaction details only.',
      // [I] Transaction details: the link is there only in a corporate context.
      resolve: ({ id, accountId, corporate }, _, { bank }) => {
        const href = `${worldBasePath(bank.world)}/v1/accounts/${accountId}/transactions/${id}`
        return corporate === true ? [{ name: 'transactionDetails', href, verbs: ['GET'] }] : null
      },
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The same as the operator sees it; absent while it is pending.',
      resolve: (line, _, { bank }) => (line.bookingDate === null ? null : unlessGone(bank.load.transaction(line.id))),
    }),
    account: t.field({
      type: AccountRef,
      description: 'The account whose statement it is on.',
      resolve: (line, _, { bank }) => bank.load.account(line.accountId),
    }),
  }),
})

type ShownCardLine = CardTransaction & { readonly fixes: Fixes }

const CardTransactionDetails = builder.objectRef<ShownCardLine>('CardTransactionDetails').implement({
  description: 'A card transaction as a TPP sees it (D43).',
  interfaces: [CardStatementLine],
  fields: t => ({
    cardTransactionId: t.exposeID('id', { description: 'A UUID (D20).' }),
    cardTransaction: t.field({
      type: CardTransactionRef,
      description: 'The same as the operator sees it.',
      resolve: (line, _, { bank }) => bank.load.cardTransaction(line.id),
    }),
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

function amountsOf(row: ShownCardLine) {
  const inAccount = { amountMinor: row.originalAmountMinor, currency: row.originalCurrency }
  return cardAmounts({ amountMinor: row.amountMinor, currency: row.currency }, inAccount, row.fixes)
}

type Window = { readonly offset: number; readonly limit: number }
type Page<Holder, Booked, Pending> = Window & {
  readonly holder: Holder
  readonly booked: readonly Booked[] | undefined
  readonly pending: readonly Pending[] | undefined
  readonly more: boolean
}

const nextOffset = ({ more, offset, limit }: Window & { readonly more: boolean }) => (more ? offset + limit : null)
const previousOffset = ({ offset, limit }: Window) => (offset > 0 ? Math.max(0, offset - limit) : null)
const NEXT = 'The offset of the next page: the link next in REST. Absent on the last one.'
const PREVIOUS = 'The offset of the page before: the link previous in REST. Absent on the first one.'
const BOOKED = 'Latest booking first, ties by id. Absent when only pending is asked for.'
const PENDING = 'Newest first, before what is booked in the paging. Absent when only booked is asked for.'

const Statement = builder.objectRef<Page<Account, ShownLine, ShownLine>>('Statement').implement({
  description: 'A page of the statement of an account, as a TPP sees it (D42).',
  fields: t => ({
    account: t.field({ type: AccountReference, description: 'Whose statement it is.', resolve: page => page.holder }),
    holder: t.field({
      type: AccountRef,
      description: 'The same as the operator sees it.',
      resolve: page => page.holder,
    }),
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

const CardStatement = builder.objectRef<Page<CardAccount, ShownCardLine, never>>('CardStatement').implement({
  description: 'A page of the statement of a card account, as a TPP sees it (D42).',
  fields: t => ({
    maskedPan: t.string({ description: 'Whose statement it is.', resolve: page => page.holder.maskedPan }),
    holder: t.field({
      type: CardAccountRef,
      description: 'The same as the operator sees it.',
      resolve: page => page.holder,
    }),
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
      show: ({ transaction, consent }) => ({ ...transaction, corporate: consent.context === 'CORPORATE' }),
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
