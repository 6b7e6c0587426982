import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAccount, addCustomer, PATHS } from '../../support/builders/builders.ts'
import { addConsented, addCorporateConsented, consentOf } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'

const bank = await startBank()
const path = (id: string) => `/v1/accounts/${id}`
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  let psu: Awaited<ReturnType<typeof addConsented>>
  beforeAll(async () => {
    psu = await addConsented(bank)
  })

  it('is what the list shows of this account, with balances when asked', async () => {
    const { world, headers, account, other } = psu
    for (const query of ['', '?withBalance=false', '?withBalance=true']) {
      const { accounts } = (await world.call('GET', `/v1/accounts${query}`, { headers })).body
      for (const [place, { id }] of [account, other].entries()) {
        expect((await world.call('GET', path(id) + query, { headers })).body).toEqual({ account: accounts[place] })
      }
    }
  })

  it('follows changes of the account', async () => {
    const { world, headers, other } = psu
    const balances = [
      { balanceType: 'closingBooked', balanceAmount: { amount: -5.5, currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: 20, currency: 'NOK' } },
    ]
    await world.call('PUT', `${PATHS.accounts}/${other.id}/balances`, { body: { balances } })
    const { account } = (await world.call('GET', `${path(other.id)}?withBalance=true`, { headers })).body
    expect(account.balances).toEqual([
      { balanceType: 'closingBooked', balanceAmount: { amount: '-5.50', currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: '20.00', currency: 'NOK' } },
    ])
  })

  it('cuts the name at 35 characters, at 70 with longer-name, and shows the ISO code when asked ([I] Limits, D43)', async () => {
    const name = `${'Å'.repeat(34)}🐟${'x'.repeat(35)}`
    const { customerNumber } = await addCustomer(psu.world)
    const { id } = await addAccount(psu.world, { accountName: name, cashAccountType: 'LOAN' }, customerNumber)
    const headers = await consentOf(bank, psu.world, customerNumber)
    const read = async (fix: string) =>
      (await psu.world.call('GET', path(id), { headers: { ...headers, 'x-accept-fix': fix } })).body.account
    expect(await read('none')).toMatchObject({ name: `${'Å'.repeat(34)}🐟`, cashAccountType: 'Loan' })
    expect(await read('longer-name, cash-account-type-iso')).toMatchObject({ name, cashAccountType: 'LOAN' })
  })

  it("is a corporation's account in a corporate context", async () => {
    const { account, headers } = await addCorporateConsented(bank, psu.world)
    const answer = await psu.world.call('GET', path(account.id), { headers })
    expect(answer.body.account).toMatchObject({ resourceId: account.id, iban: account.iban })
  })
})

describe('400', () => {
  it('withBalance is true or false', async () => {
    const { world, headers, account } = await addConsented(bank)
    const answer = await world.call('GET', `${path(account.id)}?withBalance=1`, { headers })
    expect(answer.body.tppMessages).toMatchObject([{ path: 'withBalance', text: 'must be true or false.' }])
  })
})

describe('404 RESOURCE_UNKNOWN', () => {
  it('an account that was closed after the consent', async () => {
    const { world, headers, account } = await addConsented(bank)
    await world.call('DELETE', `${PATHS.accounts}/${account.id}`)
    const answer = await world.call('GET', path(account.id), { headers })
    expect([answer.status, answer.body.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN'])
  })
})

describeConsentRefusals(bank, {
  path: ({ account }) => path(account.id),
  unknown: { path, noun: 'account' },
})
