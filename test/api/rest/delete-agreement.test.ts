import { afterAll, describe, expect, it } from 'vitest'
import {
  addCorporateSetting,
  addCustomer,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { addCorporate, addMember, BASKETS, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'

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

describe('409 CONFLICT while a payment waits for its approval (D77)', () => {
  const gone = async (home: World, path: string) => (await home.call('DELETE', path)).status

  it.each([
    ['RCVD', false, false],
    ['RCVD', false, true],
    ['PDNG', true, false],
    ['PDNG', true, true],
  ])('%s, signed: %s, in a basket: %s', async (status, signed, grouped) => {
    const corporate = await addCorporate(bank)
    const { world: home, agreement, account } = corporate
    const clerk = await addMember(bank, home, corporate, { approvalLimit: 50 })
    const small = await addMember(bank, home, corporate, { approvalLimit: 99 })
    const boss = await addMember(bank, home, corporate, { approvalLimit: 100 })
    const payment = await register(clerk.psu, NDCT, paymentBody(account, corporate.creditor))
    const basket = grouped ? await register(clerk.psu, BASKETS, { paymentIds: [payment.id] }) : undefined
    if (signed) await sign(bank, clerk.psu, payment, clerk.number)
    const engagements = `${PATHS.agreements}/${agreement.id}/engagements`
    const ids = (await home.call('GET', engagements)).body.map((one: { id: string }) => one.id)
    const customer = (await home.call('GET', PATHS.customers)).body.find(
      (one: { customerNumber: string }) => one.customerNumber === boss.number,
    )
    const paths = [
      [`${PATHS.agreements}/${agreement.id}`, 'under this agreement'],
      [`${engagements}/${ids[2]}`, 'that no other member could give'],
      [`${PATHS.customers}/${customer.customerId}`, 'that no other member could give'],
    ] as const
    const place = basket === undefined ? '' : ` of the basket ${basket.id}`
    for (const [path, which] of paths) {
      expect(expectRefusal(await home.call('DELETE', path), 409, 'CONFLICT')).toEqual([
        `The payment ${payment.id}${place} is ${status} and waits for an approval ${which}: let it be approved or cancel it first, as its TPP with DELETE on the payment or as the operator with cancelPaymentInBank (D77).`,
      ])
      expect((await home.call('GET', path)).status).toBe(200)
    }
    expect(await gone(home, `${engagements}/${ids[1]}`), small.number).toBe(204)
    await addMember(bank, home, corporate, { approvalLimit: 100 })
    expect(await gone(home, `${engagements}/${ids[2]}`)).toBe(204)
    expect(await gone(home, `${PATHS.customers}/${customer.customerId}`)).toBe(204)
    expect((await clerk.psu.call('DELETE', payment.path)).status).toBe(204)
    expect(await gone(home, `${PATHS.agreements}/${agreement.id}`)).toBe(204)
  })
})
