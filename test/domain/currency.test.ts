import { expect, test } from 'vitest'
import { COUNTRIES, CURRENCIES, isCountry, isCurrency, minorUnits } from '../../src/domain/money.ts'

test('the bank knows the 162 currencies of the interface, each once, in its order', () => {
  expect(CURRENCIES).toHaveLength(162)
  expect(new Set(CURRENCIES).size).toBe(162)
  expect(CURRENCIES).toEqual([...CURRENCIES].sort())
  expect([CURRENCIES[0], CURRENCIES[161]]).toEqual(['AED', 'ZWD'])
})

test.each(['NOK', 'EUR', 'BYR', 'GGP', 'XDR', 'ZMW'])('%s is a currency', code => {
  expect(isCurrency(code)).toBe(true)
})

test.each(['nok', 'NO', 'NOKK', ' NOK', 'NOK\n', '', 'BYN', 'SLE', 'SSP', 'XAU', 'constructor'])(
  '%j is no currency of the interface',
  code => {
    expect(isCurrency(code)).toBe(false)
  },
)

const UNUSUAL_DIGITS: Record<string, number> = {
  BIF: 0,
  BYR: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  XDR: 5,
}

test.each(CURRENCIES)('%s has the fraction digits of ISO 4217', currency => {
  expect(minorUnits(currency)).toBe(UNUSUAL_DIGITS[currency] ?? 2)
})

test.each(['MRO', 'HUF', 'IDR', 'MGA', 'STD', 'VEF', 'CUC', 'TVD', '???', 'constructor'])(
  '%s has two fraction digits',
  code => {
    expect(minorUnits(code)).toBe(2)
  },
)

test('the bank knows the 249 countries of the interface, each once', () => {
  expect(COUNTRIES).toHaveLength(249)
  expect(new Set(COUNTRIES).size).toBe(249)
  expect(COUNTRIES.every(code => /^[A-Z]{2}$/.test(code))).toBe(true)
  expect([COUNTRIES[0], COUNTRIES[248]]).toEqual(['AF', 'ZW'])
})

test.each(['NO', 'SE', 'AX', 'SJ', 'SS'])('%s is a country', code => {
  expect(isCountry(code)).toBe(true)
})

test.each(['no', 'XK', 'UK', 'EU', 'NOR', '', 'AN'])('%j is no country of the interface', code => {
  expect(isCountry(code)).toBe(false)
})
