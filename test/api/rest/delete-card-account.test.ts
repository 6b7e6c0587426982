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
  it('deletes a card account with its transactions (D29); what is left goes to clearing, the number is free', async () => {
    const card = await addCardAccount(world, { balances: [balance(-5)] })
    const path = `${PATHS.cardAccounts}/${card.id}`
    await create(world, `${path}/transactions`, cardTransactionBody())
    expect(await world.call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect((await world.call('GET', path)).status).toBe(404)
    expect((await world.call('GET', `${path}/transactions`)).status).toBe(404)
    const { cardTransaction, booking } = bank.store.reader
    expect(await cardTransaction.count({ where: { worldId: world.name } })).toBe(0)
    expect(await booking.findMany({ where: { worldId: world.name, reason: 'ACCOUNT_CLOSED' } })).toMatchObject([
      { debitId: 'clearing', creditId: card.id, amountMinor: 10_500n },
    ])
    await addCardAccount(world, { maskedPan: card.maskedPan })
  })
})

describe('404', () => {
  it('for a card account that the world does not have', async () => {
    expectRefusal(await world.call('DELETE', `${PATHS.cardAccounts}/${UNKNOWN_ID}`), 404, 'RESOURCE_UNKNOWN')
  })
})
