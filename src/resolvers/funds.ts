import type { Context } from '../context.ts'
import { availableMinor } from '../domain/accounts.ts'
import { DomainError } from '../domain/errors.ts'
import { given } from '../domain/given.ts'
import { parseAmount } from '../domain/money.ts'
import type { Account } from '../generated/client.ts'
import type { ConfirmFunds } from '../inputs/account-information.ts'
import { requireConsent } from './consents/grant.ts'
import type { Access } from './psus.ts'

/** Whether an account of the consent could pay an amount now: the booked amount that is not reserved, and the credit line (D37). */
export async function confirmFunds(
  ctx: Context,
  access: Access,
  { account, instructedAmount }: ConfirmFunds,
): Promise<boolean> {
  const { consent } = await requireConsent(ctx, access)
  const row = await findAccount(ctx, consent.id, account)
  if (instructedAmount.currency !== row.currency) {
    throw new DomainError(
      'FORMAT_ERROR',
      `must be ${row.currency}, the currency of the account.`,
      'instructedAmount.currency',
    )
  }
  const wanted = parseAmount(instructedAmount.amount, instructedAmount.currency, 'instructedAmount.amount')
  return availableMinor(row) >= wanted
}

async function findAccount(
  ctx: Context,
  consentId: string,
  { iban, bban, currency }: ConfirmFunds['account'],
): Promise<Account> {
  const account = await ctx.db.account.findFirst({
    where: { worldId: ctx.world.id, ...given({ iban, bban, currency }), consents: { some: { consentId } } },
  })
  if (account !== null) return account
  throw new DomainError('RESOURCE_UNKNOWN', 'The consent opens no account with these numbers.', 'account')
}
