import { z } from '@hono/zod-openapi'
import { changePaymentInBank } from '../../../bank/inputs/payments.ts'
import { pathId } from '../../../bank/inputs/values.ts'
import * as operations from '../../../bank/operations/payments.ts'
import * as cancelling from '../../../bank/resolvers/payments/cancel.ts'
import type { CreatedPayment } from '../../../bank/resolvers/payments/register.ts'
import { type TppMessage, wireCode } from '../../../bank/wire/errors.ts'
import { PSU_MESSAGES } from '../../../domain/payments.ts'
import { feesMinor } from '../../../domain/products.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import { builder, type GraphqlContext } from '../builder.ts'
import { nameArguments } from '../callers.ts'
import { type Fields, implement, type Kinds, payload } from '../fields.ts'
import { flatArg, flatInput, idArg, partOf } from '../inputs.ts'
import { mutation, mutations } from '../mutations.ts'
import { Authorisations, BulkPayments, Payments, PeriodicPayments, SinglePayments } from '../nouns.ts'
import { Amount } from '../values.ts'
import { productNamed } from './enums.ts'
import { pathOf } from './path.ts'

const TppMessageRef = builder.objectRef<TppMessage>('TppMessage')
implement(TppMessageRef, 'A note to the TPP.', t => ({
  category: t.text('WARNING; errors are refusals, in extensions.tppMessages.'),
  code: t.text("One of REST's codes."),
  path: t.optional.text('The field of the body that it is about. Absent when there is none.'),
  text: t.optional.text('What was not taken literally. Absent when there is none.'),
}))

type PaymentRef = typeof SinglePayments

const created = (type: PaymentRef) => (p: Kinds<CreatedPayment>) => ({
  payment: p.of(type, 'The payment.', 'payment'),
  authorisation: p.optional.of(
    Authorisations.type,
    'Its SCA, started at once when the context was given. Absent when not: startPaymentAuthorisation starts it.',
    'authorisation',
  ),
  transactionFees: p.of(Amount, 'All fees of the payment, in NOK.', made => ({
    amountMinor: feesMinor(made),
    currency: 'NOK',
  })),
  transactionFeeIndicator: p.flag('Whether fees apply, by the price list.', made => feesMinor(made) > 0n),
  psuMessage: p.text(
    'Text for the PSU, at most 512 characters, in the language of Accept-Language: nb, or en.',
    (_, { language }) => PSU_MESSAGES[language],
  ),
  tppMessages: p.of([TppMessageRef], 'Warnings about what was not taken literally.', ({ warnings }) =>
    warnings.map(({ code, path, text }) => ({
      category: 'WARNING' as const,
      code: wireCode(code),
      path: `input.${nameArguments(path)}`,
      text: nameArguments(text),
    })),
  ),
})

const ofProduct = {
  given: partOf(z.strictObject({ product: productNamed })),
  // One that there is not is known to the rules of the body as REST's path has it (D16).
  find: ({ product }: Values) => ({ paymentProduct: productNamed.safeParse(product).data ?? String(product) }),
}
const creating = (type: PaymentRef, most?: number) => ({
  ids: ofProduct,
  payload: created(type),
  bulk: {
    things: 'payments',
    type,
    row: ({ payment }: CreatedPayment) => payment,
    ...(most === undefined ? {} : { most }),
  },
})
const onePayment = {
  given: partOf(z.strictObject({ id: pathId('Payment', 'paymentId in REST.') })),
  find: ({ id }: Values, bank: GraphqlContext['bank']) => pathOf(bank, String(id)),
}
const starting = {
  ids: onePayment,
  payload: (p: Kinds<Authorisation>) => ({
    authorisation: p.of(Authorisations.type, 'The SCA that was started.', made => made),
  }),
}
const paymentOf = (p: Kinds<Payment>) => ({ payment: p.of(Payments.type, 'The payment afterwards.', row => row) })

const changing = flatInput('ChangePaymentInBankInput', 'A payment, and the day that it is moved to.', {
  payment: onePayment.given,
  change: partOf(changePaymentInBank),
})

/** How many bulk payments one call creates: each may have 500 entries. */
const MOST_BULKS = 10

builder.mutationFields(t => ({
  ...mutations(t, operations.createPayment, creating(SinglePayments)),
  ...mutations(t, operations.createBulkPayment, creating(BulkPayments, MOST_BULKS)),
  ...mutations(t, operations.createPeriodicPayment, creating(PeriodicPayments)),
  startPaymentAuthorisation: mutation(t, operations.startPaymentAuthorisation, starting),
  cancelPayment: mutation(t, operations.cancelPayment, {
    ids: onePayment,
    payload: p => ({
      payment: p.of(Payments.type, 'The payment afterwards.', 'payment'),
      needsAuthorisation: p.flag(
        'True when it is authorised already, so that authoriseCancellation must follow: 202 in REST.',
        'needsSca',
      ),
      nextStep: p.optional.text(
        'What is left to do, when needsAuthorisation is true. Absent otherwise.',
        ({ payment, needsSca }) =>
          needsSca
            ? `The payment is ${payment.status}, and nothing is cancelled yet: start the SCA that cancels it by authoriseCancellation, then complete that SCA by completeAuthorisation.`
            : undefined,
      ),
    }),
  }),
  authoriseCancellation: mutation(t, operations.authoriseCancellation, starting),
  cancelPaymentInBank: t.field({
    type: payload<Payment, Fields<Payment>>('cancelPaymentInBank', paymentOf),
    description:
      'Cancels a payment as if in another channel of the bank: without TPP, PSU or SCA. It keeps its id and answers. CANCELLATION_INVALID when it is final or on its way.',
    args: idArg('Payment', 'paymentId in REST.'),
    resolve: (_, { id }, { bank }) => cancelling.cancelPaymentInBank(bank, id),
  }),
  changePaymentInBank: t.field({
    type: payload<Payment, Fields<Payment>>('changePaymentInBank', paymentOf),
    description:
      'Moves a single or bulk payment to another day, as if in another channel of the bank. EXECUTION_DATE_INVALID for a day that has passed, CONFLICT when it is final, BAD_REQUEST for instant and periodic ones.',
    args: flatArg(changing, 'Which payment, and its new day.'),
    resolve: (_, { input }, { bank }) =>
      cancelling.changePaymentInBank(bank, input.payment.id, input.change.requestedExecutionDate),
  }),
}))

type Values = Readonly<Record<string, unknown>>
