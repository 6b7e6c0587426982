import type { Account, Agreement, Customer, Engagement } from '../generated/client.ts'
import { actWanted, byRule, DomainError, type Words } from './errors.ts'
import { minorUnits } from './money.ts'

/** D26: a private customer has its automatic agreement and no other. */
export function assertAgreementOwner(owner: Customer): void {
  if (owner.type === 'CORPORATE') return
  throw new DomainError('BAD_REQUEST', [
    {
      path: 'owner',
      ...byRule.D26`The owner of an agreement must be a CORPORATE customer: a PRIVATE one gets its agreement automatically.`,
      want: { kind: 'known', noun: 'corporation', key: owner.customerNumber },
    },
  ])
}

/** [I] Sandbox engagement, in the interface's order. */
export const ROLES = ['OWNER', 'DISPOSAL', 'VIEW', 'REGISTER', 'APPROVE', 'INTERNAL_TRANSFER', 'SALARY'] as const
export type Role = (typeof ROLES)[number]

/** The largest int32 stands for "no limit": a private customer may do everything with its own account (D26). */
export const NO_LIMIT = 2_147_483_647

/** Roles as stored: always in the interface's order. */
export function formatRoles(roles: readonly Role[]): string {
  return ROLES.filter(role => roles.includes(role)).join(' ')
}

export function parseRoles(stored: string): Role[] {
  const names = stored.split(' ')
  return ROLES.filter(role => names.includes(role))
}

/** Only an engagement with both REGISTER and VIEW is offered for consent ([I] Endpoints 8). */
export function isOfferedForConsent(engagement: { readonly roles: string }): boolean {
  const roles = parseRoles(engagement.roles)
  return roles.includes('REGISTER') && roles.includes('VIEW')
}

/**
 * D27: which accounts an engagement may open to which PSU. Refuses with BAD_REQUEST and the rule; `prefix` is the place of the engagement in the
 * body.
 */
export function assertEngagement(
  agreement: Pick<Agreement, 'ownerId'>,
  account: Account,
  psu: Customer,
  prefix: string,
): void {
  if (account.ownerId !== agreement.ownerId) {
    throw new DomainError(
      'BAD_REQUEST',
      actWanted('NAME_MEMBER', byRule.D27`The account must be owned by the owner of the agreement.`, {
        path: `${prefix}account.iban`,
        of: agreement.ownerId,
      }),
    )
  }
  if (account.ownerId === psu.id) {
    throw new DomainError(
      'BAD_REQUEST',
      actWanted(
        'NAME_MEMBER',
        byRule.D27`The account must not be owned by the PSU who is to see it: it belongs to the corporation of which the PSU is a member.`,
        { path: `${prefix}customer`, of: agreement.ownerId },
      ),
    )
  }
}

/**
 * Who may register and who may approve: a member with the role and a limit that covers the amount. Returns what is missing, if anything (D35). A PSU
 * may have several engagements for an account; the highest limit counts.
 */
export function missingRight(
  engagements: readonly Rights[],
  role: Extract<Role, 'REGISTER' | 'APPROVE'>,
  currency: string,
  totalMinor: bigint,
): Words | undefined {
  const limits = engagements
    .filter(one => parseRoles(one.roles).includes(role))
    .map(one => (role === 'REGISTER' ? one.registerLimit : one.approvalLimit))
  if (limits.length === 0) return byRule.D35`The PSU lacks the role ${role} on the debtor account.`
  const highest = Math.max(...limits)
  if (highest === NO_LIMIT || totalMinor <= limitMinor(highest, currency)) return undefined
  return byRule.D35`The amount is above the PSU's ${role === 'REGISTER' ? 'registerLimit' : 'approvalLimit'} of ${highest} ${currency}.`
}

type Rights = Pick<Engagement, 'roles' | 'registerLimit' | 'approvalLimit'>

/** Whether the roles of an engagement let its member cancel or reject the payments of its account (D35). */
export function mayEndWith(roles: string): boolean {
  const held = parseRoles(roles)
  return held.includes('REGISTER') || held.includes('APPROVE')
}

/** A limit in minor units; it is stored in whole units of the currency. */
function limitMinor(limit: number, currency: string): bigint {
  return BigInt(limit) * 10n ** BigInt(minorUnits(currency))
}
