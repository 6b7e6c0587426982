import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, addCustomer, balance } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, consentOf } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'

const bank = await startBank()
const path = (id: string) => `/v1/accounts/${id}/balances`
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  let psu: Awaited<ReturnType<typeof addConsented>>
  beforeAll(async () => {
    psu = await addConsented(bank)
  })

  it('shows the account and both balances, as strings ([I] Versioning 4)', async () => {
    const { world, headers, account } = psu
    expect((await world.call('GET', path(account.id), { headers })).body).toEqual({
      account: { iban: account.iban, bban: account.bban, currency: 'NOK' },
      balances: [
        { balanceType: 'closingBooked', balanceAmount: { amount: '1000.00', currency: 'NOK' } },
        { balanceType: 'expected', balanceAmount: { amount: '1000.00', currency: 'NOK' } },
      ],
    })
  })

  it('is moved by a transaction, both of them (D28)', async () => {
    const { world, headers, other } = psu
    await addTransaction(world, other.id, { transactionAmount: { amount: '-1000.01', currency: 'NOK' } })
    const { balances } = (await world.call('GET', path(other.id), { headers })).body
    const amounts = balances.map((one: { balanceAmount: { amount: string } }) => one.balanceAmount.amount)
    expect(amounts).toEqual(['-0.01', '-0.01'])
  })

  it.each([
    ['JPY', 12, '12'],
    ['KWD', 0.5, '0.500'],
    ['EUR', 9_999_999_999.99, '9999999999.99'],
  ])('has exactly the digits of %s (D21)', async (currency, amount, shown) => {
    const { customerNumber } = await addCustomer(psu.world)
    const balances = [balance(amount, 'closingBooked', currency)]
    const { id } = await addAccount(psu.world, { currency, balances }, customerNumber)
    const headers = await consentOf(bank, psu.world, customerNumber)
    const answer = await psu.world.call('GET', path(id), { headers })
    expect(answer.body.balances[0].balanceAmount).toEqual({ amount: shown, currency })
  })
})

describeConsentRefusals(bank, {
  path: ({ account }) => path(account.id),
  unknown: { path, noun: 'account' },
  counted: true,
})
