import { describe, expect, it } from 'vitest'
import { availableMinor, balancesOf, exactBalances, setBalances } from '../../src/domain/accounts.ts'
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

  it('are in the currency of the account, each fault told at its place', () => {
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

describe('Balances that a document tells by their digits (D85)', () => {
  it('are as they are written, of any size; what is expected is what is booked when it is not given', () => {
    expect(exactBalances({ closingBooked: '-19999999999999.98' }, 'NOK')).toEqual({
      bookedMinor: -1_999_999_999_999_998n,
      expectedOffsetMinor: 0n,
    })
    expect(exactBalances({ closingBooked: '9007199254740993.001', expected: '1' }, 'BHD')).toEqual({
      bookedMinor: 9_007_199_254_740_993_001n,
      expectedOffsetMinor: 1_000n - 9_007_199_254_740_993_001n,
    })
  })

  it('are refused with their place when no books can hold them', () => {
    const furthest = '92000000000000000.00'
    for (const [told, path] of [
      [{ closingBooked: '1.001' }, 'state.closingBooked'],
      [{ closingBooked: '0', expected: 'x' }, 'state.expected'],
      [{ closingBooked: '9'.repeat(24) }, 'state.closingBooked'],
      [{ closingBooked: '9'.repeat(25) }, 'state.closingBooked'],
      [{ closingBooked: '0', expected: '92000000000000000.01' }, 'state.expected'],
      [{ closingBooked: '0', expected: '-92000000000000000.01' }, 'state.expected'],
    ] as const)
      expect(refusalOf(() => exactBalances(told, 'NOK')).faults).toMatchObject([{ path }])
    expect(
      refusalOf(() => exactBalances({ closingBooked: '0', expected: '92000000000000000.01' }, 'NOK')),
    ).toMatchObject({
      code: 'BAD_REQUEST',
      faults: [{ path: 'state.expected', text: 'lies further from closingBooked than the books can hold.' }],
    })
    for (const expected of [furthest, `-${furthest}`])
      expect(() => exactBalances({ closingBooked: '0', expected }, 'NOK')).not.toThrow()
  })
})
