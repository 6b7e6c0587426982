import { withoutNulls } from '../domain/given.ts'
import { consentFilter } from '../inputs/filters.ts'
import * as operations from '../operations/consents.ts'
import * as consents from '../resolvers/consents/grant.ts'
import * as lists from '../resolvers/consents/list.ts'
import { unlessGone } from '../resolvers/references.ts'
import { builder } from './builder.ts'
import { accessArg, asTpp } from './callers.ts'
import { ConsentStateEnum, PsuContextEnum } from './consent-enums.ts'
import { listBelow, listByFilter, rowById } from './list-fields.ts'
import {
  AccountRef,
  AgreementRef,
  AuthorisationRef,
  CardAccountRef,
  ConsentList,
  ConsentRef,
  CustomerRef,
} from './nouns.ts'
import { twin } from './twins.ts'

ConsentRef.implement({
  description:
    'What a PSU lets a TPP see. REST has no such resource: there the PSU picks accounts on the page of the bank (D32).',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    tppId: t.exposeString('tppId', { description: 'The TPP that may see the accounts.' }),
    tppName: t.exposeString('tppName', { description: 'Its name by its certificate.' }),
    context: t.expose('context', { type: PsuContextEnum, description: 'For whom the PSU acted.' }),
    state: t.field({
      type: ConsentStateEnum,
      description: 'How it stands now.',
      resolve: (consent, _, { bank }) => lists.consentState(bank, consent),
    }),
    grantedAt: t.expose('grantedAt', { type: 'DateTime', description: 'When the PSU approved it.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when it serves: 180 days after it was granted ([I] Limits).',
      resolve: lists.consentExpiry,
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the PSU took it back, if it did.',
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The PSU.',
      resolve: ({ customerId }, _, { bank }) => bank.load.customer(customerId),
    }),
    agreement: t.field({
      type: AgreementRef,
      nullable: true,
      description: 'The agreement that the PSU acted under. Absent when it was deleted since.',
      resolve: ({ agreementId }, _, { bank }) => unlessGone(bank.load.agreement(agreementId)),
    }),
    accounts: t.field({
      type: [AccountRef],
      description: 'The accounts of it that are still open, oldest first.',
      resolve: (consent, _, { bank }) => lists.accountsOfConsent(bank, consent),
    }),
    cardAccounts: t.field({
      type: [CardAccountRef],
      description: 'The card accounts of it that are still open, oldest first.',
      resolve: (consent, _, { bank }) => lists.cardAccountsOfConsent(bank, consent),
    }),
  }),
})

const OPENING = 'The consents that open it to TPPs, oldest first; those that no longer serve too (D32).'

builder.objectField(AccountRef, 'consents', t =>
  t.connection(...listBelow(ConsentList, OPENING, lists.pageOfAccountConsents)),
)
builder.objectField(CardAccountRef, 'consents', t =>
  t.connection(...listBelow(ConsentList, OPENING, lists.pageOfCardAccountConsents)),
)
builder.objectField(AgreementRef, 'consents', t =>
  t.connection(
    ...listBelow(
      ConsentList,
      'The consents that were given under it, oldest first; those that no longer serve too (D32).',
      lists.pageOfAgreementConsents,
    ),
  ),
)

const HeaderValue = builder.objectRef<{ name: string; value: string }>('HeaderValue').implement({
  description: 'A header to send to REST.',
  fields: t => ({
    name: t.exposeString('name', { description: "The header's name." }),
    value: t.exposeString('value', { description: 'Its value.' }),
  }),
})

const GrantedConsent = builder.objectRef<lists.GrantedConsent>('GrantedConsent').implement({
  description: 'A consent that was just given, and what its TPP gets.',
  fields: t => ({
    consent: t.field({ type: ConsentRef, description: 'The consent.', resolve: granted => granted.consent }),
    psuId: t.exposeID('psuId', { description: 'What PSU-ID is to carry: psu-id of the redirect.' }),
    sessionId: t.exposeID('sessionId', {
      description: 'What TPP-Session-ID may carry: tpp-session-id of the redirect.',
    }),
    redirectTo: t.exposeString('redirectTo', { description: "Where the PSU's browser would have gone." }),
    psuHeaders: t.field({
      type: [HeaderValue],
      description: 'The headers that name the PSU in calls to REST; for sandbank call, each is a --header.',
      resolve: granted => [...granted.headers],
    }),
  }),
})

builder.queryFields(t => ({
  consents: t.connection(
    ...listByFilter(
      ConsentList,
      'All consents of the world, oldest first; those that no longer serve too.',
      { schema: consentFilter, description: 'Which consents; all when not given.' },
      lists.pageOfConsents,
    ),
  ),
  consent: t.field(
    rowById(
      ConsentRef,
      'One consent. RESOURCE_UNKNOWN when the world does not have it.',
      "The consent's id.",
      (bank, id) => bank.load.consent(id),
    ),
  ),
}))

builder.mutationFields(t => ({
  offerConsent: t.field(
    twin(operations.offerConsent, { type: AuthorisationRef, show: authorisation => authorisation }),
  ),
  offerConsentDeprecated: t.field(
    twin(operations.offerConsentDeprecated, {
      type: AuthorisationRef,
      deprecationReason: 'The twin of POST /v1/consents, which is deprecated: use offerConsent.',
      show: authorisation => authorisation,
    }),
  ),
  grantConsent: t.field({
    type: GrantedConsent,
    description:
      'The whole journey of a consent at once and without a browser: offerConsent, and completeAuthorisation on behalf of the PSU. Afterwards the TPP can read: through REST with psuHeaders, here with the same access and psu. SCA_INVALID when the PSU has several agreements and none is chosen, or for accounts that are not offered.',
    args: {
      ...accessArg,
      customerNumber: t.arg.string({ required: true, description: 'The number that the PSU would enter.' }),
      context: t.arg({
        type: PsuContextEnum,
        description: 'The context that the PSU would choose; needed when it can act in both.',
      }),
      agreementId: t.arg.id({
        description: 'The agreement that the PSU would choose; needed when it can act under several.',
      }),
      accountIds: t.arg.idList({
        description:
          'Ids of the accounts and card accounts that the PSU would tick; all that are offered when not given.',
      }),
    },
    resolve: (_, { access, ...decision }, { bank }) =>
      asTpp(bank, access, (ctx, call) => lists.grantConsentAtOnce(ctx, call, withoutNulls(decision))),
  }),
  revokeConsent: t.field({
    type: ConsentRef,
    description:
      "Takes a consent back on behalf of its PSU. Older ones of the same TPP, PSU, context and agreement end with it; the TPP's calls are CONSENT_UNKNOWN then.",
    args: { id: t.arg.id({ required: true, description: "The consent's id." }) },
    resolve: (_, { id }, { bank }) => consents.revokeConsent(bank, id),
  }),
}))
