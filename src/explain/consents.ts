import type { Context } from '../context.ts'
import { isExpired } from '../domain/authorisations.ts'
import type { Authorisation, Consent } from '../generated/client.ts'
import { consentExpiry, consentState } from '../resolvers/consents/list.ts'
import { AUTHORISATION_REASONS, CONSENT_REASONS } from './causes.ts'
import { ask, type Commands, type Place } from './commands.ts'
import { about, actingIn, complete, numberOf, row, type UntriedExplanation } from './explanation.ts'
import { viewerOf } from './remedies/people.ts'

export async function explainConsent(ctx: Context, consent: Consent, place: Place): Promise<UntriedExplanation> {
  const state = await consentState(ctx, consent)
  const { id, tppId, context, agreementId, grantedAt, revokedAt } = consent
  const psu = await numberOf(ctx, consent.customerId)
  const grant = `mutation { grantConsent(access: { tpp: ${JSON.stringify(tppId)} }, psu: ${JSON.stringify(psu)}, context: ${context}${actingIn(consent)}) { consent { id state } } }`
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
    change: state === 'VALID' ? undefined : ask(place, grant),
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
      ? await decided(ctx, authorisation, place)
      : state === 'EXPIRED'
        ? renewal(place, authorisation)
        : undefined,
  }
}

/** By whom it names, or by one that can give a consent (D32). */
async function decided(ctx: Context, authorisation: Authorisation, place: Place): Promise<Commands> {
  const { id, customerId } = authorisation
  if (customerId !== null) return complete(place, id, await numberOf(ctx, customerId), authorisation)
  const person = await viewerOf(ctx, undefined)
  return complete(place, id, person?.customerNumber, person)
}

function renewal(place: Place, { purpose, tppId, resourceId }: Authorisation): Commands {
  if (purpose === 'CONSENT')
    return ask(place, `mutation { offerConsent(access: { tpp: ${JSON.stringify(tppId)} }) { id scaRedirect } }`)
  return ask(place, `{ why(${purpose === 'BASKET' ? 'basketId' : 'paymentId'}: "${resourceId}") { text change } }`)
}
