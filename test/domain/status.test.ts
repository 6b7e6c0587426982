import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AUTHORISATION_TRANSITIONS,
  assertTransition,
  BASKET_MOVES,
  BASKET_STATUSES,
  basketStatus,
  mayBeCancelled,
  mayBecome,
  PAYMENT_TRANSITIONS,
  PERIODIC_TRANSITIONS,
  UNFINISHED_STATUSES,
  WAITING_STATUSES,
} from '../../src/domain/status.ts'
import { PaymentStatus } from '../../src/generated/enums.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const STATUSES = Object.values(PaymentStatus)
const anyStatus = fc.constantFrom(...STATUSES)
const anyService = fc.constantFrom('SINGLE', 'BULK', 'PERIODIC')

describe('the status of a payment (D35, D38)', () => {
  it('never leaves a final one: paid, paid in part, rejected, cancelled', () => {
    for (const table of [PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS])
      for (const final of ['ACSC', 'PART', 'RJCT', 'CANC'] as const) expect(table[final]).toEqual([])
  })

  it('never comes back to where it was, by whatever way', () => {
    for (const table of [PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS])
      for (const status of STATUSES) expect(reachable(table, status)).not.toContain(status)
  })

  it('can be cancelled until it is on its way (D36)', () => {
    const cancellable = STATUSES.filter(status => mayBeCancelled({ service: 'SINGLE', status }))
    expect(cancellable).toEqual(['RCVD', 'ACCP', 'ACWP', 'PDNG', 'ACTC', 'ACWC'])
  })

  it('of a periodic payment is never RJCT once it lives: a failed execution is only recorded (D38)', () => {
    expect(PERIODIC_TRANSITIONS.ACTC).toEqual(['ACSC', 'CANC'])
  })

  it('is unfinished as long as something can follow, and waits while a batch can take it', () => {
    for (const status of STATUSES)
      expect(UNFINISHED_STATUSES.some(one => one === status)).toBe(PAYMENT_TRANSITIONS[status].length > 0)
    expect(WAITING_STATUSES).toEqual(['ACTC', 'ACWC'])
  })

  it('has one table for periodic payments and one for all others', () => {
    const may = (service: 'SINGLE' | 'BULK' | 'PERIODIC', next: 'RJCT' | 'ACSP') =>
      mayBecome({ service, status: 'ACTC' }, next)
    expect([may('SINGLE', 'RJCT'), may('BULK', 'ACSP'), may('PERIODIC', 'RJCT'), may('PERIODIC', 'ACSP')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('moves as its table says, and any other move is refused with CONFLICT', () => {
    fc.assert(
      fc.property(anyService, anyStatus, anyStatus, (service, status, next) => {
        const table = service === 'PERIODIC' ? PERIODIC_TRANSITIONS : PAYMENT_TRANSITIONS
        const allowed: readonly string[] = table[status]
        const move = () => assertTransition({ id: 'p', service, status }, next)
        if (allowed.includes(next)) expect(move).not.toThrow()
        else
          expect(
            expectRefusal(move, 'CONFLICT', new RegExp(`is ${status} and cannot become ${next}`)).faults[0]?.want,
          ).toEqual({ kind: 'act', act: 'LOOK_AT_STATE' })
      }),
    )
  })
})

const statusOf = (statuses: readonly PaymentStatus[]) => basketStatus(statuses.map(status => ({ status })))

describe('the status of a basket (D39)', () => {
  it.each([
    ['RCVD', ['RCVD']],
    ['RCVD', ['RCVD', 'RCVD']],
    ['PATC', ['RCVD', 'ACTC']],
    ['PATC', ['RCVD', 'ACSC']],
    ['PATC', ['PDNG']],
    ['PATC', ['PDNG', 'RCVD']],
    ['PATC', ['PDNG', 'ACWC']],
    ['ACTC', ['ACTC', 'ACWC', 'ACSP', 'ACSC']],
    ['RJCT', ['RJCT', 'ACSC']],
    ['RJCT', ['CANC', 'RCVD', 'PDNG']],
  ] as const)('is %s of %j', (worst, statuses) => expect(statusOf(statuses)).toBe(worst))

  it('is the worst case over all combinations of up to three payments', () => {
    for (const one of STATUSES)
      for (const two of STATUSES)
        for (const three of STATUSES) {
          const statuses = [one, two, three]
          const has = (...wanted: string[]) => statuses.some(status => wanted.includes(status))
          const received = statuses.filter(status => ['RCVD', 'ACCP', 'ACWP'].includes(status)).length
          const partly = has('PDNG') || (received > 0 && received < 3)
          const worst = has('RJCT', 'CANC') ? 'RJCT' : received === 3 ? 'RCVD' : partly ? 'PATC' : 'ACTC'
          expect(statusOf(statuses), statuses.join()).toBe(worst)
        }
  })

  it('does not depend on the order, and moves only as its table says when a payment moves as its own says', () => {
    const company = fc.array(anyStatus, { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(company, fc.nat(), fc.nat(), (statuses, place, choice) => {
        const before = statusOf(statuses)
        expect(statusOf(statuses.toReversed())).toBe(before)
        const at = place % statuses.length
        const status = statuses[at] ?? 'RCVD'
        const moves: readonly PaymentStatus[] = PAYMENT_TRANSITIONS[status]
        const next = moves[choice % moves.length]
        if (next === undefined) return
        const after = statusOf(statuses.with(at, next))
        const allowed: readonly string[] = BASKET_MOVES[before]
        if (after !== before)
          expect(allowed, `${before} to ${after}: ${statuses} with ${next} at ${at}`).toContain(after)
      }),
    )
  })

  it('makes every move of its table when a payment moves, and no other', () => {
    const found = new Map<string, Set<string>>(BASKET_STATUSES.map(status => [status, new Set()]))
    for (const one of STATUSES)
      for (const other of STATUSES)
        for (const next of PAYMENT_TRANSITIONS[one]) {
          for (const others of [[], [other]]) {
            const [before, after] = [statusOf([one, ...others]), statusOf([next, ...others])]
            if (before !== after) found.get(before)?.add(after)
          }
        }
    for (const status of BASKET_STATUSES)
      expect([status, ...[...(found.get(status) ?? [])].sort()]).toEqual([status, ...BASKET_MOVES[status].toSorted()])
  })

  it('has four values ([I])', () => expect(BASKET_STATUSES.toSorted()).toEqual(['ACTC', 'PATC', 'RCVD', 'RJCT']))
})

it('an authorisation is decided once (D33)', () => {
  const { RECEIVED, ...ended } = AUTHORISATION_TRANSITIONS
  expect(RECEIVED).toEqual(['FINALISED', 'FAILED', 'EXPIRED'])
  expect(Object.values(ended)).toEqual([[], [], []])
})

/** All that can follow, in any number of steps. */
function reachable(table: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>>, from: PaymentStatus): Set<string> {
  const found = new Set<PaymentStatus>()
  const visit = (status: PaymentStatus): void => {
    for (const next of table[status]) {
      if (found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(from)
  return found
}
