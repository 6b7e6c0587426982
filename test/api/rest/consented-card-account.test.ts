import { afterAll, describe, expect, it } from 'vitest'
import { addCardAccount, addCustomer, PATHS } from '../../support/builders/builders.ts'
import { addConsented, consentOf } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'

const bank = await startBank()
const path = (id: string) => `/v1/card-accounts/${id}`
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is what the list shows of this card account, with balances when asked', async () => {
    const { world, headers, card } = await addConsented(bank)
    for (const query of ['', '?withBalance=false', '?withBalance=true']) {
      const { cardAccounts } = (await world.call('GET', `/v1/card-accounts${query}`, { headers })).body
      const answer = await world.call('GET', path(card.id) + query, { headers })
      expect(answer.body).toEqual({ cardAccount: cardAccounts[0] })
      expect('balances' in answer.body.cardAccount).toBe(query === '?withBalance=true')
    }
  })

  it('cuts the name at 35 characters, at 70 with longer-name ([I] Versioning 3)', async () => {
    const world = await bank.world()
    const name = `${'Å'.repeat(34)}🐟${'x'.repeat(35)}`
    const { customerNumber } = await addCustomer(world)
    const { id } = await addCardAccount(world, { accountName: name }, customerNumber)
    const headers = await consentOf(bank, world, customerNumber)
    const read = async (fix: string) =>
      (await world.call('GET', path(id), { headers: { ...headers, 'x-accept-fix': fix } })).body.cardAccount.name
    expect([await read('none'), await read('longer-name')]).toEqual([`${'Å'.repeat(34)}🐟`, name])
  })
})

describe('400', () => {
  it('withBalance is true or false', async () => {
    const { world, headers, card } = await addConsented(bank)
    const answer = await world.call('GET', `${path(card.id)}?withBalance=no`, { headers })
    expect(answer.body.tppMessages).toMatchObject([{ path: 'withBalance', text: 'must be true or false.' }])
  })
})

describe('404 RESOURCE_UNKNOWN', () => {
  it('one that was closed after the consent, and an account that is no card account', async () => {
    const { world, headers, account, card } = await addConsented(bank)
    await world.call('DELETE', `${PATHS.cardAccounts}/${card.id}`)
    for (const { id } of [card, account]) {
      const answer = await world.call('GET', path(id), { headers })
      expect([answer.status, answer.body.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN'])
    }
  })
})

describeConsentRefusals(bank, { path: ({ card }) => path(card.id), unknown: { path, noun: 'card account' } })
