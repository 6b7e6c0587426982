import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startSandbank } from '../../src/testing.ts'
import { LONG, STORY_TIME } from '../support/harness/property-time.ts'

/** D133: whatever the habits, what a TPP is shown is, sorted back by the kit, the lines of the books. */

const KARI = '13039319955'
const HABITS = [
  'late=P3D',
  'late=P30D',
  'missing=creditorName,remittanceInformationUnstructured',
  'page-shift=1',
  'page-shift=3',
  'renumber=2026-01-15',
  'renumber=2026-02-20',
  'repeat=1',
  'repeat=3',
  'value-date=+20D',
  'value-date=-5D',
]

const bank = await startSandbank()
afterAll(() => bank.close())
const tpp = bank.tpp('acme')
const world = await bank.createWorld({ clock: { now: '2026-03-02T09:00:00Z', frozen: true } })
await world.approve(await tpp.fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' }), KARI)
const { accounts } = await (await tpp.fetch(world.url('/v1/accounts'), { psu: KARI })).json()
const account = String(accounts[0].resourceId)

const page = z.object({
  transactions: z.object({
    booked: z.array(z.object({ transactionId: z.string(), bookingDate: z.string() })),
    _links: z.looseObject({ next: z.object({ href: z.string() }).optional() }),
  }),
})

async function statement(limit: number) {
  const lines: { transactionId: string; bookingDate: string }[] = []
  let next: string | undefined =
    `/v1/accounts/${account}/transactions?bookingStatus=booked&dateFrom=2025-01-01&limit=${limit}`
  while (next !== undefined) {
    const address = world.url(next)
    const answer = await tpp.fetch(address, { psu: KARI, headers: { 'PSU-IP-Address': '127.0.0.1' } })
    expect(answer.status).toBe(200)
    const { transactions } = page.parse(await answer.json())
    lines.push(...transactions.booked)
    next = transactions._links.next?.href
  }
  return lines
}

const idsOf = (lines: readonly { transactionId: string }[]) =>
  [...new Set(lines.map(line => line.transactionId))].toSorted()
const AUDIT = '{ audit { findings { rule } } }'

it('loses and doubles no line, by 500 seeds', LONG, async () => {
  const books = idsOf(await statement(200))
  const set = fc.subarray(HABITS, { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(
      set,
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.integer({ min: 60, max: 200 }),
      async (habits, seed, limit) => {
        await world.setHabit(habits.join('; '), {
          seed,
          for: fc.sample(fc.boolean(), { numRuns: 1, seed })[0] === true ? { account } : { tpp },
        })
        const seen = await statement(limit)
        const lines = await world.shownTo(account, tpp)
        const behind = new Map(lines.map(line => [line.shownId, line.transactionId]))
        const hidden = lines.filter(line => line.shownId === null)
        // Each that was seen is a line of the books, and each line of the books was seen or is hidden.
        expect(
          idsOf([...seen.map(line => ({ transactionId: behind.get(line.transactionId) ?? '' })), ...hidden]),
        ).toEqual(books)
        // It was seen as often and on the days that the kit says, unless the pages moved.
        if (!habits.some(habit => habit.startsWith('page-shift')))
          expect(seen.map(line => `${line.bookingDate} ${line.transactionId}`)).toEqual(
            lines.flatMap(line => (line.shownId === null ? [] : [`${line.shownDate} ${line.shownId}`])),
          )
        expect(await world.graphql(AUDIT)).toEqual({ data: { audit: { findings: [] } } })
        await world.clearHabits()
      },
    ),
    { numRuns: 500, ...STORY_TIME },
  )
  expect(idsOf(await statement(200))).toEqual(books)
})
