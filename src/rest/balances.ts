import { z } from '@hono/zod-openapi'
import { BALANCE_TYPES, balancesOf, type StoredBalance } from '../domain/accounts.ts'
import { formatAmount, minorToNumber } from '../domain/money.ts'
import { amountAnswer } from './transaction-details.ts'

/** D22: sandbox balances are JSON numbers, exactly what is stored. */
export const sandboxBalances = z
  .array(
    z.strictObject({
      balanceType: z.enum(BALANCE_TYPES),
      balanceAmount: z.strictObject({ amount: z.number(), currency: z.string() }),
    }),
  )
  .openapi('SandboxBalances')

export function showSandboxBalances(row: StoredBalance & { readonly currency: string }) {
  return balancesOf(row).map(({ balanceType, amountMinor }) => ({
    balanceType,
    balanceAmount: { amount: minorToNumber(amountMinor, row.currency), currency: row.currency },
  }))
}

/** Balances as TPPs read them: amounts are strings ([I] Versioning 4). */
export const balances = z
  .array(z.strictObject({ balanceType: z.enum(BALANCE_TYPES), balanceAmount: amountAnswer }))
  .openapi('Balances')

export function showBalances(row: StoredBalance & { readonly currency: string }) {
  return balancesOf(row).map(({ balanceType, amountMinor }) => ({
    balanceType,
    balanceAmount: { amount: formatAmount(amountMinor, row.currency), currency: row.currency },
  }))
}
