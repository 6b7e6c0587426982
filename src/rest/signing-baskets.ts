import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { scaStatus } from '../domain/authorisations.ts'
import { BASKET_STATUSES } from '../domain/status.ts'
import { createSigningBasket } from '../inputs/payments.ts'
import { type Basket, findAuthorisation, getSigningBasket, listAuthorisations } from '../resolvers/payments/read.ts'
import * as baskets from '../resolvers/signing-baskets.ts'
import { readAccess } from './access.ts'
import { scaState } from './consents.ts'
import { links, linkTo } from './links.ts'
import { showStarted, startedAuthorisation } from './payment-shapes.ts'
import { NOTHING, route } from './route.ts'

const COLLECTION = '/v1/signing-baskets'
const ONE = `${COLLECTION}/{basketId}`
const described = { ...NOTHING, tag: 'Signing baskets', service: 'payments', headerSet: 'basket' } as const
const basketStatus = z
  .enum(BASKET_STATUSES)
  .openapi({ description: 'The worst case among the payments ([I] States, D39).' })
const REFUSALS = ['RESOURCE_UNKNOWN', 'PSU_CREDENTIALS_INVALID'] as const

export const signingBasketRoutes = [
  route({
    ...described,
    method: 'POST',
    path: COLLECTION,
    operation: 'createSigningBasket',
    summary: 'Create a signing basket',
    description:
      'Groups 1 to 10 payments that wait for their SCA, to be signed together. Not for bulk and periodic payments ([I] Endpoints 1, D39).',
    success: 201,
    body: createSigningBasket,
    answer: z
      .strictObject({ basketId: z.string(), transactionStatus: basketStatus, _links: links })
      .openapi('SigningBasket'),
    refusals: [...REFUSALS, 'REFERENCE_MIX_INVALID', 'BAD_REQUEST', 'CONFLICT'],
    handle: async (ctx, { header, body }) => {
      const made = await baskets.createSigningBasket(ctx, readAccess(header), body)
      return {
        location: pathOf(made),
        body: { basketId: made.basket.id, transactionStatus: made.status, _links: linksOf(ctx, made) },
      }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: ONE,
    operation: 'signingBasket',
    summary: 'Get a signing basket',
    description:
      'The payments of a basket and its status. The status of each payment is its own ([I] Signing basket status).',
    success: 200,
    answer: z
      .strictObject({
        basketId: z.string(),
        payments: z.array(z.string()),
        transactionStatus: basketStatus,
        _links: links,
      })
      .openapi('SigningBasketDetails'),
    refusals: REFUSALS,
    handle: async (ctx, { header, param }) => {
      const found = await getSigningBasket(ctx, readAccess(header), param('basketId'))
      return {
        body: {
          basketId: found.basket.id,
          payments: found.payments.map(payment => payment.id),
          transactionStatus: found.status,
          _links: linksOf(ctx, found),
        },
      }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${ONE}/status`,
    operation: 'signingBasketStatus',
    summary: 'Get the status of a signing basket',
    description: 'The worst case among its payments (D39).',
    success: 200,
    answer: z.strictObject({ transactionStatus: basketStatus }).openapi('SigningBasketStatus'),
    refusals: REFUSALS,
    handle: async (ctx, { header, param }) => ({
      body: { transactionStatus: (await getSigningBasket(ctx, readAccess(header), param('basketId'))).status },
    }),
  }),
  route({
    ...described,
    method: 'POST',
    path: `${ONE}/authorisations`,
    operation: 'authoriseSigningBasket',
    summary: 'Authorise a signing basket',
    description:
      'Starts the SCA in which each payment of the basket is authorised by itself: not atomic ([I] Signing basket status).',
    success: 201,
    answer: startedAuthorisation,
    refusals: [...REFUSALS, 'CONFLICT'],
    handle: async (ctx, { header, param }) => {
      const id = param('basketId')
      return showStarted(
        ctx,
        await baskets.authoriseSigningBasket(ctx, readAccess(header), id),
        `${COLLECTION}/${id}/authorisations`,
      )
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${ONE}/authorisations`,
    operation: 'signingBasketAuthorisations',
    summary: 'List the authorisations of a signing basket',
    description: 'Ids of all SCAs that were started, oldest first.',
    success: 200,
    answer: z.strictObject({ authorisationIds: z.array(z.string()) }),
    refusals: REFUSALS,
    handle: async (ctx, { header, param }) => {
      const { basket } = await getSigningBasket(ctx, readAccess(header), param('basketId'))
      return { body: { authorisationIds: (await listAuthorisations(ctx, basket.id, 'BASKET')).map(one => one.id) } }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${ONE}/authorisations/{authorisationId}`,
    operation: 'signingBasketAuthorisation',
    summary: 'Read an authorisation of a signing basket',
    description: 'How an SCA stands: received, finalised or failed.',
    success: 200,
    answer: z.strictObject({ scaStatus: scaState }),
    refusals: REFUSALS,
    handle: async (ctx, { header, param }) => {
      const { basket } = await getSigningBasket(ctx, readAccess(header), param('basketId'))
      return {
        body: {
          scaStatus: scaStatus(await findAuthorisation(ctx, basket.id, 'BASKET', param('authorisationId')), ctx.now),
        },
      }
    },
  }),
  route({
    ...described,
    method: 'DELETE',
    path: ONE,
    operation: 'deleteSigningBasket',
    summary: 'Delete a signing basket',
    description: 'Dissolves a basket before its SCA; its payments are free again.',
    success: 204,
    refusals: [...REFUSALS, 'CONFLICT'],
    handle: async (ctx, { header, param }) => {
      await baskets.deleteSigningBasket(ctx, readAccess(header), param('basketId'))
      return {}
    },
  }),
]

const pathOf = ({ basket }: Basket) => `${COLLECTION}/${basket.id}`

function linksOf(ctx: Context, found: Basket) {
  const path = pathOf(found)
  return {
    self: linkTo(ctx, path, 'GET', 'DELETE'),
    status: linkTo(ctx, `${path}/status`, 'GET'),
    startAuthorisation: linkTo(ctx, `${path}/authorisations`, 'POST'),
  }
}
