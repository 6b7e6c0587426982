import { expect, it } from 'vitest'
import { assertBalance, isBalance, MAX_BALANCE_MINOR, movementAgainstClearing } from '../../src/domain/ledger.ts'
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
