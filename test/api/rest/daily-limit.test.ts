import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, consentOf, type Headers, unattended } from '../../support/builders/consented.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'

const bank = await startBank()
const otherTpp = bank.newTpp()
afterAll(() => expect(bank.faults).toEqual([]))

const FOUR = [200, 200, 200, 200]

async function statuses(count: number, call: () => Promise<Answer>): Promise<number[]> {
  const list: number[] = []
  for (let made = 0; made < count; made += 1) list.push((await call()).status)
  return list
}

describe('4 calls a day without the PSU ([I] Limits, D41)', () => {
  it('for each TPP, PSU, account and operation', async () => {
    const one = await addConsented(bank)
    const { world, account, other, card } = one
    const two = await addConsented(bank, { world })
    const theirs = await consentOf(bank, world, one.customerNumber, { tpp: otherTpp })
    const id = await addTransaction(world, account.id)
    const read = (path: string, headers: Headers = one.headers, tpp = bank.tpp) =>
      world.call('GET', path, { headers: unattended(headers), tpp })
    const targets: [string, Headers, typeof otherTpp][] = [
      [`/v1/accounts/${account.id}/balances`, one.headers, bank.tpp],
      [`/v1/accounts/${account.id}/transactions?bookingStatus=both`, one.headers, bank.tpp],
      [`/v1/accounts/${account.id}/transactions/${id}`, one.headers, bank.tpp],
      [`/v1/accounts/${other.id}/balances`, one.headers, bank.tpp],
      [`/v1/card-accounts/${card.id}/balances`, one.headers, bank.tpp],
      [`/v1/card-accounts/${card.id}/transactions?bookingStatus=booked`, one.headers, bank.tpp],
      [`/v1/accounts/${account.id}/balances`, theirs, otherTpp],
      [`/v1/accounts/${two.account.id}/balances`, two.headers, bank.tpp],
    ]
    for (const [path, headers, tpp] of targets)
      expect(await statuses(5, () => read(path, headers, tpp)), path).toEqual([...FOUR, 429])
    for (const [path, headers, tpp] of targets)
      expect((await world.call('GET', path, { headers, tpp })).status, path).toBe(200)
  })

  it('each transaction of an account uses the same count, and so does each page of a list', async () => {
    const { world, account, headers } = await addConsented(bank)
    const ids = []
    for (let made = 0; made < 5; made += 1) ids.push(await addTransaction(world, account.id))
    const of = (path: string) =>
      world.call('GET', `/v1/accounts/${account.id}/transactions${path}`, { headers: unattended(headers) })
    expect(await Promise.all(ids.map(async id => (await of(`/${id}`)).status)).then(list => list.sort())).toEqual([
      ...FOUR,
      429,
    ])
    let page = 0
    expect(await statuses(5, () => of(`?bookingStatus=booked&limit=1&offset=${page++}`))).toEqual([...FOUR, 429])
  })

  it('withBalance=true of the accounts and card accounts counts for each of them as reading its balances does (D41)', async () => {
    const { world, account, other, card, headers } = await addConsented(bank)
    const get = (path: string) => world.call('GET', path, { headers: unattended(headers) })
    const balances = (id: string) => get(`/v1/accounts/${id}/balances`)
    expect(await statuses(2, () => get('/v1/accounts?withBalance=true'))).toEqual([200, 200])
    expect((await get(`/v1/accounts/${account.id}?withBalance=true`)).status).toBe(200)
    expect(await statuses(2, () => balances(account.id))).toEqual([200, 429])
    // Refused for one account, the list counts for none.
    expectRefusal(await get('/v1/accounts?withBalance=true'), 429, 'ACCESS_EXCEEDED')
    expect(await statuses(3, () => balances(other.id))).toEqual([200, 200, 429])
    expect((await get(`/v1/card-accounts/${card.id}?withBalance=true`)).status).toBe(200)
    expect(await statuses(4, () => get('/v1/card-accounts?withBalance=true'))).toEqual([200, 200, 200, 429])
    for (const path of ['/v1/accounts', `/v1/accounts/${account.id}?withBalance=false`, '/v1/card-accounts'])
      expect(await statuses(5, () => get(path)), path).toEqual([...FOUR, 200])
    expect((await world.call('GET', '/v1/accounts?withBalance=true', { headers })).status).toBe(200)
  })

  it('in GraphQL the balances of consented accounts count when they are asked for (D41)', async () => {
    const { world, customerNumber, account } = await addConsented(bank)
    const tpp = (await bank.store.reader.consent.findFirstOrThrow({ where: { worldId: world.name } })).tppId
    const read = async (fields: string, present?: string) => {
      const query = `query ($access: AccessInput) { asTpp(access: $access) { accounts { ${fields} } } }`
      const { body } = await world.graphql(query, { access: { tpp, psu: customerNumber, psuIpAddress: present } })
      return body.errors?.[0].extensions.code ?? body.data.asTpp.accounts.length
    }
    const codes = []
    for (let call = 1; call <= 5; call += 1) codes.push(await read('balances { balanceType }'))
    expect(codes).toEqual([2, 2, 2, 2, 'ACCESS_EXCEEDED'])
    expect(await read('resourceId')).toBe(2)
    expect(await read('balances { balanceType }', '192.0.2.1')).toBe(2)
    const counts = await bank.store.reader.accessCount.findMany({
      where: { worldId: world.name, accountId: account.id },
    })
    expect(counts.map(({ operation, calls }) => [operation, calls])).toEqual([['balances', 4]])
  })

  it('of 20 calls at the same moment exactly 4 are answered, the others are 429', async () => {
    const { world, account, headers } = await addConsented(bank)
    const read = () => world.call('GET', `/v1/accounts/${account.id}/balances`, { headers: unattended(headers) })
    const answers = await Promise.all(Array.from({ length: 20 }, read))
    const sorted = answers.map(answer => answer.status).sort((a, b) => a - b)
    expect(sorted).toEqual([...FOUR, ...Array.from({ length: 16 }, () => 429)])
    const [count] = await bank.store.reader.accessCount.findMany({ where: { worldId: world.name } })
    expect(count?.calls).toBe(4)
  })

  it.each([
    ['a day in winter time', '2030-01-15T23:00:00Z', '2030-01-16T23:00:00Z'],
    ['a day in summer time', '2030-05-14T22:00:00Z', '2030-05-15T22:00:00Z'],
    ['the day of 23 hours', '2030-03-30T23:00:00Z', '2030-03-31T22:00:00Z'],
    ['the day of 25 hours', '2030-10-26T22:00:00Z', '2030-10-27T23:00:00Z'],
  ])("begin again at Oslo's midnight, on %s", async (_, midnight, next) => {
    const before = new Date(Date.parse(midnight) - 1000)
    const { world, account, headers } = await addConsented(bank, { at: before.toISOString() })
    const read = () => world.call('GET', `/v1/accounts/${account.id}/balances`, { headers: unattended(headers) })
    expect(await statuses(5, read)).toEqual([...FOUR, 429])
    await moveClock(bank, world, { to: new Date(midnight) })
    expect(await statuses(3, read)).toEqual([200, 200, 200])
    await moveClock(bank, world, { to: new Date(Date.parse(next) - 1000) })
    expect(await statuses(2, read)).toEqual([200, 429])
    await moveClock(bank, world, { to: new Date(next) })
    expect((await read()).status).toBe(200)
  })

  it('a new consent on the same day does not begin a new count', async () => {
    const { world, account, customerNumber, headers } = await addConsented(bank)
    const read = () => world.call('GET', `/v1/accounts/${account.id}/balances`, { headers: unattended(headers) })
    expect(await statuses(4, read)).toEqual(FOUR)
    await consentOf(bank, world, customerNumber)
    expectRefusal(await read(), 429, 'ACCESS_EXCEEDED')
  })
})
