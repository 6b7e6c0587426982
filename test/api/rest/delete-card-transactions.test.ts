import { afterAll, describe, expect, it } from 'vitest'
import {
  addCardAccount,
  balance,
  cardTransactionBody,
  create,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it('empties the statement of one card account; its balances stay as they are', async () => {
    const [card, other] = [await addCardAccount(world), await addCardAccount(world)]
    const path = `${PATHS.cardAccounts}/${card.id}/transactions`
    const otherPath = `${PATHS.cardAccounts}/${other.id}/transactions`
    for (const at of [path, path, otherPath]) await create(world, at, cardTransactionBody())
    expect(await world.call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect((await world.call('GET', path)).body.transactions).toEqual([])
    expect((await world.call('GET', otherPath)).body.transactions).toHaveLength(1)
    const [{ balances }] = (await world.call('GET', `${PATHS.cardAccounts}/${card.id}`)).body
    expect(balances).toEqual([balance(-200), balance(-200, 'expected')])
  })
})

describe('404', () => {
  it('for a card account that the world does not have', async () => {
    const answer = await world.call('DELETE', `${PATHS.cardAccounts}/${UNKNOWN_ID}/transactions`)
    expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
  })
})
