import { CURRENCIES, type Currency, isCurrency, minorUnits } from './money.ts'

/**
 * The bank's published rates (D49): the price of one unit of a currency in Norwegian kroner, with four decimals. They are fixed, so that tests can
 * compute sums in advance. Every currency of the interface has one, so that an account in any of them can pay.
 */
// biome-ignore format: one currency per line would hide the rest of this file
const NOK_PER_UNIT = {
  NOK: '1.0000', EUR: '11.4000', USD: '10.5000', GBP: '13.3000', SEK: '1.0200', DKK: '1.5280', CHF: '11.9000',
  JPY: '0.0700', PLN: '2.6500', ISK: '0.0760', CAD: '7.6000', AUD: '6.9000', CZK: '0.4500', HUF: '0.0280',
  SGD: '7.9000', HKD: '1.3500', NZD: '6.3000', ZAR: '0.5800', THB: '0.3000', KWD: '34.2000', AED: '2.8591',
  AFN: '0.1500', ALL: '0.1141', AMD: '0.0271', ANG: '5.8659', AOA: '0.0115', ARS: '0.0105', AWG: '5.8659',
  AZN: '6.1765', BAM: '5.8287', BBD: '5.2500', BDT: '0.0897', BGN: '5.8287', BHD: '27.9255', BIF: '0.0036',
  BMD: '10.5000', BND: '7.9000', BOB: '1.5195', BRL: '1.9444', BSD: '10.5000', BTN: '0.1257', BWP: '0.7778',
  BYR: '0.0005', BZD: '5.2500', CDF: '0.0038', CLP: '0.0113', CNY: '1.4583', COP: '0.0026', CRC: '0.0202',
  CUC: '10.5000', CUP: '0.4375', CVE: '0.1034', DJF: '0.0591', DOP: '0.1780', DZD: '0.0784', EGP: '0.2188',
  ERN: '0.7000', ETB: '0.1842', FJD: '4.6667', FKP: '13.3000', GEL: '3.8889', GGP: '13.3000', GHS: '0.7241',
  GIP: '13.3000', GMD: '0.1544', GNF: '0.0012', GTQ: '1.3548', GYD: '0.0502', HNL: '0.4251', HRK: '1.5130',
  HTG: '0.0795', IDR: '0.0006', ILS: '2.8378', IMP: '13.3000', INR: '0.1257', IQD: '0.0080', IRR: '0.0003',
  JEP: '13.3000', JMD: '0.0673', JOD: '14.8096', KES: '0.0814', KGS: '0.1207', KHR: '0.0026', KMF: '0.0232',
  KPW: '0.0117', KRW: '0.0077', KYD: '12.6000', KZT: '0.0223', LAK: '0.0005', LBP: '0.0001', LKR: '0.0348',
  LRD: '0.0541', LSL: '0.5800', LYD: '2.1649', MAD: '1.0606', MDL: '0.5899', MGA: '0.0023', MKD: '0.1854',
  MMK: '0.0050', MNT: '0.0031', MOP: '1.3043', MRO: '0.0264', MUR: '0.2283', MVR: '0.6818', MWK: '0.0061',
  MXN: '0.5833', MYR: '2.2340', MZN: '0.1643', NAD: '0.5800', NGN: '0.0070', NIO: '0.2853', NPR: '0.0786',
  OMR: '27.3082', PAB: '10.5000', PEN: '2.8000', PGK: '2.6923', PHP: '0.1810', PKR: '0.0378', PYG: '0.0014',
  QAR: '2.8846', RON: '2.2915', RSD: '0.0974', RUB: '0.1167', RWF: '0.0081', SAR: '2.8000', SBD: '1.2500',
  SCR: '0.7721', SDG: '0.0175', SHP: '13.3000', SLL: '0.0005', SOS: '0.0184', SPL: '63.0000', SRD: '0.3387',
  STD: '0.0005', SVC: '1.2000', SYP: '0.0008', SZL: '0.5800', TJS: '0.9813', TMT: '3.0000', TND: '3.3654',
  TOP: '4.4304', TRY: '0.3201', TTD: '1.5487', TVD: '6.9000', TWD: '0.3231', TZS: '0.0040', UAH: '0.2574',
  UGX: '0.0028', UYU: '0.2658', UZS: '0.0008', VEF: '0.0001', VND: '0.0004', VUV: '0.0882', WST: '3.8182',
  XAF: '0.0174', XCD: '3.8889', XDR: '13.8600', XOF: '0.0174', XPF: '0.0955', YER: '0.0420', ZMW: '0.4086',
  ZWD: '0.0290',
} as const satisfies Record<Currency, string>

export type ExchangeRate = {
  readonly sourceCurrency: Currency
  readonly targetCurrency: 'NOK'
  readonly unitCurrency: Currency
  readonly exchangeRate: string
}

/** The table as it is published. */
export const EXCHANGE_RATES: readonly ExchangeRate[] = CURRENCIES.filter(currency => currency !== 'NOK').map(
  currency => ({
    sourceCurrency: currency,
    targetCurrency: 'NOK',
    unitCurrency: currency,
    exchangeRate: NOK_PER_UNIT[currency],
  }),
)

/** An amount converted into another currency, in minor units of each, by the published table; half of the last digit is rounded up. */
export function exchange(amountMinor: bigint, from: string, to: string): bigint {
  if (from === to) return amountMinor
  const numerator = amountMinor * rateOf(from) * 10n ** BigInt(minorUnits(to))
  const denominator = rateOf(to) * 10n ** BigInt(minorUnits(from))
  return (2n * numerator + denominator) / (2n * denominator)
}

/** The price of one unit of `from` in `to`, with six decimals, as in transaction details ([I] Exchange-rate object). */
export function rateBetween(from: string, to: string): string {
  const target = rateOf(to)
  const millionths = (2n * rateOf(from) * 1_000_000n + target) / (2n * target)
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

/** The rate of a day, as in transaction details ([I] Exchange-rate object); null when nothing was converted. */
export function exchangeOf<Of extends string>(source: Of, target: Of, quotationDate: string) {
  if (source === target) return null
  // In the order of the interface, like that of a fixture: a world built from an export has the same text.
  return {
    sourceCurrency: source,
    exchangeRate: rateBetween(source, target),
    unitCurrency: source,
    targetCurrency: target,
    quotationDate,
  }
}

/** Ten-thousandths of a krone for one unit. */
function rateOf(currency: string): bigint {
  if (!isCurrency(currency)) throw new RangeError(`${currency} is no currency of the interface.`)
  return BigInt(NOK_PER_UNIT[currency].replace('.', ''))
}
