import { assertAccountNumber, type Reference } from '../../../domain/account-numbers.ts'
import { givesRights, missingRight } from '../../../domain/engagements.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import type { Account, Customer, Engagement, PsuContext } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import { findCustomer, type Psu, type PsuClaim, psuOf } from '../psus.ts'
import type { Creditors } from './duplicates.ts'

/** The PSU that pays, the account, and the agreement. */
export type Payer = {
  readonly customer: Customer
  readonly context: PsuContext
  readonly agreementId: string
  readonly account: Account
  readonly engagements: readonly Engagement[]
}

/** The PSU that a payment call names: PSU_CREDENTIALS_INVALID when it names none. */
export async function requirePsu(ctx: Context, claim: PsuClaim): Promise<Psu> {
  return psuOf(ctx, await requireCustomer(ctx, claim), claim)
}

async function requireCustomer(ctx: Context, claim: PsuClaim): Promise<Customer> {
  const customer = await findCustomer(ctx, { ...claim, sessionId: undefined })
  if (customer !== undefined) return customer
  throw new DomainError(
    'PSU_CREDENTIALS_INVALID',
    byRule('[I] Authentication 5')`The call names no PSU: give PSU-ID, or X-PSU-IDENTITY when a payment is created.`,
    'PSU-ID',
  )
}

/**
 * Whether the PSU of a call is a member of an agreement. Checked before PSU-Corporate-ID is required: for others a corporation's payments do not
 * exist (D3), so no refusal may say which header is missing.
 */
export async function isMember(
  ctx: Context,
  { psuId, customerNumber }: PsuClaim,
  agreementId: string,
): Promise<boolean> {
  const { customer } = await requirePsu(ctx, { psuId, customerNumber, context: 'PRIVATE' })
  const key = { worldId: ctx.world.id, customerId: customer.id, agreementId }
  return (await ctx.db.engagement.findFirst({ where: key, select: { id: true } })) !== null
}

/**
 * The debtor of a new payment, among the accounts that it names. FORBIDDEN without an engagement that lets the PSU register payments from this account
 * (D35).
 */
export async function requirePayer(
  ctx: Context,
  claim: PsuClaim,
  debtor: Reference,
  named: Promise<Creditors>,
): Promise<Payer> {
  const [customer, accounts] = await Promise.all([requireCustomer(ctx, claim), named])
  const account = accounts.find(debtor)
  const all = account === undefined ? [] : await engagementsOn(ctx, customer, account)
  const owns = all.some(one => one.agreement.automatic)
  const psu = await psuOf(ctx, customer, claim, owns)
  assertAccountNumber(debtor, account, 'debtorAccount')
  const { context, agreement } = psu
  const own = all.filter(one => (context === 'CORPORATE' ? one.agreementId === agreement?.id : one.agreement.automatic))
  const [first] = own
  if (account !== undefined && first !== undefined) {
    return {
      customer: psu.customer,
      context: context ?? 'PRIVATE',
      agreementId: first.agreementId,
      account,
      engagements: own,
    }
  }
  if (context === undefined && all.length > 0) {
    throw new DomainError(
      'HTTP_HEADER_REQUIRED',
      byRule('[I] Authentication 5')`The PSU may use this account for a corporation only: PSU-Corporate-ID is needed.`,
      'PSU-Corporate-ID',
    )
  }
  throw new DomainError(
    'FORBIDDEN',
    byRule.D35`The PSU has no right to pay from this account: it needs an engagement with the role REGISTER.`,
    'debtorAccount',
  )
}

async function engagementsOn(ctx: Context, customer: Customer, account: Account) {
  const all = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, customerId: customer.id, accountId: account.id },
    include: { agreement: true },
  })
  return all.filter(one => givesRights(customer, one.agreement))
}

/** D35: the role, and a limit that covers the amount. The refusal says which is missing. */
export function assertMayRegister(
  { engagements, account }: Pick<Payer, 'engagements' | 'account'>,
  totalMinor: bigint,
): void {
  const fault = missingRight(engagements, 'REGISTER', account.currency, totalMinor)
  if (fault !== undefined) throw new DomainError('FORBIDDEN', fault, 'debtorAccount')
}
