import * as operations from '../../../bank/operations/account-information.ts'
import type { ShownRow } from '../../../bank/resolvers/account-information/habits.ts'
import { unlessGone } from '../../../bank/resolvers/references.ts'
import { cardAmounts, type Fixes } from '../../../domain/account-information.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Account, CardAccount, CardTransaction } from '../../../generated/client.ts'
import { builder } from '../builder.ts'
import { extend, implement } from '../fields.ts'
import { idArg } from '../inputs.ts'
import { Accounts, CardAccounts, CardTransactions, Transactions } from '../nouns.ts'
import { CardStatementLine, type Line, StatementLine } from '../transactions.ts'
import { twin } from '../twins.ts'
import { AccountReference, Amount } from '../values.ts'
import { AsTppAccount, AsTppCardAccount } from './accounts.ts'

type Link = { readonly name: string; readonly href: string; readonly verbs: readonly string[] }
/** `corporate`: a single read, by the consent of a corporation. */
type ShownLine = ShownRow<Line> & { readonly corporate?: boolean; readonly habits?: readonly string[] | undefined }

const HABITS_SAID =
  'The habits by which it is shown, as Sandbank-Habit has them in REST; empty where it shows the books.'

const LinkRef = builder.objectRef<Link>('Link')
implement(LinkRef, 'A link of REST: `_links` is a map there.', t => ({
  name: t.text('Its name in the map.'),
  href: t.text("The path from the server's root on."),
  verbs: t.of(['String'], 'The methods that it takes.'),
}))

const TransactionDetails = builder.objectRef<ShownLine>('TransactionDetails')
implement(
  TransactionDetails,
  'A transaction as a TPP sees it: without creditorId, ultimateCreditor and ultimateDebtor.',
  t => ({
    transactionId: t.id('A booked transaction keeps its id for ever, unless a habit shows another one.', 'id'),
    bookingDate: t.optional.day('The day the bank booked it; absent while it is pending.'),
    valueDate: t.optional.day('The day it counts for interest; absent while it is pending.'),
    _links: t.optional.of(
      [LinkRef],
      'The link transactionDetails to itself, in a corporate context. Absent in lists.',
      ({ id, accountId, corporate }, { bank }) => {
        const href = `${worldBasePath(bank.world)}/v1/accounts/${accountId}/transactions/${id}`
        return corporate === true ? [{ name: 'transactionDetails', href, verbs: ['GET'] }] : null
      },
    ),
    transaction: t.optional.of(
      Transactions.type,
      'The same as the operator sees it; absent while it is pending.',
      (line, { bank }) =>
        line.bookingDate === null ? null : unlessGone(bank.load.transaction(line.booksId ?? line.id)),
    ),
    account: t.one(Accounts, 'accountId', 'The account whose statement it is on.'),
    habits: t.of(['String'], `${HABITS_SAID} Empty in lists.`, line => line.habits ?? []),
  }),
  [StatementLine],
)

type ShownCardLine = ShownRow<CardTransaction> & { readonly fixes: Fixes }

const CardTransactionDetails = builder.objectRef<ShownCardLine>('CardTransactionDetails')
implement(
  CardTransactionDetails,
  'A card transaction as a TPP sees it.',
  t => ({
    cardTransactionId: t.id('A UUID.', 'id'),
    cardTransaction: t.of(CardTransactions.type, 'The same as the operator sees it.', ({ id, booksId }, { bank }) =>
      bank.load.cardTransaction(booksId ?? id),
    ),
    transactionAmount: t.of(
      Amount,
      "In the currency of the purchase, or the card account's with acceptFix cardaccount-switch-originalamount-and-transactionamount.",
      row => amountsOf(row).transactionAmount,
    ),
    originalAmount: t.of(Amount, 'The other one of the two amounts.', row => amountsOf(row).originalAmount),
  }),
  [CardStatementLine],
)

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
  readonly habits?: readonly string[] | undefined
}

const nextOffset = ({ more, offset, limit }: Window & { readonly more: boolean }) => (more ? offset + limit : null)
const previousOffset = ({ offset, limit }: Window) => (offset > 0 ? Math.max(0, offset - limit) : null)
const NEXT = 'The offset of the next page: the link next in REST. Absent on the last one.'
const PREVIOUS = 'The offset of the page before: the link previous in REST. Absent on the first one.'
const BOOKED = 'Latest booking first, ties by id. Absent when only pending is asked for.'
const PENDING = 'Newest first, before what is booked in the paging. Absent when only booked is asked for.'

const Statement = builder.objectRef<Page<Account, ShownLine, ShownLine>>('Statement')
implement(Statement, 'A page of the statement of an account, as a TPP sees it.', t => ({
  account: t.of(AccountReference, 'Whose statement it is.', 'holder'),
  holder: t.of(Accounts.type, 'The same as the operator sees it.'),
  booked: t.optional.of([TransactionDetails], `What is booked. ${BOOKED}`),
  pending: t.optional.of([TransactionDetails], `What authorised payments will book. ${PENDING}`),
  nextOffset: t.optional.int(NEXT, nextOffset),
  previousOffset: t.optional.int(PREVIOUS, previousOffset),
  habits: t.of(['String'], HABITS_SAID, page => page.habits ?? []),
}))

const CardStatement = builder.objectRef<Page<CardAccount, ShownCardLine, never>>('CardStatement')
implement(CardStatement, 'A page of the statement of a card account, as a TPP sees it.', t => ({
  maskedPan: t.text('Whose statement it is.', page => page.holder.maskedPan),
  holder: t.of(CardAccounts.type, 'The same as the operator sees it.'),
  currency: t.of('Currency', 'Of the card account: ISO 4217.', page => page.holder.currency),
  booked: t.optional.of([CardTransactionDetails], `What is booked. ${BOOKED}`),
  pending: t.optional.of(
    [CardTransactionDetails],
    'Always empty, since payments do not touch cards. Absent when only booked is asked for.',
  ),
  nextOffset: t.optional.int(NEXT, nextOffset),
  previousOffset: t.optional.int(PREVIOUS, previousOffset),
  habits: t.of(['String'], HABITS_SAID, page => page.habits ?? []),
}))

extend(AsTppAccount, t => ({
  transactions: twin(t.raw, operations.accountTransactions, {
    type: Statement,
    ids: ({ row }) => ({ id: row.id }),
    show: (page, _, options) => ({ ...page, ...options }),
  }),
  transaction: twin(t.raw, operations.accountTransactionDetails, {
    type: TransactionDetails,
    args: idArg('Transaction', "The transaction's id."),
    ids: ({ row }, { id }) => ({ id: row.id, transactionId: id }),
    show: ({ transaction, consent, habits }) => ({
      ...transaction,
      corporate: consent.context === 'CORPORATE',
      habits,
    }),
  }),
}))

extend(AsTppCardAccount, t => ({
  transactions: twin(t.raw, operations.cardAccountTransactions, {
    type: CardStatement,
    ids: ({ row }) => ({ id: row.id }),
    show: (page, { fixes }, options) => ({
      ...page,
      ...options,
      booked: page.booked?.map(row => ({ ...row, fixes })),
    }),
  }),
}))
