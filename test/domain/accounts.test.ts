import { describe, expect, it } from 'vitest'
import { availableMinor, balancesOf, setBalances } from '../../src/domain/accounts.ts'
import { expectRefusal, refusalOf } from '../support/clients/refusals.ts'

const stored = { bookedMinor: 10_000n, reservedMinor: 2_500n, expectedOffsetMinor: 100n }
const given = (balanceType: 'closingBooked' | 'expected', amount: number, currency = 'NOK') => ({
  balanceType,
  balanceAmount: { amount, currency },
})

describe('The balances of an account (D22)', () => {
  it('are what is booked, and that less what is reserved plus what an operator set it apart by', () => {
    expect(balancesOf(stored)).toEqual([
      { balanceType: 'closingBooked', amountMinor: 10_000n },
      { balanceType: 'expected', amountMinor: 7_600n },
    ])
  })

  it('let it pay what is booked, less what is reserved, plus its credit line (D37)', () => {
    expect(availableMinor({ ...stored, creditLine: 50, currency: 'NOK' })).toBe(12_500n)
    expect(availableMinor({ ...stored, creditLine: 50, currency: 'JPY' })).toBe(7_550n)
  })
})

describe('Balances that are set', () => {
  it.each([
    ['booked alone: expected follows it', [given('closingBooked', 70)], stored, 7_000n, 0n],
    ['expected alone: what is booked stays', [given('expected', 80)], stored, 10_000n, 500n],
    ['expected alone, of a new account: it is booked, too', [given('expected', 80)], undefined, 8_000n, 0n],
    ['both, of a new account', [given('closingBooked', 70), given('expected', 80)], undefined, 7_000n, 1_000n],
    ['both, beside reserved money', [given('expected', 80), given('closingBooked', 70)], stored, 7_000n, 3_500n],
    ['none, of a new account', [], undefined, 0n, 0n],
    ['none: booked stays', [], stored, 10_000n, 0n],
  ])('%s', (_, inputs, current, bookedMinor, expectedOffsetMinor) => {
    expect(setBalances(inputs, 'NOK', current)).toEqual({ bookedMinor, expectedOffsetMinor })
  })

  it('are in the currency of the account, with each fault named at its place', () => {
    const faults = refusalOf(() =>
      setBalances([given('closingBooked', 1, 'EUR'), given('expected', 0.001)], 'NOK', undefined),
    ).faults
    expect(faults.map(({ path }) => path)).toEqual([
      'balances[0].balanceAmount.currency',
      'balances[1].balanceAmount.amount',
    ])
    expect(faults[0]?.text).toBe('must be NOK, the currency of the account (D22).')
    expectRefusal(() => setBalances([given('expected', 1, 'EUR')], 'NOK', undefined), 'FORMAT_ERROR', /must be NOK/)
  })
})
