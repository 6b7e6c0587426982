import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_RATES, exchange, rateBetween } from '../../src/domain/exchange-rates.ts'
import { CURRENCIES, minorUnits } from '../../src/domain/money.ts'

const anyCurrency = fc.constantFrom(...CURRENCIES)
const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 15n })
/** Kroner for one unit, in ten-thousandths, from the published table. */
const nokRate = (currency: string): bigint => {
  const rate = EXCHANGE_RATES.find(one => one.sourceCurrency === currency)?.exchangeRate ?? '1.0000'
  return BigInt(rate.replace('.', ''))
}

it('an amount is itself in its own currency, be it a debt', () => {
  expect([exchange(-5n, 'NOK', 'NOK'), exchange(7n, 'KWD', 'KWD')]).toEqual([-5n, 7n])
})

describe('the published table (D49)', () => {
  it('says for each currency but kroner what one unit costs in kroner, with four decimals', () => {
    for (const { sourceCurrency, targetCurrency, unitCurrency, exchangeRate } of EXCHANGE_RATES) {
      expect([targetCurrency, unitCurrency]).toEqual(['NOK', sourceCurrency])
      expect(exchangeRate).toMatch(/^\d+\.\d{4}$/)
      expect(Number(exchangeRate)).toBeGreaterThan(0)
    }
    expect(EXCHANGE_RATES.map(one => one.sourceCurrency)).toEqual(CURRENCIES.filter(currency => currency !== 'NOK'))
  })
})

describe('an exchange', () => {
  it.each([
    [100_00n, 'EUR', 'NOK', 1140_00n],
    [10_00n, 'NOK', 'EUR', 88n],
    [1n, 'EUR', 'NOK', 11n],
    [1n, 'NOK', 'EUR', 0n],
    [700n, 'JPY', 'NOK', 49_00n],
    [1_00n, 'NOK', 'JPY', 14n],
    [1_000n, 'KWD', 'NOK', 34_20n],
    [34_20n, 'NOK', 'KWD', 1_000n],
    [100_00n, 'EUR', 'USD', 108_57n],
  ])('of %d in %s is %d in minor units of %s', (amount, from, to, expected) => {
    expect(exchange(amount, from, to)).toBe(expected)
  })

  it('rounds halves up, and is never further from the exact value than half a minor unit', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, anyCurrency, (amount, from, to) => {
        const exchanged = exchange(amount, from, to)
        const numerator = amount * nokRate(from) * 10n ** BigInt(minorUnits(to))
        const denominator = nokRate(to) * 10n ** BigInt(minorUnits(from))
        const error = 2n * (exchanged * denominator - numerator)
        expect(error > -denominator && error <= denominator).toBe(true)
      }),
    )
  })

  it('keeps the order of amounts, and what needs no exchange', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyCurrency, anyCurrency, (one, two, from, to) => {
        const [less, more] = one <= two ? [one, two] : [two, one]
        expect(exchange(less, from, to) <= exchange(more, from, to)).toBe(true)
        expect(exchange(one, from, from)).toBe(one)
      }),
    )
  })
})

describe('the rate in the details of a transaction ([I] Exchange-rate object)', () => {
  it.each([
    ['EUR', 'NOK', '11.400000'],
    ['NOK', 'EUR', '0.087719'],
    ['EUR', 'USD', '1.085714'],
    ['JPY', 'KWD', '0.002047'],
    ['NOK', 'NOK', '1.000000'],
  ])('from %s to %s is %s', (from, to, rate) => expect(rateBetween(from, to)).toBe(rate))
})

it('there is no rate for what is no currency of the interface', () => {
  expect(() => exchange(1n, 'XXX', 'NOK')).toThrow('XXX is no currency of the interface.')
})
