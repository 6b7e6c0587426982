import { DomainError, shownNumber } from './errors.ts'
import { beginningOf } from './texts.ts'

/** The currencies of the interface, in its order ([I] ISOCurrencyCode). Some of them ISO has withdrawn or never listed (D21). */
// biome-ignore format: one code per line would hide the rest of this file
export const CURRENCIES = [
  'AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BIF',
  'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYR', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC',
  'CUC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL',
  'GGP', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HRK', 'HTG', 'HUF', 'IDR', 'ILS', 'IMP', 'INR',
  'IQD', 'IRR', 'ISK', 'JEP', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT',
  'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRO', 'MUR', 'MVR',
  'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR',
  'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLL', 'SOS',
  'SPL', 'SRD', 'STD', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TVD', 'TWD', 'TZS',
  'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VEF', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XDR', 'XOF', 'XPF', 'YER', 'ZAR',
  'ZMW', 'ZWD',
] as const

export type Currency = (typeof CURRENCIES)[number]

/** Whether a text is a currency code of the interface: three capitals, exactly as listed. */
export function isCurrency(text: string): text is Currency {
  return CODES.has(text)
}

/**
 * How many digits follow the decimal point in this currency (ISO 4217 minor units, D21).
 * Withdrawn currencies keep their last known digits; an unknown code has 2.
 */
export function minorUnits(currency: string): number {
  return DIGITS.get(currency) ?? 2
}

const CODES: ReadonlySet<string> = new Set(CURRENCIES)

/**
 * Every currency of the list whose digits are not 2. Written out, because the platform's own table follows CLDR:
 * it has 0 for HUF, IDR or PKR, where ISO 4217 has 2, and it changes from release to release.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...withDigits(0, ['BIF', 'BYR', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV']),
  ...withDigits(0, ['XAF', 'XOF', 'XPF']),
  ...withDigits(3, ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']),
  ...withDigits(5, ['XDR']), // ISO says "not applicable"; the interface's scale is 5 (D21)
])

function withDigits(digits: number, currencies: readonly Currency[]): [Currency, number][] {
  return currencies.map(currency => [currency, digits])
}

/** The countries of the interface, in its order ([I] ISOCountryCode, ISO 3166-1 alpha-2). */
// biome-ignore format: one code per line would hide the rest of this file
export const COUNTRIES = [
  'AF', 'AX', 'AL', 'DZ', 'AS', 'AD', 'AO', 'AI', 'AQ', 'AG', 'AR', 'AM', 'AW', 'AU', 'AT', 'AZ', 'BH', 'BS', 'BD',
  'BB', 'BY', 'BE', 'BZ', 'BJ', 'BM', 'BT', 'BO', 'BQ', 'BA', 'BW', 'BV', 'BR', 'IO', 'BN', 'BG', 'BF', 'BI', 'KH',
  'CM', 'CA', 'CV', 'KY', 'CF', 'TD', 'CL', 'CN', 'CX', 'CC', 'CO', 'KM', 'CG', 'CD', 'CK', 'CR', 'CI', 'HR', 'CU',
  'CW', 'CY', 'CZ', 'DK', 'DJ', 'DM', 'DO', 'EC', 'EG', 'SV', 'GQ', 'ER', 'EE', 'ET', 'FK', 'FO', 'FJ', 'FI', 'FR',
  'GF', 'PF', 'TF', 'GA', 'GM', 'GE', 'DE', 'GH', 'GI', 'GR', 'GL', 'GD', 'GP', 'GU', 'GT', 'GG', 'GN', 'GW', 'GY',
  'HT', 'HM', 'VA', 'HN', 'HK', 'HU', 'IS', 'IN', 'ID', 'IR', 'IQ', 'IE', 'IM', 'IL', 'IT', 'JM', 'JP', 'JE', 'JO',
  'KZ', 'KE', 'KI', 'KP', 'KR', 'KW', 'KG', 'LA', 'LV', 'LB', 'LS', 'LR', 'LY', 'LI', 'LT', 'LU', 'MO', 'MK', 'MG',
  'MW', 'MY', 'MV', 'ML', 'MT', 'MH', 'MQ', 'MR', 'MU', 'YT', 'MX', 'FM', 'MD', 'MC', 'MN', 'ME', 'MS', 'MA', 'MZ',
  'MM', 'NA', 'NR', 'NP', 'NL', 'NC', 'NZ', 'NI', 'NE', 'NG', 'NU', 'NF', 'MP', 'NO', 'OM', 'PK', 'PW', 'PS', 'PA',
  'PG', 'PY', 'PE', 'PH', 'PN', 'PL', 'PT', 'PR', 'QA', 'RE', 'RO', 'RU', 'RW', 'BL', 'SH', 'KN', 'LC', 'MF', 'PM',
  'VC', 'WS', 'SM', 'ST', 'SA', 'SN', 'RS', 'SC', 'SL', 'SG', 'SX', 'SK', 'SI', 'SB', 'SO', 'ZA', 'GS', 'SS', 'ES',
  'LK', 'SD', 'SR', 'SJ', 'SZ', 'SE', 'CH', 'SY', 'TW', 'TJ', 'TZ', 'TH', 'TL', 'TG', 'TK', 'TO', 'TT', 'TN', 'TR',
  'TM', 'TC', 'TV', 'UG', 'UA', 'AE', 'GB', 'US', 'UM', 'UY', 'UZ', 'VU', 'VE', 'VN', 'VG', 'VI', 'WF', 'EH', 'YE',
  'ZM', 'ZW',
] as const

export type Country = (typeof COUNTRIES)[number]

/** Whether a text is a country code of the interface: two capitals, exactly as listed. */
export function isCountry(text: string): text is Country {
  return COUNTRY_SET.has(text)
}

const COUNTRY_SET: ReadonlySet<string> = new Set(COUNTRIES)

/** Money is a BigInt of minor units (øre for NOK, whole yen for JPY), never a float (D21). */

/** [I] Amount: precision 18, scale 5, so at most 13 digits before the point. */
const INTEGER_DIGITS = 13

/** The digits before the point of the largest amount that can be stored, or of a statement's sum: a document may state more digits than a call. */
export const BOOK_DIGITS = 24

/**
 * Reads a decimal string as minor units of its currency (D21). Accepts negative amounts and zero; whether they are allowed is the caller's rule.
 * Throws FORMAT_ERROR at `path` when the text is not such a number or has more digits than the currency.
 */
export function parseAmount(text: string, currency: string, path: string, most = INTEGER_DIGITS): bigint {
  const minor = readMinor(text, minorUnits(currency), most)
  if (minor === undefined) throw refuseAmount(quoted(text), currency, path, most)
  return minor
}

/** Throws FORMAT_ERROR for a text that is no amount in any currency: where that of the amount is unknown (D78). */
export function assertAmount(text: string, path: string, most = INTEGER_DIGITS): void {
  if (readMinor(text, MOST_DIGITS, most) === undefined) throw refuseAmount(quoted(text), undefined, path, most)
}

/** [I] Amount: no currency has more digits after the point. */
const MOST_DIGITS = 5

function readMinor(text: string, digits: number, most: number): bigint | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  return whole.length > most || fraction.length > digits
    ? undefined
    : BigInt(sign + whole + fraction.padEnd(digits, '0'))
}

/**
 * Whether a decimal string has fewer digits after its point than its currency: the interface wants exactly that many, and a bank may refuse others
 * (D21).
 */
export function lacksDigits(text: string, currency: string): boolean {
  const match = DECIMAL.exec(text)
  return match !== null && (match[3] ?? '').length < minorUnits(currency)
}

/** Writes minor units as a decimal string with exactly the currency's digits after the point (D21). */
export function formatAmount(minor: bigint, currency: string): string {
  const digits = minorUnits(currency)
  const sign = minor < 0n ? '-' : ''
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/**
 * Reads a JSON number as minor units: the shortest decimal of this number, taken exactly (D22). Throws FORMAT_ERROR at `path` where `parseAmount`
 * refuses, and for a number so large that the next minor unit gives the same number: JSON cannot show which of the two was meant.
 */
export function numberToMinor(value: number, currency: string, path: string): bigint {
  const minor = readMinor(String(value), minorUnits(currency), INTEGER_DIGITS)
  if (minor === undefined) throw refuseAmount(shownNumber(value), currency, path, INTEGER_DIGITS, value)
  if (isAmbiguous(minor, value, currency)) {
    const text = `${shownNumber(value)} is too large to be exact in ${currency}; use a smaller one.`
    throw new DomainError('FORMAT_ERROR', { text, number: value }, path)
  }
  return minor
}

/** Minor units as a number. Exact for every amount that `numberToMinor` accepts; a larger one becomes the nearest number. */
export function minorToNumber(minor: bigint, currency: string): number {
  return Number(formatAmount(minor, currency))
}

/** The number that `numberToMinor` reads as these minor units; `undefined` when the amount is too large. */
export function exactNumber(minor: bigint, currency: string): number | undefined {
  const value = minorToNumber(minor, currency)
  const isWithin = DECIMAL.test(String(value)) && String(Math.trunc(Math.abs(value))).length <= INTEGER_DIGITS
  return isWithin && !isAmbiguous(minor, value, currency) ? value : undefined
}

/** ASCII digits only, no leading zeros, no exponent, no plus, no spaces; the currency decides the lengths. */
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/

function isAmbiguous(minor: bigint, value: number, currency: string): boolean {
  return minorToNumber(minor + 1n, currency) === value || minorToNumber(minor - 1n, currency) === value
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${beginningOf(text, 40)}…` : text)
}

function refuseAmount(
  shown: string,
  currency: string | undefined,
  path: string,
  most: number,
  number?: number,
): DomainError {
  const digits = currency === undefined ? MOST_DIGITS : minorUnits(currency)
  const fraction = digits === 0 ? 'no decimal point' : `at most ${digits} after a decimal point`
  const example = currency === undefined ? '1250.00' : formatAmount(1250n * 10n ** BigInt(digits), currency)
  const words = `${shown} is not an amount${currency === undefined ? '' : ` in ${currency}`}: write 1 to ${most} digits without leading zeros, ${fraction}, for example ${example}.`
  return new DomainError('FORMAT_ERROR', { text: words, rule: 'D21', number }, path)
}
