import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addCorporateSetting,
  create,
  engagementBody,
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
  it('deletes an account with its transactions and engagements (D29)', async () => {
    const { psu, account, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
    await create(world, `${PATHS.accounts}/${account.id}/transactions`, transactionBody())
    const answer = await world.call('DELETE', `${PATHS.accounts}/${account.id}`)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect((await world.call('GET', `${PATHS.accounts}/${account.id}`)).status).toBe(404)
    expect((await world.call('GET', engagementsPath)).body).toEqual([])
    const where = { worldId: world.name, accountId: account.id }
    expect(await bank.store.reader.transaction.count({ where })).toBe(0)
  })

  it('moves what is left to clearing, and makes the numbers free', async () => {
    const account = await addAccount(world)
    await world.call('DELETE', `${PATHS.accounts}/${account.id}`)
    const where = { worldId: world.name, debitId: account.id }
    expect(await bank.store.reader.booking.findMany({ where })).toMatchObject([
      { creditId: 'clearing', amountMinor: 100_000n, currency: 'NOK', reason: 'ACCOUNT_CLOSED' },
    ])
    await addAccount(world, { iban: account.iban, bban: account.bban })
  })
})

describe('404', () => {
  it('for an account that is unknown or deleted already', async () => {
    const { id } = await addAccount(world)
    await world.call('DELETE', `${PATHS.accounts}/${id}`)
    for (const gone of [id, UNKNOWN_ID])
      expectRefusal(await world.call('DELETE', `${PATHS.accounts}/${gone}`), 404, 'RESOURCE_UNKNOWN')
  })
})
