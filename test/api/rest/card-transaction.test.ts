import { afterAll, describe, expect, it } from 'vitest'
import {
  addCardAccount,
  cardTransactionBody,
  create,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
const card = await addCardAccount(world)
const path = `${PATHS.cardAccounts}/${card.id}/transactions`
const made = await create(world, path, cardTransactionBody({ cardAcceptorName: 'Fisketorget' }))
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is the transaction with all that was stored', async () => {
    expect(await world.call('GET', `${path}/${made.cardTransactionId}`)).toMatchObject({ status: 200, body: made })
  })
})

describe('404', () => {
  it('for an unknown transaction or card account, and for a transaction of another card account', async () => {
    const other = await addCardAccount(world)
    const of = (cardId: string, id: string) => `${PATHS.cardAccounts}/${cardId}/transactions/${id}`
    const refuse = async (at: string) => expectRefusal(await world.call('GET', at), 404, 'RESOURCE_UNKNOWN')
    expect(await refuse(of(card.id, UNKNOWN_ID))).toEqual([
      `There is no card transaction "${UNKNOWN_ID}" in this world.`,
    ])
    expect(await refuse(of(UNKNOWN_ID, made.cardTransactionId))).toEqual([
      `There is no card account "${UNKNOWN_ID}" in this world.`,
    ])
    expect(await refuse(of('no-card', 'no-line'))).toEqual(['There is no card account "no-card" in this world.'])
    expect(await refuse(of(other.id, made.cardTransactionId))).toEqual([
      `The card account ${other.id} has no transaction "${made.cardTransactionId}".`,
    ])
  })
})
