import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  addConsented,
  addTransaction,
  DAY_90_AGO,
  DAY_91_AGO,
  TODAY,
  unattended,
} from '../../support/builders/consented.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'
import { DAY } from './shared/field-rules.ts'

const bank = await startBank()
const path = (id: string, query = '?bookingStatus=booked') => `/v1/accounts/${id}/transactions${query}`
afterAll(() => expect(bank.faults).toEqual([]))

/** Bookings on these days, in the order in which they are made; the ids by place. */
const DAYS = ['2030-05-14', '2030-05-15', '2030-05-14', DAY_90_AGO, DAY_91_AGO, '2029-05-15'] as const

let psu: Awaited<ReturnType<typeof addConsented>>
let ids: string[]
beforeAll(async () => {
  psu = await addConsented(bank)
  ids = []
  for (const day of DAYS)
    ids.push(await addTransaction(psu.world, psu.account.id, { bookingDate: day, valueDate: day }))
})

const read = (query?: string, headers = psu.headers) => psu.world.call('GET', path(psu.account.id, query), { headers })
const placesOf = (rows: { transactionId: string }[]) => rows.map(row => ids.indexOf(row.transactionId))
const booked = async (query: string) => placesOf((await read(`?bookingStatus=booked${query}`)).body.transactions.booked)

describe('200', () => {
  it('is the account and a page of the last 90 days, latest booking first, ties by id (D42)', async () => {
    const { body } = await read()
    const { iban, bban } = psu.account
    expect(body.account).toEqual({ iban, bban, currency: 'NOK' })
    expect(placesOf(body.transactions.booked)).toEqual([1, 2, 0, 3])
    expect(body.transactions.booked[0]).toEqual({
      transactionId: ids[1],
      bookingDate: TODAY,
      valueDate: TODAY,
      transactionAmount: { amount: '100.00', currency: 'NOK' },
    })
  })

  it.each([
    ['booked', ['booked', '_links']],
    ['pending', ['pending', '_links']],
    ['both', ['booked', 'pending', '_links']],
    ['all', ['booked', 'pending', '_links']],
  ])('bookingStatus=%s answers %j ([I] 1.11.7)', async (status, parts) => {
    const { transactions } = (await read(`?bookingStatus=${status}`)).body
    expect(Object.keys(transactions)).toEqual(parts)
    if (parts.includes('booked')) expect(transactions.booked).toHaveLength(4)
    if (parts.includes('pending')) expect(transactions.pending).toEqual([])
  })

  it('is empty lists for an account without transactions', async () => {
    const { world, headers, other } = psu
    const { transactions } = (await world.call('GET', path(other.id, '?bookingStatus=both'), { headers })).body
    expect([transactions.booked, transactions.pending]).toEqual([[], []])
  })

  it('dateFrom and dateTo belong to the range; a fresh SCA with the PSU sees all history (D41, D42)', async () => {
    expect(await booked(`&dateFrom=${DAY_91_AGO}`)).toEqual([1, 2, 0, 3, 4])
    expect(await booked('&dateFrom=2000-01-01')).toEqual([1, 2, 0, 3, 4, 5])
    expect(await booked('&dateTo=2030-05-14')).toEqual([2, 0, 3])
    expect(await booked('&dateFrom=2030-05-14&dateTo=2030-05-14')).toEqual([2, 0])
    expect(await booked('&dateFrom=2029-05-15&dateTo=2029-05-16')).toEqual([5])
    expect(await booked('&dateFrom=2030-05-16&dateTo=2031-01-01')).toEqual([])
  })

  describe('pages', () => {
    const linksOf = async (query: string) => {
      const { _links: links } = (await read(query)).body.transactions
      return Object.fromEntries(
        Object.entries<{ href: string; verbs: string[] }>(links).map(([name, { href, verbs }]) => {
          expect(verbs).toEqual(['GET'])
          const [target = '', parameters = ''] = href.split('?')
          expect(target).toBe(psu.world.base + path(psu.account.id, ''))
          return [name, parameters]
        }),
      )
    }

    it('spell out the limit of 200 when none is given ([I] Limits, 1.19.2)', async () => {
      expect(await linksOf('?bookingStatus=both')).toEqual({ self: 'bookingStatus=both&offset=0&limit=200' })
    })

    it('lead forwards and back, and keep the rest of the query', async () => {
      const rest = 'bookingStatus=all&dateFrom=2030-02-01&dateTo=2030-05-15'
      const at = (offset: number) => `${rest}&offset=${offset}&limit=2`
      expect(await linksOf(`?${rest}&limit=2`)).toEqual({ self: at(0), next: at(2) })
      expect(await linksOf(`?${at(2)}`)).toEqual({ self: at(2), next: at(4), previous: at(0) })
      expect(await linksOf(`?${at(4)}`)).toEqual({ self: at(4), previous: at(2) })
      expect(await linksOf(`?${at(1)}`)).toEqual({ self: at(1), next: at(3), previous: at(0) })
    })

    it('hold every transaction once, followed by their links', async () => {
      const seen: number[] = []
      let next: string | undefined = path(psu.account.id, '?bookingStatus=booked&dateFrom=2029-01-01&limit=1')
      while (next !== undefined) {
        const answer: Answer = await psu.world.call('GET', next, { headers: psu.headers })
        const { transactions } = answer.body
        seen.push(...placesOf(transactions.booked))
        next = transactions._links.next?.href.slice(psu.world.base.length)
      }
      expect(seen).toEqual([1, 2, 0, 3, 4, 5])
    })

    it('are full at 200: the 201st is on the next one', async () => {
      const { id, currency } = await bank.store.reader.account.findUniqueOrThrow({
        where: { worldId_id: { worldId: psu.world.name, id: psu.other.id } },
      })
      const row = { worldId: psu.world.name, accountId: id, currency, amountMinor: 1n, createdAt: new Date(0) }
      const dates = { bookingDate: TODAY, valueDate: TODAY }
      const data = Array.from({ length: 201 }, (_, place) => ({ id: `t${1000 + place}`, ...row, ...dates }))
      await bank.store.transaction(tx => tx.transaction.createMany({ data }), { worlds: [psu.world.name] })
      const get = async (query: string) =>
        (await psu.world.call('GET', path(id, query), { headers: psu.headers })).body.transactions
      const first = await get('?bookingStatus=booked')
      expect(first.booked).toHaveLength(200)
      expect(first._links.next.href).toMatch(/offset=200&limit=200$/)
      expect((await get('?bookingStatus=booked&offset=200&limit=200')).booked).toMatchObject([
        { transactionId: 't1000' },
      ])
      expect((await get('?bookingStatus=booked&limit=1000')).booked).toHaveLength(201)
    })
  })
})

describe('400', () => {
  it('QUERY_PARAMETER_REQUIRED without bookingStatus (D42)', async () => {
    for (const query of ['', '?limit=5']) {
      expect(expectRefusal(await read(query), 400, 'QUERY_PARAMETER_REQUIRED')).toEqual([
        'bookingStatus: bookingStatus is required: booked, pending, both or all (D42).',
      ])
    }
  })

  it.each([
    ['bookingStatus=', ['bookingStatus: must be one of booked, pending, both, all.']],
    ['bookingStatus=Booked', ['bookingStatus: must be one of booked, pending, both, all.']],
    ['bookingStatus=booked&dateFrom=2030-02-30', [`dateFrom: ${DAY}`]],
    ['bookingStatus=booked&dateTo=15.05.2030', [`dateTo: ${DAY}`]],
    ['bookingStatus=booked&limit=0', ['limit: must be a whole number from 1 to 1000.']],
    ['bookingStatus=booked&limit=1001', ['limit: must be a whole number from 1 to 1000.']],
    ['bookingStatus=booked&offset=-1', ['offset: must be a whole number from 0 to 999999999.']],
    ['bookingStatus=booked&offset=1e3', ['offset: must be a whole number from 0 to 999999999.']],
    ['bookingStatus=booked&dateFrom=2030-05-15&dateTo=2030-05-14', ['dateFrom: must not be after dateTo, 2030-05-14.']],
    ['bookingStatus=booked&dateFrom=2030-05-16', ['dateFrom: must not be after dateTo, 2030-05-15.']],
    [
      `bookingStatus=booked&dateTo=${DAY_91_AGO}`,
      [`dateTo: must not be before dateFrom, which is ${DAY_90_AGO} when not given.`],
    ],
    ['bookingStatus=booked&bookingStatus=both', ['bookingStatus: This query parameter is given more than once.']],
  ])('?%s', async (query, faults) => {
    expect(expectRefusal(await read(`?${query}`), 400, 'FORMAT_ERROR')).toEqual(faults)
  })

  it('a refused call is not counted against the 4 of the day', async () => {
    const headers = unattended(psu.headers)
    for (let call = 1; call <= 5; call += 1) {
      expect((await read('?bookingStatus=none', headers)).status).toBe(400)
      expect((await read(`?bookingStatus=booked&dateFrom=${DAY_91_AGO}`, headers)).status).toBe(401)
    }
    expect((await read(undefined, headers)).status).toBe(200)
  })
})

describeConsentRefusals(bank, {
  path: ({ account }) => path(account.id),
  unknown: { path, noun: 'account' },
  counted: true,
})
