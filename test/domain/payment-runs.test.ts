import { describe, expect, it } from 'vitest'
import { planRuns } from '../../src/domain/payment-dates.ts'
import { type DuePayment, RUNS, type Run } from '../../src/domain/payment-runs.ts'
import { FORCED_LACK, forcedFailure } from '../../src/domain/scenarios.ts'
import { booksOf, CREDITOR_CLOSED, LACKING_FUNDS } from '../../src/domain/settlement.ts'
import { accountRow, entryRow, paymentRow } from '../support/builders/rows.ts'

// A Wednesday: 11:00 in Oslo.
const NOW = new Date('2030-05-15T09:00:00Z')
const TODAY = '2030-05-15'
const ABROAD = 'cross-border-credit-transfers'

/** Runs a due payment from an account that has so much. */
function carryOut(payment: DuePayment, bookedMinor = 1_000n) {
  const books = booksOf([accountRow({ id: 'd', bookedMinor }), accountRow({ id: 'c', iban: 'NO2', bban: '2' })])
  const debtor = books.accounts.get('d')
  const creditor = books.accounts.get('c')
  if (debtor === undefined || creditor === undefined) throw new Error('no account')
  const run: Run = {
    books,
    debtor,
    payer: { paymentId: payment.id, name: 'Kari' },
    today: TODAY,
    now: NOW,
    creditorOf: entry => (entry.creditorIban === 'NO2' ? creditor : undefined),
    nextRun: planRuns(),
  }
  return { result: RUNS[payment.service](payment, run), books, debtor, creditor }
}

const transfers = (...amounts: readonly bigint[]) =>
  amounts.map((amountMinor, position) =>
    entryRow({ id: `e${position}`, position, amountMinor, debitMinor: amountMinor }),
  )

describe('a single payment whose time has come (D35)', () => {
  it('is carried out by one batch', () => {
    const { result, debtor, books } = carryOut({ ...paymentRow(), entries: transfers(400n) })
    expect(result).toEqual({
      status: 'ACSC',
      dueAt: null,
      executionDate: TODAY,
      fundsAvailable: true,
      entries: [{ id: 'e0', failure: null }],
    })
    expect([debtor.bookedMinor, books.bookings.length]).toEqual([600n, 1])
  })

  it('goes to the account of its creditor', () => {
    const [entry = entryRow()] = transfers(400n)
    const { creditor, books } = carryOut({ ...paymentRow(), entries: [{ ...entry, creditorIban: 'NO2' }] })
    expect([creditor.bookedMinor, books.bookings[0]?.creditId, books.bookings[0]?.paymentId]).toEqual([400n, 'c', 'p'])
  })

  it('abroad is on its way until the next batch, and then there, with what was known of it', () => {
    const first = carryOut({ ...paymentRow({ product: ABROAD }), entries: transfers(400n) })
    expect(first.result).toMatchObject({
      status: 'ACSP',
      dueAt: new Date('2030-05-15T11:30:00Z'),
      executionDate: TODAY,
      fundsAvailable: true,
    })
    const pendingCommit = paymentRow({
      product: ABROAD,
      status: 'ACSP',
      executionDate: '2030-05-14',
      fundsAvailable: true,
    })
    const second = carryOut({ ...pendingCommit, entries: transfers(400n) })
    expect(second.result).toEqual({
      status: 'ACSC',
      dueAt: null,
      executionDate: '2030-05-14',
      fundsAvailable: true,
      entries: [],
    })
    expect(second.books.bookings).toEqual([])
  })

  it.each([['norwegian-domestic-credit-transfers'], [ABROAD]])('by %s is rejected for lack of funds (D37)', product => {
    const { result, books } = carryOut({ ...paymentRow({ product }), entries: transfers(1_001n) })
    expect(result).toEqual({
      status: 'RJCT',
      dueAt: null,
      executionDate: TODAY,
      fundsAvailable: false,
      entries: [{ id: 'e0', failure: LACKING_FUNDS }],
    })
    expect(books.bookings).toEqual([])
  })

  it('is rejected, with funds, when its creditor has no account any more', () => {
    const [entry = entryRow()] = transfers(5n)
    const { result } = carryOut({ ...paymentRow(), entries: [{ ...entry, creditorAccountId: 'gone' }] })
    expect(result).toMatchObject({ status: 'RJCT', fundsAvailable: true, entries: [{ failure: CREDITOR_CLOSED }] })
  })

  it.each([
    [null, forcedFailure(), true],
    [forcedFailure('AC04'), forcedFailure('AC04'), true],
    [FORCED_LACK, FORCED_LACK, false],
  ])('is rejected when a scenario says so, for the reason %j (D88)', (forcedReason, failure, fundsAvailable) => {
    const { result, books } = carryOut({
      ...paymentRow({ forcedStatus: 'RJCT', forcedReason }),
      entries: transfers(5n),
    })
    expect(result).toMatchObject({ status: 'RJCT', fundsAvailable, entries: [{ id: 'e0', failure }] })
    expect(books.bookings).toEqual([])
  })
})

describe('a bulk payment whose time has come (D35)', () => {
  const bulk = (amounts: readonly bigint[], changes = {}) =>
    carryOut({ ...paymentRow({ service: 'BULK', ...changes }), entries: transfers(...amounts) })

  it.each([
    ['two that are covered', [500n, 500n], 'ACSC', true, [null, null]],
    ['one that is covered and one that is not', [900n, 500n], 'PART', false, [null, LACKING_FUNDS]],
    ['one that is not covered and one that is', [1_001n, 1_000n], 'PART', false, [LACKING_FUNDS, null]],
    ['two that are not covered', [1_001n, 1_002n], 'RJCT', false, [LACKING_FUNDS, LACKING_FUNDS]],
  ] as const)('of %s', (_, amounts, status, fundsAvailable, failures) => {
    expect(bulk(amounts).result).toEqual({
      status,
      dueAt: null,
      executionDate: TODAY,
      fundsAvailable,
      entries: failures.map((failure, place) => ({ id: `e${place}`, failure })),
    })
  })

  it('fails in its last transfer, or whole, when a scenario says so (D88)', () => {
    const failure = forcedFailure()
    expect(bulk([1n, 2n, 3n], { forcedStatus: 'PART' }).result).toMatchObject({
      status: 'PART',
      fundsAvailable: true,
      entries: [{ failure: null }, { failure: null }, { failure }],
    })
    expect(bulk([1n, 2n], { forcedStatus: 'RJCT' }).result).toMatchObject({
      status: 'RJCT',
      entries: [{ failure }, { failure }],
    })
  })
})

describe('a periodic payment whose time has come (D38)', () => {
  const periodic = (changes = {}, bookedMinor = 1_000n) =>
    carryOut(
      {
        ...paymentRow({
          service: 'PERIODIC',
          status: 'ACTC',
          startDate: '2030-05-13',
          endDate: '2030-06-13',
          frequency: 'Monthly',
          executionDate: '2030-05-13',
          ...changes,
        }),
        entries: transfers(400n),
      },
      bookedMinor,
    ).result

  it('runs, and waits for its next day at 06:00 in Oslo', () => {
    expect(periodic()).toEqual({
      status: 'ACTC',
      dueAt: new Date('2030-06-13T04:00:00Z'),
      executionDate: '2030-06-13',
      fundsAvailable: true,
      entries: [],
      execution: { date: '2030-05-13', failure: null },
    })
  })

  it('ends with its last run', () => {
    expect(periodic({ executionDate: '2030-06-13' })).toEqual({
      status: 'ACSC',
      dueAt: null,
      executionDate: '2030-06-13',
      fundsAvailable: true,
      entries: [],
      execution: { date: '2030-06-13', failure: null },
    })
  })

  it('records a run that failed and lives on; where that was the last one, its end says nothing of funds', () => {
    expect(periodic({}, 0n)).toMatchObject({
      status: 'ACTC',
      fundsAvailable: false,
      entries: [],
      execution: { date: '2030-05-13', failure: LACKING_FUNDS },
    })
    expect(periodic({ executionDate: '2030-06-13' }, 0n)).toMatchObject({
      status: 'ACSC',
      fundsAvailable: null,
      execution: { date: '2030-06-13', failure: LACKING_FUNDS },
    })
  })

  it('runs today where no day was set for it', () => {
    expect(periodic({ executionDate: null }).execution).toEqual({ date: TODAY, failure: null })
  })
})
