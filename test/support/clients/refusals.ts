import { expect } from 'vitest'
import { DomainError, type ErrorCode } from '../../../src/domain/errors.ts'

/** The DomainError that a call ends with; any other outcome fails the test. */
export function refusalOf(run: () => unknown): DomainError {
  try {
    run()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('expected a refusal, but the call was accepted')
}

/** Expects a refusal with the code, and with the reason somewhere in its texts. */
export function expectRefusal(run: () => unknown, code: ErrorCode, reason: RegExp): DomainError {
  const refusal = refusalOf(run)
  expect(refusal.message).toMatch(reason)
  expect(refusal.code).toBe(code)
  return refusal
}
