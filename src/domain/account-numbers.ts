import { countrySpecs, isSEPACountry } from 'ibantools'
import type { Account } from '../generated/client.ts'
import { byRule, DomainError } from './errors.ts'

/** The form that sandbox operations accept as an IBAN: test data may be wrong on purpose (D23). */
export const IBAN_SHAPE = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** Removes spaces (D23). Lower case stays and is refused by the form: a guess would hide a client's mistake. */
export function normaliseIban(text: string): string {
  return text.replaceAll(' ', '')
}

/** Whether an IBAN has its country's length and correct check digits (ISO 13616, mod 97; D23). Spaces must be removed before. */
export function isValidIban(iban: string): boolean {
  return (
    IBAN_SHAPE.test(iban) && hasCountryLength(iban) && iban.slice(2, 4) === checkDigits(iban.slice(0, 2), iban.slice(4))
  )
}

/** Whether the country of an IBAN takes part in SEPA (EPC409-09). */
export function isInSepa(iban: string): boolean {
  const country = iban.slice(0, 2)
  return isSEPACountry(country) || JOINED_SEPA.has(country)
}

// Members since November 2024, whom the library's older list lacks.
const JOINED_SEPA: ReadonlySet<string> = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

/** Whether a text is a Norwegian account number: 11 digits, the last one a mod 11 check digit (D23). */
export function isValidNorwegianBban(bban: string): boolean {
  return /^[0-9]{11}$/.test(bban) && norwegianBban(bban.slice(0, 10)) === bban
}

/** The Norwegian IBAN of an account number: `NO`, two check digits, the number. */
export function norwegianIban(bban: string): string {
  return `NO${checkDigits('NO', bban)}${bban}`
}

/** Appends the mod 11 check digit to ten digits. `undefined` when these ten digits have none, because it would be 10. */
export function norwegianBban(base10: string): string | undefined {
  if (!/^[0-9]{10}$/.test(base10)) throw new RangeError(`${base10} is not ten digits`)
  const sum = BBAN_WEIGHTS.reduce((total, weight, index) => total + weight * Number(base10[index]), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? undefined : `${base10}${check}`
}

/** The BBAN inside an IBAN: the part after country and check digits. `undefined` when the text does not have the form of an IBAN. */
export function bbanOfIban(iban: string): string | undefined {
  return IBAN_SHAPE.test(iban) ? iban.slice(4) : undefined
}

const BBAN_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

function hasCountryLength(iban: string): boolean {
  return countrySpecs[iban.slice(0, 2)]?.chars === iban.length
}

/** ISO 7064 mod 97-10, always 02 to 98: country and `00` go last, letters count as 10 to 35. */
function checkDigits(country: string, bban: string): string {
  const digits = `${bban}${country}00`.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

/** Whether a text may be the number of an account at another bank; any other must be a key (D83). */
export function isNumber(name: string): boolean {
  return /^(?:[A-Z]{2}\d{2}|\d{11}$)/.test(name.replaceAll(' ', '').toUpperCase())
}

/** An account as a payment names it. */
export type Reference = {
  readonly iban?: string | undefined
  readonly bban?: string | undefined
  readonly currency: string
}

/** The numbers of an account. */
export type Numbers = Pick<Account, 'iban' | 'bban' | 'currency'>

/** D23: the account exists in the world, or its check digits are correct; iban and bban name the same account. */
export function assertAccountNumber(reference: Reference, known: Numbers | undefined, path: string): void {
  const { iban, bban, currency } = reference
  if (known !== undefined) {
    if (iban !== undefined && iban !== known.iban) throw twoAccounts(path)
    if (bban !== undefined && bban !== known.bban) throw twoAccounts(path)
    if (currency !== known.currency)
      throw new DomainError('FORMAT_ERROR', [
        {
          path: `${path}.currency`,
          text: `must be ${known.currency}, the currency of the account.`,
          want: { kind: 'value', value: known.currency },
        },
      ])
    return
  }
  if (iban !== undefined && !isValidIban(iban)) {
    throw new DomainError(
      'FORMAT_ERROR',
      {
        text: 'is no account of this world, and its check digits or its length are wrong for an IBAN (mod 97; D23).',
        rule: 'D23',
      },
      `${path}.iban`,
    )
  }
  if (iban === undefined && bban !== undefined && !isValidNorwegianBban(bban)) {
    throw new DomainError(
      'FORMAT_ERROR',
      byRule.D23`is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit.`,
      `${path}.bban`,
    )
  }
  if (iban !== undefined && bban !== undefined && bbanOfIban(iban) !== bban) throw twoAccounts(path)
}

function twoAccounts(path: string): DomainError {
  return new DomainError(
    'FORMAT_ERROR',
    byRule.D23`iban and bban name two different accounts; give one, or both of the same account.`,
    path,
  )
}
