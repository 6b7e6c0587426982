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
const { psu, corporation, account, engagementsPath } = await addCorporateSetting(world)
const body = engagementBody(psu.customerNumber, account.iban)
afterAll(() => expect(bank.faults).toEqual([]))

describe('204', () => {
  it("takes the PSU's rights away, and nothing else", async () => {
    const [first, second] = [await create(world, engagementsPath, body), await create(world, engagementsPath, body)]
    const answer = await world.call('DELETE', `${engagementsPath}/${first.id}`)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect((await world.call('GET', engagementsPath)).body).toEqual([second])
    expect((await world.call('GET', `${PATHS.accounts}/${account.id}`)).status).toBe(200)
  })
})

describe('404', () => {
  it('for an engagement that is unknown, deleted already or of another agreement', async () => {
    const made = await create(world, engagementsPath, body)
    const other = await addAgreement(world, corporation.customerNumber)
    const elsewhere = `${PATHS.agreements}/${other.id}/engagements/${made.id}`
    expectRefusal(await world.call('DELETE', elsewhere), 404, 'RESOURCE_UNKNOWN')
    expectRefusal(await world.call('DELETE', `${engagementsPath}/${UNKNOWN_ID}`), 404, 'RESOURCE_UNKNOWN')
    expect((await world.call('DELETE', `${engagementsPath}/${made.id}`)).status).toBe(204)
    expectRefusal(await world.call('DELETE', `${engagementsPath}/${made.id}`), 404, 'RESOURCE_UNKNOWN')
  })
})
