import { afterAll, describe, expect, it } from 'vitest'
import { addAccount, addCardAccount, expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is an array of the one card account, as for accounts ([I] Endpoints 7)', async () => {
    const card = await addCardAccount(world)
    await addCardAccount(world)
    expect((await world.call('GET', `${PATHS.cardAccounts}/${card.id}`)).body).toEqual([card])
  })
})

describe('404', () => {
  it('for an unknown id, and the id of an account', async () => {
    const account = await addAccount(world)
    for (const id of [UNKNOWN_ID, account.id]) {
      const answer = await world.call('GET', `${PATHS.cardAccounts}/${id}`)
      expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
        `There is no card account "${id}" in this world.`,
      ])
    }
  })
})
