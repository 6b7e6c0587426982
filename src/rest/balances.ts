import { z } from '@hono/zod-openapi'
import { BALANCE_TYPES, balancesOf, type StoredBalance } from '../domain/accounts.ts'
import { formatAmount } from '../domain/money.ts'
import { Digits, exactNumber } from '../wire/json.ts'
import { amountAnswer } from './transaction-details.ts'

/** D22: sandbox balances are JSON numbers, exactly what is stored. */
export const sandboxBalances = z
  .array(
    z.strictObject({
      balanceType: z.enum(BALANCE_TYPES),
      balanceAmount: z.strictObject({
        amount: z
          .union([z.number(), z.instanceof(Digits)])
          .openapi({ type: 'number', description: 'A JSON number with every digit that is stored (D22).' }),
        currency: z.string(),
      }),
    }),
  )
  .openapi('SandboxBalances')

export function showSandboxBalances(row: StoredBalance & { readonly currency: string }) {
  return balancesOf(row).map(({ balanceType, amountMinor }) => ({
    balanceType,
    balanceAmount: { amount: exactNumber(formatAmount(amountMinor, row.currency)), currency: row.currency },
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
