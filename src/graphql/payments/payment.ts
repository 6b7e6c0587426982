import { frequencyNamed } from '../../domain/frequencies.ts'
import { monthsIn } from '../../domain/periodic-plans.ts'
import { requireProduct } from '../../domain/products.ts'
import { referenceIn } from '../../domain/views.ts'
import { paymentFilter } from '../../inputs/filters.ts'
import { pageOfPaymentBookings } from '../../resolvers/bookings.ts'
import * as pages from '../../resolvers/payments/list.ts'
import { nextExecutions } from '../../resolvers/payments/plans.ts'
import { unlessGone } from '../../resolvers/references.ts'
import { builder } from '../builder.ts'
import { PsuContextEnum } from '../consent-enums.ts'
import { listBelow, listByFilter, rowById } from '../list-fields.ts'
import {
  AccountRef,
  AgreementRef,
  AuthorisationList,
  BookingList,
  CustomerRef,
  PaymentExecutionList,
  PaymentExecutionRef,
  PaymentList,
  PaymentRef,
  SigningBasketRef,
  TransactionList,
} from '../nouns.ts'
import { shows } from '../shown.ts'
import { AccountReference, Amount } from '../values.ts'
import { PaymentEntryRef } from './entries.ts'
import { ExecutionRuleEnum, FrequencyEnum, PaymentProductEnum, PaymentServiceEnum, PaymentStatusEnum } from './enums.ts'
import { PlannedExecutionRef, previewArg } from './plans.ts'

const optional = (description: string) => ({ nullable: true, description }) as const

PaymentRef.implement({
  description:
    'A payment of a TPP: single, bulk or periodic. Its id stays valid whatever becomes of it ([I] Payment status).',
  fields: t => ({
    id: t.exposeID('id', { description: 'paymentId in REST: a UUID (D20).' }),
    service: t.expose('service', { type: PaymentServiceEnum, description: 'How it runs.' }),
    product: t.field({
      type: PaymentProductEnum,
      description: 'payment-product in REST.',
      resolve: ({ service, product }) => requireProduct(service, product),
    }),
    status: t.expose('status', { type: PaymentStatusEnum, description: 'transactionStatus in REST: how it stands.' }),
    fundsAvailable: t.exposeBoolean(
      'fundsAvailable',
      optional('Whether the funds sufficed; absent before that was checked, which is at execution (D37).'),
    ),
    tppId: t.exposeString('tppId', { description: 'The TPP that registered it.' }),
    tppName: t.exposeString('tppName', { description: 'Its name by its certificate.' }),
    context: t.expose('context', { type: PsuContextEnum, description: 'For whom the PSU acted.' }),
    customer: t.field({
      ...optional('The PSU that registered it. Absent when it was deleted since.'),
      type: CustomerRef,
      resolve: ({ customerId }, _, { bank }) => unlessGone(bank.load.customer(customerId)),
    }),
    agreement: t.field({
      ...optional('The agreement that it is made under. Absent when it was deleted since.'),
      type: AgreementRef,
      resolve: ({ agreementId }, _, { bank }) => unlessGone(bank.load.agreement(agreementId)),
    }),
    debtorAccount: t.field({
      ...optional('The account that pays. Absent when it was deleted since.'),
      type: AccountRef,
      resolve: ({ debtorAccountId }, _, { bank }) => unlessGone(bank.load.account(debtorAccountId)),
    }),
    debtorReference: t.field({
      ...optional('The numbers of the account that pays, which stay when it is deleted: debtorAccount in REST.'),
      type: AccountReference,
      ...shows(referenceIn('debtorIban', 'debtorBban', 'debtorCurrency')),
    }),
    totalAmount: t.field({
      type: Amount,
      description: 'What it takes from the debtor in one run, fees included, in the currency of the account.',
      resolve: row => ({ amountMinor: row.totalMinor, currency: row.debtorCurrency }),
    }),
    reservedAmount: t.field({
      type: Amount,
      description: 'What it holds back on the account until its batch: expected is less by that (D37).',
      resolve: row => ({ amountMinor: row.reservedMinor, currency: row.debtorCurrency }),
    }),
    ultimateDebtor: t.exposeString('ultimateDebtor', optional('On whose behalf is paid.')),
    paymentInformationId: t.exposeString('paymentInformationId', optional("The TPP's own name for a bulk.")),
    requestedExecutionDate: t.expose('requestedExecutionDate', {
      type: 'Date',
      ...optional('The day that was asked for.'),
    }),
    executionDate: t.expose('executionDate', {
      type: 'Date',
      ...optional('The day of the batch that takes or took it; of a periodic payment, of its next or last run.'),
    }),
    startDate: t.expose('startDate', { type: 'Date', ...optional('The first day a periodic payment may run.') }),
    endDate: t.expose('endDate', {
      type: 'Date',
      ...optional('The last day a periodic payment may run, if there is one.'),
    }),
    frequency: t.field({
      ...optional('How often a periodic payment runs.'),
      type: FrequencyEnum,
      resolve: ({ frequency }) => frequencyNamed(frequency) ?? null,
    }),
    executionRule: t.expose('executionRule', {
      type: ExecutionRuleEnum,
      ...optional('Where a day moves that is no banking day; following when absent.'),
    }),
    dayOfExecution: t.exposeInt('dayOfExecution', optional('Day of the month of a periodic payment, if it was given.')),
    monthsOfExecution: t.intList({
      ...optional('The months of a MonthlyVariable payment.'),
      resolve: ({ monthsOfExecution }) => monthsIn(monthsOfExecution) ?? null,
    }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      ...optional('When its next batch or run comes; absent when none does.'),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was registered, by the world's clock.",
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When its status or its day last changed.' }),
    entries: t.field({
      type: [PaymentEntryRef],
      description: 'What it pays, in the order of the body: one transfer, or up to 500 of a bulk.',
      resolve: async (payment, _, { bank }) =>
        (await bank.load.entriesOfPayment(payment.id)).map(entry => ({ ...entry, payment })),
    }),
    executions: t.connection(
      ...listBelow(
        PaymentExecutionList,
        'The runs of a periodic payment so far, oldest first.',
        pages.pageOfExecutions,
      ),
    ),
    nextExecutions: t.field({
      ...optional(
        'The runs of a periodic payment still to come, as it stands; empty when it is final, and for others.',
      ),
      type: [PlannedExecutionRef],
      args: previewArg,
      resolve: (payment, { first }, { bank }) => nextExecutions(bank, payment, first),
    }),
    basket: t.field({
      ...optional('The signing basket that it is in, if it is in one.'),
      type: SigningBasketRef,
      resolve: ({ basketId }, _, { bank }) => (basketId === null ? null : bank.load.signingBasket(basketId)),
    }),
    authorisations: t.connection(
      ...listBelow(
        AuthorisationList,
        'The SCAs of it and of its cancellation, oldest first; those of its basket are there.',
        pages.pageOfResourceAuthorisations,
      ),
    ),
    transactions: t.connection(
      ...listBelow(
        TransactionList,
        "The lines that it brought about on this bank's statements, the debtor's and the creditor's, oldest first.",
        pages.pageOfPaymentTransactions,
      ),
    ),
    bookings: t.connection(
      ...listBelow(BookingList, 'The movements of money that it brought about, oldest first.', pageOfPaymentBookings),
    ),
  }),
})

builder.objectField(CustomerRef, 'payments', t =>
  t.connection(
    ...listBelow(PaymentList, 'The payments that it registered as a PSU, oldest first.', pages.pageOfCustomerPayments),
  ),
)
builder.objectField(AgreementRef, 'payments', t =>
  t.connection(
    ...listBelow(PaymentList, 'The payments that were made under it, oldest first.', pages.pageOfAgreementPayments),
  ),
)
builder.objectField(AccountRef, 'payments', t =>
  t.connection(
    ...listBelow(
      PaymentList,
      'The payments that it pays, of all TPPs and states, oldest first.',
      pages.pageOfAccountPayments,
    ),
  ),
)
builder.objectField(PaymentEntryRef, 'payment', t =>
  t.field({ type: PaymentRef, description: 'The payment that it is part of.', resolve: entry => entry.payment }),
)
builder.objectField(PaymentExecutionRef, 'payment', t =>
  t.field({
    type: PaymentRef,
    description: 'The periodic payment that ran.',
    resolve: ({ paymentId }, _, { bank }) => bank.load.payment(paymentId),
  }),
)

const ID = 'paymentId in REST.'
const UNKNOWN = 'RESOURCE_UNKNOWN when the world does not have it.'

builder.queryFields(t => ({
  payments: t.connection(
    ...listByFilter(
      PaymentList,
      'All payments of the world, of all TPPs, oldest first.',
      { schema: paymentFilter, description: 'Which payments; all when not given.' },
      pages.pageOfPayments,
    ),
  ),
  payment: t.field(
    rowById(PaymentRef, `One payment, whoever registered it. ${UNKNOWN}`, ID, (bank, id) => bank.load.payment(id)),
  ),
  paymentStatus: t.field({
    type: PaymentStatusEnum,
    nullable: true,
    description: `How one payment stands. ${UNKNOWN}`,
    args: { id: t.arg.id({ required: true, description: ID }) },
    resolve: async (_, { id }, { bank }) => (await bank.load.payment(id)).status,
  }),
}))
