import { MAX_BASKET_PAYMENTS } from '../domain/signing-baskets.ts'
import * as operations from '../operations/signing-baskets.ts'
import * as pages from '../resolvers/payments/list.ts'
import { unlessGone } from '../resolvers/references.ts'
import { pageOfBaskets, paymentsOfBasket, statusOfBasket } from '../resolvers/signing-baskets.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { PsuContextEnum } from './consent-enums.ts'
import { listBelow, rowById } from './list-fields.ts'
import {
  AgreementRef,
  AuthorisationList,
  AuthorisationRef,
  CustomerRef,
  PaymentRef,
  SigningBasketList,
  SigningBasketRef,
} from './nouns.ts'
import { BasketStatusEnum } from './payments/enums.ts'
import { twin } from './twins.ts'

SigningBasketRef.implement({
  description: 'Payments that are signed together, each carried out by itself ([I] Signing basket, D39).',
  fields: t => ({
    id: t.exposeID('id', { description: 'basketId in REST: a UUID (D20).' }),
    status: t.field({
      type: BasketStatusEnum,
      description: 'transactionStatus in REST: the worst case among its payments.',
      resolve: (basket, _, { bank }) => statusOfBasket(bank, basket),
    }),
    tppId: t.exposeString('tppId', { description: 'The TPP that made it.' }),
    context: t.expose('context', { type: PsuContextEnum, description: 'For whom the PSU acts.' }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'The PSU. Absent when it was deleted since.',
      resolve: ({ customerId }, _, { bank }) => unlessGone(bank.load.customer(customerId)),
    }),
    agreement: t.field({
      type: AgreementRef,
      nullable: true,
      description: 'The agreement that its payments are made under. Absent when it was deleted since.',
      resolve: ({ agreementId }, _, { bank }) => unlessGone(bank.load.agreement(agreementId)),
    }),
    payments: t.field({
      type: [PaymentRef],
      description: `Its payments, 1 to ${MAX_BASKET_PAYMENTS}, oldest first.`,
      resolve: async (basket, _, { bank }) => [...(await paymentsOfBasket(bank, basket))],
    }),
    authorisations: t.connection(
      ...listBelow(
        AuthorisationList,
        'The SCAs that were started for it, oldest first.',
        pages.pageOfResourceAuthorisations,
      ),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: "When it was made, by the world's clock." }),
  }),
})

const UNKNOWN = 'RESOURCE_UNKNOWN when the world does not have it.'

builder.queryFields(t => ({
  signingBaskets: t.connection(
    {
      type: SigningBasketRef,
      description: 'All signing baskets of the world, of all TPPs, oldest first.',
      resolve: (_, args, { bank }) => toConnection(pageOfBaskets(bank, args)),
    },
    SigningBasketList.connection,
  ),
  signingBasket: t.field(
    rowById(SigningBasketRef, `One signing basket, whoever made it. ${UNKNOWN}`, 'basketId in REST.', (bank, id) =>
      bank.load.signingBasket(id),
    ),
  ),
  signingBasketStatus: t.field({
    type: BasketStatusEnum,
    nullable: true,
    description: `The worst case among the payments of one signing basket (D39). ${UNKNOWN}`,
    args: { id: t.arg.id({ required: true, description: 'basketId in REST.' }) },
    resolve: async (_, { id }, { bank }) => statusOfBasket(bank, await bank.load.signingBasket(id)),
  }),
}))

const basketId = builder.args(t => ({ id: t.id({ required: true, description: 'basketId in REST.' }) }))

builder.mutationFields(t => ({
  createSigningBasket: t.field(
    twin(operations.createSigningBasket, { type: SigningBasketRef, show: ({ basket }) => basket }),
  ),
  authoriseSigningBasket: t.field(
    twin(operations.authoriseSigningBasket, {
      type: AuthorisationRef,
      args: basketId,
      ids: ({ id }) => ({ basketId: id }),
      show: started => started,
    }),
  ),
  deleteSigningBasket: t.field(
    twin(operations.deleteSigningBasket, {
      type: SigningBasketRef,
      answers: 'Answers what it was.',
      args: basketId,
      ids: ({ id }) => ({ basketId: id }),
      show: ({ basket, payments }) => ({ ...basket, payments }),
    }),
  ),
}))
