import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import {
  bbanOfIban,
  IBAN_SHAPE,
  isNumber,
  isValidIban,
  isValidNorwegianBban,
  normaliseIban,
  norwegianBban,
  norwegianIban,
} from '../../src/domain/account-numbers.ts'

const tenDigits = fc.stringMatching(/^[0-9]{10}$/)

describe('IBAN', () => {
  test.each([
    'NO9386011117947',
    'GB29NWBK60161331926819',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'SE4550000000058398257466',
    'MT84MALT011000012345MTLCAST001S',
  ])('%s is right', iban => {
    expect(isValidIban(iban)).toBe(true)
  })

  test.each([
    ['a wrong digit', 'NO9386011117948'],
    ['two digits swapped', 'NO9368011117947'],
    ['wrong check digits', 'NO0086011117947'],
    ['lower case', 'no9386011117947'],
    ['spaces', 'NO93 8601 1117 947'],
    ['one digit too few', 'NO938601111794'],
    ['one digit too many', 'NO93860111179470'],
    ['an unknown country', 'ZZ9386011117947'],
    ['digits of another script', 'NO93860111179٤٧'],
    ['nothing', ''],
  ])('%s is refused', (_what, iban) => {
    expect(isValidIban(iban)).toBe(false)
  })

  test('check digits are 02 to 98, although 00, 01 and 99 leave the same remainder as 97, 98 and 02', () => {
    const bbans = Array.from({ length: 2000 }, (_, index) => norwegianBban(String(index).padStart(10, '0'))).filter(
      bban => bban !== undefined,
    )
    for (const [right, same] of [
      ['97', '00'],
      ['98', '01'],
      ['02', '99'],
    ]) {
      const iban = bbans.map(norwegianIban).find(one => one.startsWith(`NO${right}`))
      expect(iban).toBeDefined()
      expect(isValidIban(`NO${right}${iban?.slice(4)}`)).toBe(true)
      expect(isValidIban(`NO${same}${iban?.slice(4)}`)).toBe(false)
    }
  })

  test('right check digits do not help an IBAN of another length than its country has', () => {
    const long = norwegianIban('860111179470')
    expect(IBAN_SHAPE.test(long)).toBe(true)
    expect(isValidIban(long)).toBe(false)
  })

  test('spaces are removed, and nothing else is changed', () => {
    expect(normaliseIban(' NO93 8601 1117 947 ')).toBe('NO9386011117947')
    expect(normaliseIban('no93\t8601')).toBe('no93\t8601')
  })

  test.each(['NO000', 'XX99ABC', `NO00${'Z'.repeat(30)}`])('%s may be test data', iban => {
    expect(IBAN_SHAPE.test(iban)).toBe(true)
  })

  test.each(['NO00', 'N000A', 'NOA01', 'no001', 'NO001 ', 'NO001\n', `NO00${'Z'.repeat(31)}`])('%j may not', iban => {
    expect(IBAN_SHAPE.test(iban)).toBe(false)
    expect(bbanOfIban(iban)).toBeUndefined()
  })

  test('an IBAN contains its BBAN', () => {
    expect(bbanOfIban('NO9386011117947')).toBe('86011117947')
    expect(bbanOfIban('GB29NWBK60161331926819')).toBe('NWBK60161331926819')
  })
})

describe('Norwegian account numbers', () => {
  test.each(['86011117947', '12345678903', '32074068323', '00000000000'])('%s is right', bban => {
    expect(isValidNorwegianBban(bban)).toBe(true)
  })

  test.each([
    '86011117946',
    '68011117947',
    '8601.11.17947',
    '8601111794',
    '860111179470',
    '',
    'NO9386011117947',
    '8601111794٧',
  ])('%j is not', bban => {
    expect(isValidNorwegianBban(bban)).toBe(false)
  })

  test('ten digits whose check digit would be 10 make no account', () => {
    expect(norwegianBban('0000000006')).toBeUndefined()
    expect(norwegianBban('8601111794')).toBe('86011117947')
    expect(() => norwegianBban('123')).toThrow(RangeError)
  })

  test('every account made here has a right IBAN, also to others who check it', () => {
    expect(norwegianIban('86011117947')).toBe('NO9386011117947')
    fc.assert(
      fc.property(tenDigits, base => {
        const bban = norwegianBban(base)
        if (bban === undefined) return
        const iban = norwegianIban(bban)
        expect(isValidNorwegianBban(bban)).toBe(true)
        expect(isValidIban(iban)).toBe(true)
        expect(isValidIBAN(iban)).toBe(true)
        expect(bbanOfIban(iban)).toBe(bban)
      }),
    )
  })

  test('one wrong digit is always noticed', () => {
    fc.assert(
      fc.property(tenDigits, fc.nat(10), fc.integer({ min: 1, max: 9 }), (base, place, change) => {
        const bban = norwegianBban(base)
        if (bban === undefined) return
        const wrong = [...bban]
          .map((digit, index) => (index === place ? String((Number(digit) + change) % 10) : digit))
          .join('')
        expect(isValidNorwegianBban(wrong)).toBe(false)
        expect(isValidIban(norwegianIban(bban).slice(0, 4) + wrong)).toBe(false)
      }),
    )
  })
})

test.each(['x0123456789', '0123456789x', '123456789', ''])('%j are not the ten digits of an account number', base => {
  expect(() => norwegianBban(base)).toThrow(`${base} is not ten digits`)
})

test.each([
  ['NO9386011117947', true],
  ['no93 8601 1117 947', true],
  ['DE89', true],
  ['86011117947', true],
  ['8601 11 17947', true],
  ['8601111794', false],
  ['860111179470', false],
  ['8601111794x', false],
  ['N193', false],
  ['NO9', false],
  ['xNO93', false],
  ['daily', false],
])('%j is the number of an account elsewhere: %s (D83)', (name, is) => {
  expect(isNumber(name)).toBe(is)
})
