import { minorUnits } from './currency.ts'
import { DomainError } from './errors.ts'

/** Money is a BigInt of minor units (øre for NOK, whole yen for JPY), never a float (D21). */

/** [I] Amount: precision 18, scale 5, so at most 13 digits before the point. */
const INTEGER_DIGITS = 13

/** The digits before the point of whatever the books can hold, or a statement can add up to: what a document states may have more than a call. */
export const BOOK_DIGITS = 24

/**
 * Reads a decimal string as minor units of its currency (D21). Negative amounts and zero are read;
 * whether they make sense is the caller's rule.
 * Throws FORMAT_ERROR at `path` when the text is not such a number or has more digits than the currency.
 */
export function parseAmount(text: string, currency: string, path: string, most = INTEGER_DIGITS): bigint {
  const match = DECIMAL.exec(text)
  if (match === null) throw refuseAmount(text, currency, path, most)
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = minorUnits(currency)
  if (whole.length > most || fraction.length > digits) throw refuseAmount(text, currency, path, most)
  return BigInt(sign + whole + fraction.padEnd(digits, '0'))
}

/** Writes minor units as a decimal string with exactly the currency's digits after the point (D21). */
export function formatAmount(minor: bigint, currency: string): string {
  const digits = minorUnits(currency)
  const sign = minor < 0n ? '-' : ''
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Reads a JSON number as minor units: the shortest decimal that names this number, taken exactly (D22).
 * Throws FORMAT_ERROR at `path` for what `parseAmount` refuses, and for a number so large that the next minor unit
 * is the same number: JSON cannot show which of the two was meant.
 */
export function numberToMinor(value: number, currency: string, path: string): bigint {
  const minor = parseAmount(String(value), currency, path)
  if (isAmbiguous(minor, value, currency)) {
    throw new DomainError(
      'FORMAT_ERROR',
      `${value} is too large to be told from its neighbours in ${currency}; use a smaller one.`,
      path,
    )
  }
  return minor
}

/** Minor units as a number. Exact for every amount that `numberToMinor` accepts; a larger one becomes the nearest number. */
export function minorToNumber(minor: bigint, currency: string): number {
  return Number(formatAmount(minor, currency))
}

/** The number that `numberToMinor` reads as these minor units; `undefined` when there is none, since the amount is too large for it. */
export function exactNumber(minor: bigint, currency: string): number | undefined {
  const value = minorToNumber(minor, currency)
  const isWithin = DECIMAL.test(String(value)) && String(Math.trunc(Math.abs(value))).length <= INTEGER_DIGITS
  return isWithin && !isAmbiguous(minor, value, currency) ? value : undefined
}

/** ASCII digits only, no leading zeros, no exponent, no plus, no spaces; the lengths are checked by the currency. */
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

function isAmbiguous(minor: bigint, value: number, currency: string): boolean {
  return minorToNumber(minor + 1n, currency) === value || minorToNumber(minor - 1n, currency) === value
}

function refuseAmount(text: string, currency: string, path: string, most: number): DomainError {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
  const digits = minorUnits(currency)
  const fraction = digits === 0 ? 'no decimal point' : `at most ${digits} after a decimal point`
  const example = formatAmount(1250n * 10n ** BigInt(digits), currency)
  const text2 = `${shown} is not an amount in ${currency}: write 1 to ${most} digits without leading zeros, ${fraction}, for example ${example}.`
  return new DomainError('FORMAT_ERROR', text2, path)
}
