import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../src/domain/errors.ts'
import {
  CURRENCIES,
  exactNumber,
  formatAmount,
  lacksDigits,
  minorToNumber,
  minorUnits,
  numberToMinor,
  parseAmount,
} from '../../src/domain/money.ts'

const anyCurrency = fc.constantFrom(...CURRENCIES)

function refusal(run: () => unknown): DomainError {
  try {
    run()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('amounts as text', () => {
  test.each(CURRENCIES)('13 digits and all fraction digits of %s are kept to the last one', currency => {
    const fraction = '98765'.slice(0, minorUnits(currency))
    const text = fraction === '' ? '1234567890123' : `1234567890123.${fraction}`
    const minor = parseAmount(text, currency, 'amount')
    expect(minor).toBe(BigInt(`1234567890123${fraction}`))
    expect(formatAmount(minor, currency)).toBe(text)
  })

  test.each(CURRENCIES)('one fraction digit more than %s has is refused, even a zero', currency => {
    const text = `1.${'0'.repeat(minorUnits(currency) + 1)}`
    expect(refusal(() => parseAmount(text, currency, 'amount')).code).toBe('FORMAT_ERROR')
  })

  test.each([
    ['NOK', '0', 0n, '0.00'],
    ['NOK', '0.00', 0n, '0.00'],
    ['NOK', '-0', 0n, '0.00'],
    ['NOK', '1', 100n, '1.00'],
    ['NOK', '1.5', 150n, '1.50'],
    ['NOK', '0.05', 5n, '0.05'],
    ['NOK', '-0.05', -5n, '-0.05'],
    ['NOK', '-12.34', -1234n, '-12.34'],
    ['NOK', '9999999999999.99', 999_999_999_999_999n, '9999999999999.99'],
    ['JPY', '1500', 1500n, '1500'],
    ['JPY', '-7', -7n, '-7'],
    ['KWD', '0.001', 1n, '0.001'],
    ['KWD', '12.3', 12_300n, '12.300'],
    ['BYR', '100', 100n, '100'],
    ['XDR', '9999999999999.99999', 999_999_999_999_999_999n, '9999999999999.99999'],
  ] as const)('%s %s is read exactly', (currency, text, minor, written) => {
    expect(parseAmount(text, currency, 'amount')).toBe(minor)
    expect(formatAmount(minor, currency)).toBe(written)
  })

  test.each([
    '',
    ' ',
    '.',
    '-',
    '.5',
    '5.',
    '1.',
    '+1',
    '--1',
    '- 1',
    ' 1',
    '1 ',
    '1\n',
    '1 000',
    '1,5',
    '1.234.5',
    '1_000',
    '01',
    '00',
    '00.5',
    '-01',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '１２',
    '१',
    '1.٥',
    '−1',
    '12345678901234',
    '1.005',
    '1.000',
  ])('%j is not an amount in NOK', text => {
    const { code, faults } = refusal(() => parseAmount(text, 'NOK', 'instructedAmount.amount'))
    expect(code).toBe('FORMAT_ERROR')
    expect(faults).toHaveLength(1)
    expect(faults[0]?.path).toBe('instructedAmount.amount')
  })

  test('a refusal says what was given and what would be right', () => {
    expect(refusal(() => parseAmount('1.5', 'JPY', 'a')).faults[0]?.text).toBe(
      '"1.5" is not an amount in JPY: write 1 to 13 digits without leading zeros, no decimal point, for example 1250.',
    )
    expect(refusal(() => parseAmount('1.2345', 'KWD', 'a')).faults[0]?.text).toContain(
      'at most 3 after a decimal point, for example 1250.000.',
    )
  })

  test('a refusal stays below 512 characters, whatever was sent', () => {
    expect(refusal(() => parseAmount('\u0000'.repeat(10_000), 'NOK', 'a')).faults[0]?.text.length).toBeLessThan(512)
  })

  test('what is written is read back as the same money', () => {
    fc.assert(
      fc.property(anyCurrency, fc.bigInt({ min: -(10n ** 13n) + 1n, max: 10n ** 13n - 1n }), (currency, minor) => {
        expect(parseAmount(formatAmount(minor, currency), currency, 'a')).toBe(minor)
      }),
    )
  })

  test('every text is either refused or the same number as its own digits', () => {
    const numberLike = fc.stringMatching(/^[-+ ]?[0-9]{0,15}[.,e]?[0-9]{0,6} ?$/)
    fc.assert(
      fc.property(anyCurrency, numberLike, (currency, text) => {
        const digits = minorUnits(currency)
        const isRight =
          /^-?\d{1,13}(\.\d+)?$/.test(text) && !/^-?0\d/.test(text) && (text.split('.')[1] ?? '').length <= digits
        if (!isRight) expect(refusal(() => parseAmount(text, currency, 'a')).code).toBe('FORMAT_ERROR')
        else
          expect(formatAmount(parseAmount(text, currency, 'a'), currency)).toMatch(
            new RegExp(`^-?\\d+${digits > 0 ? `\\.\\d{${digits}}` : ''}$`),
          )
      }),
    )
  })
})

describe('balances as JSON numbers', () => {
  test.each([
    ['NOK', 0, 0n],
    ['NOK', -0, 0n],
    ['NOK', 1000, 100_000n],
    ['NOK', 0.1, 10n],
    ['NOK', 0.29, 29n],
    ['NOK', 1.15, 115n],
    ['NOK', -1234.56, -123_456n],
    ['NOK', 9_999_999_999_999.99, 999_999_999_999_999n],
    ['KWD', 0.001, 1n],
    ['JPY', 9_999_999_999_999, 9_999_999_999_999n],
    ['XDR', 1.00001, 100_001n],
  ] as const)('%s %d is stored exactly', (currency, value, minor) => {
    expect(numberToMinor(value, currency, 'a')).toBe(minor)
    expect(JSON.stringify(minorToNumber(minor, currency))).toBe(JSON.stringify(value))
  })

  test.each([
    ['NOK', Number.NaN],
    ['NOK', Number.POSITIVE_INFINITY],
    ['NOK', Number.NEGATIVE_INFINITY],
    ['NOK', 0.001],
    ['NOK', 0.1 + 0.2],
    ['NOK', 1e-7],
    ['NOK', 1e13],
    ['NOK', 1e21],
    ['NOK', Number.MAX_VALUE],
    ['NOK', Number.MIN_VALUE],
    ['JPY', 0.5],
  ] as const)('%s %d is refused', (currency, value) => {
    const { code, faults } = refusal(() => numberToMinor(value, currency, 'balances[0].balanceAmount.amount'))
    expect(code).toBe('FORMAT_ERROR')
    expect(faults[0]?.path).toBe('balances[0].balanceAmount.amount')
  })

  test('a number that JSON cannot distinguish from the next minor unit is refused, not stored wrongly', () => {
    const sent = JSON.parse('9999999999999.999')
    expect(refusal(() => numberToMinor(sent, 'KWD', 'a')).faults[0]?.text).toContain('too large')
    expect(numberToMinor(JSON.parse('8796093022207.999'), 'KWD', 'a')).toBe(8_796_093_022_207_999n)
  })

  test('every number of up to 15 digits is stored exactly and answered as it was sent', () => {
    fc.assert(
      fc.property(anyCurrency, fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (currency, raw) => {
        const minor = raw % 10n ** BigInt(13 + minorUnits(currency))
        const sent = Number(formatAmount(minor, currency))
        expect(numberToMinor(sent, currency, 'a')).toBe(minor)
        expect(minorToNumber(minor, currency)).toBe(sent)
      }),
    )
  })
})

test('nothing is written without a sign, as a positive amount is', () => {
  expect([formatAmount(0n, 'NOK'), formatAmount(-1n, 'NOK'), formatAmount(0n, 'JPY')]).toEqual(['0.00', '-0.01', '0'])
})

test('a JSON number that is also its neighbour below or above is refused, as it could mean either', () => {
  // Between these two powers of two, numbers are a 512th apart: each digit of BHD has more than one.
  for (const value of [9_999_999_999_999.998, -9_999_999_999_999.998]) {
    const { code, faults } = refusal(() => numberToMinor(value, 'BHD', 'amount'))
    expect([code, faults[0]?.path]).toEqual(['FORMAT_ERROR', 'amount'])
    expect(faults[0]?.text).toMatch(/too large to be exact in BHD/)
  }
  expect(numberToMinor(99_999_999_999.998, 'BHD', 'amount')).toBe(99_999_999_999_998n)
})

test.each([
  [0n, 'NOK', 0],
  [-12_345n, 'NOK', -123.45],
  [123n, 'JPY', 123],
  [999_999_999_999_999n, 'NOK', 9_999_999_999_999.99],
  [-999_999_999_999_999n, 'NOK', -9_999_999_999_999.99],
  [1_000_000_000_000_000n, 'NOK', undefined],
  [-1_000_000_000_000_000n, 'NOK', undefined],
  // Each digit of BHD has more than one number there.
  [9_999_999_999_999_998n, 'BHD', undefined],
  [10n ** 30n, 'NOK', undefined],
])('%s minor units of %s are shown as the number %s', (minor, currency, number) => {
  expect(exactNumber(minor, currency)).toBe(number)
})

test.each([3, 13, 20])('a place that takes %i digits before the point takes no more', most => {
  const whole = '9'.repeat(most)
  expect(parseAmount(`${whole}.99`, 'NOK', 'amount', most)).toBe(BigInt(`${whole}99`))
  const { code, faults } = refusal(() => parseAmount(`${whole}9`, 'NOK', 'amount', most))
  expect([code, faults[0]?.path]).toEqual(['FORMAT_ERROR', 'amount'])
})

test('a refusal quotes 40 characters of what was sent, and says when there were more', () => {
  const text = (length: number) => refusal(() => parseAmount('x'.repeat(length), 'NOK', 'amount')).message
  expect(text(40)).toContain(`"${'x'.repeat(40)}" is not an amount in NOK`)
  expect(text(41)).toContain(`"${'x'.repeat(40)}…" is not an amount in NOK`)
})

test.each([
  ['10', 'NOK', true],
  ['10.5', 'NOK', true],
  ['-10.5', 'NOK', true],
  ['10.50', 'NOK', false],
  ['10', 'JPY', false],
  ['10.50', 'BHD', true],
  ['10.500', 'BHD', false],
  ['ten', 'NOK', false],
])('%s %s lacks digits of its currency: %s (D21)', (text, currency, lacks) => {
  expect(lacksDigits(text, currency)).toBe(lacks)
})
