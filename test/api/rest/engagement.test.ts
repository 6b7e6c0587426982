import { afterAll, describe, expect, it } from 'vitest'
import {
  addAgreement,
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
const { psu, corporation, account, agreement, engagementsPath } = await addCorporateSetting(world)
const made = await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is the engagement as it was answered when it was made ([I] Endpoints 9)', async () => {
    const answer = await world.call('GET', `${engagementsPath}/${made.id}`)
    expect(answer).toMatchObject({ status: 200, body: made })
  })
})

describe('404', () => {
  it('for an engagement or an agreement that the world does not have', async () => {
    const unknown = await world.call('GET', `${engagementsPath}/${UNKNOWN_ID}`)
    expect(expectRefusal(unknown, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `There is no engagement "${UNKNOWN_ID}" in this world.`,
    ])
    const nowhere = await world.call('GET', `${PATHS.agreements}/${UNKNOWN_ID}/engagements/${made.id}`)
    expect(expectRefusal(nowhere, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `There is no agreement "${UNKNOWN_ID}" in this world.`,
    ])
  })

  it('for an engagement of another agreement', async () => {
    const other = await addAgreement(world, corporation.customerNumber)
    const answer = await world.call('GET', `${PATHS.agreements}/${other.id}/engagements/${made.id}`)
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `The agreement ${other.id} has no engagement "${made.id}".`,
    ])
    expect(agreement.id).not.toBe(other.id)
  })
})
