import { describe, expect, it } from 'vitest'
import { create, expectRefusal, UNKNOWN_ID } from '../../../support/builders/builders.ts'
import type { Answer, World } from '../../../support/clients/bank.ts'
import { DAY } from './field-rules.ts'

/** What differs between the statements of accounts and of card accounts. */
export type Statement = {
  readonly collection: string
  readonly idField: 'transactionId' | 'cardTransactionId'
  readonly add: (world: World) => Promise<{ id: string }>
  readonly body: (changes: Record<string, unknown>) => object
}

/** The tests of listing transactions: order, range, paging, links (D28, [I] Limits). */
export function describeListingTransactions(world: World, { collection, idField, add, body }: Statement): void {
  const pathOf = async () => `${collection}/${(await add(world)).id}/transactions`
  const on = (day: string) => body({ bookingDate: day, valueDate: day })
  const ids = (answer: Answer): string[] => answer.body.transactions.map((one: Record<string, string>) => one[idField])
  const href = (path: string, query: string) => ({ href: `${world.base}${path}?${query}`, verbs: ['GET'] })

  describe('200', () => {
    it('is an empty list at first, with a link to itself that spells out the limit 200 ([I] Limits)', async () => {
      const path = await pathOf()
      expect((await world.call('GET', path)).body).toEqual({
        transactions: [],
        _links: { self: href(path, 'offset=0&limit=200') },
      })
    })

    it('comes newest first, ties by id, and shows each as it was answered when it was made', async () => {
      const path = await pathOf()
      const made = []
      for (const day of ['2024-01-02', '2024-01-03', '2024-01-02', '2023-12-31'])
        made.push(await create(world, path, on(day)))
      const answer = await world.call('GET', path)
      expect(answer.body.transactions).toEqual([made[1], made[2], made[0], made[3]])
    })

    it('leaves out what is before fromDate or after toDate; both days belong to the range', async () => {
      const path = await pathOf()
      const days = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04']
      for (const day of days) await create(world, path, on(day))
      const list = async (query: string) =>
        (await world.call('GET', `${path}?${query}`)).body.transactions.map(
          (one: { bookingDate: string }) => one.bookingDate,
        )
      expect(await list('fromDate=2024-01-02&toDate=2024-01-03')).toEqual(['2024-01-03', '2024-01-02'])
      expect(await list('fromDate=2024-01-03')).toEqual(['2024-01-04', '2024-01-03'])
      expect(await list('toDate=2024-01-01')).toEqual(['2024-01-01'])
      expect(await list('fromDate=2024-01-04&toDate=2024-01-04')).toEqual(['2024-01-04'])
    })

    it('is cut by offset and limit; next and previous lead through all of it and keep the range', async () => {
      const path = await pathOf()
      const made: string[] = []
      for (let n = 0; n < 5; n += 1) made.unshift((await create(world, path, on('2024-01-01')))[idField])
      const range = 'fromDate=2024-01-01&toDate=2024-12-31'
      const first = await world.call('GET', `${path}?limit=2&${range}`)
      expect(ids(first)).toEqual(made.slice(0, 2))
      expect(first.body._links).toEqual({
        self: href(path, `${range}&offset=0&limit=2`),
        next: href(path, `${range}&offset=2&limit=2`),
      })
      const follow = (answer: Answer, link: string) =>
        world.call('GET', answer.body._links[link].href.slice(world.base.length))
      const second = await follow(first, 'next')
      expect(ids(second)).toEqual(made.slice(2, 4))
      expect(second.body._links).toMatchObject({
        next: href(path, `${range}&offset=4&limit=2`),
        previous: href(path, `${range}&offset=0&limit=2`),
      })
      const last = await follow(second, 'next')
      expect(ids(last)).toEqual(made.slice(4))
      expect(Object.keys(last.body._links)).toEqual(['self', 'previous'])
      expect((await follow(second, 'previous')).text).toBe(first.text)
    })

    it('leads back to the start from an offset below the limit, and is empty beyond the end', async () => {
      const path = await pathOf()
      await create(world, path, on('2024-01-01'))
      const answer = await world.call('GET', `${path}?offset=1`)
      expect(answer.body).toEqual({
        transactions: [],
        _links: { self: href(path, 'offset=1&limit=200'), previous: href(path, 'offset=0&limit=200') },
      })
    })

    it('takes the limits 1 and 1000 and a far offset', async () => {
      const path = await pathOf()
      for (const query of ['limit=1', 'limit=1000', 'offset=999999999'])
        expect((await world.call('GET', `${path}?${query}`)).status).toBe(200)
    })
  })

  describe('400', () => {
    const limit = 'limit: must be a whole number from 1 to 1000.'
    const offset = 'offset: must be a whole number from 0 to 999999999.'
    const rows: readonly (readonly [query: string, faults: readonly string[]])[] = [
      ...['0', '1001', '-1', '1.5', 'x', '', '%20', '1e3', '9999999999'].map(
        value => [`limit=${value}`, [limit]] as const,
      ),
      ...['-1', '1000000000', 'x', ''].map(value => [`offset=${value}`, [offset]] as const),
      ['fromDate=2024-02-30', [`fromDate: ${DAY}`]],
      ['toDate=today', [`toDate: ${DAY}`]],
      ['fromDate=', [`fromDate: ${DAY}`]],
      ['fromDate=2024-01-04&toDate=2024-01-03', ['fromDate: must not be after toDate, 2024-01-03.']],
      ['dateFrom=2024-01-01', ['dateFrom: is not a query parameter of this operation (D18): did you mean "fromDate"?']],
      ['fromDate=x&toDate=y&offset=z&limit=0', [`fromDate: ${DAY}`, `toDate: ${DAY}`, offset, limit]],
      ['limit=1&limit=2', ['limit: This query parameter is given more than once.']],
    ]
    it.each(rows)('?%s', async (query, faults) => {
      const answer = await world.call('GET', `${await pathOf()}?${query}`)
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual(faults)
    })
  })

  describe('404', () => {
    it('for an id that the world does not have', async () => {
      expectRefusal(await world.call('GET', `${collection}/${UNKNOWN_ID}/transactions`), 404, 'RESOURCE_UNKNOWN')
    })
  })
}
