import type { CallWarning } from '../../domain/calls.ts'
import { findLongAddresses, warnOfLongAddresses } from '../rest/addresses.ts'
import { findShortAmounts, warnOfShortAmounts } from '../rest/amounts.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'

export const WarningRef = builder.objectRef<CallWarning>('Warning')
implement(WarningRef, 'What was accepted although a bank may refuse it, or is better done otherwise.', t => ({
  code: t.text('Its name: the table of warnings.'),
  text: t.text('What was accepted, and what to do instead.'),
}))

// A payload is made from the result of an operation, which does not know what stood in the input.
const noted = new WeakMap<object, readonly CallWarning[]>()

/** The result, with what REST would say of its body in the header Sandbank-Warning kept for its payload. */
export function noteWarnings<Result>(result: Result, body: unknown): Result {
  if (typeof result !== 'object' || result === null || body === undefined) return result
  const found = [warnOfShortAmounts(findShortAmounts(body)), warnOfLongAddresses(findLongAddresses(body))]
  noted.set(
    result,
    found.flatMap(one => (one === undefined ? [] : [{ code: one.code, text: `input.${one.text}` }])),
  )
  return result
}

/** What REST would say in the header Sandbank-Warning (D73). */
export function warningsOf(result: unknown): CallWarning[] {
  return typeof result === 'object' && result !== null ? [...(noted.get(result) ?? [])] : []
}
