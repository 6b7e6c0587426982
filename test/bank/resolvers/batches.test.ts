import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../src/bank/resolvers/audit.ts'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { command } from '../../../src/bank/resolvers/command.ts'
import { ORDERS } from '../../../src/bank/resolvers/payments/create.ts'
import { registerPayment } from '../../../src/bank/resolvers/payments/register.ts'
import { runPayments } from '../../../src/bank/resolvers/payments/run.ts'
import { addDays, BATCH_TIMES, isBankingDay, nextBatchAt, osloDay, osloInstant } from '../../../src/domain/calendar.ts'
import { MAX_BULK_TRANSFERS, PRODUCTS } from '../../../src/domain/products.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { advanceClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { addClockedWorld, MINUTE } from '../../support/builders/clocked-world.ts'
import { addBooks, addOwner, type Books, openAccount, openBooks } from '../../support/builders/resolver-world.ts'
import { emptyBooks } from '../../support/harness/database.ts'
import { bundleOf } from '../../support/harness/script-bundle.ts'
import { makeDirectory, openTestStore } from '../../support/harness/stores.ts'

const [NDCT] = PRODUCTS
const TODAY = '2030-05-15'

async function addPair(books: Books) {
  const payer = await addOwner(books)
  const debtor = await openAccount(books, payer, { booked: 1_000_000 })
  const creditor = await openAccount(books, await addOwner(books), { booked: 0 })
  const call = {
    customerNumber: payer,
    context: 'PRIVATE',
    redirectUri: 'https://tpp.example/',
    redirectPreferred: true,
  } as const
  const body = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola',
    creditorAccount: { iban: creditor.iban, currency: 'NOK' },
    debtorAccount: { iban: debtor.iban, currency: 'NOK' },
  } as const
  const approve = async (made: { authorisation: { id: string } | undefined; payment: { id: string } }) => {
    const decision = { customerNumber: payer, outcome: 'APPROVED' } as const
    await completeAuthorisation(await books.operator(), made.authorisation?.id ?? '', decision)
    return made.payment.id
  }
  const pay = async (requestedExecutionDate?: string) => {
    const again = { ...call, allowLogicalDuplicate: true }
    return approve(
      await registerPayment(await books.tpp(), again, ORDERS.payments(NDCT, { ...body, requestedExecutionDate })),
    )
  }
  const payDaily = async () => {
    const daily = { ...body, startDate: TODAY, frequency: 'Daily' } as const
    return approve(await registerPayment(await books.tpp(), call, ORDERS['periodic-payments'](NDCT, daily)))
  }
  return { debtor, creditor, pay, payDaily }
}

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

describe('A server killed in the middle of a batch', () => {
  it('finishes it after its restart, with nothing doubled and nothing lost', { timeout: 600_000 }, async () => {
    const path = join(await makeDirectory(), 'books.db')
    const count = 2_000
    const store = await openTestStore(path)
    const books = await addBooks(store, 'w')
    const { due, debtor, creditor } = await addBatch(books, count)
    const booked = () => store.reader.booking.count({ where: { worldId: 'w', reason: 'PAYMENT' } })
    const kills: number[] = []
    for (let least = 1; least < count; least = (kills.at(-1) ?? 0) + 1) {
      await runUntil(await emptyBooks(path), due, kills.length, async () => (await booked()) >= least)
      kills.push(await booked())
      await sound(openBooks(store, 'w'))
      if (kills.length === 2) break
    }
    expect(kills.some(done => done > 0 && done < count)).toBe(true)
    expect(await runUntil(await emptyBooks(path), due, kills.length, async () => false)).toBe(0)

    expect(await booked()).toBe(count)
    expect(await store.reader.payment.count({ where: { worldId: 'w', status: 'ACSC' } })).toBe(count)
    expect(await store.reader.payment.count({ where: { worldId: 'w' } })).toBe(count)
    const where = (id: string) => ({ where: { worldId_id: { worldId: 'w', id } } })
    const [paid, received] = await Promise.all([debtor, creditor].map(id => store.reader.account.findUnique(where(id))))
    expect(paid).toMatchObject({ bookedMinor: 100_000_000n - BigInt(count) * 100n, reservedMinor: 0n })
    expect(received).toMatchObject({ bookedMinor: BigInt(count) * 100n })
    await sound(openBooks(store, 'w'))
  })
})

/** Authorised payments of one krone that all wait for the same batch. */
async function addBatch(books: Books, count: number) {
  const { debtor, creditor, pay } = await addPair(books)
  const { store, world: worldId } = books
  const id = await pay()
  const key = { worldId_id: { worldId, id } }
  const payment = await store.reader.payment.findUniqueOrThrow({ where: key })
  const [entry] = await store.reader.paymentEntry.findMany({ where: { worldId, paymentId: id } })
  const ids = Array.from({ length: count - 1 }, (_none, index) => `p-${String(index).padStart(6, '0')}`)
  await store.transaction(
    async tx => {
      await tx.payment.createMany({ data: ids.map(own => ({ ...payment, id: own })) })
      if (entry !== undefined) {
        const { creditorAddress: _address, remittanceInformationStructured: _reference, ...plain } = entry
        await tx.paymentEntry.createMany({ data: ids.map(own => ({ ...plain, id: `e-${own}`, paymentId: own })) })
      }
      const reservedMinor = BigInt(count) * 100n
      await tx.account.update({ where: { worldId_id: { worldId, id: debtor.id } }, data: { reservedMinor } })
    },
    { worlds: [worldId] },
  )
  return { due: payment.dueAt ?? new Date(0), debtor: debtor.id, creditor: creditor.id }
}

/** Runs the batch in a process of its own, minutes after the start, and kills it as soon as `enough`. Answers its exit code, null when it was killed. */
async function runUntil(
  url: string,
  due: Date,
  minutes: number,
  enough: () => Promise<boolean>,
): Promise<number | null> {
  // Past the batch by more than the machine's clock moves on between two runs.
  const end = new Date(due.getTime() + 30 * MINUTE)
  const script = await bundleOf('batch-process')
  const child = spawn(process.execPath, [script, url, 'w', end.toISOString(), String(minutes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let running = true
  exited.then(() => {
    running = false
  })
  while (running) {
    if (await enough()) child.kill('SIGKILL')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const [code] = await exited
  return typeof code === 'number' ? code : null
}
