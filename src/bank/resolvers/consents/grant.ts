import { ScaNeeded, type ScaRequest } from '../../../domain/authorisations.ts'
import { after } from '../../../domain/calendar.ts'
import { assertNotRevoked, CONSENT_DAYS, consentFault, goodSince } from '../../../domain/consents.ts'
import { byRule, DomainError, type Fault, unknownInWorld } from '../../../domain/errors.ts'
import { given } from '../../../domain/given.ts'
import type { Authorisation, Consent, Customer } from '../../../generated/client.ts'
import { type Context, tppOf } from '../../context.ts'
import type { Approval } from '../authorisations/read.ts'
import { startAuthorisation } from '../authorisations/start.ts'
import { command } from '../command.ts'
import { type Access, identifyPsu, type Psu } from '../psus.ts'
import { type DueWork, fallsDue } from '../work.ts'

export type ConsentedAccess = { readonly customer: Customer; readonly consent: Consent; readonly access: Access }

/** Offers the PSU a consent on the bank's page (D32): returns the link to it. */
export async function offerConsent(ctx: Context, access: Access): Promise<Authorisation> {
  const psu = await identifyPsu(ctx, access)
  return startAuthorisation(ctx, { ...scaRequest(access, psu), purpose: 'CONSENT', alwaysNew: true })
}

/**
 * The consent that a call uses (D32): the newest of this TPP, PSU, context and agreement. CONSENT_INVALID when there is none, CONSENT_EXPIRED when it
 * is older than `days`, each with a link; CONSENT_UNKNOWN when the PSU revoked it.
 */
export async function requireConsent(ctx: Context, access: Access, days = CONSENT_DAYS): Promise<ConsentedAccess> {
  const psu = await identifyPsu(ctx, access)
  const request = scaRequest(access, psu)
  if (psu === undefined) {
    throw new ScaNeeded(
      'CONSENT_INVALID',
      byRule(
        'D32',
        'Send the PSU to scaRedirect.',
      )`The call names no PSU: it has no PSU-ID, and no TPP-Session-ID that the bank issued at an SCA.`,
      request,
    )
  }
  const { customer, context, agreement } = psu
  const consent = await ctx.db.consent.findFirst({
    where: {
      worldId: ctx.world.id,
      tppId: tppOf(ctx).tppId,
      customerId: customer.id,
      ...given({ context, agreementId: agreement?.id }),
    },
    orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
  })
  if (consent === null) {
    throw new ScaNeeded(
      'CONSENT_INVALID',
      byRule(
        'D32',
        `${await whoHasConsent(ctx, psu)}Send the PSU to scaRedirect.`,
      )`This PSU has given this TPP no consent for this context.`,
      request,
    )
  }
  // [I] Authentication 5: a corporate consent acts for its agreement, even if the TPP left the context open.
  if (consent.context === 'CORPORATE' && agreement === undefined) throw twoWays(consent)
  assertNotRevoked(consent)
  const fault = consentFault(consent, ctx.now, CONSENT_DAYS) ?? consentFault(consent, ctx.now, days)
  if (fault !== undefined) throw new ScaNeeded('CONSENT_EXPIRED', fault, request)
  ctx.touched?.consents.push(consent.id)
  return { customer, consent, access }
}

/** A sentence about another TPP to which the PSU has given such a consent, the latest one; undefined if there is none. */
async function whoHasConsent(ctx: Context, { customer, context, agreement }: Psu): Promise<string> {
  const other = await ctx.db.consent.findFirst({
    where: {
      worldId: ctx.world.id,
      customerId: customer.id,
      tppId: { not: tppOf(ctx).tppId },
      revokedAt: null,
      grantedAt: { gte: goodSince(ctx.now) },
      ...given({ context, agreementId: agreement?.id }),
    },
    orderBy: { id: 'desc' },
  })
  return other === null ? '' : `It has given one to ${other.tppId}, and a consent serves the TPP alone that it is for. `
}

// The PSU may act for itself, too; otherwise the call would have been corporate from the start (D34).
function twoWays({ agreementId }: Consent): DomainError {
  return new DomainError('HTTP_HEADER_REQUIRED', [
    {
      path: 'PSU-Corporate-ID',
      text: `The newest consent of this PSU is that of a corporation: send PSU-Corporate-ID: ${agreementId} to use it ([I] Authentication 5), or PSU-Context: PRIVATE to act for the PSU itself (D32).`,
      rule: '[I] Authentication 5',
      want: { kind: 'value', value: agreementId },
    },
  ])
}

/** A refusal that a new SCA of the same PSU would remove. */
export function needSca({ access, customer, consent }: ConsentedAccess, fault: Fault): ScaNeeded {
  const { context, agreementId } = consent
  return new ScaNeeded('CONSENT_EXPIRED', fault, {
    ...scaRequest(access, undefined),
    customerId: customer.id,
    context,
    agreementId,
  })
}

/** The PSU's approval as a consent for the accounts it ticked. SCA_INVALID for accounts that were not offered. */
export async function grantConsent(tx: Context, { authorisation, customer, offer, decision }: Approval): Promise<void> {
  const offered = new Set([...offer.accounts, ...offer.cardAccounts].map(row => row.id))
  const chosen = new Set(decision.accountIds ?? offered)
  const foreign = [...chosen].filter(id => !offered.has(id))
  if (foreign.length > 0)
    throw new DomainError(
      'SCA_INVALID',
      `${foreign.slice(0, 3).join(', ')}: not offered to this customer under this agreement.`,
      'accountIds',
    )
  if (chosen.size === 0) throw new DomainError('SCA_INVALID', 'Choose at least one account.', 'accountIds')
  const key = { worldId: tx.world.id, consentId: tx.newId('Consent') }
  const { revokesAfter } = authorisation
  const revokesAt = revokesAfter === null ? undefined : after(tx.now, revokesAfter)
  if (revokesAt !== undefined) await fallsDue(tx, revokesAt)
  await tx.db.consent.create({
    data: {
      worldId: key.worldId,
      id: key.consentId,
      tppId: authorisation.tppId,
      tppName: authorisation.tppName,
      customerId: customer.id,
      context: offer.context,
      agreementId: offer.agreement.id,
      grantedAt: tx.now,
      ...given({ revokesAt }),
    },
  })
  await tx.db.consentAccount.createMany({
    data: offer.accounts.filter(row => chosen.has(row.id)).map(row => ({ ...key, accountId: row.id })),
  })
  await tx.db.consentCardAccount.createMany({
    data: offer.cardAccounts.filter(row => chosen.has(row.id)).map(row => ({ ...key, cardAccountId: row.id })),
  })
}

/**
 * The PSU revokes a consent. All consents of the same TPP, PSU, context and agreement end with it; otherwise an older one would become valid again.
 */
export function revokeConsent(ctx: Context, id: string): Promise<Consent> {
  return command(ctx, async tx => {
    const where = { worldId_id: { worldId: tx.world.id, id } }
    const consent = await tx.db.consent.findUnique({ where })
    if (consent === null) throw unknownInWorld('consent', id)
    const { worldId, tppId, customerId, context, agreementId } = consent
    await tx.db.consent.updateMany({
      where: { worldId, tppId, customerId, context, agreementId, revokedAt: null },
      data: { revokedAt: tx.now },
    })
    return tx.db.consent.findFirstOrThrow({ where: { worldId: tx.world.id, id } })
  })
}

/** The properties of an SCA that the TPP's call fixes. */
export function scaRequest(access: Access, psu: Awaited<ReturnType<typeof identifyPsu>>): ScaRequest {
  return {
    customerId: psu?.customer.id,
    context: psu?.context ?? access.context,
    agreementId: psu?.agreement?.id,
    redirectUri: access.redirectUri,
    redirectPreferred: access.redirectPreferred,
  }
}

/**
 * Revokes consents whose PSU does so by a scenario, each at its own instant (D88). Older ones of the same kind end with them; otherwise they would
 * become valid again.
 */
export const revokeConsentsInTime: DueWork = {
  name: 'consent revocation',
  what: 'a consent is taken back',
  nextAt: async tx => {
    const next = await tx.db.consent.findFirst({
      where: { worldId: tx.world.id, revokesAt: { not: null } },
      orderBy: { revokesAt: 'asc' },
      select: { revokesAt: true },
    })
    return next?.revokesAt ?? undefined
  },
  run: async (tx, until, rowsThatFit) => {
    const worldId = tx.world.id
    const due = await tx.db.consent.findMany({
      where: { worldId, revokesAt: { lte: until } },
      orderBy: [{ revokesAt: 'asc' }, { id: 'asc' }],
      take: rowsThatFit,
    })
    for (const { id, tppId, customerId, context, agreementId, grantedAt, revokesAt } of due) {
      await tx.db.consent.updateMany({
        where: { worldId, tppId, customerId, context, agreementId, grantedAt: { lte: grantedAt }, revokedAt: null },
        data: { revokedAt: revokesAt },
      })
      await tx.db.consent.update({ where: { worldId_id: { worldId, id } }, data: { revokesAt: null } })
    }
    return { at: due.at(-1)?.revokesAt ?? tx.now, rows: due.length }
  },
}
