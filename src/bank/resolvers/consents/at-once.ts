import { DomainError } from '../../../domain/errors.ts'
import type { Authorisation, Consent } from '../../../generated/client.ts'
import type { PsuContext } from '../../../generated/enums.ts'
import { type Context, tppOf } from '../../context.ts'
import { completeAuthorisation, identifyAt } from '../authorisations/complete.ts'
import type { Decision } from '../authorisations/read.ts'
import { command } from '../command.ts'
import type { Access } from '../psus.ts'
import { offerConsent } from './grant.ts'
import type { Offer } from './offers.ts'

/** The accounts from which a PSU could choose on the bank's page. The number may be left out if the TPP named the PSU. Refuses as the page does. */
export async function offersAt(
  ctx: Context,
  authorisation: Authorisation,
  customerNumber: string | null | undefined,
): Promise<Offer[]> {
  const { customerId } = authorisation
  const named = customerId === null ? undefined : (await ctx.load.customer(customerId)).customerNumber
  return (await identifyAt(ctx, authorisation, customerNumber ?? named)).offers
}

/** A newly given consent, and what the TPP receives for it. */
export type GrantedConsent = {
  readonly consent: Consent
  readonly psuId: string
  readonly sessionId: string
  readonly redirectTo: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The whole way of a consent without a browser, in one call (D33): the TPP's offer, the PSU's approval, and the parameters of the redirect. */
export function grantConsentAtOnce(
  ctx: Context,
  access: Access,
  { at, ...decision }: Omit<Decision, 'outcome'> & { readonly at?: Date | undefined },
): Promise<GrantedConsent> {
  return command(ctx, async now => {
    if (at !== undefined && !(at <= now.now))
      throw new DomainError(
        'FORMAT_ERROR',
        `is after the clock of this world, which shows ${now.now.toISOString()}.`,
        'at',
      )
    // The consent gets the given time: an older consent is made without moving the clock.
    const tx = at === undefined ? now : { ...now, now: at }
    const offer = await offerConsent(tx, access)
    const { authorisation, redirectTo } = await completeAuthorisation(tx, offer.id, {
      ...decision,
      outcome: 'APPROVED',
    })
    const { customerId, context, agreementId, sessionId } = authorisation
    if (customerId === null || context === null || agreementId === null || sessionId === null)
      throw new TypeError(`The approved authorisation ${offer.id} lacks its PSU.`)
    const consent = await tx.db.consent.findFirstOrThrow({
      where: { worldId: tx.world.id, tppId: tppOf(tx).tppId, customerId, context, agreementId },
      orderBy: { id: 'desc' },
    })
    const { psuId } = await tx.load.customer(customerId)
    return { consent, psuId, sessionId, redirectTo, headers: psuHeaders(psuId, sessionId, context, agreementId) }
  })
}

function psuHeaders(psuId: string, sessionId: string, context: PsuContext, agreementId: string) {
  return [
    { name: 'PSU-ID', value: psuId },
    { name: 'TPP-Session-ID', value: sessionId },
    { name: 'PSU-Context', value: context },
    ...(context === 'CORPORATE' ? [{ name: 'PSU-Corporate-ID', value: agreementId }] : []),
  ]
}
