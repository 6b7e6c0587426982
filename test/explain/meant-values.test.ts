import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { meantValue } from '../../src/explain/meant-values.ts'

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

  it.each(['1,000', '1.000', '10,00,5', '1 00', '12.345', '10.00 kr', 'ten', '', null, 1e21, -0.001, '1,00,000.00'])(
    'an amount %j may be several, or none',
    found => expect(meant(found, amount, { amount: found, currency: 'NOK' })).toBeUndefined(),
  )

  it('of a currency without decimals has none', () =>
    expect(meant('1 200', amount, { amount: '1 200', currency: 'JPY' })).toBe('1200'))

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
    ['12', z.number(), 12],
    [5, z.string(), '5'],
    [15034099997, z.string(), '15034099997'],
    ['2026-11-24T10:00:00Z', z.iso.date(), '2026-11-24'],
    ['2026-11-24T23:30:00', z.iso.date(), '2026-11-24'],
    ['20261124', z.iso.date(), '2026-11-24'],
    ['24.11.2026', z.iso.date(), '2026-11-24'],
    ['OWNER', z.array(z.string()), ['OWNER']],
    [['a'], z.string(), 'a'],
  ])('%j', (found, schema, right) => expect(meant(found, schema)).toEqual(right))

  it.each<[unknown, z.ZodType]>([
    ['03/04/2026', z.iso.date()],
    ['2026-11-24T23:00:00Z', z.iso.date()],
    ['2026-11-24T23:30:00-05:00', z.iso.date()],
    ['31.02.2026', z.iso.date()],
    [['a', 'b'], z.string()],
    ['PRIVAT', z.enum(['PRIVATE', 'CORPORATE'])],
    [undefined, z.string()],
    [{}, z.string()],
  ])('%j has none', (found, schema) => expect(meant(found, schema)).toBeUndefined())
})
