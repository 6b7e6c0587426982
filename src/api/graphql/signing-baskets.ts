import { signingBasketFilter } from '../../bank/inputs/filters.ts'
import type { CreateSigningBasket } from '../../bank/inputs/payments.ts'
import * as operations from '../../bank/operations/signing-baskets.ts'
import { pageOfBaskets, paymentsOfBasket, statusOfBasket } from '../../bank/resolvers/signing-baskets.ts'
import type { EachOf } from '../../domain/given.ts'
import { MAX_BASKET_PAYMENTS } from '../../domain/status.ts'
import type { SigningBasket } from '../../generated/client.ts'
import { AsTpp } from './as-tpp.ts'
import { builder } from './builder.ts'
import type { Reader } from './callers.ts'
import { listByFilter, rowById } from './connections.ts'
import { PsuContextEnum } from './enums.ts'
import { extend, implement } from './fields.ts'
import { idArg } from './inputs.ts'
import { byIdOrKey, waysTo } from './lookups.ts'
import { mutation } from './mutations.ts'
import { Agreements, Authorisations, Customers, SigningBaskets, SinglePayments, Tpps } from './nouns.ts'
import { BasketStatusEnum } from './payments/enums.ts'
import { tppById } from './tpps-of-rows.ts'
import { twin } from './twins.ts'

implement(
  SigningBaskets.type,
  'Payments that are signed together, each carried out by itself.',
  t =>
    ({
      id: t.id('basketId in REST: a UUID.'),
      status: t.of(
        BasketStatusEnum,
        'transactionStatus in REST: the worst case among its payments.',
        (basket, { bank }) => statusOfBasket(bank, basket),
      ),
      tpp: t.of(Tpps.type, 'The TPP that made it.', tppById),
      context: t.of(PsuContextEnum, 'For whom the PSU acts.'),
      psu: t.optional.one(Customers, 'customerId', 'The PSU. Absent when it was deleted since.'),
      agreement: t.optional.one(
        Agreements,
        'agreementId',
        'The agreement that its payments are made under. Absent when it was deleted since.',
      ),
      payments: t.of(
        [SinglePayments],
        `Its payments, 1 to ${MAX_BASKET_PAYMENTS}, oldest first.`,
        async (basket, { bank }) => [...(await paymentsOfBasket(bank, basket))],
      ),
      authorisations: t.list(
        Authorisations,
        'The SCAs that were started for it, oldest first.',
        load => load.authorisationsOfResource,
      ),
      createdAt: t.instant("When it was made, by the world's clock."),
    }) satisfies EachOf<Omit<CreateSigningBasket, 'paymentIds'>>,
)

extend(Customers.type, t => ({
  signingBaskets: t.list(
    SigningBaskets,
    'The signing baskets that it made as a PSU, oldest first.',
    load => load.basketsOfCustomer,
  ),
}))
extend(Agreements.type, t => ({
  signingBaskets: t.list(
    SigningBaskets,
    'The signing baskets of payments that are made under it, oldest first.',
    load => load.basketsOfAgreement,
  ),
}))

builder.queryFields(t => ({
  signingBaskets: listByFilter(
    t,
    SigningBaskets,
    'All signing baskets of the world, of all TPPs, oldest first.',
    signingBasketFilter,
    pageOfBaskets,
  ),
  signingBasket: rowById(t, SigningBaskets, 'One signing basket, of any TPP.', 'basketId in REST.'),
}))

/** A signing basket that a TPP reads, and the TPP. */
type BasketRead = Reader & { readonly basket: SigningBasket }

const idsOf = ({ basket: { id } }: BasketRead) => ({ basketId: id })

const AsTppSigningBasket = builder.objectRef<BasketRead>('AsTppSigningBasket')
implement(AsTppSigningBasket, 'A signing basket that a TPP reads, and what it reads of that.', t => ({
  signingBasket: t.of(SigningBaskets.type, 'The signing basket.', 'basket'),
  status: twin(t.raw, operations.signingBasketStatus, {
    type: BasketStatusEnum,
    ids: idsOf,
    show: ({ basket }, { ctx }) => statusOfBasket(ctx, basket),
  }),
  authorisations: twin(t.raw, operations.signingBasketAuthorisations, { type: [Authorisations.type], ids: idsOf }),
  authorisation: twin(t.raw, operations.signingBasketAuthorisation, {
    type: Authorisations.type,
    args: idArg('Authorisation', 'authorisationId in REST.'),
    ids: (read, { id }) => ({ ...idsOf(read), authorisationId: id }),
  }),
}))

const basketBy = waysTo(
  'SigningBasket',
  byIdOrKey('SigningBasket', 'signing basket', 'basketId in REST.', (bank, id) => bank.load.signingBasket(id)),
)

extend(AsTpp, t => ({
  signingBasket: twin(t.raw, operations.signingBasket, {
    type: AsTppSigningBasket,
    args: basketBy.args,
    ids: async (_, { by }, bank) => ({ basketId: await basketBy.idOf(bank, by) }),
    show: ({ basket }, reader) => ({ ...reader, basket }),
  }),
}))

const ids = { basketId: ['id', 'basketId in REST.'] } as const

builder.mutationFields(t => ({
  createSigningBasket: mutation(t, operations.createSigningBasket, {
    payload: p => ({ signingBasket: p.of(SigningBaskets.type, 'The signing basket.', 'basket') }),
  }),
  authoriseSigningBasket: mutation(t, operations.authoriseSigningBasket, {
    payload: p => ({ authorisation: p.of(Authorisations.type, 'Its SCA.', made => made) }),
    ids,
  }),
  deleteSigningBasket: mutation(t, operations.deleteSigningBasket, {
    payload: p => ({
      signingBasket: p.of(SigningBaskets.type, 'The signing basket.', ({ basket, payments }) => ({
        ...basket,
        payments,
      })),
    }),
    answers: 'Answers what it was.',
    ids,
  }),
}))
