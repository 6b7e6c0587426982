import { parseInput } from '../../../bank/inputs/parse.ts'
import { changePaymentInBank } from '../../../bank/inputs/payments.ts'
import * as operations from '../../../bank/operations/payments.ts'
import * as cancelling from '../../../bank/resolvers/payments/cancel.ts'
import { pathOfPayment } from '../../../bank/resolvers/payments/list.ts'
import type { CreatedPayment } from '../../../bank/resolvers/payments/register.ts'
import { type TppMessage, wireCode } from '../../../bank/wire/errors.ts'
import { PSU_MESSAGES } from '../../../domain/payments.ts'
import { feesMinor, type Product } from '../../../domain/products.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import { builder, type GraphqlContext } from '../builder.ts'
import { nameArguments } from '../callers.ts'
import { implement } from '../fields.ts'
import { idArg } from '../inputs.ts'
import { Authorisations, Payments } from '../nouns.ts'
import { twin } from '../twins.ts'
import { Amount } from '../values.ts'
import { PaymentProductEnum } from './enums.ts'

const TppMessageRef = builder.objectRef<TppMessage>('TppMessage')
implement(TppMessageRef, 'A note to the TPP ([I] TppMessage).', t => ({
  category: t.text('WARNING; errors are refusals, in extensions.tppMessages.'),
  code: t.text("One of REST's codes."),
  path: t.optional.text('The field of the body that it is about.'),
  text: t.optional.text('What was not taken literally.'),
}))

const CreatedPaymentRef = builder.objectRef<CreatedPayment>('CreatedPayment')
implement(CreatedPaymentRef, 'A payment that was just registered, with its SCA, fees and messages.', t => ({
  payment: t.of(Payments.type, 'The payment.'),
  authorisation: t.optional.of(
    Authorisations.type,
    'Its SCA, started at once because the context was given (D45); else startPaymentAuthorisation starts it.',
  ),
  transactionFees: t.of(Amount, 'All fees of the payment, in NOK (D48).', made => ({
    amountMinor: feesMinor(made),
    currency: 'NOK',
  })),
  transactionFeeIndicator: t.flag('Whether fees apply, by the price list (D48).', made => feesMinor(made) > 0n),
  psuMessage: t.text(
    'Text for the PSU, at most 512 characters, in the language of Accept-Language: nb, or en (D19).',
    (_, { language }) => PSU_MESSAGES[language],
  ),
  tppMessages: t.of([TppMessageRef], 'Warnings about what was not taken literally.', ({ warnings }) =>
    warnings.map(({ code, path, text }) => ({
      category: 'WARNING' as const,
      code: wireCode(code),
      path: nameArguments(path),
      text: nameArguments(text),
    })),
  ),
}))

const CancelledPaymentRef = builder.objectRef<{ payment: Payment; needsSca: boolean }>('CancelledPayment')
implement(CancelledPaymentRef, 'What asking for a cancellation came to (D36).', t => ({
  payment: t.of(Payments.type, 'The payment afterwards.'),
  needsAuthorisation: t.flag(
    'True when it is authorised already, so that authoriseCancellation must follow: 202 in REST.',
    'needsSca',
  ),
}))

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
const starting = { ...onePayment, type: Authorisations.type, show: (started: Authorisation) => started }

builder.mutationFields(t => ({
  createPayment: twin(t, operations.createPayment, creating),
  createBulkPayment: twin(t, operations.createBulkPayment, creating),
  createPeriodicPayment: twin(t, operations.createPeriodicPayment, creating),
  startPaymentAuthorisation: twin(t, operations.startPaymentAuthorisation, starting),
  cancelPayment: twin(t, operations.cancelPayment, { ...onePayment, type: CancelledPaymentRef }),
  authoriseCancellation: twin(t, operations.authoriseCancellation, starting),
  cancelPaymentInBank: t.field({
    type: Payments.type,
    description:
      'Cancels a payment as if in another channel of the bank: without TPP, PSU or SCA. It keeps its id and answers ([I] Payment status, D36). CANCELLATION_INVALID when it is final or on its way.',
    args: onePayment.args,
    resolve: (_, { id }, { bank }) => cancelling.cancelPaymentInBank(bank, id),
  }),
  changePaymentInBank: t.field({
    type: Payments.type,
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
