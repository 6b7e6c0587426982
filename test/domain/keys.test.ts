import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isValidIban, isValidNorwegianBban, norwegianIban } from '../../src/domain/account-numbers.ts'
import { isUuid, readId } from '../../src/domain/ids.ts'
import {
  DERIVED,
  derivedId,
  derivedNumbers,
  isKey,
  isKeyed,
  nameDigits,
  placeOfDerivedId,
  withDerivedNumbers,
} from '../../src/domain/keys.ts'

it.each([
  ['kari', true],
  ['Kari-2_b.c', true],
  ['0', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['kari nordmann', false],
  ['kåre', false],
  ['018cc251-f400-7000-8001-12da4f2b8e96', false],
  ['018CC251-F400-7000-8001-12DA4F2B8E96', false],
  ['NO9386011117947', false],
  ['NO93', true],
  ['no9386011117947', true],
])('%j is a key: %s (D83)', (text, is) => expect(isKey(text)).toBe(is))

it('only rows with an id of their own may have a key (D83)', () => {
  expect([isKeyed('Account'), isKeyed('Booking'), isKeyed('toString')]).toEqual([true, false, false])
})

describe('Numbers that an input leaves out are derived from its key (D83)', () => {
  const account = (stated: object) => withDerivedNumbers('Account', 'daily', stated)

  it('those of an account belong together and are right', () => {
    const { bban, iban } = derivedNumbers('daily', {})
    expect(isValidNorwegianBban(bban)).toBe(true)
    expect(iban).toMatch(new RegExp(`^NO\\d\\d${bban}$`))
    expect(isValidIban(iban)).toBe(true)
    expect(account({})).toEqual({ bban, iban })
    expect(account({ bban: null, iban: undefined })).toEqual({ bban, iban })
  })

  it.each([
    [{ bban: '86011117947' }, { bban: '86011117947', iban: 'NO9386011117947' }],
    [{ bban: '8601.11.17947' }, { bban: '8601.11.17947', iban: 'NO9386011117947' }],
    [{ iban: 'NO9386011117947' }, { bban: '86011117947', iban: 'NO9386011117947' }],
    [
      { bban: 7, iban: 'NO9386011117947' },
      { bban: 7, iban: 'NO9386011117947' },
    ],
    [
      { bban: 'x1', iban: 'DE89370400440532013000' },
      { bban: 'x1', iban: 'DE89370400440532013000' },
    ],
  ])('%j are completed to %j', (stated, whole) => expect(account(stated)).toEqual(whole))

  it('a number that is shorter than eleven digits is filled with zeros for its iban', () => {
    const { iban } = derivedNumbers('daily', { bban: '7' })
    expect(iban).toBe(norwegianIban('00000000007'))
    expect(derivedNumbers('daily', { bban: '1234567890123' }).iban.slice(4)).toBe('34567890123')
  })

  it('a foreign iban alone says nothing about the bban', () => {
    const { bban } = derivedNumbers('daily', { iban: 'DE89370400440532013000' })
    expect(bban).toBe(derivedNumbers('daily', {}).bban)
  })

  it('what is stated stays, and other fields, too', () => {
    expect(withDerivedNumbers('Customer', 'kari', { name: 'Kari', customerNumber: '1', email: null })).toEqual({
      name: 'Kari',
      customerNumber: '1',
      email: null,
    })
    expect(withDerivedNumbers('Consent', 'one', { psu: 'kari' })).toEqual({ psu: 'kari' })
  })

  it('customers and cards have numbers of their forms, and two keys have two', () => {
    const numbers = fc.sample(fc.stringMatching(/^[a-z]{1,12}$/), { numRuns: 200, seed: 1 })
    const keys = [...new Set(numbers)]
    for (const [kind, field, form] of [
      ['Customer', 'customerNumber', /^9\d{10}$/],
      ['CardAccount', 'maskedPan', /^\d{6}\*{6}\d{4}$/],
      ['Account', 'bban', /^9\d{10}$/],
    ] as const) {
      const made = keys.map(key => String(withDerivedNumbers(kind, key, {})[field]))
      for (const one of made) expect(one).toMatch(form)
      expect(new Set(made).size).toBe(keys.length)
    }
  })
})

it('the id of an entry says its place and its name, in the form of a UUID (D83)', () => {
  for (const place of [0, 1, 0xfff, 0x1000, 0xabcdef]) {
    const id = derivedId(place, 'kari')
    expect([isUuid(id), placeOfDerivedId(id), id.slice(24)]).toEqual([true, place, nameDigits('kari')])
    expect(id >= DERIVED.from && id < DERIVED.to).toBe(true)
  }
  expect(derivedId(1, 'kari') < derivedId(2, 'anna')).toBe(true)
  expect(nameDigits('kari')).not.toBe(nameDigits('anna'))
})

it.each([
  ['018CC251-F400-7000-8001-12DA4F2B8E96', '018cc251-f400-7000-8001-12da4f2b8e96'],
  ['018cc251-f400-7000-8001-12da4f2b8e96', '018cc251-f400-7000-8001-12da4f2b8e96'],
  ['Kari', 'Kari'],
  ['x018CC251-F400-7000-8001-12DA4F2B8E96', 'x018CC251-F400-7000-8001-12DA4F2B8E96'],
])('the id %s is kept as %s: only the letters of a UUID have no case (D74)', (text, id) =>
  expect(readId(text)).toBe(id),
)
