import * as operations from '../../../bank/operations/payments.ts'
import { SERVICE_PATHS } from '../../../domain/products.ts'
import type { Payment } from '../../../generated/client.ts'
import { AsTpp } from '../as-tpp.ts'
import { builder } from '../builder.ts'
import type { Reader } from '../callers.ts'
import { extend, implement } from '../fields.ts'
import { idArg } from '../inputs.ts'
import { byIdOrKey, waysTo } from '../lookups.ts'
import { Authorisations, Payments } from '../nouns.ts'
import { twin } from '../twins.ts'
import { PaymentStatusEnum } from './enums.ts'
import { pathOf } from './path.ts'

/** A payment that a TPP reads, and the TPP. */
type PaymentRead = Reader & { readonly payment: Payment }

const idsOf = ({ payment: { service, product, id } }: PaymentRead) => ({
  paymentService: SERVICE_PATHS[service],
  paymentProduct: product,
  paymentId: id,
})
const oneSca = {
  type: Authorisations.type,
  args: idArg('Authorisation', 'authorisationId in REST.'),
  ids: (read: PaymentRead, { id }: { readonly id: string }) => ({ ...idsOf(read), authorisationId: id }),
}

const AsTppPayment = builder.objectRef<PaymentRead>('AsTppPayment')
implement(AsTppPayment, 'A payment that a TPP reads, and what it reads of that.', t => ({
  payment: t.of(Payments.type, 'The payment.', 'payment'),
  status: twin(t.raw, operations.paymentStatus, { type: PaymentStatusEnum, ids: idsOf, show: ({ status }) => status }),
  authorisations: twin(t.raw, operations.paymentAuthorisations, { type: [Authorisations.type], ids: idsOf }),
  authorisation: twin(t.raw, operations.paymentAuthorisation, oneSca),
  cancellationAuthorisations: twin(t.raw, operations.cancellationAuthorisations, {
    type: [Authorisations.type],
    ids: idsOf,
  }),
  cancellationAuthorisation: twin(t.raw, operations.cancellationAuthorisation, oneSca),
}))

const paymentBy = waysTo(
  'Payment',
  byIdOrKey('Payment', 'payment', 'paymentId in REST.', (bank, id) => bank.load.payment(id)),
)

extend(AsTpp, t => ({
  payment: twin(t.raw, operations.payment, {
    type: AsTppPayment,
    args: paymentBy.args,
    ids: async (_, { by }, bank) => pathOf(bank, await paymentBy.idOf(bank, by)),
    show: ({ payment }, reader) => ({ ...reader, payment }),
  }),
}))
