import { afterAll, describe, expect, it } from 'vitest'
import { addAccount, PATHS, transactionBody } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeListingTransactions } from './shared/transaction-list-tests.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describeListingTransactions(world, {
  collection: PATHS.accounts,
  idField: 'transactionId',
  add: addAccount,
  body: transactionBody,
})

describe('200', () => {
  it('has 200 transactions when no limit is given, and a next page that leads to the rest ([I] Limits)', async () => {
    const full = await bank.world('STANDARD')
    const [{ id }] = (await full.call('GET', PATHS.accounts)).body
    const path = `${PATHS.accounts}/${id}/transactions`
    const all = (await full.call('GET', `${path}?limit=1000`)).body.transactions
    expect(all.length).toBeGreaterThan(200)
    const first = (await full.call('GET', path)).body
    expect(first.transactions).toEqual(all.slice(0, 200))
    expect(first._links.next.href).toBe(`${full.base}${path}?offset=200&limit=200`)
    expect((await full.call('GET', `${path}?offset=200&limit=200`)).body.transactions).toEqual(all.slice(200, 400))
  })
})
