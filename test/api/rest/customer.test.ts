import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addCardAccount,
  addCustomer,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => {
  it('is the customer with its agreements, accounts and card accounts, and nothing of others', async () => {
    const kari = await addCustomer(world)
    const account = await addAccount(world, {}, kari.customerNumber)
    const card = await addCardAccount(world, {}, kari.customerNumber)
    await addAccount(world)
    await addCardAccount(world)
    const { body } = await world.call('GET', `${PATHS.customers}/${kari.customerId}`)
    expect(body).toMatchObject({ ...kari, accounts: [account.id], cardAccounts: [card.id] })
    expect(body.agreements).toHaveLength(1)
  })

  it('is the same for a path whose letters are percent-encoded', async () => {
    const kari = await addCustomer(world)
    const encoded = `%${kari.customerId.charCodeAt(0).toString(16)}${kari.customerId.slice(1)}`
    expect((await world.call('GET', `${PATHS.customers}/${encoded}`)).body.customerId).toBe(kari.customerId)
  })
})

describe('404', () => {
  it.each([
    ['an id that nothing has', UNKNOWN_ID, UNKNOWN_ID],
    ['a number that no customer has', '13039319955', '13039319955'],
    ['a NUL', '%00', '\\u0000'],
    ['a slash', 'a%2Fb', 'a/b'],
    ['an emoji', '%F0%9F%90%9F', '🐟'],
    ['a quotation mark', "'%20OR%20'1'='1", "' OR '1'='1"],
    ['20,000 characters', 'x'.repeat(20_000), 'x'.repeat(80)],
  ])('RESOURCE_UNKNOWN for %s', async (_, id, shown) => {
    const answer = await world.call('GET', `${PATHS.customers}/${id}`)
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([`There is no customer "${shown}" in this world.`])
  })

  it('for a customerNumber, with the id of that customer, at every door', async () => {
    const { customerId, customerNumber } = await addCustomer(world)
    const text = `There is no customer with the id "${customerNumber}" in this world: it is the customerNumber of the customer ${customerId}.`
    for (const method of ['GET', 'DELETE'] as const)
      expect(
        expectRefusal(await world.call(method, `${PATHS.customers}/${customerNumber}`), 404, 'RESOURCE_UNKNOWN'),
      ).toEqual([text])
    const { body } = await world.graphql(`{ customer(by: { id: "${customerNumber}" }) { id } }`)
    expect(body.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
    expect(body.errors[0].message).toContain(text)
  })
})

describe('400', () => {
  it.each([
    ['a broken escape', '%zz'],
    ['bytes that are no UTF-8', '%ED%A0%80'],
  ])('BAD_REQUEST for %s', async (_, id) => {
    const answer = await world.call('GET', `${PATHS.customers}/${id}`)
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      `"${id}" in the path is no percent-encoded UTF-8 (RFC 3986, 2.1).`,
    ])
  })
})
