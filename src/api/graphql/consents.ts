import { consentFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/consents.ts'
import * as atOnce from '../../bank/resolvers/consents/at-once.ts'
import * as consents from '../../bank/resolvers/consents/grant.ts'
import * as lists from '../../bank/resolvers/consents/list.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import { findTpp } from '../../bank/resolvers/tpp-register.ts'
import { withoutNulls } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { accessArg, asTpp, decidingPsu, decidingPsuArgs } from './callers.ts'
import { listByFilter, rowById } from './connections.ts'
import { ConsentStateEnum, PsuContextEnum } from './enums.ts'
import { extend, implement } from './fields.ts'
import { keyArg } from './inputs.ts'
import { Accounts, Agreements, Authorisations, CardAccounts, Consents, Customers } from './nouns.ts'
import { TppRef } from './tpps.ts'
import { twin } from './twins.ts'

implement(
  Consents.type,
  'What a PSU lets a TPP see. REST has no such resource: there the PSU picks accounts on the page of the bank (D32).',
  t => ({
    id: t.id('A UUID (D20).'),
    tppId: t.text('The TPP that may see the accounts.'),
    tppName: t.text('Its name by its certificate.'),
    context: t.of(PsuContextEnum, 'For whom the PSU acted.'),
    state: t.of(ConsentStateEnum, 'How it stands now.', (consent, { bank }) => lists.consentState(bank, consent)),
    grantedAt: t.instant('When the PSU approved it.'),
    expiresAt: t.instant('Until when it serves: 180 days after it was granted ([I] Limits).', lists.consentExpiry),
    revokedAt: t.optional.instant('When the PSU took it back, if it did.'),
    customer: t.one(Customers, 'customerId', 'The PSU.'),
    agreement: t.optional.one(
      Agreements,
      'agreementId',
      'The agreement that the PSU acted under. Absent when it was deleted since.',
    ),
    accounts: t.of([Accounts.type], 'The accounts of it that are still open, oldest first.', (consent, { bank }) =>
      lists.accountsOfConsent(bank, consent),
    ),
    cardAccounts: t.of(
      [CardAccounts.type],
      'The card accounts of it that are still open, oldest first.',
      (consent, { bank }) => lists.cardAccountsOfConsent(bank, consent),
    ),
  }),
)

const OPENING = 'The consents that open it to TPPs, oldest first; those that no longer serve too (D32).'

extend(Accounts.type, t => ({ consents: t.list(Consents, OPENING, load => load.consentsOfAccount) }))
extend(CardAccounts.type, t => ({ consents: t.list(Consents, OPENING, load => load.consentsOfCardAccount) }))
extend(Agreements.type, t => ({
  consents: t.list(
    Consents,
    'The consents that were given under it, oldest first; those that no longer serve too (D32).',
    load => load.consentsOfAgreement,
  ),
}))

const HeaderValue = builder.objectRef<{ name: string; value: string }>('HeaderValue')
implement(HeaderValue, 'A header to send to REST.', t => ({
  name: t.text("The header's name."),
  value: t.text('Its value.'),
}))

const GrantedConsent = builder.objectRef<atOnce.GrantedConsent>('GrantedConsent')
implement(GrantedConsent, 'A consent that was just given, and what its TPP gets.', t => ({
  consent: t.of(Consents.type, 'The consent.'),
  tpp: t.of(
    TppRef,
    'The TPP that it was given to, and that alone it serves: the one of access, or the built-in one (D71).',
    ({ consent }, { bank }) => findTpp(bank, consent.tppId, 'tpp'),
  ),
  psuId: t.id('What PSU-ID is to carry: psu-id of the redirect.'),
  sessionId: t.id('What TPP-Session-ID may carry: tpp-session-id of the redirect.'),
  redirectTo: t.text("Where the PSU's browser would have gone."),
  psuHeaders: t.of(
    [HeaderValue],
    'The headers that name the PSU in calls to REST; for sandbank call, each is a --header.',
    'headers',
  ),
}))

builder.queryFields(t => ({
  consents: listByFilter(
    t,
    Consents,
    'All consents of the world, oldest first; those that no longer serve too.',
    consentFilter,
    lists.pageOfConsents,
  ),
  consent: rowById(t, Consents, 'One consent.', "The consent's id."),
}))

builder.mutationFields(t => ({
  offerConsent: twin(t, operations.offerConsent, { type: Authorisations.type }),
  offerConsentDeprecated: twin(t, operations.offerConsentDeprecated, {
    type: Authorisations.type,
    deprecationReason: 'The twin of POST /v1/consents, which is deprecated: use offerConsent.',
  }),
  grantConsent: t.field({
    type: GrantedConsent,
    description:
      'The whole journey of a consent at once and without a browser: offerConsent, and completeAuthorisation on behalf of the PSU. Afterwards the TPP can read: through REST with psuHeaders, here with the same access and psu. SCA_INVALID when the PSU has several agreements and none is chosen, or for accounts that are not offered.',
    extensions: { makes: 'Consent' },
    args: {
      ...keyArg,
      ...accessArg,
      ...decidingPsuArgs,
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
      at: t.arg({
        type: 'DateTime',
        description:
          "When the PSU gave it, by the world's clock: now or earlier; now when not given. FORMAT_ERROR for later.",
      }),
    },
    resolve: (_, { key, access, psu, customerNumber, ...decision }, { bank }) => {
      const decided = { ...withoutNulls(decision), customerNumber: decidingPsu({ psu, customerNumber }) }
      const naming = { kind: 'Consent', keys: [key] } as const
      return asTpp(bank, access, (ctx, call) =>
        withKeys(ctx, naming, tx => atOnce.grantConsentAtOnce(tx, call, decided)),
      )
    },
  }),
  revokeConsent: t.field({
    type: Consents.type,
    description:
      "Takes a consent back on behalf of its PSU. Older ones of the same TPP, PSU, context and agreement end with it; the TPP's calls are CONSENT_UNKNOWN then.",
    args: { id: t.arg.id({ required: true, description: "The consent's id." }) },
    resolve: (_, { id }, { bank }) => consents.revokeConsent(bank, id),
  }),
}))
