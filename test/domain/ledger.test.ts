import { expect, it } from 'vitest'
import {
  assertBalance,
  assertOpening,
  isBalance,
  MAX_BALANCE_MINOR,
  movementAgainstClearing,
  partsOfChange,
} from '../../src/domain/ledger.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

it('the books hold 4 000 000 000 000 000 000 minor units either way, and not one more', () => {
  for (const minor of [0n, MAX_BALANCE_MINOR, -MAX_BALANCE_MINOR]) {
    expect(isBalance(minor)).toBe(true)
    expect(() => assertBalance(minor)).not.toThrow()
  }
  for (const minor of [MAX_BALANCE_MINOR + 1n, -MAX_BALANCE_MINOR - 1n]) {
    expect(isBalance(minor)).toBe(false)
    const refusal = expectRefusal(() => assertBalance(minor, 'amount'), 'BAD_REQUEST', /larger than the books can hold/)
    expect(refusal.faults[0]?.path).toBe('amount')
  }
})

it('money that enters or leaves the bank has two sides, and none is negative', () => {
  expect(movementAgainstClearing('a', 5n)).toEqual({ debitId: 'clearing', creditId: 'a', amountMinor: 5n })
  expect(movementAgainstClearing('a', -5n)).toEqual({ debitId: 'a', creditId: 'clearing', amountMinor: 5n })
  expect(movementAgainstClearing('a', 0n)).toEqual({ debitId: 'clearing', creditId: 'a', amountMinor: 0n })
})

it('a change that is larger than a balance is booked in parts that are not, and none at all not', () => {
  const max = MAX_BALANCE_MINOR
  expect([...partsOfChange(0n)]).toEqual([])
  for (const part of [1n, -1n, max, -max]) expect([...partsOfChange(part)]).toEqual([part])
  expect([...partsOfChange(2n * max + 7n)]).toEqual([max, max, 7n])
  expect([...partsOfChange(-max - 1n)]).toEqual([-max, -1n])
})

it('a balance may lie as far away before the lines of a document as so many lines lead, and not further', () => {
  const furthest = 30_001n * MAX_BALANCE_MINOR
  for (const minor of [0n, furthest, -furthest]) expect(() => assertOpening(minor, 'here')).not.toThrow()
  for (const minor of [furthest + 1n, -furthest - 1n]) {
    const refusal = expectRefusal(
      () => assertOpening(minor, 'here'),
      'BAD_REQUEST',
      /No transactions of a document lead/,
    )
    expect(refusal.faults[0]?.path).toBe('here')
  }
})
