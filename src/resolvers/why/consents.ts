import type { Context } from '../../context.ts'
import { isExpired } from '../../domain/authorisations.ts'
import { ask } from '../../domain/commands.ts'
import { AUTHORISATION_REASONS, CONSENT_REASONS } from '../../domain/explanations.ts'
import { nameOf } from '../../domain/worlds.ts'
import type { Authorisation, Consent } from '../../generated/client.ts'
import { consentExpiry, consentState } from '../consents/list.ts'
import { about, complete, type Explanation, numberOf, row } from './explanation.ts'

export async function explainConsent(ctx: Context, consent: Consent): Promise<Explanation> {
  const state = await consentState(ctx, consent)
  const { id, tppId, context, agreementId, grantedAt, revokedAt } = consent
  const psu = await numberOf(ctx, consent.customerId)
  const grant = `mutation { grantConsent(access: { tpp: ${JSON.stringify(tppId)} }, customerNumber: ${JSON.stringify(psu)}, context: ${context}, agreementId: "${agreementId}") { consent { id state } } }`
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
    change: state === 'VALID' ? undefined : ask(nameOf(ctx.world), grant),
  }
}

export async function explainAuthorisation(ctx: Context, authorisation: Authorisation): Promise<Explanation> {
  const { id, purpose, createdAt, expiresAt, finishedAt, customerId } = authorisation
  const state = isExpired(authorisation, ctx.now) ? 'EXPIRED' : authorisation.status
  const world = nameOf(ctx.world)
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
      ? complete(world, id, customerId === null ? undefined : await numberOf(ctx, customerId))
      : state === 'EXPIRED'
        ? renewal(world, authorisation)
        : undefined,
  }
}

function renewal(world: string, { purpose, tppId, resourceId }: Authorisation): string {
  if (purpose === 'CONSENT')
    return ask(world, `mutation { offerConsent(access: { tpp: ${JSON.stringify(tppId)} }) { id scaRedirect } }`)
  return ask(world, `{ why(${purpose === 'BASKET' ? 'basketId' : 'paymentId'}: "${resourceId}") { text change } }`)
}
