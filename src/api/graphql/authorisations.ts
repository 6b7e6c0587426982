import { z } from '@hono/zod-openapi'
import { authorisationFilter } from '../../bank/inputs/filters.ts'
import { oneOf, pathId, text } from '../../bank/inputs/values.ts'
import * as authorisations from '../../bank/resolvers/authorisations/complete.ts'
import {
  authorisationNamed,
  authorisationStatus,
  getAuthorisation,
  newestWaiting,
  pageOfAuthorisations,
} from '../../bank/resolvers/authorisations/read.ts'
import { scaPath } from '../../bank/resolvers/authorisations/start.ts'
import * as atOnce from '../../bank/resolvers/consents/at-once.ts'
import type { Offer } from '../../bank/resolvers/consents/offers.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { absolute } from '../../bank/wire/errors.ts'
import { OUTCOMES, PSU_CONTEXTS } from '../../domain/authorisations.ts'
import { withoutNulls } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { PSU_WHO_DECIDES } from './callers.ts'
import { listByFilter } from './connections.ts'
import { AuthorisationPurposeEnum, AuthorisationStatusEnum, PsuContextEnum } from './enums.ts'
import { extend, type Fields, implement, payload } from './fields.ts'
import { flatArg, flatInput, idArg, partOf } from './inputs.ts'
import {
  Accounts,
  Agreements,
  Authorisations,
  CardAccounts,
  Customers,
  Payments,
  SigningBaskets,
  Tpps,
} from './nouns.ts'
import { tppOfRow } from './tpps-of-rows.ts'

const OfferRef = builder.objectRef<Offer>('Offer')
implement(OfferRef, 'What a PSU could choose on the page of the bank: one agreement, and what it opens.', t => ({
  context: t.of(PsuContextEnum, 'For whom the PSU would act.'),
  agreement: t.of(Agreements.type, 'The agreement.'),
  owner: t.of(Customers.type, 'Whose accounts they are.'),
  accounts: t.of([Accounts.type], 'The accounts that can be opened: engagements with both REGISTER and VIEW.'),
  cardAccounts: t.of([CardAccounts.type], 'The card accounts that can be opened.'),
}))

implement(
  Authorisations.type,
  "One strong customer authentication, from the link that a TPP gets to the PSU's decision.",
  t => ({
    id: t.id('authorisationId in REST: a UUID.'),
    purpose: t.of(AuthorisationPurposeEnum, 'What it brings about.', ({ purpose }) =>
      purpose === 'BASKET' ? 'SIGNING_BASKET' : purpose,
    ),
    status: t.of(
      AuthorisationStatusEnum,
      'How it stands: scaStatus in REST, which says failed for EXPIRED.',
      (row, { bank }) => authorisationStatus(bank, row),
    ),
    scaRedirect: t.text('The address of the page where the PSU decides.', (row, { bank, origin }) =>
      absolute(scaPath(bank, row), origin),
    ),
    tpp: t.of(Tpps.type, 'The TPP that asks.', tppOfRow),
    redirectUri: t.text('Where the PSU goes afterwards.'),
    redirectPreferred: t.flag(
      "Whether the PSU decides on the page. False: the page approves by itself, in place of the bank's app.",
    ),
    context: t.optional.of(
      PsuContextEnum,
      'The context: fixed by the TPP, or chosen by the PSU. Absent while it is open.',
    ),
    psu: t.optional.one(
      Customers,
      'customerId',
      'The PSU: named by the TPP, or the one who decided. Absent while it is open, or deleted since.',
    ),
    agreement: t.optional.one(
      Agreements,
      'agreementId',
      'The agreement: named by the TPP, or chosen by the PSU. Absent while it is open, or deleted since.',
    ),
    payment: t.optional.of(
      Payments.type,
      'The payment that it is for, if it is for one.',
      ({ purpose, resourceId }, { bank }) =>
        resourceId === null || purpose === 'BASKET' ? null : unlessGone(bank.load.payment(resourceId)),
    ),
    signingBasket: t.optional.of(
      SigningBaskets.type,
      'The signing basket that it is for, if it is for one: it authorises those of its payments that still wait. Absent when it was deleted since.',
      ({ purpose, resourceId }, { bank }) =>
        resourceId === null || purpose !== 'BASKET' ? null : unlessGone(bank.load.signingBasket(resourceId)),
    ),
    sessionId: t.optional.text('The TPP-Session-ID that the bank issued at the approval. Absent before it.'),
    createdAt: t.instant("When it was started, by the world's clock."),
    expiresAt: t.instant('Until when the PSU can decide: 30 minutes.'),
    finishedAt: t.optional.instant('When it was decided or expired.'),
    offers: t.raw.field({
      nullable: true,
      description:
        'What the PSU could choose from. PSU_CREDENTIALS_INVALID for a number that is not the right one. Null then.',
      type: [OfferRef],
      args: { psu: t.raw.arg.string({ description: PSU_WHO_DECIDES }) },
      resolve: (row, { psu }, { bank }) => atOnce.offersAt(bank, row, psu),
    }),
  }),
)

extend(Customers.type, t => ({
  authorisations: t.list(
    Authorisations,
    'The SCAs in which it is the PSU, named by the TPP or by itself, oldest first.',
    load => load.authorisationsOfCustomer,
  ),
}))

builder.queryFields(t => ({
  authorisations: listByFilter(
    t,
    Authorisations,
    'All authorisations of the world, oldest first.',
    authorisationFilter,
    pageOfAuthorisations,
  ),
  authorisation: t.field({
    type: Authorisations.type,
    nullable: true,
    description: 'One authorisation. SCA_NOT_FOUND when the world does not have it.',
    args: idArg('Authorisation', 'The last part of scaRedirect.'),
    resolve: (_, { id }, { bank }) => getAuthorisation(bank, id),
  }),
}))

type Completion = authorisations.CompletedAuthorisation

const deciding = flatInput('CompleteAuthorisationInput', 'What a PSU decides about an SCA.', {
  decision: partOf(
    z.strictObject({
      id: pathId(
        ['Authorisation', 'Payment', 'SigningBasket'],
        'The last part of scaRedirect, or the id of the payment or signing basket that waits. When not given, the newest that waits for the PSU: what a test has just started.',
      ).optional(),
      psu: text(35, 'The customerNumber of the PSU.').openapi({ description: PSU_WHO_DECIDES }),
      context: oneOf(PSU_CONTEXTS, 'Needed when the TPP left it open and the PSU can act in both.').optional(),
      agreementId: pathId('Agreement', 'Needed when the PSU can act under several agreements.').optional(),
      accountIds: z
        .array(pathId(['Account', 'CardAccount'], 'An account or a card account.'))
        .optional()
        .openapi({
          description: 'For a consent: the accounts and card accounts to open; all that are offered when not given.',
        }),
      outcome: oneOf(OUTCOMES, 'What it decides.'),
    }),
  ),
})

builder.mutationFields(t => ({
  completeAuthorisation: t.field({
    type: payload<Completion, Fields<Completion>>('completeAuthorisation', p => ({
      authorisation: p.of(Authorisations.type, 'The authorisation afterwards.', 'authorisation'),
      redirectTo: p.text(
        "Where the PSU's browser goes: the TPP's redirectUri with psu-id and tpp-session-id, or error=access_denied.",
        'redirectTo',
      ),
    })),
    description:
      'Decides on behalf of the PSU, as on the page of the bank. SCA_NOT_FOUND, SCA_EXPIRED after 30 minutes, SCA_INVALID when it was decided already or for a choice that is not offered, PSU_CREDENTIALS_INVALID for a number that is not the right one, FORBIDDEN without the right to approve.',
    args: flatArg(deciding, 'What the PSU decides.'),
    resolve: async (_, { input }, { bank }) => {
      const { id, psu, ...chosen } = input.decision
      const decided = { ...withoutNulls(chosen), customerNumber: psu }
      const about = id ?? (await newestWaiting(bank, psu)).id
      return authorisations.completeAuthorisation(bank, about, decided, authorisationNamed)
    },
  }),
}))
