import { afterAll, describe, expect, it } from 'vitest'
import {
  addCorporateSetting,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is the agreement with the ids of its engagements, oldest first', async () => {
    const { psu, account, agreement, engagementsPath } = await addCorporateSetting(world)
    const body = engagementBody(psu.customerNumber, account.iban)
    const ids = [(await create(world, engagementsPath, body)).id, (await create(world, engagementsPath, body)).id]
    const answer = await world.call('GET', `${PATHS.agreements}/${agreement.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...agreement, engagements: ids })
  })
})

describe('404', () => {
  it.each([UNKNOWN_ID, 'x', '%00'])('RESOURCE_UNKNOWN for the id %s', async id => {
    const answer = await world.call('GET', `${PATHS.agreements}/${id}`)
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')[0]).toMatch(/^There is no agreement ".+" in this world\.$/)
  })
})
