import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addAgreement,
  addCardAccount,
  addCorporation,
  addCustomer,
  expectRefusal,
  PATHS,
} from '../../support/builders/builders.ts'
import { startBank, type World } from '../../support/clients/bank.ts'

const bank = await startBank()
const path = PATHS.customers
const UNKNOWN = 'is not a query parameter of this operation (D18):'
afterAll(() => expect(bank.faults).toEqual([]))

async function fill(world: World) {
  const person = await addCustomer(world)
  const firm = await addCorporation(world)
  const account = await addAccount(world, {}, person.customerNumber)
  const card = await addCardAccount(world, {}, firm.customerNumber)
  const agreement = await addAgreement(world, firm.customerNumber, { name: 'Nettbank' })
  return { person, firm, account, card, agreement }
}

describe('200', () => {
  it('is an empty list in an empty world', async () => {
    const world = await bank.world()
    expect((await world.call('GET', path)).body).toEqual([])
  })

  it('lists customers oldest first, without what was not asked for ([I] Endpoints 5, D50)', async () => {
    const world = await bank.world()
    const { person, firm } = await fill(world)
    const answer = await world.call('GET', path)
    // An empty list would say that there is none.
    expect(answer.body).toStrictEqual([person, firm])
    expect((await world.call('GET', `${path}?withAccounts=false&withAgreements=false`)).body).toEqual(answer.body)
  })

  it('includes the accounts and card accounts that each customer owns when asked', async () => {
    const world = await bank.world()
    const { person, firm, account, card } = await fill(world)
    expect((await world.call('GET', `${path}?withAccounts=true`)).body).toStrictEqual([
      { ...person, accounts: [account.id], cardAccounts: [] },
      { ...firm, accounts: [], cardAccounts: [card.id] },
    ])
  })

  it('includes the agreements of each customer with their engagements when asked', async () => {
    const world = await bank.world()
    const { person, agreement } = await fill(world)
    const { owner: _, ...summary } = agreement
    const [first, second] = (await world.call('GET', `${path}?withAgreements=true`)).body
    expect(first).not.toHaveProperty('accounts')
    expect(first).not.toHaveProperty('cardAccounts')
    expect(first.agreements).toMatchObject([{ name: person.customerName, engagements: [expect.any(String)] }])
    expect(second.agreements).toEqual([summary])
    const own = `${world.base}${PATHS.agreements}/${agreement.id}`
    expect(summary._links).toEqual({
      self: { href: own, verbs: ['GET', 'DELETE'] },
      engagements: { href: `${own}/engagements`, verbs: ['GET', 'POST'] },
    })
  })

  it('includes both when both are asked for, the same as GET of one customer', async () => {
    const world = await bank.world()
    await fill(world)
    const all = (await world.call('GET', `${path}?withAgreements=true&withAccounts=true`)).body
    for (const one of all) expect((await world.call('GET', `${path}/${one.customerId}`)).body).toEqual(one)
  })
})

describe('400', () => {
  it.each([
    ['withAccounts=1', ['withAccounts: must be true or false.']],
    ['withAccounts', ['withAccounts: must be true or false.']],
    ['withAgreements=TRUE', ['withAgreements: must be true or false.']],
    ['withAccounts=%zz', ['withAccounts: must be true or false.']],
    [
      'withAccounts=x&withAgreements=y',
      ['withAccounts: must be true or false.', 'withAgreements: must be true or false.'],
    ],
    ['withAccount=true', [`withAccount: ${UNKNOWN} did you mean "withAccounts"?`]],
    ['withAccount=true&withAccounts=true', [`withAccount: ${UNKNOWN} it has withAccounts, withAgreements.`]],
    ['__proto__=true', [`__proto__: ${UNKNOWN} it has withAccounts, withAgreements.`]],
    ['withAccounts=true&withAccounts=true', ['withAccounts: This query parameter is given more than once.']],
    ['withAccounts=true&with%41ccounts=true', ['withAccounts: This query parameter is given more than once.']],
  ])('?%s', async (query, faults) => {
    const world = await bank.world()
    expect(expectRefusal(await world.call('GET', `${path}?${query}`), 400, 'FORMAT_ERROR')).toEqual(faults)
  })
})
