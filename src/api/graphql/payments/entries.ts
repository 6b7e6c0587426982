import { z } from '@hono/zod-openapi'
import { periodicPlan } from '../../../bank/inputs/payments.ts'
import { referencesIn } from '../../../bank/inputs/transactions.ts'
import { stored } from '../../../bank/inputs/values.ts'
import { DEFAULT_PREVIEW, type PlannedExecution, previewExecutions } from '../../../bank/resolvers/payments/list.ts'
import type { EachOf } from '../../../domain/given.ts'
import { CAUSE_MEANINGS, STATUS_CAUSES, type StatusChange } from '../../../domain/payment-history.ts'
import type { ShownTransfer } from '../../../domain/payments.ts'
import { referenceIn } from '../../../domain/views.ts'
import type { Payment, PaymentEntry } from '../../../generated/client.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enums.ts'
import { implement, type PlainKinds } from '../fields.ts'
import { inputArg } from '../inputs.ts'
import { BulkPayments, Customers, Executions, PeriodicPayments } from '../nouns.ts'
import { AccountReference, Amount, StructuredRemittance } from '../values.ts'
import { EntryStatusEnum, PaymentStatusEnum } from './enums.ts'

const storedAddress = z.object({
  street: z.string().optional(),
  buildingNumber: z.string().optional(),
  postalCode: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
})

const Address = builder.objectRef<z.output<typeof storedAddress>>('Address')
implement(Address, 'A postal address.', t => ({
  street: t.optional.text('Street, at most 70 characters. Absent when there is none.'),
  buildingNumber: t.optional.text('Number of the building. Absent when there is none.'),
  postalCode: t.optional.text('Postal code. Absent when there is none.'),
  city: t.optional.text('City. Absent when there is none.'),
  country: t.optional.text('ISO 3166-1 alpha-2 code. Absent when there is none.'),
}))

/** An entry and its payment, whose currency its debit has. */
export type EntryOf = PaymentEntry & { readonly payment: Payment }

/** What an entry and a payment of one transfer have in common. */
export const transferFields = (t: PlainKinds<EntryOf>) =>
  ({
    instructedAmount: t.of(Amount, 'What the creditor gets, in the instructed currency.', entry => entry),
    debitAmount: t.of(
      Amount,
      "What it takes from the debtor, without the fee, in the account's currency.",
      ({ debitMinor, payment }) => ({ amountMinor: debitMinor, currency: payment.debtorCurrency }),
    ),
    fee: t.of(
      Amount,
      "Its fee, in the account's currency; booked as a transaction of its own.",
      ({ feeMinor, payment }) => ({ amountMinor: feeMinor, currency: payment.debtorCurrency }),
    ),
    creditorName: t.text('Who is paid.'),
    creditorAccount: t.optional.of(
      AccountReference,
      'The account that is paid. Absent when the creditor is named otherwise.',
      referenceIn('creditorIban', 'creditorBban', 'creditorCurrency'),
    ),
    creditorAddress: t.optional.of(Address, "The creditor's address. Absent when there is none.", entry =>
      stored(storedAddress, entry.creditorAddress),
    ),
    endToEndIdentification: t.optional.text("The debtor's own reference. Absent when there is none.", 'endToEndId'),
    purposeCode: t.optional.text('ISO 20022 purpose. Absent when there is none.'),
    remittanceInformationUnstructured: t.optional.text('A message. Absent when there is none.'),
    remittanceInformationStructured: t.optional.of(
      StructuredRemittance,
      'The first of its structured references. Absent when there is none.',
      entry => referencesIn(entry.remittanceInformationStructured)?.[0],
    ),
    remittanceInformationStructuredArray: t.optional.of(
      [StructuredRemittance],
      'Its structured references; one of type SCOR is a KID, in SEPA and cross-border payments a reference of ISO 11649. Absent when there is none.',
      entry => referencesIn(entry.remittanceInformationStructured),
    ),
  }) satisfies EachOf<Omit<ShownTransfer, 'creditorAgent' | 'ultimateDebtor'>>

export const PaymentEntryRef = builder.objectRef<EntryOf>('PaymentEntry')
implement(PaymentEntryRef, 'One transfer of a bulk payment.', t => ({
  id: t.id('A UUID.'),
  position: t.int('Its place in the body, from 0.'),
  status: t.of(EntryStatusEnum, 'How it stands.'),
  failure: t.optional.text('Why it failed, if it did.'),
  ...transferFields(t),
  ultimateDebtor: t.optional.text('On whose behalf this entry is paid. Absent when it was not given.'),
  payment: t.of(BulkPayments, 'The payment that it is part of.'),
}))

implement(Executions.type, 'One execution of a periodic payment.', t => ({
  id: t.id('A UUID.'),
  payment: t.of(PeriodicPayments, 'The periodic payment that ran.', ({ paymentId }, { bank }) =>
    bank.load.payment(paymentId),
  ),
  date: t.day('The banking day of the run.'),
  status: t.of(EntryStatusEnum, 'What became of it.'),
  failure: t.optional.text('Why it failed, if it did. The payment lives on.'),
  executedAt: t.instant("When it ran, by the world's clock."),
}))

const StatusCauseEnum = enumOf(
  'PaymentStatusCause',
  'What made a payment change its status.',
  CAUSE_MEANINGS,
  STATUS_CAUSES,
)

export const StatusChangeRef = builder.objectRef<StatusChange>('PaymentStatusChange')
implement(StatusChangeRef, 'One step of a payment on its way.', t => ({
  at: t.instant("When, by the world's clock."),
  from: t.optional.of(PaymentStatusEnum, 'The status before; absent for the first one.'),
  to: t.of(PaymentStatusEnum, 'The status after.'),
  cause: t.of(StatusCauseEnum, 'What made it change.'),
  psu: t.optional.one(
    Customers,
    'customerId',
    'The customer who decided it, where one did. Absent when it was deleted since.',
  ),
}))

export const PlannedExecutionRef = builder.objectRef<PlannedExecution>('PlannedExecution')
implement(
  PlannedExecutionRef,
  'An execution of a periodic payment that is still to come, and why it is on that day.',
  t => ({
    date: t.day('The banking day of the run; it runs at 06:00 in Oslo.'),
    plannedDate: t.day('The day that the plan names; another one than date when that is no banking day.'),
    reason: t.text('A sentence that explains the day.'),
  }),
)

/** How many executions to show. */
export const previewArg = builder.args(t => ({
  first: t.int({
    defaultValue: DEFAULT_PREVIEW,
    required: true,
    description: `How many: 0 to 1000, ${DEFAULT_PREVIEW} when not given.`,
  }),
}))

builder.queryFields(t => ({
  previewExecutions: t.field({
    type: [PlannedExecutionRef],
    nullable: true,
    description:
      'The first executions of a plan without a payment, on the banking days of Norway, and why each is on its day. EXECUTION_DATE_INVALID when it ends before it starts.',
    args: { ...previewArg, ...inputArg(periodicPlan) },
    resolve: (_, { input, first }) => previewExecutions(input, first),
  }),
}))
