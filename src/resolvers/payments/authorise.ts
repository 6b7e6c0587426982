import type { Context } from '../../context.ts'
import { actWanted, DomainError } from '../../domain/errors.ts'
import { waitsForSca } from '../../domain/status.ts'
import type { Authorisation, Payment } from '../../generated/client.ts'
import { startSigning } from '../authorisations/start.ts'
import { command } from '../command.ts'
import type { PaymentCall } from '../psus.ts'
import { getPayment, type PaymentPath } from './read.ts'

/** Starts the SCA of a payment (D45). CONFLICT when it does not wait for one. */
export function startPaymentAuthorisation(ctx: Context, call: PaymentCall, path: PaymentPath): Promise<Authorisation> {
  return command(ctx, async tx => {
    const payment = await getPayment(tx, call, path)
    if (waitsForSca(payment)) return startPaymentSca(tx, payment, call)
    throw new DomainError(
      'CONFLICT',
      actWanted('LOOK_AT_STATE', `The payment is ${payment.status}: it does not wait for an authorisation.`),
    )
  })
}

/** Starts the SCA in which a payment is authorised. Its PSU must be a member of the agreement the payment is made under. */
export function startPaymentSca(
  tx: Context,
  payment: Payment,
  call: Pick<PaymentCall, 'redirectUri' | 'redirectPreferred'>,
): Promise<Authorisation> {
  // A payment that waits for another member may be approved by any of them (D35).
  return startSigning(tx, 'PAYMENT', payment, payment.status === 'PDNG' ? undefined : payment.customerId, call)
}
