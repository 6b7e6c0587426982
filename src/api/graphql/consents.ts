import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { access } from '../../bank/inputs/access.ts'
import { consentFilter } from '../../bank/inputs/filters.ts'
import { oneOf, pathId, text } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/consents.ts'
import * as atOnce from '../../bank/resolvers/consents/at-once.ts'
import * as consents from '../../bank/resolvers/consents/grant.ts'
import * as lists from '../../bank/resolvers/consents/list.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import { PSU_CONTEXTS } from '../../domain/authorisations.ts'
import { withoutNulls } from '../../domain/given.ts'
import type { Consent } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { bulkField } from './bulk.ts'
import { asTpp, PSU_WHO_DECIDES } from './callers.ts'
import { listByFilter, rowById } from './connections.ts'
import { ConsentStateEnum, PsuContextEnum } from './enums.ts'
import { extend, type Fields, implement, payload } from './fields.ts'
import { flatArg, flatInput, idArg, KEY, partOf } from './inputs.ts'
import { mutation } from './mutations.ts'
import { Accounts, Agreements, Authorisations, CardAccounts, Consents, Customers, Tpps } from './nouns.ts'
import { tppOfRow } from './tpps-of-rows.ts'

implement(
  Consents.type,
  'What a PSU lets a TPP see. REST has no such resource: there the PSU picks accounts on the page of the bank.',
  t => ({
    id: t.id('A UUID.'),
    tpp: t.of(Tpps.type, 'The TPP that may see the accounts.', tppOfRow),
    context: t.of(PsuContextEnum, 'For whom the PSU acted.'),
    state: t.of(ConsentStateEnum, 'How it stands now.', (consent, { bank }) => lists.consentState(bank, consent)),
    grantedAt: t.instant('When the PSU approved it.'),
    expiresAt: t.instant('Until when it serves: 180 days after it was granted.', lists.consentExpiry),
    revokedAt: t.optional.instant('When the PSU took it back, if it did.'),
    psu: t.one(Customers, 'customerId', 'The PSU.'),
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

const OPENING = 'The consents that open it to TPPs, oldest first; those that no longer serve too.'

extend(Accounts.type, t => ({ consents: t.list(Consents, OPENING, load => load.consentsOfAccount) }))
extend(CardAccounts.type, t => ({ consents: t.list(Consents, OPENING, load => load.consentsOfCardAccount) }))
extend(Agreements.type, t => ({
  consents: t.list(
    Consents,
    'The consents that were given under it, oldest first; those that no longer serve too.',
    load => load.consentsOfAgreement,
  ),
}))

const HeaderValue = builder.objectRef<{ name: string; value: string }>('HeaderValue')
implement(HeaderValue, 'A header to send to REST.', t => ({
  name: t.text("The header's name."),
  value: t.text('Its value.'),
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

/** What the PSU chooses in grantConsent, and where the redirect of its SCA goes. */
const granting = flatInput(
  'GrantConsentInput',
  'A consent to be given at once: the TPP, the PSU, and what the PSU chooses.',
  {
    key: KEY,
    decision: partOf(
      z.strictObject({
        tpp: access.shape.tpp,
        redirectUri: access.shape.redirectUri,
        psu: text(35, 'The customerNumber of the PSU.').openapi({ description: PSU_WHO_DECIDES }),
        context: oneOf(
          PSU_CONTEXTS,
          'The context that the PSU would choose; needed when it can act in both.',
        ).optional(),
        agreementId: pathId(
          'Agreement',
          'The agreement that the PSU would choose; needed when it can act under several.',
        ).optional(),
        accountIds: z
          .array(pathId(['Account', 'CardAccount'], 'An account or a card account.'))
          .optional()
          .openapi({
            description:
              'Ids of the accounts and card accounts that the PSU would tick; all that are offered when not given.',
          }),
      }),
    ),
  },
  t => ({
    at: t.field({
      type: 'DateTime',
      description:
        "When the PSU gave it, by the world's clock: now or earlier; now when not given. FORMAT_ERROR for later.",
    }),
  }),
)
type Granting = z.output<typeof granting.schema>

const grantConsentPayload = payload<atOnce.GrantedConsent, Fields<atOnce.GrantedConsent>>('grantConsent', t => ({
  consent: t.of(Consents.type, 'The consent.', 'consent'),
  tpp: t.of(Tpps.type, 'The TPP that it was given to, and that alone it serves.', ({ consent }) =>
    tppOfRow.of(consent),
  ),
  psuId: t.id('What PSU-ID is to carry: psu-id of the redirect.', 'psuId'),
  sessionId: t.id('What TPP-Session-ID may carry: tpp-session-id of the redirect.', 'sessionId'),
  redirectTo: t.text("Where the PSU's browser would have gone.", 'redirectTo'),
  psuHeaders: t.of(
    [HeaderValue],
    'The headers that name the PSU in calls to REST; for sandbank call, each is a --header.',
    'headers',
  ),
}))

function grant(bank: Context, { key: { key }, decision, own: { at } }: Granting): Promise<atOnce.GrantedConsent> {
  const { tpp, redirectUri, psu, ...chosen } = decision
  const decided = { ...withoutNulls(chosen), customerNumber: psu, ...(at == null ? {} : { at }) }
  return asTpp(bank, { tpp, redirectUri, redirectPreferred: true }, (ctx, call) =>
    withKeys(ctx, key === undefined ? undefined : { kind: 'Consent', keys: [key] }, tx =>
      atOnce.grantConsentAtOnce(tx, call, decided),
    ),
  )
}

builder.mutationFields(t => ({
  offerConsent: mutation(t, operations.offerConsent, {
    payload: p => ({ authorisation: p.of(Authorisations.type, 'The SCA in which the PSU decides.', made => made) }),
  }),
  grantConsent: t.field({
    type: grantConsentPayload,
    description:
      'The whole journey of a consent at once and without a browser: offerConsent, and completeAuthorisation on behalf of the PSU. Afterwards the TPP can read: through REST with psuHeaders, here by asTpp with the same TPP and psu. SCA_INVALID when the PSU has several agreements and none is chosen, or for accounts that are not offered.',
    extensions: { makes: 'Consent' },
    args: flatArg(granting, 'Which TPP, which PSU, and what it opens.'),
    resolve: (_, { input }, { bank }) => grant(bank, input),
  }),
  ...bulkField<Granting, Consent>(t, {
    single: 'grantConsent',
    makes: 'Consent',
    input: granting,
    payload: p => ({ consents: p.of([Consents.type], 'The consents, in the order of the inputs.', made => [...made]) }),
    make: async (tx, input) => (await grant(tx, { ...input, key: {} })).consent,
  }),
  revokeConsent: t.field({
    type: payload<Consent, Fields<Consent>>('revokeConsent', p => ({
      consent: p.of(Consents.type, 'The consent afterwards.', row => row),
    })),
    description:
      "Takes a consent back on behalf of its PSU. Older ones of the same TPP, PSU, context and agreement end with it; the TPP's calls are CONSENT_UNKNOWN then.",
    args: idArg('Consent', "The consent's id."),
    resolve: (_, { id }, { bank }) => consents.revokeConsent(bank, id),
  }),
}))
