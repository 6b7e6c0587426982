import { parseRoles } from '../../../domain/engagements.ts'
import type { EachOf } from '../../../domain/given.ts'
import type { Context } from '../../context.ts'
import type { CreateAgreement, CreateEngagement } from '../../inputs/agreements.ts'
import { offersOf } from '../consents/offers.ts'
import { type ExportRow, plain } from './rows.ts'

/** Agreements, consents and contacts, as the inputs that would create them again (D85). */

/** Agreements of corporations; those of private customers come with them (D26). */
export async function exportAgreements({ db, world }: Context): Promise<ExportRow[]> {
  const where = { worldId: world.id, automatic: false }
  const rows = await db.agreement.findMany({ where, include: { owner: true }, orderBy: { id: 'asc' } })
  return rows.map(({ id, name, owner }) => ({
    id,
    entry: { owner: owner.customerNumber, name } satisfies EachOf<Omit<CreateAgreement, 'engagements'>>,
  }))
}

/** Engagements of persons: a corporation that 1.0.0 took as a member could not be added again (D27). */
export async function exportEngagements({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.engagement.findMany({
    where: { worldId: world.id, agreement: { automatic: false }, customer: { type: 'PRIVATE' } },
    include: { customer: true, account: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, agreementId, customer, account, roles, registerLimit, approvalLimit }) => ({
    id,
    owner: agreementId,
    entry: {
      customer: customer.customerNumber,
      account: { iban: account.iban },
      roles: parseRoles(roles),
      registerLimit,
      approvalLimit,
    } satisfies EachOf<CreateEngagement>,
  }))
}

/** Consents that could be given again: their PSU is still offered the same accounts. */
export async function exportConsents(ctx: Context): Promise<ExportRow[]> {
  const { db, world } = ctx
  const rows = await db.consent.findMany({
    where: { worldId: world.id },
    include: { customer: true, accounts: true, cardAccounts: true },
    orderBy: { id: 'asc' },
  })
  const exported: ExportRow[] = []
  for (const { id, customer, accounts, cardAccounts, ...row } of rows) {
    const offer = (await offersOf(ctx, customer)).find(({ agreement }) => agreement.id === row.agreementId)
    const offered = new Set([...(offer?.accounts ?? []), ...(offer?.cardAccounts ?? [])].map(one => one.id))
    const opened = [...accounts.map(one => one.accountId), ...cardAccounts.map(one => one.cardAccountId)]
    const accountIds = opened.filter(one => offered.has(one))
    if (accountIds.length === 0) continue
    const entry = {
      tpp: row.tppId,
      tppName: row.tppName,
      psu: customer.customerNumber,
      context: row.context,
      agreementId: row.context === 'CORPORATE' ? row.agreementId : undefined,
      accountIds: accountIds.length === offered.size ? undefined : accountIds,
      revokedAt: row.revokedAt?.toISOString(),
    }
    exported.push({ id, createdAt: row.grantedAt, entry: plain(entry) })
  }
  return exported
}

export async function exportContacts({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.contactInformation.findMany({ where: { worldId: world.id }, orderBy: { tppId: 'asc' } })
  return rows.map(({ tppId, emails, updatedAt }) => ({
    id: tppId,
    createdAt: updatedAt,
    entry: plain({ tpp: tppId, emails }),
  }))
}
