import { createBulkPayment, createPayment, createPeriodicPayment } from '../inputs/payments.ts'
import { builder, type InputFields } from './builder.ts'
import { given } from './inputs.ts'
import { planFields } from './payment-plans.ts'
import { StructuredRemittanceInput } from './remittance.ts'
import { AmountInput } from './values.ts'

const PaymentAccountReferenceInput = builder.inputType('PaymentAccountReferenceInput', {
  description:
    'An account of a payment by iban, bban or both; both must name the same one. It exists in the world, or its check digits are right (D23).',
  fields: t => ({
    iban: t.string({ description: 'IBAN, at most 34 characters. Spaces are removed.' }),
    bban: t.string({ description: 'Basic bank account number, 1 to 30 characters.' }),
    currency: t.string({ required: true, description: 'ISO 4217 alphabetic code: that of the account.' }),
  }),
})

const AddressInput = builder.inputType('AddressInput', {
  description: 'A postal address ([I] Create periodic payment). Cross-border payments need all but buildingNumber.',
  fields: t => ({
    street: t.string({ description: 'Street, 1 to 70 characters.' }),
    buildingNumber: t.string({ description: 'Number of the building, 1 to 140 characters.' }),
    postalCode: t.string({ description: 'Postal code, 1 to 140 characters.' }),
    city: t.string({ description: 'City, 1 to 140 characters.' }),
    country: t.string({ required: true, description: 'ISO 3166-1 alpha-2 code, in capitals.' }),
  }),
})

const transferFields = (t: InputFields) => ({
  instructedAmount: t.field({
    type: AmountInput,
    required: true,
    description: 'What the creditor gets: more than zero, in a currency of the product (D21).',
  }),
  creditorName: t.string({ required: true, description: 'Who is paid, 1 to 70 characters.' }),
  creditorAccount: t.field({
    type: PaymentAccountReferenceInput,
    required: true,
    description: 'The account that is paid, of this bank or another.',
  }),
  creditorAddress: t.field({ type: AddressInput, description: 'Required for cross-border-credit-transfers.' }),
  creditorAgent: t.string({
    description: "BIC of the creditor's bank; required for cross-border-credit-transfers, and only with it.",
  }),
  endToEndIdentification: t.string({ description: "The payer's own reference, 1 to 35 characters." }),
  purposeCode: t.string({
    description:
      'ISO 20022 purpose: INVS, SALA, IDCP, CASH, CORT, INTC, PENS, SSBE, SUPP, TAXS, TREA, VATX, LOAN or OTHR.',
  }),
  remittanceInformationUnstructured: t.string({
    description: 'A message, 1 to 140 characters. Not together with a structured reference (D47).',
  }),
  remittanceInformationStructuredArray: t.field({
    type: [StructuredRemittanceInput],
    description: 'Exactly one reference; of type SCOR it is a KID with a right check digit: KID_INVALID (D47).',
  }),
  remittanceInformationStructured: t.field({
    type: StructuredRemittanceInput,
    deprecationReason:
      'Read as a list of one, with a warning: use remittanceInformationStructuredArray ([I] Versioning 5).',
    description: 'The same as a list of one.',
  }),
})

const debtorFields = (t: InputFields) => ({
  debtorAccount: t.field({
    type: PaymentAccountReferenceInput,
    required: true,
    description: 'The account that pays: one of this bank on which the PSU has the role REGISTER (D35).',
  }),
  ultimateDebtor: t.string({ description: 'On whose behalf is paid, 1 to 70 characters.' }),
})

const DAY =
  'The day to pay, today or later; a day without batches moves to the next one that has some. As soon as possible when not given.'

export const CreatePaymentInput = builder
  .inputType('CreatePayment', {
    description: 'The body of POST /v1/payments/{payment-product}.',
    fields: t => ({
      ...debtorFields(t),
      ...transferFields(t),
      requestedExecutionDate: t.field({ type: 'Date', description: DAY }),
    }),
  })
  .validate(given(createPayment))

const BulkEntryInput = builder.inputType('BulkEntry', {
  description: 'One transfer of a bulk payment.',
  fields: transferFields,
})

export const CreateBulkPaymentInput = builder
  .inputType('CreateBulkPayment', {
    description: 'The body of POST /v1/bulk-payments/{payment-product}.',
    fields: t => ({
      ...debtorFields(t),
      paymentInformationId: t.string({ description: "The TPP's own name for the bulk, 1 to 35 characters." }),
      requestedExecutionDate: t.field({ type: 'Date', description: DAY }),
      payments: t.field({ type: [BulkEntryInput], required: true, description: '1 to 500 transfers.' }),
    }),
  })
  .validate(given(createBulkPayment))

export const CreatePeriodicPaymentInput = builder
  .inputType('CreatePeriodicPayment', {
    description: 'The body of POST /v1/periodic-payments/{payment-product} ([I] Create periodic payment).',
    fields: t => ({ ...debtorFields(t), ...transferFields(t), ...planFields(t) }),
  })
  .validate(given(createPeriodicPayment))
