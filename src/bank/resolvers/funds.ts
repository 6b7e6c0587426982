import { readBban } from '../../domain/account-numbers.ts'
import { availableMinor } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import { parseAmount } from '../../domain/money.ts'
import type { Account } from '../../generated/client.ts'
import type { Context } from '../context.ts'
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
    const words = `must be ${row.currency}, the currency of the account.`
    throw new DomainError('FORMAT_ERROR', words, 'instructedAmount.currency')
  }
  const wanted = parseAmount(instructedAmount.amount, instructedAmount.currency, 'instructedAmount.amount')
  return availableMinor(row) >= wanted
}

async function findAccount(
  ctx: Context,
  consentId: string,
  { iban, bban, currency }: ConfirmFunds['account'],
): Promise<Account> {
  const where = { worldId: ctx.world.id, ...given({ iban, currency }), consents: { some: { consentId } } }
  for (const number of new Set(bban === undefined ? [undefined] : [bban, readBban(bban)])) {
    const account = await ctx.db.account.findFirst({ where: { ...where, ...given({ bban: number }) } })
    if (account !== null) return account
  }
  throw new DomainError('RESOURCE_UNKNOWN', 'The consent opens no account with these numbers.', 'account')
}
