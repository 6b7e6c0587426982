import type { Balance } from '../domain/accounts.ts'
import { balancesOf } from '../domain/accounts.ts'
import { builder } from './builder.ts'
import { BalanceTypeEnum } from './enums.ts'
import { implement } from './fields.ts'
import { Amount } from './values.ts'

type BalanceOf = Balance & { readonly currency: string }

export const BalanceRef = builder.objectRef<BalanceOf>('Balance')
implement(BalanceRef, 'A balance of an account or card account ([I] Sandbox account, D22).', t => ({
  balanceType: t.of(BalanceTypeEnum, 'Which of the balances it is.'),
  balanceAmount: t.of(Amount, 'How much there is, in the currency of the account.', balance => balance),
}))

/** Both balances of an account or card account. */
export function showBalances(row: Parameters<typeof balancesOf>[0] & { readonly currency: string }): BalanceOf[] {
  return balancesOf(row).map(balance => ({ ...balance, currency: row.currency }))
}
