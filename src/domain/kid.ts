import { checkDigits } from './account-numbers.ts'

/**
 * Whether a text is a KID, the Norwegian customer identification of a structured reference (D47):
 * 2 to 25 digits, the last one a check digit by mod 10 or by mod 11, where a mod 11 check of 10 is written `-`.
 */
export function isValidKid(kid: string): boolean {
  if (!/^[0-9]{1,24}[0-9-]$/.test(kid)) return false
  const base = kid.slice(0, -1)
  return KID_CHECKS.some(check => withKidCheckDigit(base, check) === kid)
}

/** Whether a text is a creditor reference of ISO 11649: `RF`, two check digits by mod 97, 1 to 21 capitals or digits (D47). */
export function isCreditorReference(text: string): boolean {
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(text) && text.slice(2, 4) === checkDigits('RF', text.slice(4))
}

export const KID_CHECKS = ['mod10', 'mod11'] as const
export type KidCheck = (typeof KID_CHECKS)[number]

/** Appends the check digit to 1 to 24 digits; the result is a KID. */
export function withKidCheckDigit(base: string, check: KidCheck): string {
  if (!/^[0-9]{1,24}$/.test(base)) throw new RangeError(`${base} is not 1 to 24 digits`)
  const digits = [...base].reverse().map(Number)
  return base + (check === 'mod10' ? mod10CheckDigit(digits) : mod11CheckDigit(digits))
}

/** Luhn: every second digit from the right counts double, and a product counts as the sum of its digits. */
function mod10CheckDigit(fromRight: readonly number[]): string {
  const sum = fromRight.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? ((2 * digit) % 10) + Math.floor(digit / 5) : digit),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Weights 2 to 7 from the right, repeated. */
function mod11CheckDigit(fromRight: readonly number[]): string {
  const sum = fromRight.reduce((total, digit, index) => total + digit * (2 + (index % 6)), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? '-' : String(check)
}
