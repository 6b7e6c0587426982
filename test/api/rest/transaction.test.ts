import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  create,
  expectRefusal,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
const account = await addAccount(world)
const path = `${PATHS.accounts}/${account.id}/transactions`
const made = await create(world, path, transactionBody({ creditorName: 'Kari' }))
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is the transaction with all that was stored', async () => {
    expect(await world.call('GET', `${path}/${made.transactionId}`)).toMatchObject({ status: 200, body: made })
  })
})

describe('404', () => {
  it('for an unknown transaction or account, and for a transaction of another account', async () => {
    const other = await addAccount(world)
    const of = (accountId: string, id: string) => `${PATHS.accounts}/${accountId}/transactions/${id}`
    const refuse = async (at: string) => expectRefusal(await world.call('GET', at), 404, 'RESOURCE_UNKNOWN')
    expect(await refuse(of(account.id, UNKNOWN_ID))).toEqual([`There is no transaction "${UNKNOWN_ID}" in this world.`])
    expect(await refuse(of(UNKNOWN_ID, made.transactionId))).toEqual([
      `There is no account "${UNKNOWN_ID}" in this world.`,
    ])
    expect(await refuse(of('no-account', 'no-line'))).toEqual(['There is no account "no-account" in this world.'])
    expect(await refuse(of(other.id, made.transactionId))).toEqual([
      `The account ${other.id} has no transaction "${made.transactionId}".`,
    ])
  })
})
