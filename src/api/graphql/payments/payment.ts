import { paymentFilter } from '../../../bank/inputs/filters.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../../bank/inputs/payments.ts'
import * as pages from '../../../bank/resolvers/payments/list.ts'
import { frequencyNamed } from '../../../domain/frequencies.ts'
import type { EachOf } from '../../../domain/given.ts'
import type { Transfer } from '../../../domain/payments.ts'
import { requireProduct } from '../../../domain/products.ts'
import { monthsIn } from '../../../domain/schedule.ts'
import { referenceIn } from '../../../domain/views.ts'
import { builder } from '../builder.ts'
import { rowById, toConnection } from '../connections.ts'
import { PsuContextEnum } from '../enums.ts'
import { extend, implement } from '../fields.ts'
import { filterArg } from '../inputs.ts'
import {
  Accounts,
  Agreements,
  Authorisations,
  Bookings,
  Customers,
  Executions,
  Payments,
  SigningBaskets,
  Tpps,
  Transactions,
} from '../nouns.ts'
import { paymentOrderArg } from '../orders.ts'
import { tppOfRow } from '../tpps-of-rows.ts'
import { AccountReference, Amount } from '../values.ts'
import { PaymentEntryRef, PlannedExecutionRef, previewArg } from './entries.ts'
import { ExecutionRuleEnum, FrequencyEnum, PaymentProductEnum, PaymentServiceEnum, PaymentStatusEnum } from './enums.ts'

implement(
  Payments.type,
  'A payment of a TPP: single, bulk or periodic. Its id stays valid whatever becomes of it.',
  t =>
    ({
      id: t.id('paymentId in REST: a UUID.'),
      service: t.of(PaymentServiceEnum, 'How it runs.'),
      product: t.of(PaymentProductEnum, 'payment-product in REST.', ({ service, product }) =>
        requireProduct(service, product),
      ),
      status: t.of(PaymentStatusEnum, 'transactionStatus in REST: how it stands.'),
      fundsAvailable: t.optional.flag(
        'Whether the funds sufficed; absent before that was checked, which is at execution.',
      ),
      tpp: t.of(Tpps.type, 'The TPP that registered it.', tppOfRow),
      context: t.of(PsuContextEnum, 'For whom the PSU acted.'),
      psu: t.optional.one(Customers, 'customerId', 'The PSU that registered it. Absent when it was deleted since.'),
      agreement: t.optional.one(
        Agreements,
        'agreementId',
        'The agreement that it is made under. Absent when it was deleted since.',
      ),
      debtorAccount: t.optional.one(
        Accounts,
        'debtorAccountId',
        'The account that pays. Absent when it was deleted since.',
      ),
      debtorReference: t.optional.of(
        AccountReference,
        'The numbers of the account that pays, which stay when it is deleted: debtorAccount in REST.',
        referenceIn('debtorIban', 'debtorBban', 'debtorCurrency'),
      ),
      totalAmount: t.of(
        Amount,
        'What it takes from the debtor in one run, fees included, in the currency of the account.',
        row => ({ amountMinor: row.totalMinor, currency: row.debtorCurrency }),
      ),
      reservedAmount: t.of(
        Amount,
        'What it holds back on the account until its batch: expected is less by that.',
        row => ({ amountMinor: row.reservedMinor, currency: row.debtorCurrency }),
      ),
      ultimateDebtor: t.optional.text('On whose behalf is paid. Absent when it was not given.'),
      paymentInformationId: t.optional.text(
        "The TPP's own name for a bulk. Absent when it was not given, and for other payments.",
      ),
      requestedExecutionDate: t.optional.day('The day that was asked for. Absent when none was.'),
      executionDate: t.optional.day(
        'The day of the batch that takes or took it; of a periodic payment, of its next or last run. Absent before it is known.',
      ),
      startDate: t.optional.day('The first day on which a periodic payment can run. Absent for other payments.'),
      endDate: t.optional.day('The last day a periodic payment may run, if there is one.'),
      frequency: t.optional.of(
        FrequencyEnum,
        'How often a periodic payment runs. Absent for other payments.',
        ({ frequency }) => frequencyNamed(frequency) ?? null,
      ),
      executionRule: t.optional.of(
        ExecutionRuleEnum,
        'Where a day moves that is no banking day; following when absent.',
      ),
      dayOfExecution: t.optional.int('Day of the month of a periodic payment, if it was given.'),
      monthsOfExecution: t.optional.of(
        ['Int'],
        'The months of a MonthlyVariable payment. Absent for other payments.',
        ({ monthsOfExecution }) => monthsIn(monthsOfExecution) ?? null,
      ),
      dueAt: t.optional.instant('When its next batch or run comes; absent when none does.'),
      createdAt: t.instant("When it was registered, by the world's clock."),
      changedAt: t.instant('When its status or its day last changed.'),
      entries: t.of(
        [PaymentEntryRef],
        'What it pays, in the order of the body: one transfer, or up to 500 of a bulk.',
        async (payment, { bank }) =>
          (await bank.load.entriesOfPayment(payment.id)).map(entry => ({ ...entry, payment })),
      ),
      executions: t.list(
        Executions,
        'The executions of a periodic payment so far, oldest first.',
        load => load.executionsOfPayment,
      ),
      nextExecutions: t.raw.field({
        nullable: true,
        description:
          'The executions of a periodic payment still to come, as it stands; empty when it is final, and for others.',
        type: [PlannedExecutionRef],
        args: previewArg,
        resolve: (payment, { first }, { bank }) => pages.nextExecutions(bank, payment, first),
      }),
      basket: t.optional.of(
        SigningBaskets.type,
        'The signing basket that it is in, if it is in one.',
        ({ basketId }, { bank }) => (basketId === null ? null : bank.load.signingBasket(basketId)),
      ),
      authorisations: t.list(
        Authorisations,
        'The SCAs of it and of its cancellation, oldest first; those of its basket are there.',
        load => load.authorisationsOfResource,
      ),
      transactions: t.list(
        Transactions,
        "The lines that it brought about on this bank's statements, the debtor's and the creditor's, oldest first.",
        load => load.transactionsOfPayment,
      ),
      bookings: t.list(Bookings, 'The bookings that it brought about, oldest first.', load => load.bookingsOfPayment),
    }) satisfies EachOf<Omit<CreatePayment & CreateBulkPayment & CreatePeriodicPayment, keyof Transfer | 'payments'>>,
)

extend(Customers.type, t => ({
  payments: t.list(
    Payments,
    'The payments that it registered as a PSU, oldest first.',
    load => load.paymentsOfCustomer,
  ),
}))
extend(Agreements.type, t => ({
  payments: t.list(Payments, 'The payments that were made under it, oldest first.', load => load.paymentsOfAgreement),
}))
extend(Accounts.type, t => ({
  payments: t.list(
    Payments,
    'The payments that it pays, of all TPPs and states, oldest first.',
    load => load.paymentsOfAccount,
  ),
}))
builder.objectField(PaymentEntryRef, 'payment', t =>
  t.field({ type: Payments.type, description: 'The payment that it is part of.', resolve: entry => entry.payment }),
)
builder.objectField(Executions.type, 'payment', t =>
  t.field({
    type: Payments.type,
    description: 'The periodic payment that ran.',
    resolve: ({ paymentId }, _, { bank }) => bank.load.payment(paymentId),
  }),
)

const ID = 'paymentId in REST.'

builder.queryFields(t => ({
  payments: t.connection(
    {
      type: Payments.type,
      description: 'All payments of the world, of all TPPs, oldest first unless in another order.',
      args: { ...filterArg(paymentFilter), ...paymentOrderArg },
      resolve: (_, { filter, order, ...args }, { bank }) =>
        toConnection(pages.pageOfPayments(bank, args, filter, order)),
    },
    Payments.connection,
  ),
  payment: rowById(t, Payments, 'One payment, of any TPP.', ID),
}))
