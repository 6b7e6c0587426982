import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addCorporateSetting,
  addCustomer,
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
  it('lists the engagements of one agreement, oldest first', async () => {
    const { psu, account, engagementsPath } = await addCorporateSetting(world)
    const other = await addCorporateSetting(world)
    await create(world, other.engagementsPath, engagementBody(psu.customerNumber, other.account.iban))
    expect((await world.call('GET', engagementsPath)).body).toEqual([])
    const body = engagementBody(psu.customerNumber, account.iban)
    const first = await create(world, engagementsPath, body)
    const second = await create(world, engagementsPath, { ...body, roles: ['VIEW'] })
    expect((await world.call('GET', engagementsPath)).body).toEqual([first, second])
  })

  it('shows that a private customer has all roles and no limit on its own accounts (D26)', async () => {
    const kari = await addCustomer(world)
    const account = await addAccount(world, {}, kari.customerNumber)
    const [agreement] = (await world.call('GET', `${PATHS.customers}/${kari.customerId}`)).body.agreements
    expect((await world.call('GET', `${PATHS.agreements}/${agreement.id}/engagements`)).body).toMatchObject([
      {
        customer: kari.customerNumber,
        account: { iban: account.iban },
        roles: ['OWNER', 'DISPOSAL', 'VIEW', 'REGISTER', 'APPROVE', 'INTERNAL_TRANSFER', 'SALARY'],
        registerLimit: 2_147_483_647,
        approvalLimit: 2_147_483_647,
      },
    ])
  })
})

describe('404', () => {
  it('for an agreement that the world does not have', async () => {
    const answer = await world.call('GET', `${PATHS.agreements}/${UNKNOWN_ID}/engagements`)
    expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
  })
})
