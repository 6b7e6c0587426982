import { MAX_BASKET_PAYMENTS } from '../../domain/status.ts'
import { createSigningBasket as body } from '../inputs/payments.ts'
import { findAuthorisation, listAuthorisations } from '../resolvers/authorisations/read.ts'
import * as baskets from '../resolvers/signing-baskets.ts'
import { operation } from './operation.ts'

const described = { tag: 'Signing baskets', service: 'payments' } as const
const refusals = ['RESOURCE_UNKNOWN', 'PSU_CREDENTIALS_INVALID'] as const
const one = { ...described, ids: { basketId: 'SigningBasket' }, refusals } as const

export const createSigningBasket = operation({
  ...described,
  name: 'createSigningBasket',
  makes: 'SigningBasket',
  summary: 'Create a signing basket',
  description: `Groups 1 to ${MAX_BASKET_PAYMENTS} payments that wait for their SCA, to be signed together ([I] Endpoints 1, D39).`,
  exceptions: [
    ['RESOURCE_UNKNOWN', 'for a payment of another TPP or PSU'],
    ['REFERENCE_MIX_INVALID', 'for a bulk or periodic payment'],
    ['CONFLICT', 'for a payment that waits for no SCA or is in a basket already'],
  ],
  input: body,
  refusals: [...refusals, 'REFERENCE_MIX_INVALID', 'BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { access, input }) => baskets.createSigningBasket(ctx, access, input),
})

export const signingBasket = operation({
  ...one,
  name: 'signingBasket',
  readAt: 'asTpp.signingBasket',
  summary: 'Get a signing basket',
  description:
    'The payments of a basket and its status. The status of each payment is its own ([I] Signing basket status).',
  run: (ctx, { access, ids }) => baskets.getSigningBasket(ctx, access, ids.basketId),
})

export const signingBasketStatus = operation({
  ...one,
  name: 'signingBasketStatus',
  readAt: 'asTpp.signingBasket.status',
  summary: 'Get the status of a signing basket',
  description: 'The worst case among its payments (D39).',
  run: (ctx, { access, ids }) => baskets.getSigningBasket(ctx, access, ids.basketId),
})

export const authoriseSigningBasket = operation({
  ...one,
  name: 'authoriseSigningBasket',
  makes: 'Authorisation',
  summary: 'Authorise a signing basket',
  description:
    'Starts the SCA in which each payment of the basket is authorised by itself: not atomic ([I] Signing basket status).',
  exceptions: [['CONFLICT', 'when no payment of the basket waits for an SCA']],
  refusals: [...refusals, 'CONFLICT'],
  startsSca: 'always',
  run: (ctx, { access, ids }) => baskets.authoriseSigningBasket(ctx, access, ids.basketId),
})

export const signingBasketAuthorisations = operation({
  ...one,
  name: 'signingBasketAuthorisations',
  readAt: 'asTpp.signingBasket.authorisations',
  summary: 'List the authorisations of a signing basket',
  description: 'Ids of all SCAs that were started, oldest first.',
  run: async (ctx, { access, ids }) => {
    const { basket } = await baskets.getSigningBasket(ctx, access, ids.basketId)
    return listAuthorisations(ctx, basket.id, 'BASKET')
  },
})

export const signingBasketAuthorisation = operation({
  ...one,
  ids: { basketId: 'SigningBasket', authorisationId: 'Authorisation' },
  name: 'signingBasketAuthorisation',
  readAt: 'asTpp.signingBasket.authorisation',
  summary: 'Read an authorisation of a signing basket',
  description: 'How an SCA stands: received, finalised or failed.',
  run: async (ctx, { access, ids }) => {
    const { basket } = await baskets.getSigningBasket(ctx, access, ids.basketId)
    return findAuthorisation(ctx, basket.id, 'BASKET', ids.authorisationId)
  },
})

export const deleteSigningBasket = operation({
  ...one,
  name: 'deleteSigningBasket',
  summary: 'Delete a signing basket',
  description: 'Dissolves a basket of which no payment was authorised; its payments that still wait are free again.',
  exceptions: [['CONFLICT', 'once a payment of the basket was authorised']],
  refusals: [...refusals, 'CONFLICT'],
  run: (ctx, { access, ids }) => baskets.deleteSigningBasket(ctx, access, ids.basketId),
})
