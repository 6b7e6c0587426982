import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../src/domain/errors.ts'
import { FREQUENCIES } from '../../src/domain/frequencies.ts'
import { applyToWorld } from '../../src/fixtures/apply/to-world.ts'
import { exportFixture } from '../../src/fixtures/export/document.ts'
import { fixture as fixtureSchema } from '../../src/fixtures/inputs/fixtures.ts'
import { parseInput } from '../../src/inputs/parse.ts'
import { audit } from '../../src/resolvers/audit.ts'
import { advanceClock } from '../../src/worlds/clock.ts'
import { createWorld } from '../../src/worlds/create.ts'
import { addBooks, openBooks } from '../support/builders/resolver-world.ts'
import { openRows } from '../support/builders/row-texts.ts'
import { storiesOf } from '../support/harness/property-runs.ts'
import { LONG } from '../support/harness/property-time.ts'
import { makeDirectory, openTestStore } from '../support/harness/stores.ts'

const RUNS = { numRuns: storiesOf('planStates') }

/** Ends of months, leap days and those that are none, holidays, days on which the hour of Oslo changes, and the ends of the calendar. */
const EDGES = [
  ...['2030-01-31', '2032-02-28', '2032-02-29', '2031-02-28', '2100-02-28', '2030-04-30', '2030-12-31', '2031-01-01'],
  ...['2030-04-18', '2030-04-19', '2030-04-21', '2030-04-22', '2030-05-01', '2030-05-17', '2030-12-25', '2030-12-26'],
  ...['2030-03-31', '2030-10-27', '1900-01-01', '0001-01-01', '2200-12-31', '9999-12-31'],
]
const HOURS = [
  '00:00:00',
  '03:59:59',
  '04:00:00',
  '05:00:00',
  '05:00:01',
  '04:40:00',
  '22:00:00',
  '23:00:00',
  '23:59:59',
]

const edgeDay = fc.constantFrom(...EDGES)
/** The days of a document are mostly about those of its clock, so that plans live; some lie anywhere. */
const day = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -70, max: 70 }).map(days => `${days}D`) },
  { weight: 2, arbitrary: edgeDay },
  { weight: 1, arbitrary: fc.constantFrom('-400D', '400D', '-4000D', '99999D', '-0D') },
)
const instant = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -70, max: 3 }).map(days => `${days}D`) },
  { weight: 1, arbitrary: fc.tuple(edgeDay, fc.constantFrom(...HOURS)).map(([date, hour]) => `${date}T${hour}Z`) },
)
const clock = fc.record({
  now: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(edgeDay, fc.constantFrom(...HOURS)).map(([date, hour]) => `${date}T${hour}Z`) },
    {
      weight: 3,
      arbitrary: fc
        .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2036-12-31T23:59:59Z'), noInvalidDate: true })
        .map(date => date.toISOString()),
    },
  ),
  frozen: fc.constant(true),
})

const id = (space: number, place: number) =>
  `0192f0c1-7c1e-7b1a-9c55-${String(space).padStart(6, '0')}${String(place).padStart(6, '0')}`

const state = fc.record(
  {
    context: fc.constant('PRIVATE'),
    changedAt: instant,
    executionDate: day,
    fundsAvailable: fc.boolean(),
    forced: fc.record({ status: fc.constantFrom('RJCT', 'PART') }),
    history: fc.array(
      fc.record({ at: instant, status: fc.constantFrom('ACTC', 'RCVD'), cause: fc.constant('APPROVAL') }),
      { maxLength: 2 },
    ),
    executions: fc.array(
      fc.record(
        { date: day, executedAt: instant, failure: fc.constantFrom('AM04') },
        { requiredKeys: ['date', 'executedAt'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['context', 'changedAt'] },
)

const plan = fc.record(
  {
    startDate: day,
    endDate: day,
    frequency: fc.constantFrom(...FREQUENCIES),
    executionRule: fc.constantFrom('following', 'preceeding'),
    dayOfExecution: fc.integer({ min: 1, max: 31 }).map(String),
    monthsOfExecution: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
    status: fc.constantFrom('RCVD', 'PDNG', 'ACTC', 'ACTC', 'ACTC', 'ACWC', 'ACSP', 'ACSC', 'RJCT', 'CANC'),
    state,
    createdAt: instant,
  },
  { requiredKeys: ['startDate', 'frequency'] },
)
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never

/** One that lives: whose runs so far lie before its next one. */
const livingPlan = fc
  .record({
    plan,
    from: fc.integer({ min: -90, max: 40 }),
    next: fc.integer({ min: -20, max: 60 }),
    // A day on which it has run, and runs next, can only be refused.
    ran: fc.uniqueArray(
      fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 70 }) },
        { weight: 1, arbitrary: fc.integer({ min: -3, max: 0 }) },
      ),
      { maxLength: 3 },
    ),
    isTold: fc.boolean(),
  })
  .map(({ plan: { endDate: _, ...any }, from, next, ran, isTold }) => {
    const { state: _state, ...rules } = any
    const runs = ran.map(days => ({ date: `${next - days}D`, executedAt: `${next - days}D` }))
    if (!isTold) return { ...rules, startDate: `${Math.abs(from)}D`, status: 'ACTC' as const }
    const state = { context: 'PRIVATE' as const, changedAt: '-1D', executionDate: `${next}D`, executions: runs }
    return { ...rules, startDate: `${from}D`, status: 'ACTC' as const, state }
  })

const NOK = (amount: string) => ({ amount, currency: 'NOK' })

function payment({ state: told, monthsOfExecution, ...fields }: Plan, place: number) {
  const ids = (list: readonly object[] | undefined) => list?.map((one, at) => ({ id: id(place + 1, at + 1), ...one }))
  return {
    key: `plan-${place}`,
    service: 'periodic-payments',
    psu: 'kari',
    debtorAccount: { iban: 'daily', currency: 'NOK' },
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    creditorName: `Shop ${place}`,
    instructedAmount: NOK('1.00'),
    ...fields,
    // Only these months go with that frequency, and always.
    ...(fields.frequency === 'MonthlyVariable' ? { monthsOfExecution: monthsOfExecution ?? [2] } : {}),
    ...(told === undefined
      ? {}
      : { state: { ...told, transfers: [{ id: id(place + 1, 0) }], executions: ids(told.executions) } }),
  }
}

const document = fc
  .record({
    clock,
    plans: fc.array(fc.oneof({ weight: 4, arbitrary: livingPlan }, { weight: 1, arbitrary: plan }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ clock: at, plans }) => ({
    clock: at,
    customers: [
      {
        ...{ key: 'kari', name: 'Kari', type: 'PRIVATE' },
        accounts: [
          {
            ...{ key: 'daily', accountName: 'Daily', currency: 'NOK', product: 'Current', cashAccountType: 'CACC' },
            creditLine: 0,
            balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 20, currency: 'NOK' } }],
          },
        ],
      },
    ],
    payments: plans.map(payment),
  }))

it(
  'a document whose plans have run and run next on any day is refused with its place, or makes a world that is whole and goes on',
  LONG,
  async () => {
    const file = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(file)
    const rowsOf = openRows(file)
    const { operator } = await addBooks(store, 'first')
    let tried = 0
    const came = { made: 0, refused: 0, ran: 0 }
    await fc.assert(
      fc.asyncProperty(document, async written => {
        tried += 1
        const name = `w-${tried}`
        const fixture = parseInput(fixtureSchema, written)
        try {
          await createWorld(await operator(), { name, fixture: { fixture } })
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          for (const { path } of error.faults) expect(path).toMatch(/^(payments\[\d\]|clock\.now)/)
          came.refused += 1
          return
        }
        came.made += 1
        const made = openBooks(store, name)
        // A run that is overdue is done by the next call, whichever it is; then the document may be another one than the world.
        const asMade = rowsOf(name)
        const again = await made.operator()
        const rows = rowsOf(name)
        if (rows === asMade) await applyToWorld(again, fixture)
        else await applyToWorld(again, fixture).catch(orRefusal)
        expect(rowsOf(name)).toBe(rows)
        expect((await audit(await made.operator())).findings).toEqual([])
        const told = await exportFixture(await made.operator())
        await createWorld(await operator(), {
          name: `${name}-again`,
          fixture: { fixture: parseInput(fixtureSchema, told) },
        })
        expect(await exportFixture(await openBooks(store, `${name}-again`).operator())).toEqual(told)
        for (const by of ['P1D', 'P40D']) await advanceClock(await made.operator(), { by }).catch(orRefusal)
        came.ran += await store.reader.execution.count({ where: { worldId: await made.id() } })
        expect((await audit(await made.operator())).findings).toEqual([])
        parseInput(fixtureSchema, await exportFixture(await made.operator()))
      }),
      RUNS,
    )
    // Documents that are all refused, or of which nothing runs, would prove nothing.
    for (const [what, times] of Object.entries(came)) expect([what, times > tried / 10]).toEqual([what, true])
  },
)

function orRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}
