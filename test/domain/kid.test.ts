import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidKid, KID_CHECKS, withKidCheckDigit } from '../../src/domain/kid.ts'

const base = fc.stringMatching(/^[0-9]{1,24}$/)

test.each([
  ['mod 10', '2345676'],
  ['mod 10', '18'],
  ['mod 10, a bank card number', '4539578763621486'],
  ['mod 11', '12345678903'],
  ['mod 11, an organisation number', '974760673'],
  ['mod 11 whose check is 10', '6-'],
])('%s: %s is a KID', (_check, kid) => {
  expect(isValidKid(kid)).toBe(true)
})

test.each([
  ['a wrong check digit', '2345675'],
  ['a single digit', '0'],
  ['26 digits', withKidCheckDigit('1'.repeat(24), 'mod10').padStart(26, '0')],
  ['a dash where the check is not 10', '2345678-'],
  ['a dash in the middle', '1-8'],
  ['spaces', '23 45676'],
  ['letters', 'RF18539007547034'],
  ['digits of another script', '١٨'],
  ['nothing', ''],
  ['a line break', '18\n'],
])('%s is refused', (_what, kid) => {
  expect(isValidKid(kid)).toBe(false)
})

test.each([
  ['1234567890', 'mod10', '12345678903'],
  ['1234567890', 'mod11', '12345678903'],
  ['8601111794', 'mod11', '86011117947'],
  ['3207406832', 'mod11', '32074068323'],
  ['234567', 'mod10', '2345676'],
  ['453957876362148', 'mod10', '4539578763621486'],
] as const)('%s with its %s check digit is %s', (digits, check, kid) => {
  expect(withKidCheckDigit(digits, check)).toBe(kid)
})

test('a KID has at most 25 digits', () => {
  expect(isValidKid(withKidCheckDigit('7'.repeat(24), 'mod10'))).toBe(true)
  expect(() => withKidCheckDigit('7'.repeat(25), 'mod10')).toThrow(RangeError)
  expect(() => withKidCheckDigit('', 'mod11')).toThrow(RangeError)
})

test('every number becomes a KID by either check digit, and by no third one', () => {
  fc.assert(
    fc.property(base, digits => {
      const right = KID_CHECKS.map(check => withKidCheckDigit(digits, check))
      for (const check of '0123456789-') expect(isValidKid(digits + check)).toBe(right.includes(digits + check))
    }),
  )
})

test.each(['', 'x', '1'.repeat(25)])('%j gets no check digit', base => {
  for (const check of KID_CHECKS) expect(() => withKidCheckDigit(base, check)).toThrow(`${base} is not 1 to 24 digits`)
})
