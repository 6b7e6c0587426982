import { z } from '@hono/zod-openapi'
import { MAX_BASKET_PAYMENTS } from '../domain/signing-baskets.ts'
import { required, resourceId } from './values.ts'

/** The payments of a basket: as many as it holds, each once (D39). */
export function basketPayments(description: string, one: string) {
  return z
    .array(resourceId(one), required('a list of payment ids'))
    .min(1, 'must hold at least one payment.')
    .max(MAX_BASKET_PAYMENTS, `must hold at most ${MAX_BASKET_PAYMENTS} payments ([I] Limits).`)
    .refine(ids => new Set(ids).size === ids.length, { error: 'must hold each payment once (D39).' })
    .openapi({ uniqueItems: true, description })
}

/** [I] The body of POST /v1/signing-baskets. */
export const createSigningBasket = z
  .strictObject({
    paymentIds: basketPayments(
      `1 to ${MAX_BASKET_PAYMENTS} different single payments of this TPP and PSU that wait for their SCA ([I] Limits, D39).`,
      'The id of a payment.',
    ),
  })
  .openapi('CreateSigningBasket', { description: 'Payments to be signed together ([I] Create signing basket).' })
export type CreateSigningBasket = z.output<typeof createSigningBasket>
