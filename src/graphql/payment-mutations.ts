import { PRODUCT_RULES, PRODUCTS, requireProduct } from '../domain/products.ts'
import type { Payment } from '../generated/client.ts'
import { parseInput } from '../inputs/parse.ts'
import { changePaymentInBank } from '../inputs/payments.ts'
import * as cancelling from '../resolvers/payments/cancel.ts'
import * as payments from '../resolvers/payments/create.ts'
import { pathOfPayment } from '../resolvers/payments/list.ts'
import type { CreatedPayment } from '../resolvers/payments/register.ts'
import { type TppMessage, wireCode } from '../wire/errors.ts'
import { builder } from './builder.ts'
import { AuthorisationRef, PaymentRef } from './nouns.ts'
import { CreateBulkPaymentInput, CreatePaymentInput, CreatePeriodicPaymentInput } from './payment-inputs.ts'
import { asPayer, contextArg, psuArgs, scaArgs } from './tpp-calls.ts'
import { Amount } from './values.ts'

const TppMessageRef = builder.objectRef<TppMessage>('TppMessage').implement({
  description: 'A note to the TPP ([I] TppMessage).',
  fields: t => ({
    category: t.exposeString('category', { description: 'WARNING; errors are refusals, in extensions.tppMessages.' }),
    code: t.exposeString('code', { description: "One of REST's codes." }),
    path: t.exposeString('path', { nullable: true, description: 'The field of the body that it is about.' }),
    text: t.exposeString('text', { nullable: true, description: 'What was not taken literally.' }),
  }),
})

const CreatedPaymentRef = builder.objectRef<CreatedPayment>('CreatedPayment').implement({
  description: 'A payment that was just registered, and what the TPP is told about it.',
  fields: t => ({
    payment: t.field({ type: PaymentRef, description: 'The payment.', resolve: made => made.payment }),
    authorisation: t.field({
      type: AuthorisationRef,
      nullable: true,
      description:
        'Its SCA, started at once because the context was given (D45); else startPaymentAuthorisation starts it.',
      resolve: made => made.authorisation ?? null,
    }),
    transactionFees: t.field({
      type: Amount,
      description: 'All fees of the payment, in NOK (D48).',
      resolve: ({ payment, entries }) => ({ amountMinor: feeOf(payment) * BigInt(entries.length), currency: 'NOK' }),
    }),
    transactionFeeIndicator: t.boolean({
      description: 'Whether fees apply, by the price list (D48).',
      resolve: ({ payment }) => feeOf(payment) > 0n,
    }),
    tppMessages: t.field({
      type: [TppMessageRef],
      description: 'Warnings about what was not taken literally.',
      resolve: ({ warnings }) =>
        warnings.map(({ code, path, text }) => ({ category: 'WARNING' as const, code: wireCode(code), path, text })),
    }),
  }),
})

function feeOf({ service, product }: Payment): bigint {
  return PRODUCT_RULES[requireProduct(service, product)].feeMinor
}

const CancelledPaymentRef = builder.objectRef<{ payment: Payment; needsSca: boolean }>('CancelledPayment').implement({
  description: 'What asking for a cancellation came to (D36).',
  fields: t => ({
    payment: t.field({ type: PaymentRef, description: 'The payment afterwards.', resolve: result => result.payment }),
    needsAuthorisation: t.exposeBoolean('needsSca', {
      description: 'True when it is authorised already, so that authoriseCancellation must follow: 202 in REST.',
    }),
  }),
})

const productArg = builder.args(t => ({
  product: t.string({
    required: true,
    description: `payment-product in REST: ${PRODUCTS.join(', ')}. Bulk and periodic payments know only the first. PRODUCT_UNKNOWN, PRODUCT_INVALID.`,
  }),
}))
const duplicateArg = builder.args(t => ({
  allowLogicalDuplicate: t.boolean({
    description: 'True accepts a payment that looks like one already registered; else CONFLICT (D46).',
  }),
}))
const paymentArg = builder.args(t => ({ id: t.id({ required: true, description: 'paymentId in REST.' }) }))
const CREATING =
  'It waits for its SCA. FORBIDDEN without the role REGISTER or above its limit (D35), HTTP_HEADER_REQUIRED when the PSU acts for a corporation and agreementId is missing (D34).'

builder.mutationFields(t => ({
  createPayment: t.field({
    type: CreatedPaymentRef,
    description: `Registers a single payment: domestic, instant, cross-border or SEPA. ${CREATING}`,
    args: {
      ...psuArgs,
      ...contextArg,
      ...scaArgs,
      ...productArg,
      ...duplicateArg,
      input: t.arg({ type: CreatePaymentInput, required: true, description: 'The payment.' }),
    },
    resolve: (_, { product, input, ...args }, { bank }) =>
      asPayer(bank, args, (ctx, call) => payments.createPayment(ctx, call, product, input)),
  }),
  createBulkPayment: t.field({
    type: CreatedPaymentRef,
    description: `Registers up to 500 transfers of one debtor that run together, each carried out by itself. ${CREATING}`,
    args: {
      ...psuArgs,
      ...contextArg,
      ...scaArgs,
      ...productArg,
      ...duplicateArg,
      input: t.arg({ type: CreateBulkPaymentInput, required: true, description: 'The payment.' }),
    },
    resolve: (_, { product, input, ...args }, { bank }) =>
      asPayer(bank, args, (ctx, call) => payments.createBulkPayment(ctx, call, product, input)),
  }),
  createPeriodicPayment: t.field({
    type: CreatedPaymentRef,
    description: `Registers a payment that runs again and again, at 06:00 of each of its days ([I] Endpoints 3, D38). ${CREATING}`,
    args: {
      ...psuArgs,
      ...contextArg,
      ...scaArgs,
      ...productArg,
      input: t.arg({ type: CreatePeriodicPaymentInput, required: true, description: 'The payment.' }),
    },
    resolve: (_, { product, input, ...args }, { bank }) =>
      asPayer(bank, args, (ctx, call) => payments.createPeriodicPayment(ctx, call, product, input)),
  }),
  startPaymentAuthorisation: t.field({
    type: AuthorisationRef,
    description: 'Starts the SCA of a payment (D45). CONFLICT when it does not wait for one.',
    args: { ...psuArgs, ...scaArgs, ...paymentArg },
    resolve: async (_, { id, ...args }, { bank }) => {
      const path = await pathOfPayment(bank, id)
      return asPayer(bank, args, (ctx, call) => cancelling.startPaymentAuthorisation(ctx, call, path))
    },
  }),
  cancelPayment: t.field({
    type: CancelledPaymentRef,
    description:
      'Cancels a payment as its TPP: at once before its SCA; one that is authorised needs authoriseCancellation. CANCELLATION_INVALID when it is final or on its way (D36).',
    args: { ...psuArgs, ...paymentArg },
    resolve: async (_, { id, ...args }, { bank }) => {
      const path = await pathOfPayment(bank, id)
      return asPayer(bank, args, (ctx, call) => cancelling.cancelPayment(ctx, call, path))
    },
  }),
  authoriseCancellation: t.field({
    type: AuthorisationRef,
    description: 'Starts the SCA that cancels an authorised payment (D36). CANCELLATION_INVALID when it is final.',
    args: { ...psuArgs, ...scaArgs, ...paymentArg },
    resolve: async (_, { id, ...args }, { bank }) => {
      const path = await pathOfPayment(bank, id)
      return asPayer(bank, args, (ctx, call) => cancelling.authoriseCancellation(ctx, call, path))
    },
  }),
  cancelPaymentInBank: t.field({
    type: PaymentRef,
    description:
      'Cancels a payment as if in another channel of the bank: without TPP, PSU or SCA. It keeps its id and answers ([I] Payment status, D36). CANCELLATION_INVALID when it is final or on its way.',
    args: paymentArg,
    resolve: (_, { id }, { bank }) => cancelling.cancelPaymentInBank(bank, id),
  }),
  changePaymentInBank: t.field({
    type: PaymentRef,
    description:
      'Moves a single or bulk payment to another day, as if in another channel of the bank (D36). EXECUTION_DATE_INVALID for a day that has passed, CONFLICT when it is final, BAD_REQUEST for instant and periodic ones.',
    args: {
      ...paymentArg,
      requestedExecutionDate: t.arg({ type: 'Date', required: true, description: 'The day to pay: today or later.' }),
    },
    resolve: (_, { id, ...change }, { bank }) =>
      cancelling.changePaymentInBank(bank, id, parseInput(changePaymentInBank, change).requestedExecutionDate),
  }),
}))
