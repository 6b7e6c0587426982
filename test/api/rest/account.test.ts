import { afterAll, describe, expect, it } from 'vitest'
import { addAccount, addCardAccount, expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is an array of the one account ([I] Endpoints 7)', async () => {
    const account = await addAccount(world)
    await addAccount(world)
    const answer = await world.call('GET', `${PATHS.accounts}/${account.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual([account])
  })
})

describe('404', () => {
  it('for an unknown id, an IBAN, and the id of a card account', async () => {
    const account = await addAccount(world)
    const card = await addCardAccount(world)
    for (const id of [UNKNOWN_ID, card.id]) {
      const answer = await world.call('GET', `${PATHS.accounts}/${id}`)
      expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([`There is no account "${id}" in this world.`])
    }
    for (const name of ['iban', 'bban'])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/transactions'],
        ['DELETE', ''],
      ] as const) {
        const answer = await world.call(method, `${PATHS.accounts}/${account[name]}${path}`)
        expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
          `There is no account with the id "${account[name]}" in this world: it is the ${name} of the account ${account.id}.`,
        ])
      }
  })
})
