import { scaStatus } from '../domain/authorisations.ts'
import { withoutNulls } from '../domain/given.ts'
import { authorisationFilter } from '../inputs/filters.ts'
import * as authorisations from '../resolvers/authorisations/complete.ts'
import {
  authorisationStatus,
  pageOfAuthorisations,
  pageOfCustomerAuthorisations,
} from '../resolvers/authorisations/list.ts'
import { getAuthorisation, newestWaiting } from '../resolvers/authorisations/read.ts'
import { scaPath } from '../resolvers/authorisations/start.ts'
import * as lists from '../resolvers/consents/list.ts'
import type { Offer } from '../resolvers/consents/offers.ts'
import { unlessGone } from '../resolvers/references.ts'
import { builder, optional } from './builder.ts'
import {
  AuthorisationPurposeEnum,
  AuthorisationStatusEnum,
  OutcomeEnum,
  PsuContextEnum,
  ScaStatusEnum,
} from './consent-enums.ts'
import { listBelow, listByFilter } from './list-fields.ts'
import {
  AccountRef,
  AgreementRef,
  AuthorisationList,
  AuthorisationRef,
  CardAccountRef,
  CustomerRef,
  PaymentRef,
  SigningBasketRef,
} from './nouns.ts'

const OfferRef = builder.objectRef<Offer>('Offer').implement({
  description: 'What a PSU could choose on the page of the bank: one agreement, and what it opens.',
  fields: t => ({
    context: t.expose('context', { type: PsuContextEnum, description: 'For whom the PSU would act.' }),
    agreement: t.field({ type: AgreementRef, description: 'The agreement.', resolve: offer => offer.agreement }),
    owner: t.field({ type: CustomerRef, description: 'Whose accounts they are.', resolve: offer => offer.owner }),
    accounts: t.field({
      type: [AccountRef],
      description: 'The accounts that can be opened: engagements with both REGISTER and VIEW ([I] Endpoints 8).',
      resolve: offer => [...offer.accounts],
    }),
    cardAccounts: t.field({
      type: [CardAccountRef],
      description: 'The card accounts that can be opened.',
      resolve: offer => [...offer.cardAccounts],
    }),
  }),
})

AuthorisationRef.implement({
  description: "One strong customer authentication, from the link that a TPP gets to the PSU's decision (D33).",
  fields: t => ({
    id: t.exposeID('id', { description: 'authorisationId in REST: a UUID (D20).' }),
    purpose: t.expose('purpose', { type: AuthorisationPurposeEnum, description: 'What it brings about.' }),
    status: t.field({
      type: AuthorisationStatusEnum,
      description: 'How it stands.',
      resolve: (row, _, { bank }) => authorisationStatus(bank, row),
    }),
    scaStatus: t.field({
      type: ScaStatusEnum,
      description: 'How it stands, as REST says it.',
      resolve: (row, _, { bank }) => scaStatus(row, bank.now),
    }),
    scaRedirect: t.string({
      description: "The path of the page where the PSU decides, from the server's root on.",
      resolve: (row, _, { bank }) => scaPath(bank, row),
    }),
    tppId: t.exposeString('tppId', { description: 'The TPP that asks.' }),
    tppName: t.exposeString('tppName', { description: 'Its name by its certificate.' }),
    redirectUri: t.exposeString('redirectUri', { description: 'Where the PSU goes afterwards.' }),
    redirectPreferred: t.exposeBoolean('redirectPreferred', {
      description: 'Whether the PSU decides on the page, not in its app (D33).',
    }),
    context: t.expose('context', {
      type: PsuContextEnum,
      ...optional('The context: fixed by the TPP, or chosen by the PSU. Absent while it is open.'),
    }),
    customer: t.field({
      ...optional('The PSU: named by the TPP, or the one who decided. Absent while it is open, or deleted since.'),
      type: CustomerRef,
      resolve: ({ customerId }, _, { bank }) =>
        customerId === null ? null : unlessGone(bank.load.customer(customerId)),
    }),
    agreement: t.field({
      ...optional('The agreement: named by the TPP, or chosen by the PSU. Absent while it is open, or deleted since.'),
      type: AgreementRef,
      resolve: ({ agreementId }, _, { bank }) =>
        agreementId === null ? null : unlessGone(bank.load.agreement(agreementId)),
    }),
    payment: t.field({
      ...optional('The payment that it is for, if it is for one.'),
      type: PaymentRef,
      resolve: ({ purpose, resourceId }, _, { bank }) =>
        resourceId === null || purpose === 'BASKET' ? null : unlessGone(bank.load.payment(resourceId)),
    }),
    signingBasket: t.field({
      ...optional('The signing basket that it is for, if it is for one. Absent when it was deleted since.'),
      type: SigningBasketRef,
      resolve: ({ purpose, resourceId }, _, { bank }) =>
        resourceId === null || purpose !== 'BASKET' ? null : unlessGone(bank.load.signingBasket(resourceId)),
    }),
    sessionId: t.exposeString('sessionId', optional('The TPP-Session-ID that the bank issued at the approval.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: "When it was started, by the world's clock." }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the PSU can decide: 30 minutes.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', ...optional('When it was decided or expired.') }),
    offers: t.field({
      ...optional('What the PSU could choose from. PSU_CREDENTIALS_INVALID for a number that is not the right one.'),
      type: [OfferRef],
      args: {
        customerNumber: t.arg.string({
          description: 'The number that the PSU would enter; may be left out where the TPP named the PSU.',
        }),
      },
      resolve: (row, { customerNumber }, { bank }) => lists.offersAt(bank, row, customerNumber),
    }),
  }),
})

builder.objectField(CustomerRef, 'authorisations', t =>
  t.connection(
    ...listBelow(
      AuthorisationList,
      'The SCAs in which it is the PSU, named by the TPP or by itself, oldest first.',
      pageOfCustomerAuthorisations,
    ),
  ),
)

const CompletedRef = builder.objectRef<authorisations.CompletedAuthorisation>('CompletedAuthorisation').implement({
  description: "What the PSU's decision came to.",
  fields: t => ({
    authorisation: t.field({
      type: AuthorisationRef,
      description: 'The authorisation afterwards.',
      resolve: decided => decided.authorisation,
    }),
    redirectTo: t.exposeString('redirectTo', {
      description:
        "Where the PSU's browser goes: the TPP's redirectUri with psu-id and tpp-session-id, or error=access_denied (D33).",
    }),
  }),
})

builder.queryFields(t => ({
  authorisations: t.connection(
    ...listByFilter(
      AuthorisationList,
      'All authorisations of the world, oldest first.',
      { schema: authorisationFilter, description: 'Which authorisations; all when not given.' },
      pageOfAuthorisations,
    ),
  ),
  authorisation: t.field({
    type: AuthorisationRef,
    nullable: true,
    description: 'One authorisation. SCA_NOT_FOUND when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: 'The last part of scaRedirect.' }) },
    resolve: (_, { id }, { bank }) => getAuthorisation(bank, id),
  }),
}))

builder.mutationFields(t => ({
  completeAuthorisation: t.field({
    type: CompletedRef,
    description:
      'Decides on behalf of the PSU, as on the page of the bank (D33). SCA_NOT_FOUND, SCA_EXPIRED after 30 minutes, SCA_INVALID when it was decided already or for a choice that is not offered, PSU_CREDENTIALS_INVALID for a number that is not the right one, FORBIDDEN without the right to approve.',
    args: {
      id: t.arg.id({
        description:
          'The last part of scaRedirect. When not given, the newest that waits for the customer: what a test has just started.',
      }),
      customerNumber: t.arg.string({ description: 'The number that the PSU enters, to approve and to reject.' }),
      context: t.arg({
        type: PsuContextEnum,
        description: 'Needed when the TPP left it open and the PSU can act in both.',
      }),
      agreementId: t.arg.id({ description: 'Needed when the PSU can act under several agreements.' }),
      accountIds: t.arg.idList({
        description: 'For a consent: the accounts and card accounts to open; all that are offered when not given.',
      }),
      outcome: t.arg({ type: OutcomeEnum, required: true, description: 'What it decides.' }),
    },
    resolve: async (_, { id, ...decision }, { bank }) => {
      const decided = withoutNulls(decision)
      const about = id ?? (await newestWaiting(bank, decided.customerNumber)).id
      return authorisations.completeAuthorisation(bank, about, decided)
    },
  }),
}))
