import { paymentFilter } from '../../../bank/inputs/filters.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../../bank/inputs/payments.ts'
import * as pages from '../../../bank/resolvers/payments/list.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { EachOf } from '../../../domain/given.ts'
import { historyOf } from '../../../domain/payment-history.ts'
import { requireProduct } from '../../../domain/products.ts'
import { monthsIn, planOf } from '../../../domain/schedule.ts'
import { referenceIn } from '../../../domain/views.ts'
import type { Payment } from '../../../generated/client.ts'
import { builder, type GraphqlContext } from '../builder.ts'
import { rowById, toConnection } from '../connections.ts'
import { PsuContextEnum } from '../enums.ts'
import { beside, extend, implement } from '../fields.ts'
import { filterArg } from '../inputs.ts'
import {
  Accounts,
  Agreements,
  Authorisations,
  Bookings,
  BulkPayments,
  Customers,
  Executions,
  PAYMENT_KINDS,
  Payments,
  PeriodicPayments,
  SigningBaskets,
  SinglePayments,
  Tpps,
  Transactions,
} from '../nouns.ts'
import { paymentOrderArg } from '../orders.ts'
import { tppOfRow } from '../tpps-of-rows.ts'
import { AccountReference, Amount } from '../values.ts'
import {
  type EntryOf,
  PaymentEntryRef,
  PlannedExecutionRef,
  previewArg,
  StatusChangeRef,
  transferFields,
} from './entries.ts'
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
      executionDate: t.optional.day(
        'The day of the batch that takes or took it; of a periodic payment, of its next or last run. Absent before it is known.',
      ),
      dueAt: t.optional.instant('When its next batch or run comes; absent when none does.'),
      createdAt: t.instant("When it was registered, by the world's clock."),
      changedAt: t.instant('When its status or its day last changed.'),
      history: t.of(
        [StatusChangeRef],
        'Its way so far, oldest first: each change of its status, from its registration on.',
        payment => historyOf(payment),
      ),
      authorisations: t.list(
        Authorisations,
        'The SCAs of it and of its cancellation, oldest first; those of its signing basket are there.',
        load => load.authorisationsOfResource,
      ),
      transactions: t.list(
        Transactions,
        "The lines that it brought about on this bank's statements, the debtor's and the creditor's, oldest first.",
        load => load.transactionsOfPayment,
      ),
      bookings: t.list(Bookings, 'The bookings that it brought about, oldest first.', load => load.bookingsOfPayment),
    }) satisfies EachOf<Pick<CreatePayment, 'debtorAccount' | 'ultimateDebtor'>>,
  [],
  PAYMENT_KINDS,
)

const REQUESTED_DAY = 'The day that was asked for. Absent when none was.'

implement(
  SinglePayments,
  'A payment that runs once: payments in REST.',
  t =>
    ({
      ...beside(theEntry, e => ({
        ...transferFields(e),
        creditorAgent: e.optional.text("BIC of the creditor's bank. Absent when there is none."),
        failure: e.optional.text('Why it failed, if it did.'),
      })),
      requestedExecutionDate: t.optional.day(REQUESTED_DAY),
      signingBasket: t.optional.of(
        SigningBaskets.type,
        'The signing basket that it is in, if it is in one.',
        ({ basketId }, { bank }) => (basketId === null ? null : bank.load.signingBasket(basketId)),
      ),
    }) satisfies EachOf<Omit<CreatePayment, Elsewhere>>,
  [Payments.type],
)

implement(
  BulkPayments,
  'Several transfers of one debtor together, each carried out by itself: bulk-payments in REST.',
  t =>
    ({
      paymentInformationId: t.optional.text("The TPP's own name for the bulk. Absent when it was not given."),
      requestedExecutionDate: t.optional.day(REQUESTED_DAY),
      entries: t.of(
        [PaymentEntryRef],
        'What it pays, 1 to 500 transfers in the order of the body: payments in REST.',
        async (payment, { bank }) =>
          (await bank.load.entriesOfPayment(payment.id)).map(entry => ({ ...entry, payment })),
      ),
    }) satisfies EachOf<Omit<CreateBulkPayment, Elsewhere | 'payments'>>,
  [Payments.type],
)

implement(
  PeriodicPayments,
  'A payment that runs again and again by a plan: periodic-payments in REST.',
  t =>
    ({
      ...beside(theEntry, transferFields),
      startDate: t.day('The first day it may run.', payment => planOf(payment).startDate),
      endDate: t.optional.day('The last day it may run, if there is one.'),
      frequency: t.of(FrequencyEnum, 'How often it runs.', payment => planOf(payment).frequency),
      executionRule: t.optional.of(
        ExecutionRuleEnum,
        'Where a day moves that is no banking day; following when absent.',
      ),
      dayOfExecution: t.optional.int('Day of the month, if it was given.'),
      monthsOfExecution: t.optional.of(
        ['Int'],
        'The months of a MonthlyVariable payment. Absent for another frequency.',
        ({ monthsOfExecution }) => monthsIn(monthsOfExecution) ?? null,
      ),
      executions: t.list(Executions, 'Its executions so far, oldest first.', load => load.executionsOfPayment),
      nextExecutions: t.raw.field({
        nullable: true,
        description: 'Its executions still to come, as it stands; empty when it is final.',
        type: [PlannedExecutionRef],
        args: previewArg,
        resolve: (payment, { first }, { bank }) => pages.nextExecutions(bank, payment, first),
      }),
    }) satisfies EachOf<Omit<CreatePeriodicPayment, Elsewhere | 'creditorAgent'>>,
  [Payments.type],
)

/** The fields of a body that are on the interface. */
type Elsewhere = 'debtorAccount' | 'ultimateDebtor'

/** The one transfer of a single or periodic payment. */
async function theEntry(payment: Payment, { bank }: GraphqlContext): Promise<EntryOf> {
  const [entry] = await bank.load.entriesOfPayment(payment.id)
  // Earlier versions took a snapshot file from which it was taken out by hand (D86).
  if (entry === undefined)
    throw new DomainError(
      'RESOURCE_UNKNOWN',
      `The snapshot of this world had no transfer of the payment ${payment.id}.`,
    )
  return { ...entry, payment }
}

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
