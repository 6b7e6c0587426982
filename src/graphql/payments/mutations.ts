import { feesMinor, type Product } from '../../domain/products.ts'
import type { Authorisation, Payment } from '../../generated/client.ts'
import { parseInput } from '../../inputs/parse.ts'
import { changePaymentInBank } from '../../inputs/payments.ts'
import * as operations from '../../operations/payments.ts'
import * as cancelling from '../../resolvers/payments/cancel.ts'
import { pathOfPayment } from '../../resolvers/payments/list.ts'
import type { CreatedPayment } from '../../resolvers/payments/register.ts'
import { type TppMessage, wireCode } from '../../wire/errors.ts'
import { builder, type GraphqlContext } from '../builder.ts'
import { AuthorisationRef, PaymentRef } from '../nouns.ts'
import { idArg, twin } from '../twins.ts'
import { Amount } from '../values.ts'
import { PaymentProductEnum } from './enums.ts'

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
      resolve: made => ({ amountMinor: feesMinor(made), currency: 'NOK' }),
    }),
    transactionFeeIndicator: t.boolean({
      description: 'Whether fees apply, by the price list (D48).',
      resolve: made => feesMinor(made) > 0n,
    }),
    tppMessages: t.field({
      type: [TppMessageRef],
      description: 'Warnings about what was not taken literally.',
      resolve: ({ warnings }) =>
        warnings.map(({ code, path, text }) => ({ category: 'WARNING' as const, code: wireCode(code), path, text })),
    }),
  }),
})

const CancelledPaymentRef = builder.objectRef<{ payment: Payment; needsSca: boolean }>('CancelledPayment').implement({
  description: 'What asking for a cancellation came to (D36).',
  fields: t => ({
    payment: t.field({ type: PaymentRef, description: 'The payment afterwards.', resolve: result => result.payment }),
    needsAuthorisation: t.exposeBoolean('needsSca', {
      description: 'True when it is authorised already, so that authoriseCancellation must follow: 202 in REST.',
    }),
  }),
})

const creating = {
  type: CreatedPaymentRef,
  args: builder.args(t => ({
    product: t.field({
      type: PaymentProductEnum,
      required: true,
      description:
        'payment-product in REST. Bulk and periodic payments know only NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS: PRODUCT_INVALID.',
    }),
  })),
  ids: ({ product }: { readonly product: Product }) => ({ paymentProduct: product }),
  show: (made: CreatedPayment) => made,
}
const onePayment = {
  args: idArg('paymentId in REST.'),
  ids: async ({ id }: { readonly id: string }, bank: GraphqlContext['bank']) => {
    const { service, product, paymentId } = await pathOfPayment(bank, id)
    return { paymentService: service, paymentProduct: product, paymentId }
  },
}
const starting = { ...onePayment, type: AuthorisationRef, show: (started: Authorisation) => started }

builder.mutationFields(t => ({
  createPayment: t.field(twin(operations.createPayment, creating)),
  createBulkPayment: t.field(twin(operations.createBulkPayment, creating)),
  createPeriodicPayment: t.field(twin(operations.createPeriodicPayment, creating)),
  startPaymentAuthorisation: t.field(twin(operations.startPaymentAuthorisation, starting)),
  cancelPayment: t.field(
    twin(operations.cancelPayment, { ...onePayment, type: CancelledPaymentRef, show: cancelled => cancelled }),
  ),
  authoriseCancellation: t.field(twin(operations.authoriseCancellation, starting)),
  cancelPaymentInBank: t.field({
    type: PaymentRef,
    description:
      'Cancels a payment as if in another channel of the bank: without TPP, PSU or SCA. It keeps its id and answers ([I] Payment status, D36). CANCELLATION_INVALID when it is final or on its way.',
    args: onePayment.args,
    resolve: (_, { id }, { bank }) => cancelling.cancelPaymentInBank(bank, id),
  }),
  changePaymentInBank: t.field({
    type: PaymentRef,
    description:
      'Moves a single or bulk payment to another day, as if in another channel of the bank (D36). EXECUTION_DATE_INVALID for a day that has passed, CONFLICT when it is final, BAD_REQUEST for instant and periodic ones.',
    args: {
      ...onePayment.args,
      requestedExecutionDate: t.arg({ type: 'Date', required: true, description: 'The day to pay: today or later.' }),
    },
    resolve: (_, { id, ...change }, { bank }) =>
      cancelling.changePaymentInBank(bank, id, parseInput(changePaymentInBank, change).requestedExecutionDate),
  }),
}))
