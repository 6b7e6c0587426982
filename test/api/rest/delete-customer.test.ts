import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addCardAccount,
  addCorporateSetting,
  addCustomer,
  cardTransactionBody,
  create,
  customerBody,
  engagementBody,
  expectRefusal,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { addTransactions } from '../../support/builders/large-world.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it('deletes a private customer with agreement, accounts, card accounts and transactions, and no one else (D29)', async () => {
    const world = await bank.world()
    const other = await addAccount(world)
    const kari = await addCustomer(world)
    const account = await addAccount(world, {}, kari.customerNumber)
    const card = await addCardAccount(world, {}, kari.customerNumber)
    await create(world, `${PATHS.accounts}/${account.id}/transactions`, transactionBody())
    await create(world, `${PATHS.cardAccounts}/${card.id}/transactions`, cardTransactionBody())
    const { agreements } = (await world.call('GET', `${PATHS.customers}/${kari.customerId}`)).body

    const answer = await world.call('DELETE', `${PATHS.customers}/${kari.customerId}`)
    expect(answer).toMatchObject({ status: 204, text: '' })
    for (const gone of [
      `${PATHS.customers}/${kari.customerId}`,
      `${PATHS.accounts}/${account.id}`,
      `${PATHS.accounts}/${account.id}/transactions`,
      `${PATHS.cardAccounts}/${card.id}`,
      `${PATHS.cardAccounts}/${card.id}/transactions`,
      `${PATHS.agreements}/${agreements[0].id}`,
    ]) {
      expect((await world.call('GET', gone)).status, gone).toBe(404)
    }
    expect((await world.call('GET', PATHS.accounts)).body).toEqual([other])
    const worldId = world.name
    expect(await bank.store.reader.transaction.count({ where: { worldId } })).toBe(0)
    expect(await bank.store.reader.cardTransaction.count({ where: { worldId } })).toBe(0)
    expect(await bank.store.reader.engagement.count({ where: { worldId } })).toBe(1)
  })

  it('deletes one with more transactions than one step holds, once: a repeated call gets the answer that was kept (D15, D74)', async () => {
    const world = await bank.world()
    const kari = await addCustomer(world)
    const account = await addAccount(world, {}, kari.customerNumber)
    await bank.store.transaction(tx => addTransactions(tx, world.name, account.id, 6_000), { worlds: [world.name] })
    const other = await addAccount(world)
    const path = `${PATHS.customers}/${kari.customerId}`
    const requestId = randomUUID()
    expect(await world.call('DELETE', path, { requestId })).toMatchObject({ status: 204, text: '' })
    expect(await world.call('DELETE', path, { requestId })).toMatchObject({ status: 204, text: '' })
    expect((await world.call('DELETE', path)).status).toBe(404)
    expect((await world.call('GET', PATHS.accounts)).body).toEqual([other])
    const { id: worldId } = await bank.store.reader.world.findFirstOrThrow({ where: { name: world.name } })
    expect(await bank.store.reader.transaction.count({ where: { worldId } })).toBe(0)
    expect((await world.graphql('{ audit { findings { rule } } }')).body.data.audit.findings).toEqual([])
  })

  it('deletes a corporation, but not the members of its agreements', async () => {
    const world = await bank.world()
    const { psu, corporation, account, agreement, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
    expect((await world.call('DELETE', `${PATHS.customers}/${corporation.customerId}`)).status).toBe(204)
    expect((await world.call('GET', `${PATHS.agreements}/${agreement.id}`)).status).toBe(404)
    expect((await world.call('GET', `${PATHS.customers}/${psu.customerId}`)).status).toBe(200)
  })

  it('takes a deleted member out of the agreements of others', async () => {
    const world = await bank.world()
    const { psu, account, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
    await world.call('DELETE', `${PATHS.customers}/${psu.customerId}`)
    expect((await world.call('GET', engagementsPath)).body).toEqual([])
  })

  it('lets no money vanish: what was on the accounts goes to clearing', async () => {
    const world = await bank.world()
    const account = await addAccount(world)
    const [customer] = (await world.call('GET', PATHS.customers)).body
    await world.call('DELETE', `${PATHS.customers}/${customer.customerId}`)
    const bookings = await bank.store.reader.booking.findMany({
      where: { worldId: world.name },
      orderBy: { id: 'asc' },
    })
    expect(bookings).toMatchObject([
      { debitId: 'clearing', creditId: account.id, amountMinor: 100_000n, reason: 'OPENING_BALANCE' },
      { debitId: account.id, creditId: 'clearing', amountMinor: 100_000n, reason: 'ACCOUNT_CLOSED' },
    ])
  })

  it('makes number and account numbers free again', async () => {
    const world = await bank.world()
    const body = customerBody()
    const first = await create(world, PATHS.customers, body)
    await world.call('DELETE', `${PATHS.customers}/${first.customerId}`)
    const again = await create(world, PATHS.customers, body)
    expect(again.customerId).not.toBe(first.customerId)
  })
})

describe('404', () => {
  it('refuses an unknown customer, and one that is deleted already', async () => {
    const world = await bank.world()
    const { customerId } = await addCustomer(world)
    await world.call('DELETE', `${PATHS.customers}/${customerId}`)
    for (const id of [customerId, UNKNOWN_ID]) {
      const answer = await world.call('DELETE', `${PATHS.customers}/${id}`)
      expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([`There is no customer "${id}" in this world.`])
    }
  })
})
