import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import * as operations from '../../bank/operations/signing-baskets.ts'
import type { Basket } from '../../bank/resolvers/signing-baskets.ts'
import { BASKET_STATUSES, isAuthorised, waitsForSca } from '../../domain/status.ts'
import { links, linkTo } from './answers.ts'
import { authorisationRoutes } from './authorisations.ts'
import { serve, serveDone } from './serve.ts'

const COLLECTION = '/v1/signing-baskets'
const ONE = `${COLLECTION}/{basketId}`
const headerSet = 'basket'

const basketStatus = z
  .enum(BASKET_STATUSES)
  .openapi({ description: 'The worst case among the payments ([I] States, D39).' })
const created = z
  .strictObject({ basketId: z.string(), transactionStatus: basketStatus, _links: links })
  .openapi('SigningBasket')
const details = z
  .strictObject({
    basketId: z.string(),
    payments: z.array(z.string()),
    transactionStatus: basketStatus,
    _links: links,
  })
  .openapi('SigningBasketDetails')

export const signingBasketRoutes = [
  serve(operations.createSigningBasket, {
    method: 'POST',
    path: COLLECTION,
    headerSet,
    success: 201,
    answer: created,
    show: (ctx, made) => ({
      location: pathOf(made),
      body: { basketId: made.basket.id, transactionStatus: made.status, _links: linksOf(ctx, made) },
    }),
  }),
  serve(operations.signingBasket, {
    method: 'GET',
    path: ONE,
    headerSet,
    success: 200,
    answer: details,
    show: (ctx, found) => ({
      body: {
        basketId: found.basket.id,
        payments: found.payments.map(payment => payment.id),
        transactionStatus: found.status,
        _links: linksOf(ctx, found),
      },
    }),
  }),
  serve(operations.signingBasketStatus, {
    method: 'GET',
    path: `${ONE}/status`,
    headerSet,
    success: 200,
    answer: z.strictObject({ transactionStatus: basketStatus }).openapi('SigningBasketStatus'),
    show: (_, { status }) => ({ body: { transactionStatus: status } }),
  }),
  ...authorisationRoutes(`${ONE}/authorisations`, {
    start: operations.authoriseSigningBasket,
    list: operations.signingBasketAuthorisations,
    read: operations.signingBasketAuthorisation,
  }),
  serveDone(operations.deleteSigningBasket, { method: 'DELETE', path: ONE, headerSet }),
]

const pathOf = ({ basket }: Basket) => `${COLLECTION}/${basket.id}`

function linksOf(ctx: Context, found: Basket) {
  const path = pathOf(found)
  return {
    // It can be deleted until one of its payments is authorised, and signed as long as one of its payments waits (D39).
    self: linkTo(ctx, path, 'GET', ...(found.payments.some(isAuthorised) ? [] : (['DELETE'] as const))),
    status: linkTo(ctx, `${path}/status`, 'GET'),
    ...(found.payments.some(waitsForSca)
      ? { startAuthorisation: linkTo(ctx, `${path}/authorisations`, 'POST') }
      : undefined),
  }
}
