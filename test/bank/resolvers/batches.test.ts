import { describe, expect, it } from 'vitest'
import { audit } from '../../../src/bank/resolvers/audit.ts'
import { command } from '../../../src/bank/resolvers/command.ts'
import { runPayments } from '../../../src/bank/resolvers/payments/run.ts'
import { addDays, BATCH_TIMES, isBankingDay, nextBatchAt, osloDay, osloInstant } from '../../../src/domain/calendar.ts'
import { MAX_BULK_TRANSFERS } from '../../../src/domain/products.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { advanceClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { addBatch, addPair, TODAY } from '../../support/builders/batches.ts'
import { addClockedWorld, MINUTE } from '../../support/builders/clocked-world.ts'
import { addBooks, type Books } from '../../support/builders/resolver-world.ts'
import { openTestStore } from '../../support/harness/stores.ts'

/** What was booked for payments, in the order in which it was. */
async function bookedOf({ reader }: Store, worldId: string) {
  const where = { worldId, reason: 'PAYMENT' }
  return reader.booking.findMany({ where, orderBy: { id: 'asc' }, select: { paymentId: true, bookedAt: true } })
}

const sound = async (books: Books) => expect((await audit(await books.operator())).findings).toEqual([])

describe('The batches', () => {
  it('run five times on a banking day, and take what was authorised before them (D40)', async () => {
    const store = await openTestStore()
    const books = await addBooks(store, 'w', { machineAt: '2030-05-14T22:00:00.000Z' })
    const { pay } = await addPair(books)
    const instants = BATCH_TIMES.map(time => osloInstant(TODAY, time))
    const expected = []
    for (const batch of instants) {
      await advanceClock(await books.operator(), { to: new Date(batch.getTime() - MINUTE) })
      expected.push({ paymentId: await pay(), bookedAt: batch })
    }
    await advanceClock(await books.operator(), { to: instants.at(-1) })
    expected.push({ paymentId: await pay(), bookedAt: osloInstant('2030-05-16', '05:40') })
    await advanceClock(await books.operator(), { by: 'P1D' })
    expect(await bookedOf(store, 'w')).toEqual(expected)
    await sound(books)
  })

  it('after a jump of months ran each at its own instant, in order, each payment once, periodic ones between them at 06:00', async () => {
    const store = await openTestStore()
    const books = await addBooks(store, 'w')
    const { pay, payDaily } = await addPair(books)
    const now = (await books.operator()).now
    const expected = new Map<string, Date[]>()
    for (let days = 90; days >= 0; days -= 3) {
      const day = addDays(TODAY, days)
      const from = days === 0 ? now : osloInstant(day, '00:00')
      expected.set(await pay(day), [nextBatchAt(from)])
    }
    const days = Array.from({ length: 100 }, (_, index) => addDays(TODAY, index)).filter(isBankingDay)
    // Today's 06:00 has passed: it begins with the next banking day.
    expected.set(
      await payDaily(),
      days.filter(day => day > TODAY).map(day => osloInstant(day, '06:00')),
    )
    await advanceClock(await books.operator(), { to: new Date(osloInstant(addDays(TODAY, 100), '00:00').getTime()) })

    const booked = await bookedOf(store, 'w')
    const instants = booked.map(({ bookedAt }) => bookedAt.getTime())
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
    const found = new Map<string, Date[]>()
    for (const { paymentId, bookedAt } of booked)
      found.set(paymentId ?? '', [...(found.get(paymentId ?? '') ?? []), bookedAt])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
    const lines = await store.reader.transaction.findMany({ where: { worldId: 'w' } })
    for (const { bookingDate, createdAt } of lines) expect(bookingDate).toBe(osloDay(createdAt))
    await sound(books)
  })

  it("run when the world's clock simply runs past them, at their own instants though somebody looks hours later", async () => {
    const { store, deps, operator, wait } = await addClockedWorld()
    const { creditor, pay } = await addPair({ world: 'w', store, id: async () => 'w', operator, tpp: operator })
    await pay()
    wait(90 * MINUTE - 1)
    await getWorld(deps, 'w')
    expect(await bookedOf(store, 'w')).toEqual([])
    wait(5 * 60 * MINUTE)
    await getWorld(deps, 'w')
    expect((await bookedOf(store, 'w')).map(({ bookedAt }) => bookedAt)).toEqual([osloInstant(TODAY, '13:30')])
    const [line] = await store.reader.transaction.findMany({ where: { worldId: 'w', accountId: creditor.id } })
    expect(line).toMatchObject({ bookingDate: TODAY, amountMinor: 100n })
  })

  it('take as many payments as there are, in one instant, in several steps', async () => {
    const store = await openTestStore()
    const books = await addBooks(store, 'w')
    const { due } = await addBatch(books, 1_500)
    await advanceClock(await books.operator(), { to: due })
    const booked = await bookedOf(store, 'w')
    expect(new Set(booked.map(({ paymentId }) => paymentId)).size).toBe(1_500)
    expect(booked).toHaveLength(1_500)
    expect(new Set(booked.map(({ bookedAt }) => bookedAt.getTime()))).toEqual(new Set([due.getTime()]))
    await sound(books)
  })

  it('take only as many bulk payments in one step as fit when each has all the transfers that it may have', async () => {
    const store = await openTestStore()
    const books = await addBooks(store, 'w')
    const { due } = await addBatch(books, 4)
    await store.transaction(tx => tx.payment.updateMany({ where: { worldId: 'w' }, data: { service: 'BULK' } }), {
      worlds: ['w'],
    })
    const step = async () => {
      await command(await books.operator(), tx => runPayments.run(tx, due, 2 * MAX_BULK_TRANSFERS))
      return store.reader.payment.count({ where: { worldId: 'w', status: 'ACSC' } })
    }
    expect(await step()).toBe(2)
    expect(await step()).toBe(4)
    await sound(books)
  })
})
