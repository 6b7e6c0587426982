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

/** Roles as stored: in the order in which they were sent (D27). */
export function formatRoles(roles: readonly Role[]): string {
  return roles.join(' ')
}

export function parseRoles(stored: string): Role[] {
  return stored.split(' ').flatMap(name => ROLES.filter(role => role === name))
}

/** Whether a text is roles as stored: at least one, each once. */
export function areRoles(stored: string): boolean {
  const roles = parseRoles(stored)
  return roles.length > 0 && formatRoles([...new Set(roles)]) === stored
}

/** Only an engagement with both REGISTER and VIEW is offered for consent ([I] Endpoints 8). */
export function isOfferedForConsent(engagement: { readonly roles: string }): boolean {
  const roles = parseRoles(engagement.roles)
  return roles.includes('REGISTER') && roles.includes('VIEW')
}

/** D27: engagements stand on agreements of corporations. What a private customer owns is its own, by its automatic agreement. */
export function assertTakesEngagements({ automatic, ownerId }: Pick<Agreement, 'automatic' | 'ownerId'>): void {
  if (!automatic) return
  throw new DomainError(
    'BAD_REQUEST',
    actWanted(
      'NAME_MEMBER',
      byRule.D27`This is the automatic agreement of a private customer: engagements stand only on an agreement of a corporation.`,
      { of: ownerId },
    ),
  )
}

/**
 * D27: which accounts an engagement may open to which PSU. Refuses with BAD_REQUEST and the rules, as far as the parties are known; `prefix` is the
 * place of the engagement in the body.
 */
export function assertEngagement(ownerId: string, { account, customer }: Parties, prefix: string): void {
  const faults = [
    ...(account === undefined || account.ownerId === ownerId
      ? []
      : actWanted('NAME_MEMBER', byRule.D27`The account must be owned by the owner of the agreement.`, {
          path: `${prefix}account.iban`,
          of: ownerId,
        })),
    ...(customer === undefined || customer.type === 'PRIVATE'
      ? []
      : actWanted(
          'NAME_MEMBER',
          byRule.D27`The customer must be a person (PRIVATE), who sees the account as a member of the corporation that owns it; a corporation is no member.`,
          { path: `${prefix}customer`, of: ownerId },
        )),
  ]
  if (faults.length > 0) throw new DomainError('BAD_REQUEST', faults)
}

type Parties = {
  readonly account: Pick<Account, 'ownerId'> | undefined
  readonly customer: Pick<Customer, 'type'> | undefined
}

/** D27: rows of 1.0.0 may stand on the automatic agreement of another customer. They give no right. */
export function givesRights(
  customer: Pick<Customer, 'id'>,
  agreement: Pick<Agreement, 'automatic' | 'ownerId'>,
): boolean {
  return !agreement.automatic || agreement.ownerId === customer.id
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
