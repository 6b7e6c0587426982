import type { Balance } from '../domain/accounts.ts'
import { balancesOf } from '../domain/accounts.ts'
import { changeBalances } from '../inputs/accounts.ts'
import { builder } from './builder.ts'
import { BalanceTypeEnum } from './enums.ts'
import { given } from './inputs.ts'
import { Amount } from './values.ts'

type BalanceOf = Balance & { readonly currency: string }

export const BalanceRef = builder.objectRef<BalanceOf>('Balance').implement({
  description: 'A balance of an account or card account ([I] Sandbox account, D22).',
  fields: t => ({
    balanceType: t.expose('balanceType', { type: BalanceTypeEnum, description: 'Which of the balances it is.' }),
    balanceAmount: t.field({
      type: Amount,
      description: 'How much there is, in the currency of the account.',
      resolve: balance => balance,
    }),
  }),
})

/** Both balances of an account or card account. */
export function showBalances(row: Parameters<typeof balancesOf>[0] & { readonly currency: string }): BalanceOf[] {
  return balancesOf(row).map(balance => ({ ...balance, currency: row.currency }))
}

const BalanceAmountInput = builder.inputType('BalanceAmountInput', {
  description: 'How much a balance is. A number here, as in REST (D22).',
  fields: t => ({
    amount: t.float({
      required: true,
      description: 'In units of the currency, with at most its ISO 4217 fraction digits. For example 1500.5.',
    }),
    currency: t.string({ required: true, description: 'ISO 4217 alphabetic code: that of the account.' }),
  }),
})

export const BalanceInput = builder.inputType('BalanceInput', {
  description: 'A balance to set ([I] Sandbox account, D22).',
  fields: t => ({
    balanceType: t.field({
      type: BalanceTypeEnum,
      required: true,
      description: 'Which of the balances; each at most once.',
    }),
    balanceAmount: t.field({ type: BalanceAmountInput, required: true, description: 'How much it is to be.' }),
  }),
})

export const ChangeBalancesInput = builder
  .inputType('ChangeBalances', {
    description: 'The body of PUT …/balances, for accounts and card accounts (D22).',
    fields: t => ({
      balances: t.field({
        type: [BalanceInput],
        required: true,
        description: 'closingBooked, expected or both. expected becomes closingBooked when only that is given.',
      }),
    }),
  })
  .validate(given(changeBalances))
