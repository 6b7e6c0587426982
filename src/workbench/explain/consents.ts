import type { Context } from '../../bank/context.ts'
import { consentExpiry, consentState } from '../../bank/resolvers/consents/list.ts'
import { isExpired } from '../../domain/authorisations.ts'
import type { Authorisation, Consent } from '../../generated/client.ts'
import { APP_WAITS_FOR, AUTHORISATION_REASONS, CONSENT_REASONS } from './causes.ts'
import { ask, type Commands, type Place } from './commands.ts'
import { about, complete, grantConsent, numberOf, row, type UntriedExplanation } from './explanation.ts'

export async function explainConsent(ctx: Context, consent: Consent, place: Place): Promise<UntriedExplanation> {
  const state = await consentState(ctx, consent)
  const { id, tppId, context, agreementId, grantedAt, revokedAt } = consent
  const psu = await numberOf(ctx, consent.customerId)
  return {
    ...about(`consent ${id}`, state, CONSENT_REASONS[state]),
    since: revokedAt ?? grantedAt,
    until: state === 'VALID' ? consentExpiry(consent) : undefined,
    rows: [
      row('Consent', id, {
        tppId,
        customer: psu,
        context,
        agreement: agreementId,
        grantedAt: grantedAt.toISOString(),
        expiresAt: consentExpiry(consent).toISOString(),
        revokedAt: revokedAt?.toISOString(),
      }),
    ],
    change: state === 'VALID' ? undefined : grantConsent(place, tppId, { psu, context, agreementId }),
  }
}

export async function explainAuthorisation(
  ctx: Context,
  authorisation: Authorisation,
  place: Place,
): Promise<UntriedExplanation> {
  const { id, purpose, createdAt, expiresAt, finishedAt, customerId } = authorisation
  const state = isExpired(authorisation, ctx.now) ? 'EXPIRED' : authorisation.status
  const open = state === 'RECEIVED'
  return {
    ...about(`authorisation ${id}`, state, AUTHORISATION_REASONS[state]),
    ...(open && !authorisation.redirectPreferred ? { waitsFor: APP_WAITS_FOR } : {}),
    since: finishedAt ?? (state === 'EXPIRED' ? expiresAt : createdAt),
    until: open ? expiresAt : undefined,
    rows: [
      row('Authorisation', id, {
        purpose,
        status: state,
        tppId: authorisation.tppId,
        customer: customerId,
        resource: authorisation.resourceId,
        expiresAt: expiresAt.toISOString(),
      }),
    ],
    change: open
      ? customerId === null
        ? undefined
        : complete(place, id, await numberOf(ctx, customerId), authorisation)
      : state === 'EXPIRED'
        ? renewal(place, authorisation)
        : undefined,
  }
}

function renewal(place: Place, { purpose, tppId, resourceId }: Authorisation): Commands {
  if (purpose === 'CONSENT')
    return ask(
      place,
      `mutation { offerConsent(input: { tpp: ${JSON.stringify(tppId)} }) { authorisation { id scaRedirect } } }`,
    )
  return ask(
    place,
    `{ why(of: { ${purpose === 'BASKET' ? 'signingBasket' : 'payment'}: "${resourceId}" }) { text change } }`,
  )
}
