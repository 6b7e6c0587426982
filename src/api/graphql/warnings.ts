import type { CallWarning } from '../../domain/calls.ts'
import { findLongAddresses, warnOfLongAddresses } from '../rest/addresses.ts'
import { findShortAmounts, warnOfShortAmounts } from '../rest/amounts.ts'
import { builder } from './builder.ts'
import { implement, type Kinds } from './fields.ts'

export const WarningRef = builder.objectRef<CallWarning>('Warning')
implement(WarningRef, 'What was accepted although a bank may refuse it, or is better done otherwise.', t => ({
  code: t.text('Its name: the table of warnings.'),
  text: t.text('What was accepted, and what to do instead.'),
}))

// A payload is made from the result of an operation, which does not know what stood in the input.
const noted = new WeakMap<object, readonly CallWarning[]>()

/** The result, with what REST would say of its body in the header Sandbank-Warning kept for its payload. */
export function noteWarnings<Result>(result: Result, argument: string, body: unknown): Result {
  if (typeof result === 'object' && result !== null && body !== undefined) noted.set(result, warningsOf(argument, body))
  return result
}

/** What REST would say in the header Sandbank-Warning (D73) of a body, or of the bodies of a bulk form: one warning of a kind for all of them. */
function warningsOf(argument: string, body: unknown): CallWarning[] {
  const long = Array.isArray(body)
    ? body.flatMap((one, place) =>
        findLongAddresses(one).map(({ path, length }) => ({ path: `[${place}].${path}`, length })),
      )
    : findLongAddresses(body)
  const dot = Array.isArray(body) ? '' : '.'
  const found = [warnOfShortAmounts(findShortAmounts(body)), warnOfLongAddresses(long)]
  return found.flatMap(one => (one === undefined ? [] : [{ code: one.code, text: `${argument}${dot}${one.text}` }]))
}

/** The field `warnings` of a payload. */
export function warningsField<Row>(t: Kinds<Row>) {
  return {
    warnings: t.of([WarningRef], WARNINGS, (result: unknown) =>
      typeof result === 'object' && result !== null ? [...(noted.get(result) ?? [])] : [],
    ),
  }
}

const WARNINGS = 'What was accepted although a bank may refuse it: Sandbank-Warning in REST. Empty when nothing was.'
