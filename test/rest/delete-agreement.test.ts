import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../support/bank.ts'
import {
  addCorporateSetting,
  addCustomer,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../support/builders.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it('deletes an agreement and its engagements, but neither account nor member', async () => {
    const { psu, account, agreement, engagementsPath } = await addCorporateSetting(world)
    const { id } = await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
    expect((await world.call('DELETE', `${PATHS.agreements}/${agreement.id}`)).status).toBe(204)
    for (const gone of [`${PATHS.agreements}/${agreement.id}`, engagementsPath, `${engagementsPath}/${id}`])
      expect((await world.call('GET', gone)).status).toBe(404)
    expect((await world.call('GET', `${PATHS.accounts}/${account.id}`)).status).toBe(200)
    expect((await world.call('GET', `${PATHS.customers}/${psu.customerId}`)).status).toBe(200)
    expect(await bank.store.reader.engagement.count({ where: { worldId: world.name, id } })).toBe(0)
  })
})

describe('400', () => {
  it('keeps the automatic agreement of a private customer (D26)', async () => {
    const { customerId } = await addCustomer(world)
    const [agreement] = (await world.call('GET', `${PATHS.customers}/${customerId}`)).body.agreements
    const answer = await world.call('DELETE', `${PATHS.agreements}/${agreement.id}`)
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      'This is the automatic agreement of a private customer: it goes only with the customer (D26).',
    ])
    expect((await world.call('GET', `${PATHS.agreements}/${agreement.id}`)).status).toBe(200)
  })
})

describe('404', () => {
  it('for an agreement that the world does not have', async () => {
    const answer = await world.call('DELETE', `${PATHS.agreements}/${UNKNOWN_ID}`)
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `There is no agreement "${UNKNOWN_ID}" in this world.`,
    ])
  })
})
