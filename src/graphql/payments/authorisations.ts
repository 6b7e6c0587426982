import * as pages from '../../resolvers/payments/list.ts'
import { basketAuthorisation, pageOfBasketAuthorisations } from '../../resolvers/signing-baskets.ts'
import { builder } from '../builder.ts'
import { toConnection } from '../connections.ts'
import { Authorisations } from '../nouns.ts'

const UNKNOWN = 'RESOURCE_UNKNOWN when the world does not have it.'

const paymentArg = builder.args(t => ({ paymentId: t.id({ required: true, description: 'paymentId in REST.' }) }))
const basketArg = builder.args(t => ({ basketId: t.id({ required: true, description: 'basketId in REST.' }) }))
const authorisationArg = builder.args(t => ({
  authorisationId: t.id({ required: true, description: 'authorisationId in REST.' }),
}))

builder.queryFields(t => ({
  paymentAuthorisations: t.connection(
    {
      type: Authorisations.type,
      description: `The SCAs that were started for a payment, oldest first. ${UNKNOWN}`,
      args: paymentArg,
      resolve: (_, { paymentId, ...args }, { bank }) =>
        toConnection(pages.pageOfPaymentAuthorisations(bank, paymentId, args, 'PAYMENT')),
    },
    Authorisations.connection,
  ),
  paymentAuthorisation: t.field({
    type: Authorisations.type,
    nullable: true,
    description: `One SCA of a payment. ${UNKNOWN}`,
    args: { ...paymentArg, ...authorisationArg },
    resolve: (_, { paymentId, authorisationId }, { bank }) =>
      pages.paymentAuthorisation(bank, paymentId, 'PAYMENT', authorisationId),
  }),
  cancellationAuthorisations: t.connection(
    {
      type: Authorisations.type,
      description: `The SCAs that were started to cancel a payment, oldest first. ${UNKNOWN}`,
      args: paymentArg,
      resolve: (_, { paymentId, ...args }, { bank }) =>
        toConnection(pages.pageOfPaymentAuthorisations(bank, paymentId, args, 'CANCELLATION')),
    },
    Authorisations.connection,
  ),
  cancellationAuthorisation: t.field({
    type: Authorisations.type,
    nullable: true,
    description: `One SCA that was started to cancel a payment. ${UNKNOWN}`,
    args: { ...paymentArg, ...authorisationArg },
    resolve: (_, { paymentId, authorisationId }, { bank }) =>
      pages.paymentAuthorisation(bank, paymentId, 'CANCELLATION', authorisationId),
  }),
  signingBasketAuthorisations: t.connection(
    {
      type: Authorisations.type,
      description: `The SCAs that were started for a signing basket, oldest first. ${UNKNOWN}`,
      args: basketArg,
      resolve: (_, { basketId, ...args }, { bank }) => toConnection(pageOfBasketAuthorisations(bank, basketId, args)),
    },
    Authorisations.connection,
  ),
  signingBasketAuthorisation: t.field({
    type: Authorisations.type,
    nullable: true,
    description: `One SCA of a signing basket. ${UNKNOWN}`,
    args: { ...basketArg, ...authorisationArg },
    resolve: (_, { basketId, authorisationId }, { bank }) => basketAuthorisation(bank, basketId, authorisationId),
  }),
}))
