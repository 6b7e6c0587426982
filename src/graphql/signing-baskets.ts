import { createSigningBasket } from '../inputs/payments.ts'
import * as pages from '../resolvers/payments/list.ts'
import { unlessGone } from '../resolvers/references.ts'
import * as baskets from '../resolvers/signing-baskets.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { PsuContextEnum } from './consent-enums.ts'
import { given } from './inputs.ts'
import {
  AgreementRef,
  AuthorisationConnection,
  AuthorisationRef,
  CustomerRef,
  PaymentRef,
  SigningBasketConnection,
  SigningBasketRef,
} from './nouns.ts'
import { BasketStatusEnum } from './payment-enums.ts'
import { asPayer, psuArgs, scaArgs } from './tpp-calls.ts'

SigningBasketRef.implement({
  description: 'Payments that are signed together, each carried out by itself ([I] Signing basket, D39).',
  fields: t => ({
    id: t.exposeID('id', { description: 'basketId in REST: a UUID (D20).' }),
    status: t.field({
      type: BasketStatusEnum,
      description: 'transactionStatus in REST: the worst case among its payments.',
      resolve: (basket, _, { bank }) => pages.statusOfBasket(bank, basket),
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
      description: 'Its payments, 1 to 10, oldest first.',
      resolve: async (basket, _, { bank }) => [...(await pages.paymentsOfBasket(bank, basket))],
    }),
    authorisations: t.connection(
      {
        type: AuthorisationRef,
        description: 'The SCAs that were started for it, oldest first.',
        resolve: (basket, args, { bank }) => toConnection(pages.pageOfResourceAuthorisations(bank, basket.id, args)),
      },
      AuthorisationConnection,
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: "When it was made, by the world's clock." }),
  }),
})

const CreateSigningBasketInput = builder
  .inputType('CreateSigningBasket', {
    description: 'The body of POST /v1/signing-baskets ([I] Create signing basket).',
    fields: t => ({
      paymentIds: t.idList({
        required: true,
        description: '1 to 10 different single payments of this TPP and PSU that wait for their SCA (D39).',
      }),
    }),
  })
  .validate(given(createSigningBasket))

const UNKNOWN = 'RESOURCE_UNKNOWN when the world does not have it.'

builder.queryFields(t => ({
  signingBaskets: t.connection(
    {
      type: SigningBasketRef,
      description: 'All signing baskets of the world, of all TPPs, oldest first.',
      resolve: (_, args, { bank }) => toConnection(pages.pageOfBaskets(bank, args)),
    },
    SigningBasketConnection,
  ),
  signingBasket: t.field({
    type: SigningBasketRef,
    nullable: true,
    description: `One signing basket, whoever made it. ${UNKNOWN}`,
    args: { id: t.arg.id({ required: true, description: 'basketId in REST.' }) },
    resolve: (_, { id }, { bank }) => bank.load.signingBasket(id),
  }),
  signingBasketStatus: t.field({
    type: BasketStatusEnum,
    nullable: true,
    description: `The worst case among the payments of one signing basket (D39). ${UNKNOWN}`,
    args: { id: t.arg.id({ required: true, description: 'basketId in REST.' }) },
    resolve: async (_, { id }, { bank }) => pages.statusOfBasket(bank, await bank.load.signingBasket(id)),
  }),
}))

builder.mutationFields(t => ({
  createSigningBasket: t.field({
    type: SigningBasketRef,
    description:
      'Groups payments to be signed together ([I] Endpoints 1, D39). RESOURCE_UNKNOWN for payments of another TPP or PSU, REFERENCE_MIX_INVALID for bulk and periodic ones, CONFLICT for those that wait for no SCA or are in a basket already.',
    args: {
      ...psuArgs,
      input: t.arg({ type: CreateSigningBasketInput, required: true, description: 'The payments.' }),
    },
    resolve: async (_, { input, ...args }, { bank }) =>
      (await asPayer(bank, args, (ctx, call) => baskets.createSigningBasket(ctx, call, input))).basket,
  }),
  authoriseSigningBasket: t.field({
    type: AuthorisationRef,
    description:
      'Starts the SCA in which each payment of the basket is authorised by itself: not atomic. CONFLICT when none waits for one.',
    args: { ...psuArgs, ...scaArgs, id: t.arg.id({ required: true, description: 'basketId in REST.' }) },
    resolve: (_, { id, ...args }, { bank }) =>
      asPayer(bank, args, (ctx, call) => baskets.authoriseSigningBasket(ctx, call, id)),
  }),
  deleteSigningBasket: t.field({
    type: SigningBasketRef,
    description:
      'Dissolves a basket before its SCA; its payments are free again. CONFLICT once any of them went further. Answers what it was.',
    args: { ...psuArgs, id: t.arg.id({ required: true, description: 'basketId in REST.' }) },
    resolve: async (_, { id, ...args }, { bank }) => {
      const { basket, payments } = await asPayer(bank, args, (ctx, call) => baskets.deleteSigningBasket(ctx, call, id))
      return { ...basket, payments }
    },
  }),
}))
