import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { acceptedBy, meantValue, wordsOf } from '../../../src/workbench/explain/meant-values.ts'

const amount = z.string().regex(/^-?\d+(?:\.\d{1,2})?$/)
const meant = (found: unknown, schema: z.ZodType, holder: unknown = {}) =>
  meantValue({ found, accepts: value => schema.safeParse(value).success, words: ['Monthly'], holder, currency: 'NOK' })

describe('A refused value has one right form, or none (D97)', () => {
  it.each([
    ['10,00', '10.00'],
    ['10,5', '10.50'],
    ['1 000,50', '1000.50'],
    ['1\u00a0000', '1000.00'],
    ['1.000,50', '1000.50'],
    ['1,000.50', '1000.50'],
    ['1,000,000', '1000000.00'],
    ['1.000.000', '1000000.00'],
    ["1'000.00", '1000.00'],
    ['-10,00', '-10.00'],
    [' 7.25 ', '7.25'],
    [10, '10.00'],
    [10.5, '10.50'],
  ])('an amount %j is %s', (found, right) =>
    expect(meant(found, amount, { amount: found, currency: 'NOK' })).toBe(right),
  )

  it.each([
    '1,000',
    '1.000',
    '10,00,5',
    '1 00',
    '1\u00a000',
    '12.345',
    '10.00 kr',
    'ten',
    '',
    null,
    1e21,
    -0.001,
    '1,00,000.00',
  ])('an amount %j may be several, or none', found =>
    expect(meant(found, amount, { amount: found, currency: 'NOK' })).toBeUndefined(),
  )

  it('of a currency without decimals has none (D21)', () => {
    for (const [found, right] of [
      ['1 200', '1200'],
      [1200, '1200'],
    ])
      expect(meant(found, z.string(), { amount: found, currency: 'JPY' })).toBe(right)
  })

  it('has all digits of its currency, where it has three, too (D21)', () =>
    expect(meant('1,5', z.string(), { amount: '1,5', currency: 'bhd' })).toBe('1.500'))

  it.each<[unknown, z.ZodType, unknown]>([
    ['private', z.enum(['PRIVATE', 'CORPORATE']), 'PRIVATE'],
    ['no93 8601 1117 947', z.string().regex(/^[A-Z]{2}\d+$/), 'NO9386011117947'],
    ['NO9386011117947', z.strictObject({ iban: z.string() }), { iban: 'NO9386011117947' }],
    [
      'NO9386011117947',
      z.strictObject({ iban: z.string(), currency: z.string() }),
      { iban: 'NO9386011117947', currency: 'NOK' },
    ],
    ['MONTHLY', z.enum(['Monthly']), 'Monthly'],
    ['true', z.boolean(), true],
    ['true', z.boolean().optional(), true],
    ['12', z.number(), 12],
    ['12.55', z.number(), 12.55],
    [' a ', z.unknown().refine(value => value !== ' a '), 'a'],
    [5, z.string(), '5'],
    [15034099997, z.string(), '15034099997'],
    ['2026-11-24T10:00:00Z', z.iso.date(), '2026-11-24'],
    ['2026-11-24T23:30:00', z.iso.date(), '2026-11-24'],
    ['20261124', z.iso.date(), '2026-11-24'],
    ['24.11.2026', z.iso.date(), '2026-11-24'],
    ['1.1.2026', z.iso.date(), '2026-01-01'],
    ['2026-11-24 08:15', z.iso.date(), '2026-11-24'],
    ['2026-11-24T12:00:00+0100', z.iso.date(), '2026-11-24'],
    ['OWNER', z.array(z.string()), ['OWNER']],
    ['"OWNER"', z.literal('OWNER'), 'OWNER'],
    ["'OWNER'", z.literal('OWNER'), 'OWNER'],
    [' OWNER ', z.literal('OWNER'), 'OWNER'],
    ['nok', z.literal('NOK'), 'NOK'],
    ['EN', z.literal('en'), 'en'],
    ['False', z.boolean(), false],
    [true, z.string(), 'true'],
    [true, z.array(z.boolean()), [true]],
    [{ a: 1 }, z.array(z.unknown()), [{ a: 1 }]],
    ['1503.40.99997', z.string().regex(/^\d{11}$/), '15034099997'],
    ['15034099997', z.strictObject({ bban: z.string() }), { bban: '15034099997' }],
    [
      '15034099997',
      z.strictObject({ bban: z.string(), currency: z.string() }),
      { bban: '15034099997', currency: 'NOK' },
    ],
    [['a'], z.string(), 'a'],
  ])('%j', (found, schema, right) => expect(meant(found, schema)).toEqual(right))

  it.each<[unknown, z.ZodType]>([
    ['03/04/2026', z.iso.date()],
    ['2026-11-24T23:00:00Z', z.iso.date()],
    ['2026-11-24T23:30:00-05:00', z.iso.date()],
    ['31.02.2026', z.iso.date()],
    [['a', 'b'], z.string()],
    ['PRIVAT', z.enum(['PRIVATE', 'CORPORATE'])],
    ['PRIVATE "', z.literal('PRIVATE')],
    ['x"PRIVATE"', z.string().regex(/^[A-Za-z]+$/)],
    ['"PRIVATE"x', z.string().regex(/^[A-Za-z]+$/)],
    ['Weekly', z.enum(['Monthly'])],
    ['IBAN NO9386011117947', z.strictObject({ iban: z.string() })],
    ['NO9386011117947!', z.strictObject({ iban: z.string() })],
    ['NO9X86011117947', z.strictObject({ iban: z.string() })],
    ['hello', z.strictObject({ iban: z.string().optional(), currency: z.string() })],
    ['1503409999', z.strictObject({ bban: z.string() })],
    ['150340999970', z.strictObject({ bban: z.string() })],
    ['NO', z.strictObject({ iban: z.string() })],
    ['untrue', z.boolean()],
    ['trueish', z.boolean()],
    ['2026-11-24T23:30:00+0000', z.iso.date()],
    ['2026-11-24 23:30:00Z', z.iso.date()],
    ['2026-11', z.iso.date()],
    ['2026-11-24T24', z.literal('2026-11-25')],
    [[], z.string()],
    ['a', z.literal('a')],
    [undefined, z.string()],
    [{}, z.string()],
  ])('%j has none', (found, schema) => expect(meant(found, schema)).toBeUndefined())
})

describe('A value is accepted by its schema and by the rules of the object around it', () => {
  const period = z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'before from' })
    .refine(({ from, to }) => from <= to, { path: ['from'], error: 'after to' })
  const day = z.iso.date()
  const value = { from: '2026-02-01', to: '2026-01-01' }

  it.each<[what: string, found: unknown, holder: Parameters<typeof acceptedBy>[1], accepted: boolean]>([
    ['with a right object', '2026-02-02', { value, schema: period, name: 'to' }, true],
    ['against a rule about it', '2026-01-31', { value, schema: period, name: 'to' }, false],
    [
      'with another fault of the object',
      '2026-02-02',
      { value: { ...value, from: 7 }, schema: period, name: 'to' },
      true,
    ],
    ['of another form', 'soon', { value, schema: period, name: 'to' }, false],
    ['of another form in an object without rules', 'soon', { value, schema: undefined, name: 'to' }, false],
    ['in an object without rules', '2026-01-31', { value, schema: undefined, name: 'to' }, true],
    ['in no object', '2026-01-31', { value: 'x', schema: period, name: 'to' }, true],
  ])('%s', (_, found, holder, accepted) => expect(acceptedBy(day, holder)(found)).toBe(accepted))

  it('without a schema nothing is accepted', () =>
    expect(acceptedBy(undefined, { value, schema: period, name: 'to' })('2026-02-02')).toBe(false))
})

it('the words of an enumeration are found through what stands around it', () => {
  const words = z.enum(['Daily', 'Weekly'])
  expect(wordsOf(words)).toEqual(['Daily', 'Weekly'])
  expect(wordsOf(words.optional().nullable())).toEqual(['Daily', 'Weekly'])
  expect(wordsOf(words.transform(word => word.length))).toEqual(['Daily', 'Weekly'])
  expect(wordsOf(z.enum({ Daily: 'Daily', Days: 7 }))).toEqual(['Daily'])
  expect(wordsOf(z.string())).toEqual([])
  expect(wordsOf(undefined)).toEqual([])
})
