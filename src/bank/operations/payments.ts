import { MAX_BULK_TRANSFERS, type ServicePath } from '../../domain/products.ts'
import type { AuthorisationPurpose } from '../../generated/client.ts'
import type { Context } from '../context.ts'
import {
  createBulkPayment as bulk,
  createPeriodicPayment as periodic,
  createPayment as single,
  takeDuplicate,
} from '../inputs/payments.ts'
import { findAuthorisation, listAuthorisations } from '../resolvers/authorisations/read.ts'
import { cancelPayment as cancel, authoriseCancellation as startCancellation } from '../resolvers/payments/cancel.ts'
import { ORDERS } from '../resolvers/payments/create.ts'
import { getPayment, getPaymentWithEntries, type PaymentPath } from '../resolvers/payments/read.ts'
import { registerPayment, startPaymentAuthorisation as start } from '../resolvers/payments/register.ts'
import { judgeBulkPayment, judgePayment, judgePeriodicPayment } from './judges.ts'
import { type Call, operation } from './operation.ts'

const described = { tag: 'Payments', service: 'payments' } as const
const CREATING = 'The payment waits for its SCA (D35); with PSU-Context the link to the SCA comes at once (D45).'
const REGISTERING = [
  ['FORBIDDEN', 'without the role REGISTER or above its limit'],
  ['HTTP_HEADER_REQUIRED', 'when the PSU acts for a corporation and does not name the agreement (D34)'],
] as const
const creating = {
  ...described,
  ids: { paymentProduct: null },
  startsSca: 'withContext',
  refusals: [
    'PRODUCT_UNKNOWN',
    'PRODUCT_INVALID',
    'PSU_CREDENTIALS_INVALID',
    'FORBIDDEN',
    'EXECUTION_DATE_INVALID',
    'KID_INVALID',
    'KID_MISSING',
    'BAD_REQUEST',
    'CONFLICT',
  ],
} as const

export const createPayment = operation({
  ...creating,
  name: 'createPayment',
  makes: 'Payment',
  summary: 'Create a payment',
  description: `Registers a single payment: domestic, instant, cross-border or SEPA. ${CREATING}`,
  exceptions: [
    [
      'FORMAT_ERROR',
      'for a cross-border payment without the BIC of the bank of the creditor or the whole address of the creditor, but for buildingNumber',
    ],
    ...REGISTERING,
    ['PAYMENT_FAILED', 'for an instant payment that its account cannot cover (D37)'],
  ],
  refusals: [...creating.refusals, 'PAYMENT_FAILED'],
  options: takeDuplicate,
  input: single,
  judge: judgePayment,
  run: (ctx, { access, options, ids, input }) =>
    registerPayment(ctx, { ...access, ...options }, ORDERS.payments(ids.paymentProduct, input)),
})

export const createBulkPayment = operation({
  ...creating,
  name: 'createBulkPayment',
  makes: 'Payment',
  summary: 'Create a bulk payment',
  description: `Registers up to ${MAX_BULK_TRANSFERS} domestic payments of one debtor that run together, each carried out by itself. ${CREATING}`,
  exceptions: REGISTERING,
  options: takeDuplicate,
  input: bulk,
  judge: judgeBulkPayment,
  run: (ctx, { access, options, ids, input }) =>
    registerPayment(ctx, { ...access, ...options }, ORDERS['bulk-payments'](ids.paymentProduct, input)),
})

export const createPeriodicPayment = operation({
  ...creating,
  name: 'createPeriodicPayment',
  makes: 'Payment',
  summary: 'Create a periodic payment',
  description: `Registers a payment that runs again and again, at 06:00 of each of its days ([I] Endpoints 3, D38), and knows no duplicates (D46). ${CREATING}`,
  exceptions: REGISTERING,
  // Periodic payments know no duplicates (D46), so that there is nothing to allow.
  refusals: creating.refusals.filter(code => code !== 'CONFLICT'),
  input: periodic,
  judge: judgePeriodicPayment,
  run: (ctx, { access, ids, input }) =>
    registerPayment(ctx, access, ORDERS['periodic-payments'](ids.paymentProduct, input)),
})

const PATH = { paymentService: null, paymentProduct: null, paymentId: 'Payment' } as const
const refusals = ['RESOURCE_UNKNOWN', 'PRODUCT_UNKNOWN', 'PRODUCT_INVALID', 'PSU_CREDENTIALS_INVALID'] as const
const one = { ...described, ids: PATH, refusals } as const
const oneSca = { ...one, ids: { ...PATH, authorisationId: 'Authorisation' } } as const
type OnePayment = Call<keyof typeof PATH, unknown, unknown>

export const payment = operation({
  ...one,
  name: 'payment',
  readAt: 'asTpp.payment',
  summary: 'Get a payment',
  description:
    'A payment as it was registered, and how it stands. Its id stays valid whatever becomes of it ([I] Payment status).',
  run: (ctx, call) => getPaymentWithEntries(ctx, call.access, pathOf(call)),
})

export const paymentStatus = operation({
  ...one,
  name: 'paymentStatus',
  readAt: 'asTpp.payment.status',
  summary: 'Get the status of a payment',
  description: 'The status, and whether funds were available once that was checked: at execution ([I] 1.14.2, D37).',
  run: (ctx, call) => getPayment(ctx, call.access, pathOf(call)),
})

export const cancelPayment = operation({
  ...one,
  name: 'cancelPayment',
  summary: 'Cancel a payment',
  description: 'Cancels a payment as its TPP. A payment that waits for its SCA is cancelled at once.',
  exceptions: [
    [
      '202: authoriseCancellation must follow, which starts the SCA that cancels it',
      'when the payment is authorised, not executed, and a member is left in its agreement who can give that SCA',
    ],
    ['CANCELLATION_INVALID', 'when the payment is final or on its way (D36)'],
    ['FORBIDDEN', 'for a member that may only look (D35)'],
  ],
  refusals: [...refusals, 'CANCELLATION_INVALID'],
  run: (ctx, call) => cancel(ctx, call.access, pathOf(call)),
})

export const startPaymentAuthorisation = operation({
  ...one,
  name: 'startPaymentAuthorisation',
  makes: 'Authorisation',
  summary: 'Authorise a payment',
  description: 'Starts the SCA of a payment. Send the PSU to scaRedirect (D33, D45).',
  exceptions: [['CONFLICT', 'when the payment waits for no SCA']],
  refusals: [...refusals, 'CONFLICT'],
  startsSca: 'always',
  run: (ctx, call) => start(ctx, call.access, pathOf(call)),
})

export const paymentAuthorisations = operation({
  ...one,
  name: 'paymentAuthorisations',
  readAt: 'asTpp.payment.authorisations',
  summary: 'List the authorisations of a payment',
  description: 'Ids of all SCAs that were started, oldest first.',
  run: listOf('PAYMENT'),
})

export const paymentAuthorisation = operation({
  ...oneSca,
  name: 'paymentAuthorisation',
  readAt: 'asTpp.payment.authorisation',
  summary: 'Read an authorisation of a payment',
  description: 'How an SCA stands: received, finalised or failed.',
  run: readOf('PAYMENT'),
})

export const authoriseCancellation = operation({
  ...one,
  name: 'authoriseCancellation',
  makes: 'Authorisation',
  summary: 'Authorise a cancellation',
  description: 'Starts the SCA that cancels an authorised payment. Send the PSU to scaRedirect (D33, D36).',
  exceptions: [['CANCELLATION_INVALID', 'when the payment is final']],
  refusals: [...refusals, 'CANCELLATION_INVALID'],
  startsSca: 'always',
  run: (ctx, call) => startCancellation(ctx, call.access, pathOf(call)),
})

export const cancellationAuthorisations = operation({
  ...one,
  name: 'cancellationAuthorisations',
  readAt: 'asTpp.payment.cancellationAuthorisations',
  summary: 'List the authorisations of a cancellation',
  description: 'Ids of all SCAs that were started, oldest first.',
  run: listOf('CANCELLATION'),
})

export const cancellationAuthorisation = operation({
  ...oneSca,
  name: 'cancellationAuthorisation',
  readAt: 'asTpp.payment.cancellationAuthorisation',
  summary: 'Read an authorisation of a cancellation',
  description: 'How an SCA stands: received, finalised or failed.',
  run: readOf('CANCELLATION'),
})

function listOf(purpose: AuthorisationPurpose) {
  return async (ctx: Context, call: OnePayment) => {
    const { id } = await getPayment(ctx, call.access, pathOf(call))
    return listAuthorisations(ctx, id, purpose)
  }
}

function readOf(purpose: AuthorisationPurpose) {
  return async (ctx: Context, call: Call<keyof typeof PATH | 'authorisationId', unknown, unknown>) => {
    const { id } = await getPayment(ctx, call.access, pathOf(call))
    return findAuthorisation(ctx, id, purpose, call.ids.authorisationId)
  }
}

function pathOf({ ids }: Pick<OnePayment, 'ids'>): PaymentPath {
  return { service: servicePath(ids.paymentService), product: ids.paymentProduct, paymentId: ids.paymentId }
}

// REST's router accepts only these.
function servicePath(text: string): ServicePath {
  return text === 'bulk-payments' || text === 'periodic-payments' ? text : 'payments'
}
