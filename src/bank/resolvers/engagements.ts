import { assertEngagement, assertTakesEngagements, formatRoles } from '../../domain/engagements.ts'
import { DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import type { Account, Agreement, Customer, Engagement } from '../../generated/client.ts'
import type { Context } from '../context.ts'
import type { ChangeEngagement, CreateEngagement } from '../inputs/agreements.ts'
import { command } from './command.ts'
import { assertApproversLeft } from './payments/unfinished.ts'
import { allTogether, namedInBody } from './references.ts'

export type EngagementListing = {
  readonly engagement: Engagement
  readonly customer: Customer
  readonly account: Account
}

/** Opens an account of the agreement's owner to a PSU ([I] Endpoints 8, D27). */
export function createEngagement(
  ctx: Context,
  agreementId: string,
  input: CreateEngagement,
): Promise<EngagementListing> {
  return command(ctx, async tx => {
    const agreement = await tx.load.agreement(agreementId)
    assertTakesEngagements(agreement)
    const parties = await findParties(tx, agreement, input, '')
    return { engagement: await addEngagement(tx, agreement, parties, input), ...parties }
  })
}

/** The PSU of an engagement, and the account. */
type Parties = Omit<EngagementListing, 'engagement'>

/** Looks up what the engagement names, and checks its rules (D27). `prefix` is its place in the caller's body. */
export async function findParties(
  tx: Context,
  agreement: Agreement,
  input: CreateEngagement,
  prefix: string,
): Promise<Parties> {
  const finding = {
    customer: namedInBody(tx.load.customerByNumber(input.customer), `${prefix}customer`),
    account: namedInBody(tx.load.accountByIban(input.account.iban), `${prefix}account.iban`),
  }
  await allTogether<unknown>(Object.values(finding))
  const parties = { customer: await finding.customer, account: await finding.account }
  assertEngagement(agreement.ownerId, parties, prefix)
  return parties
}

/** Stores an engagement whose parties were checked. */
export function addEngagement(
  tx: Context,
  agreement: Agreement,
  parties: Parties,
  rights: Rights,
): Promise<Engagement> {
  return tx.db.engagement.create({ data: engagementRow(tx, agreement, parties, rights) })
}

type Rights = Pick<CreateEngagement, 'roles' | 'registerLimit' | 'approvalLimit'>

/** The row of an engagement whose parties were checked. */
export function engagementRow(
  { world, newId, now }: Context,
  agreement: Agreement,
  { customer, account }: Parties,
  rights: Rights,
): Engagement {
  return {
    worldId: world.id,
    id: newId('Engagement'),
    agreementId: agreement.id,
    customerId: customer.id,
    accountId: account.id,
    roles: formatRoles(rights.roles),
    registerLimit: rights.registerLimit,
    approvalLimit: rights.approvalLimit,
    createdAt: now,
  }
}

/** One engagement of an agreement. RESOURCE_UNKNOWN when the agreement does not have it. */
export async function getEngagement(
  ctx: Context,
  agreementId: string,
  engagementId: string,
): Promise<EngagementListing> {
  return listingOf(ctx, await engagementOf(ctx, agreementId, engagementId))
}

/** The engagements of an agreement, oldest first. */
export async function listEngagements(ctx: Context, agreementId: string): Promise<EngagementListing[]> {
  await ctx.load.agreement(agreementId)
  const engagements = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, agreementId },
    orderBy: { id: 'asc' },
  })
  return Promise.all(engagements.map(engagement => listingOf(ctx, engagement)))
}

async function listingOf({ load }: Context, engagement: Engagement): Promise<EngagementListing> {
  const [customer, account] = await Promise.all([
    load.customer(engagement.customerId),
    load.account(engagement.accountId),
  ])
  return { engagement, customer, account }
}

/**
 * Changes what a PSU may do with an account. BAD_REQUEST for an owner's engagement with its own account, which holds everything (D26, D27). CONFLICT
 * while a payment waits for an approval that no member could give afterwards (D77).
 */
export function changeEngagement(ctx: Context, engagementId: string, input: ChangeEngagement): Promise<Engagement> {
  return command(ctx, async tx => {
    const engagement = await tx.load.engagement(engagementId)
    assertTakesEngagements(await tx.load.agreement(engagement.agreementId))
    const { roles, registerLimit, approvalLimit } = input
    const data = given({ roles: roles && formatRoles(roles), registerLimit, approvalLimit })
    await assertApproversLeft(tx, [engagement], [{ ...engagement, ...data }])
    return tx.db.engagement.update({ where: { worldId_id: { worldId: tx.world.id, id: engagement.id } }, data })
  })
}

/** Removes a PSU's rights. CONFLICT while a payment waits for an approval that no other member could give (D77). */
export function deleteEngagement(ctx: Context, agreementId: string, engagementId: string): Promise<Engagement> {
  return command(ctx, async tx => {
    const engagement = await engagementOf(tx, agreementId, engagementId)
    await assertApproversLeft(tx, [engagement])
    await tx.db.engagement.delete({ where: { worldId_id: { worldId: tx.world.id, id: engagement.id } } })
    return engagement
  })
}

async function engagementOf(ctx: Context, agreementId: string, engagementId: string): Promise<Engagement> {
  const [agreement, engagement] = await Promise.all([
    ctx.load.agreement(agreementId),
    ctx.load.engagement(engagementId),
  ])
  if (engagement.agreementId === agreement.id) return engagement
  const text = `The agreement ${agreement.id} has no engagement ${JSON.stringify(engagementId)}.`
  throw new DomainError('RESOURCE_UNKNOWN', [{ text, want: { kind: 'known', noun: 'engagement', key: engagementId } }])
}
