import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
const own = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

describe('404', () => {
  it('RESOURCE_UNKNOWN while nothing is registered', async () => {
    expect(expectRefusal(await world.call('GET', contactPath(own)), 404, 'RESOURCE_UNKNOWN')).toEqual([
      'No contact information is registered yet: PUT it first.',
    ])
  })

  it("RESOURCE_UNKNOWN for another TPP's id, registered or not (D3)", async () => {
    const tpp = bank.newTpp()
    const other = tppIdOf(bank, tpp)
    await world.call('PUT', contactPath(other), { tpp, body: { emails: ['other@tpp.example'] } })
    for (const id of [other, `PSD${other}`, 'NO-FSA-000000000']) {
      expect(expectRefusal(await world.call('GET', contactPath(id)), 404, 'RESOURCE_UNKNOWN')).toEqual([
        `There is no TPP "${id}" for this caller; its own id is ${own}.`,
      ])
    }
  })
})

describe('200', () => {
  it('is what the TPP registered, by its id with the prefix PSD and without ([I] 1.18.0, 1.21.6)', async () => {
    const emails = ['psd2@tpp.example', 'drift@tpp.example']
    await world.call('PUT', contactPath(own), { body: { emails } })
    for (const id of [own, `PSD${own}`]) {
      const answer = await world.call('GET', contactPath(id))
      expect([answer.status, answer.body]).toEqual([200, { tppId: own, emails }])
    }
  })
})
