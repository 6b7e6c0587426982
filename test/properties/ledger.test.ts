import fc from 'fast-check'
import { expect, it } from 'vitest'
import { audit } from '../../src/bank/resolvers/audit.ts'
import { DomainError } from '../../src/domain/errors.ts'
import { PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS } from '../../src/domain/status.ts'
import type { PaymentService, PaymentStatus } from '../../src/generated/enums.ts'
import { anyOperation, type Operation, perform } from '../support/builders/ledger-operations.ts'
import { openTowns, type Town } from '../support/builders/populated-world.ts'
import type { Books } from '../support/builders/resolver-world.ts'
import { isFuzz, storiesOf } from '../support/harness/property-runs.ts'
import { LONG } from '../support/harness/property-time.ts'

const RUNS = { numRuns: storiesOf('ledger') }

/** `npm run fuzz` runs longer ones. */
const LENGTH = isFuzz ? { minLength: 6, maxLength: 14 } : { minLength: 3, maxLength: 8 }

type Statuses = ReadonlyMap<string, { readonly service: PaymentService; readonly status: PaymentStatus }>

it('the books add up after every step, whatever happens at the same moment', LONG, async () => {
  const towns = await openTowns()
  let stories = 0
  const seen = new Set<PaymentStatus>()
  const story = fc.array(fc.array(anyOperation, { minLength: 1, maxLength: 4 }), LENGTH)
  await fc.assert(
    fc.asyncProperty(story, async steps => {
      stories += 1
      const town = await towns.add(`w-${stories}`)
      let before = await statusesOf(town.books)
      for (const step of steps) {
        await allAtOnce(town, step)
        await expectSound(town)
        const after = await statusesOf(town.books)
        expectPermitted(before, after)
        before = after
      }
      expect((await audit(await town.books.operator())).findings).toEqual([])
      for (const { status } of before.values()) seen.add(status)
    }),
    RUNS,
  )
  // Stories that never get anywhere would prove nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['RCVD', 'ACTC', 'ACSC', 'RJCT']))
})

/** A refusal is an outcome like any other; everything else is a fault. */
async function allAtOnce(town: Town, step: readonly Operation[]): Promise<void> {
  const outcomes = await Promise.allSettled(step.map(operation => perform(town, operation)))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !(outcome.reason instanceof DomainError)) throw outcome.reason
}

async function expectSound({ books }: Town): Promise<void> {
  const where = { worldId: await books.id() }
  const { reader } = books.store
  const [accounts, bookings, payments] = await Promise.all([
    reader.account.findMany({ where }),
    reader.booking.findMany({ where }),
    reader.payment.findMany({ where, include: { entries: true, executions: true } }),
  ])
  // Looked at once for all rows: there are thousands, and an expectation takes longer than what it compares.
  const wrong: string[] = []
  const same = (found: unknown, wanted: unknown, what: string) => {
    if (found !== wanted) wrong.push(`${what}: ${found} and not ${wanted}`)
  }
  // Money stays in its currency: both sides of a booking are in the one it names, so that the sum over all sides never changes.
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]))
  for (const { id, debitId, creditId, currency, amountMinor } of bookings) {
    same(amountMinor >= 0n, true, `booking ${id} is of no less than nothing`)
    for (const side of [debitId, creditId]) same(currencies.get(side) ?? currency, currency, `currency of ${side}`)
  }
  // By hand and not by the audit alone, so that neither can hide a mistake of the other.
  for (const { id, bookedMinor, reservedMinor, creditLine } of accounts) {
    const sum = bookings.reduce(
      (total, { debitId, creditId, amountMinor }) =>
        total + (creditId === id ? amountMinor : 0n) - (debitId === id ? amountMinor : 0n),
      0n,
    )
    same(bookedMinor, sum, `booked on ${id}`)
    same(bookedMinor >= -BigInt(creditLine) * 100n, true, `${bookedMinor} on ${id} is within the credit line`)
    const held = payments.filter(({ debtorAccountId }) => debtorAccountId === id)
    const reserved = held.reduce((total, payment) => total + payment.reservedMinor, 0n)
    same(reservedMinor, reserved, `reserved on ${id}`)
  }
  for (const { id, status, service, totalMinor, reservedMinor, entries, executions } of payments) {
    const waits = service !== 'PERIODIC' && (status === 'ACTC' || status === 'ACWC')
    same(reservedMinor, waits ? totalMinor : 0n, `reserved by ${id}, which is ${status}`)
    const paid = [...entries, ...executions].filter(one => one.status === 'EXECUTED').length
    const booked = bookings.filter(({ paymentId, reason }) => paymentId === id && reason === 'PAYMENT').length
    same(booked, paid, `bookings of ${id}`)
    if (service !== 'PERIODIC' && ['RCVD', 'PDNG', 'ACTC', 'ACWC', 'RJCT', 'CANC'].includes(status))
      same(paid, 0, `paid by ${id}, which is ${status}`)
  }
  expect(wrong).toEqual([])
}

async function statusesOf({ store, id }: Books): Promise<Statuses> {
  const rows = await store.reader.payment.findMany({ where: { worldId: await id() } })
  return new Map(rows.map(({ id, service, status }) => [id, { service, status }]))
}

function expectPermitted(before: Statuses, after: Statuses): void {
  for (const [id, { service, status }] of after) {
    const from = before.get(id)?.status ?? 'RCVD'
    if (from !== status) expect([...following(service, from)], `${service} from ${from}`).toContain(status)
  }
  expect(
    [...before.keys()].filter(id => !after.has(id)),
    'a payment never vanishes',
  ).toEqual([])
}

/** What can follow a status in any number of permitted moves. */
function following(service: PaymentService, from: PaymentStatus): Set<PaymentStatus> {
  const table: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> =
    service === 'PERIODIC' ? PERIODIC_TRANSITIONS : PAYMENT_TRANSITIONS
  const found = new Set<PaymentStatus>(table[from])
  for (const status of found) for (const next of table[status]) found.add(next)
  return found
}
