import { CURRENCIES, type Currency, isCurrency, minorUnits } from './currency.ts'

/**
 * The bank's published rates (D49): what one unit of a currency costs in Norwegian kroner, with four decimals. Fixed, so
 * that a test knows its sums beforehand. Currencies that are not listed cannot be exchanged.
 */
const NOK_PER_UNIT = {
  NOK: '1.0000',
  EUR: '11.4000',
  USD: '10.5000',
  GBP: '13.3000',
  SEK: '1.0200',
  DKK: '1.5280',
  CHF: '11.9000',
  JPY: '0.0700',
  PLN: '2.6500',
  ISK: '0.0760',
  CAD: '7.6000',
  AUD: '6.9000',
  CZK: '0.4500',
  HUF: '0.0280',
  SGD: '7.9000',
  HKD: '1.3500',
  NZD: '6.3000',
  ZAR: '0.5800',
  THB: '0.3000',
  KWD: '34.2000',
} as const satisfies Partial<Record<Currency, string>>

export type ExchangeRate = {
  readonly sourceCurrency: Currency
  readonly targetCurrency: 'NOK'
  readonly unitCurrency: Currency
  readonly exchangeRate: string
}

/** The table as it is published. */
export const EXCHANGE_RATES: readonly ExchangeRate[] = CURRENCIES.flatMap(currency => {
  const rate = nokPerUnit(currency)
  return rate === undefined || currency === 'NOK'
    ? []
    : [{ sourceCurrency: currency, targetCurrency: 'NOK', unitCurrency: currency, exchangeRate: rate }]
})

function nokPerUnit(currency: Currency): string | undefined {
  const rates: Partial<Record<Currency, string>> = NOK_PER_UNIT
  return rates[currency]
}

/** Whether the bank exchanges a currency. */
export function isExchanged(currency: string): boolean {
  return findRate(currency) !== undefined
}

/**
 * What an amount is in another currency, in minor units of each, by the published table; halves of the last digit are
 * rounded up. `undefined` when one of the currencies is not exchanged.
 */
export function exchange(amountMinor: bigint, from: string, to: string): bigint | undefined {
  if (from === to) return amountMinor
  const [source, target] = [findRate(from), findRate(to)]
  if (source === undefined || target === undefined) return undefined
  const numerator = amountMinor * source * 10n ** BigInt(minorUnits(to))
  const denominator = target * 10n ** BigInt(minorUnits(from))
  return (2n * numerator + denominator) / (2n * denominator)
}

/** How many of `to` one of `from` is, with six decimals, as transaction details carry it ([I] Exchange-rate object). */
export function rateBetween(from: string, to: string): string {
  const [source, target] = [findRate(from), findRate(to)]
  if (source === undefined || target === undefined) return '1.000000'
  const millionths = (2n * source * 1_000_000n + target) / (2n * target)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

/** Ten-thousandths of a krone for one unit. */
function findRate(currency: string): bigint | undefined {
  const rate = isCurrency(currency) ? nokPerUnit(currency) : undefined
  return rate === undefined ? undefined : BigInt(rate.replace('.', ''))
}
