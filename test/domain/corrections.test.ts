import { describe, expect, it } from 'vitest'
import type { RefusedCall } from '../../src/domain/commands.ts'
import { corrected } from '../../src/domain/corrections.ts'
import type { Fault } from '../../src/domain/errors.ts'

// What the bank proposes in place of a call that it has refused (D97): by the words of its own refusal.

const DAY = '2026-03-02'
type Faults = Readonly<Record<string, string>>

const faultsOf = (faults: Faults) => Object.entries(faults).map(([path, text]) => ({ path, text }))

const CALL = {
  door: 'REST',
  world: 'default',
  method: 'POST',
  asked: undefined,
  psu: undefined,
  headers: [],
  tppId: undefined,
  signer: { tpp: undefined, made: undefined },
} as const satisfies Partial<RefusedCall>

/** Path and body that are proposed. */
function correctForm({ path, body }: Pick<RefusedCall, 'path' | 'body'>, faults: readonly Fault[], today: string) {
  const right = corrected({ ...CALL, path, body, faults }, today)
  return { path: right.path, body: right.body }
}

/** The body that is proposed. */
function mended(body: unknown, faults: Faults): unknown {
  const { body: right = '' } = correctForm({ path: '/v1/x', body: JSON.stringify(body) }, faultsOf(faults), DAY)
  return JSON.parse(right)
}

/** The path that is proposed for a call without a body. */
const mendedPath = (path: string, faults: Faults) => correctForm({ path, body: undefined }, faultsOf(faults), DAY).path

describe('A field with a wrong value gets one that the words of its fault tell', () => {
  it.each([
    ['goes with another kind of payment.', 'x', undefined],
    ['is not a field of this request (D18): check its spelling.', 'x', undefined],
    ['must be a UUID, for example "018cc251-f400".', 'x', '018cc251-f400'],
    ['must be a code, for example Current.', 'x', 'Current'],
    ['must be one of PRIVATE, CORPORATE.', 'x', 'PRIVATE'],
    ['must be one of PRIVATE; not this.', 'x', 'PRIVATE'],
    ['must be true or false.', 'x', true],
    ['must be a JSON boolean, not string.', 'x', true],
    ['must be a day of the month.', 'x', '1'],
    ['must be today (2026-05-06) or later.', 'x', '2026-05-06'],
    ['must be a day of the calendar.', 'x', DAY],
    ['must be an IBAN.', 'x', 'NO9386011117947'],
    ['must be an account in a country of SEPA.', 'x', 'DE89370400440532013000'],
    ['must be an e-mail address.', 'x', 'name@example.com'],
    ['is no purpose code.', 'x', 'SALA'],
    ['must be a code of 4 digits.', 'x', '5411'],
    ['must be more than zero.', '0', '1.00'],
    ['must be NOK, the currency of its account.', 'x', 'NOK'],
    ['must be EUR for a SEPA payment.', 'x', 'EUR'],
    ['must have at most 3 characters.', '👍🏽ab', '👍🏽a'],
    ['must have 1 to 12 characters.', '12345678901234', '123456789012'],
    ['holds a control character; only printable text is accepted.', 'a\n\tb\u0000', 'a b '],
    ['must be a number from 5 to 12.', 0, 5],
    ['must be a number from -5 to 12.', -9, 1],
    ['must be at least 20.', 1, 20],
    ['must be at most 30.', 99, 30],
    ['must be a JSON array, not string.', 'x', ['x']],
    ['This field is given more than once.', 'x', 'x'],
  ])('%s', (text, wrong, right) => {
    const others = { before: 1, after: [2] }
    const field = right === undefined ? {} : { field: right }
    expect(mended({ field: wrong, ...others }, { field: text })).toEqual({ ...field, ...others })
  })

  it.each([
    ['amount', '1.00'],
    ['currency', 'NOK'],
    ['instructedAmount', { amount: '1.00', currency: 'NOK' }],
    ['transactionAmount', { amount: '1.00', currency: 'NOK' }],
    ['creditorAccount', { iban: 'NO9386011117947', currency: 'NOK' }],
    ['debtorAccount', { iban: 'NO9386011117947', currency: 'NOK' }],
    ['creditorAddress', { street: 'Storgata', buildingNumber: '1', postalCode: '0155', city: 'Oslo', country: 'NO' }],
    ['city', 'Oslo'],
    ['creditorName', 'Ola Nordmann'],
    ['name', 'Kari Nordmann'],
    ['frequency', 'Monthly'],
    ['dayOfExecution', '1'],
    ['monthsOfExecution', [1]],
    ['iban', 'NO9386011117947'],
    ['bban', '86011117947'],
  ])('or, where they do not, one that its name tells: %s', (name, right) => {
    expect(mended({}, { [name]: 'is required.' })).toEqual({ [name]: right })
    expect(mended({ payments: [{}, { [name]: 0 }] }, { [`payments[1].${name}`]: 'must be right.' })).toEqual({
      payments: [{}, { [name]: right }],
    })
    expect(mended({ [name]: '' }, { [name]: 'must have 1 to 70 characters.' })).toEqual({ [name]: right })
    expect(mended({ [name]: 7 }, { [name]: 'must have at most 70 characters.' })).toEqual({ [name]: right })
  })

  it('or the words themselves, marked, for the reader to follow', () => {
    expect(mended({ code: 1 }, { code: 'is no code.' })).toEqual({ code: '<write here: code is no code.>' })
    expect(mended({ code: '' }, { code: 'must have 2 to 3 characters.' })).toEqual({
      code: '<write here: code must have 2 to 3 characters.>',
    })
    expect(mended({ list: ['a', 'b'] }, { 'list[1]': 'is no code.' })).toEqual({
      list: ['a', '<write here: list[1] is no code.>'],
    })
  })

  it('at any depth, several at once, and all else stays as it was', () => {
    const body = { a: { b: [{ c: 1, d: 2 }, { c: 3 }] }, e: null, extra: true }
    const faults = {
      'a.b[1].c': 'must be at least 9.',
      'a.b[0].d': 'is not a field of this request.',
      extra: 'is not a field of this request.',
      'a.new': 'must be true or false.',
    }
    expect(mended(body, faults)).toEqual({ a: { b: [{ c: 1 }, { c: 9 }], new: true }, e: null })
  })

  it('but nothing is put into what is no object, nor for a header', () => {
    expect(mended({ a: 'text', b: [1] }, { 'a.b': 'must be true or false.', 'b[4]': 'must be at least 2.' })).toEqual({
      a: 'text',
      b: [1],
    })
    expect(mended({ a: 1 }, { 'PSU-ID': 'must be one of 1, 2.' })).toEqual({ a: 1 })
  })
})

describe('A body', () => {
  const bodyFor = (body: string | undefined, ...texts: string[]) => {
    const faults = texts.map(text => ({ text }))
    return correctForm({ path: '/v1/x', body }, faults, DAY)
  }

  it('that is a list is taken for its first entry', () => {
    const call = { path: '/v1/x', body: '[{"a":1},{"a":2}]' }
    expect(correctForm(call, [{ path: 'a', text: 'must be at least 5.' }], DAY).body).toBe('{"a":5}')
  })

  it.each(['{"a":', '"text"', 'null', '7', '[]', '[[]]', ''])(
    '%j is to be written anew, with what was said of it',
    body => {
      expect(bodyFor(body, 'The body is not JSON.', 'It is needed.').body).toBe(
        '<write here: The body is not JSON. It is needed.>',
      )
    },
  )

  it('of which only the whole is at fault stays as it is', () => {
    expect(bodyFor('{"a": 1}', 'The body must be another.')).toEqual({ path: '/v1/x', body: '{"a": 1}' })
  })

  it('that has no fault stays as it was sent', () => {
    expect(correctForm({ path: '/v1/x?a=1', body: '{ "a": 1 }' }, [], DAY)).toEqual({
      path: '/v1/x?a=1',
      body: '{ "a": 1 }',
    })
  })

  it('and its query are mended each where it is at fault', () => {
    const call = { path: '/v1/x?limit=0&keep=%20', body: '{"amount":"x"}' }
    const faults = faultsOf({ limit: 'must be a number from 1 to 1000.', amount: 'must be right.' })
    expect(correctForm(call, faults, DAY)).toEqual({ path: '/v1/x?keep=%20&limit=1', body: '{"amount":"1.00"}' })
  })
})

describe('A query', () => {
  it.each([
    ['/v1/x?limit=0&bookingStatus=both', { limit: 'must be at least 3.' }, '/v1/x?bookingStatus=both&limit=3'],
    ['/v1/x?a=1&no=1', { no: 'is not a field of this request.' }, '/v1/x?a=1'],
    ['/v1/x?no=1', { no: 'is not a field of this request.' }, '/v1/x'],
    ['/v1/x', { bookingStatus: 'must be one of booked, both.' }, '/v1/x?bookingStatus=booked'],
    ['/v1/x?&&a=1', { b: 'must be true or false.' }, '/v1/x?a=1&b=true'],
    ['/v1/x?a=1&a=2', { a: 'This field is given more than once.' }, '/v1/x?a=2'],
    ['/v1/x?n=1', { 'n e': 'must be one of a b, c.' }, '/v1/x?n=1&n%20e=a%20b'],
    ['/v1/x?%6eo=1', { no: 'is not a field of this request.' }, '/v1/x'],
    ['/v1/x?d=1', { d: 'must be a day of the calendar.' }, `/v1/x?d=${DAY}`],
  ])('%s becomes right', (path, faults, right) => expect(mendedPath(path, faults)).toBe(right))
})
