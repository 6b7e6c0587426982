import { afterAll, describe, expect, it } from 'vitest'
import { addAccount, addCardAccount, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('lists all card accounts of the world, oldest first, and no other accounts', async () => {
    const world = await bank.world()
    expect((await world.call('GET', PATHS.cardAccounts)).body).toEqual([])
    const made = [await addCardAccount(world), await addCardAccount(world)]
    await addAccount(world)
    expect(await world.call('GET', PATHS.cardAccounts)).toMatchObject({ status: 200, body: made })
  })
})

describe('400', () => {
  it('for a query parameter that it does not have', async () => {
    const answer = await (await bank.world()).call('GET', `${PATHS.cardAccounts}?withBalance=true`)
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      `withBalance: is not a query parameter of this operation (D18): it has none.`,
    ])
  })
})
