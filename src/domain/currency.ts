/** The currencies of the interface, in its order ([I] ISOCurrencyCode). It lists some that ISO has withdrawn or never had (D21). */
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
 * Withdrawn currencies keep their last known digits; a code that nobody knows has 2.
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
