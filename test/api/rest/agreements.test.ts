import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addAgreement,
  addCorporation,
  addCustomer,
  expectRefusal,
  PATHS,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('lists all agreements oldest first, the automatic ones of private customers too (D26)', async () => {
    const world = await bank.world()
    expect((await world.call('GET', PATHS.agreements)).body).toEqual([])
    const firm = await addCorporation(world)
    const first = await addAgreement(world, firm.customerNumber)
    const kari = await addCustomer(world, { name: 'Kari' })
    const second = await addAgreement(world, firm.customerNumber)
    const { body } = await world.call('GET', PATHS.agreements)
    expect(body).toMatchObject([first, { name: 'Kari', owner: kari.customerNumber, engagements: [] }, second])
    for (const one of body) expect((await world.call('GET', `${PATHS.agreements}/${one.id}`)).body).toEqual(one)
  })

  it('shows the engagement that a new account of a private customer gets at once', async () => {
    const world = await bank.world()
    await addAccount(world)
    const [agreement] = (await world.call('GET', PATHS.agreements)).body
    const engagements = (await world.call('GET', `${PATHS.agreements}/${agreement.id}/engagements`)).body
    expect(agreement.engagements).toEqual(engagements.map(({ id }: { id: string }) => id))
    expect(agreement.engagements).toHaveLength(1)
  })
})

describe('400', () => {
  it('for a query parameter that it does not have', async () => {
    const answer = await (await bank.world()).call('GET', `${PATHS.agreements}?owner=1`)
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      `owner: is not a query parameter of this operation (D18): it has none.`,
    ])
  })
})
