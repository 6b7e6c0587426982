import { countrySpecs, isSEPACountry } from 'ibantools'
import type { Account } from '../generated/client.ts'
import { byRule, checkTogether, DomainError } from './errors.ts'

/** The form that sandbox operations accept as an IBAN: test data may be wrong on purpose (D23). */
export const IBAN_SHAPE = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/

/** Removes spaces (D23). Lower case stays and is refused by the form: a guess would hide a client's mistake. */
export function normaliseIban(text: string): string {
  return text.replaceAll(' ', '')
}

/**
 * Removes the blanks and dots of a Norwegian account number as people print it, `1503.40.20016` (D23). Any other text stays as it is: blanks and dots
 * may belong to the number of another country.
 */
export function readBban(text: string): string {
  const digits = text.replaceAll(/[ .]/g, '')
  return NORWEGIAN.test(digits) ? digits : text
}

/** Whether an IBAN has its country's length and structure and correct check digits (ISO 13616, mod 97; D23). Spaces must be removed before. */
export function isValidIban(iban: string): boolean {
  return ibanFault(iban) === undefined
}

/** What is wrong with an IBAN: the first fault that its digits prove. */
function ibanFault(iban: string): string | undefined {
  const country = iban.slice(0, 2)
  const { chars, bban_regexp: structure } = countrySpecs[country] ?? {}
  if (!IBAN_SHAPE.test(iban)) return 'it has not the form of an IBAN'
  if (chars == null || structure == null) return `${country} is no country with IBANs`
  if (iban.length !== chars) return `an IBAN of ${country} has ${chars} characters, this one ${iban.length}`
  if (!new RegExp(structure).test(iban.slice(4)))
    return `an IBAN of ${country} goes on with ${structure.slice(1, -1)}, this one with ${iban.slice(4)}`
  if (iban.slice(2, 4) !== checkDigits(country, iban.slice(4))) return 'its check digits are wrong (mod 97)'
  if (country === 'NO' && !isValidNorwegianBban(iban.slice(4)))
    return `the account number in it, ${iban.slice(4)}, ends in a wrong check digit (mod 11)`
  return undefined
}

/** Whether accounts in a country have an IBAN: in those of the registry always (ISO 13616). */
function hasIbans(country: string): boolean {
  return countrySpecs[country]?.IBANRegistry === true
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
  return NORWEGIAN.test(bban) && norwegianBban(bban.slice(0, 10)) === bban
}

const NORWEGIAN = /^[0-9]{11}$/

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

/** ISO 7064 mod 97-10, always 02 to 98: the first two letters and `00` go last, letters count as 10 to 35. */
export function checkDigits(first: string, rest: string): string {
  const digits = `${rest}${first}00`.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

/** Whether a text may be the number of an account at another bank; any other must be a key (D83). */
export function isNumber(name: string): boolean {
  return /^(?:[A-Z]{2}\d{2}|\d{11}$)/.test(readBban(normaliseIban(name)).toUpperCase())
}

/** An account as a payment names it. */
export type Reference = {
  readonly iban?: string | undefined
  readonly bban?: string | undefined
  readonly currency?: string | undefined
}

/** The numbers of an account. */
export type Numbers = Pick<Account, 'iban' | 'bban' | 'currency'>

/** Where an account outside the world is: at a bank abroad, which `agent` names, where it is known; else in Norway. */
type Elsewhere = { readonly agent: string | undefined }

/**
 * D23: an account of the world is compared with its row, since its digits may be wrong on purpose; any other number must be right. iban and bban name
 * the same account.
 */
export function assertAccountNumber(
  reference: Reference,
  known: Numbers | undefined,
  path: string,
  abroad?: Elsewhere,
): void {
  if (known === undefined) assertRightNumber(reference, path, abroad)
  else assertSameAccount(reference, known, path)
}

function assertSameAccount({ iban, bban, currency }: Reference, known: Numbers, path: string): void {
  if (iban !== undefined && iban !== known.iban) throw twoAccounts(path)
  if (bban !== undefined && !isSameBban(bban, known.bban)) throw twoAccounts(path)
  if (currency !== undefined && currency !== known.currency)
    throw new DomainError('FORMAT_ERROR', [
      {
        path: `${path}.currency`,
        text: `must be ${known.currency}, the currency of the account.`,
        want: { kind: 'value', value: known.currency },
      },
    ])
}

/** Whether two texts are the same number: rows of 1.0.0 hold one as it was sent (D23). */
export function isSameBban(one: string, other: string): boolean {
  return readBban(one) === readBban(other)
}

function assertRightNumber({ iban, bban }: Reference, path: string, abroad: Elsewhere | undefined): void {
  if (iban === undefined) {
    if (bban !== undefined) assertRightBban(readBban(bban), path, abroad)
    return
  }
  checkTogether(
    () => {
      const fault = ibanFault(iban)
      if (fault !== undefined)
        throw new DomainError(
          'FORMAT_ERROR',
          byRule.D23`is no account of this world, and no right IBAN: ${fault}.`,
          `${path}.iban`,
        )
    },
    () => {
      if (bban !== undefined && bbanOfIban(iban) !== readBban(bban)) throw twoAccounts(path)
    },
  )
}

/** Abroad, the country of the creditor's bank counts: where there are no IBANs, numbers have no form that could be checked. */
function assertRightBban(bban: string, path: string, abroad: Elsewhere | undefined): void {
  const country = abroad === undefined ? 'NO' : abroad.agent?.slice(4, 6)
  if (country === undefined || !hasIbans(country)) return
  if (country !== 'NO')
    throw new DomainError(
      'FORMAT_ERROR',
      byRule.D23`is required: accounts in ${country}, the country of creditorAgent, have IBANs.`,
      `${path}.iban`,
    )
  if (isValidNorwegianBban(bban)) return
  throw new DomainError(
    'FORMAT_ERROR',
    byRule.D23`is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit.`,
    `${path}.bban`,
  )
}

function twoAccounts(path: string): DomainError {
  return new DomainError(
    'FORMAT_ERROR',
    byRule.D23`iban and bban name two different accounts; give one, or both of the same account.`,
    path,
  )
}

/** An account as a row names it: one of the world by the numbers of its row, any other by digits alone (D23). */
export function storedNumbers({ iban, bban, currency }: Reference, known: Numbers | undefined, otherwise: string) {
  return {
    iban: iban ?? null,
    bban: bban === undefined ? null : (known?.bban ?? readBban(bban)),
    currency: currency ?? known?.currency ?? otherwise,
  }
}
