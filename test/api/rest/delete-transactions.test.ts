import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  balance,
  create,
  expectRefusal,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it('empties the statement of one account; its balances stay as they are', async () => {
    const [account, other] = [await addAccount(world), await addAccount(world)]
    const path = `${PATHS.accounts}/${account.id}/transactions`
    const otherPath = `${PATHS.accounts}/${other.id}/transactions`
    await create(world, path, transactionBody())
    await create(world, path, transactionBody())
    await create(world, otherPath, transactionBody())
    expect(await world.call('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect((await world.call('GET', path)).body.transactions).toEqual([])
    expect((await world.call('GET', otherPath)).body.transactions).toHaveLength(1)
    const [{ balances }] = (await world.call('GET', `${PATHS.accounts}/${account.id}`)).body
    expect(balances).toEqual([balance(1200), balance(1200, 'expected')])
  })

  it('does so for a statement that is empty already', async () => {
    const { id } = await addAccount(world)
    expect((await world.call('DELETE', `${PATHS.accounts}/${id}/transactions`)).status).toBe(204)
  })
})

describe('404', () => {
  it('for an account that the world does not have', async () => {
    const answer = await world.call('DELETE', `${PATHS.accounts}/${UNKNOWN_ID}/transactions`)
    expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
  })
})
