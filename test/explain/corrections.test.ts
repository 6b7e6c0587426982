import { describe, expect, it } from 'vitest'
import type { Fault } from '../../src/domain/errors.ts'
import type { RefusedCall } from '../../src/explain/commands.ts'
import { corrected } from '../../src/explain/corrections.ts'

// What the bank proposes in place of a call that it has refused (D97): by the words of its own refusal.

const DAY = '2026-03-02'
type Faults = Readonly<Record<string, string>>

const faultsOf = (faults: Faults) => Object.entries(faults).map(([path, text]) => ({ path, text }))

const CALL = {
  door: 'REST',
  place: { world: 'default', base: undefined },
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
    ['is deprecated; give remittanceInformationStructuredArray alone.', 'x', undefined],
    ['must not be before startDate (D38).', 'x', undefined],
    ['No execution falls between startDate and endDate.', 'x', undefined],
    ['No execution is left after startDate.', 'x', undefined],
    ['"5 days" is no ISO 8601 duration that can be added, such as P1D.', '5 days', 'P1D'],
    ['The creditor account is the debtor account.', 'x', { iban: 'NO9386011117947', currency: 'NOK' }],
    ['An instant payment is executed at its SCA: leave it out, or give today, 2026-05-06.', 'x', '2026-05-06'],
    ['is no account of this world, and its check digits are wrong (D23).', 'x', 'NO9386011117947'],
    ['must be a Norwegian account for a domestic payment.', 'x', 'NO9386011117947'],
    ['must be a BIC of 8 or 11 characters, for example "DNBANOKK".', 'x', 'DNBANOKK'],
    ['must be a decimal number in a string, for example "11.4320".', 'x', '11.4320'],
    ['must be a card number with its middle masked, for example "525412******3241".', 'x', '525412******3241'],
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
    ['must have at most 0 characters.', 'a', ''],
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

  const meant = (name: string) => `is not a field of this request (D18): did you mean "${name}"?`

  it.each([
    [
      { nme: 'Siri', b: [2] },
      { name: 'is required.', nme: meant('name') },
      { name: 'Siri', b: [2] },
    ],
    [{ a: { amuont: '7.00' } }, { 'a.amuont': meant('amount') }, { a: { amount: '7.00' } }],
    [
      { payments: [{ x: 1 }, { crediorName: 'Siri' }] },
      { 'payments[1].creditorName': 'is required.', 'payments[1].crediorName': meant('creditorName') },
      { payments: [{ x: 1 }, { creditorName: 'Siri' }] },
    ],
    [{ nme: 'Siri', nama: 'Kari' }, { nme: meant('name'), nama: meant('name') }, { name: 'Siri' }],
    [{ name: 'Kari', nme: 'Siri' }, { nme: meant('name') }, { name: 'Kari' }],
    [{ name: 'Kari' }, { nme: meant('name'), 'name.x': meant('y') }, { name: 'Kari' }],
  ])('or, where its name was misspelt, keeps its value under the one that was meant: %j', (body, faults, right) => {
    const given = Object.fromEntries(Object.entries(faults).map(([path, text]) => [path, String(text)]))
    expect(mended(body, given)).toEqual(right)
    expect(Object.keys(Object(mended(body, given)))).toEqual(Object.keys(right))
  })

  it('and a parameter likewise', () => {
    expect(mendedPath('/v1/x?withBallance=true&a=1', { withBallance: meant('withBalance') })).toBe(
      '/v1/x?a=1&withBalance=true',
    )
  })

  it('an account of the bank by the number that its name tells', () => {
    const told = 'is no account of this world, and no Norwegian account number.'
    expect(mended({ creditorAccount: { bban: 'x', currency: 'NOK' } }, { 'creditorAccount.bban': told })).toEqual({
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
    })
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

describe('A header', () => {
  const headersFor = (...paths: string[]) =>
    corrected(
      {
        ...CALL,
        path: '/v1/x?PSU-Context=1',
        body: '{"a": 1}',
        headers: [
          ['PSU-Context', 'BOTH'],
          ['A', '1'],
          ['psu-ip-address', 'x'],
          ['Accept-Language', 'nb'],
        ],
        faults: paths.map(path => ({ path, text: 'must be right.' })),
      },
      DAY,
    )

  it.each([
    ['PSU-IP-Address', '192.0.2.7'],
    ['PSU-Http-Method', 'GET'],
    ['TPP-Redirect-URI', 'https://tpp.example/back'],
    ['TPP-Redirect-Preferred', 'true'],
  ])('that was wrong has a value that is right: %s', (name, value) => {
    expect(headersFor(name).headers.slice(-2)).toEqual([
      ['Accept-Language', 'nb'],
      [name, value],
    ])
  })

  it('goes where nothing is known that it may hold', () => {
    expect(headersFor('psu-context', 'Date').headers).toEqual([
      ['A', '1'],
      ['psu-ip-address', 'x'],
      ['Accept-Language', 'nb'],
    ])
  })

  it('is mended with others, and all else stays as it was', () => {
    const { path, body, headers } = headersFor('PSU-Context', 'PSU-IP-Address', 'a')
    expect({ path, body, headers }).toEqual({
      path: '/v1/x?PSU-Context=1',
      body: '{"a":"<write here: a must be right.>"}',
      headers: [
        ['A', '1'],
        ['Accept-Language', 'nb'],
        ['PSU-IP-Address', '192.0.2.7'],
      ],
    })
    expect(headersFor('PSU-Context')).toMatchObject({ path: '/v1/x?PSU-Context=1', body: '{"a": 1}' })
  })
})

describe('A variable of GraphQL', () => {
  const variablesFor = (variables: Readonly<Record<string, unknown>>, ...faults: Fault[]) =>
    corrected({ ...CALL, door: 'GRAPHQL', path: '/', body: '{}', asked: { query: '{ a }', variables }, faults }, DAY)

  it.each<[what: string, variables: Readonly<Record<string, unknown>>, path: string, right: object]>([
    ['by its name', { first: 0, input: { b: 1 } }, 'first', { first: 7, input: { b: 1 } }],
    ['by a place in it', { input: { b: [1, 2] } }, 'input.b[1]', { input: { b: [1, 7] } }],
    ['by a place in the input', { id: 'x', input: { b: 1, c: 2 } }, 'b', { id: 'x', input: { b: 7, c: 2 } }],
    ['by a place in the only object', { i: { b: { c: 1 } }, list: [] }, 'b.c', { i: { b: { c: 7 } }, list: [] }],
    ['that was not given', { id: 'x' }, 'first', { id: 'x', first: 7 }],
  ])('is mended %s', (_, variables, path, right) => {
    const { asked, path: plain, body } = variablesFor(variables, { path, text: 'must be at least 7.' })
    expect(asked).toEqual({ query: '{ a }', variables: right })
    expect([plain, body]).toEqual(['/', '{}'])
  })

  it('is mended with others', () => {
    const { asked } = variablesFor(
      { first: 0, input: { name: '' } },
      { text: 'The whole is wrong.' },
      { path: 'first', text: 'must be at most 9.' },
      { path: 'name', text: 'is required.' },
    )
    expect(asked).toEqual({ query: '{ a }', variables: { first: 9, input: { name: 'Kari Nordmann' } } })
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

  it.each([undefined, '{"a": 1}'])('of which nothing is said stays as it is beside a query: %j', body => {
    const faults = [{ text: 'must be at least 2.', path: 'limit' }]
    const call = { path: '/v1/x?limit=1', body }
    expect(correctForm(call, body === undefined ? [...faults, { text: 'It is needed.' }] : faults, DAY)).toEqual({
      path: '/v1/x?limit=2',
      body,
    })
    expect(correctForm({ path: '/v1/x?limit=1', body: 'text' }, faults, DAY).body).toBe('text')
  })

  it('that was not sent is not made up', () => {
    expect(bodyFor(undefined, 'It is needed.')).toEqual({ path: '/v1/x', body: undefined })
  })

  it('of which the whole and a part are at fault is mended where that is possible', () => {
    const faults = [{ text: 'It is wrong.' }, { text: 'must be at least 2.', path: 'a' }]
    expect(correctForm({ path: '/v1/x', body: '{"a": 1, "b": 1}' }, faults, DAY).body).toBe('{"a":2,"b":1}')
  })

  it('that is a list is its first entry, also where the whole is at fault', () => {
    expect(bodyFor('[{"a":1},{"a":2}]', 'must be a JSON object, not array.').body).toBe('{"a":1}')
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
    ['/v1/x?a=3&a=2&a=1', { a: 'This field is given more than once.' }, '/v1/x?a=1'],
    ['/v1/x?a=1&b=2', { a: 'must be at least 5.', b: 'must be at least 6.' }, '/v1/x?a=5&b=6'],
    ['/v1/x?a=1?2&b=2', { b: 'must be at least 6.' }, '/v1/x?a=1?2&b=6'],
    ['/v1/x?&&a=1?2', {}, '/v1/x?&&a=1?2'],
    ['/v1/x?=1&a=1', { a: 'must be at least 5.' }, '/v1/x?=1&a=5'],
    ['/v1/x?n=1', { 'n e': 'must be one of a b, c.' }, '/v1/x?n=1&n%20e=a%20b'],
    ['/v1/x?%6eo=1', { no: 'is not a field of this request.' }, '/v1/x'],
    ['/v1/x?d=1', { d: 'must be a day of the calendar.' }, `/v1/x?d=${DAY}`],
  ])('%s becomes right', (path, faults, right) => expect(mendedPath(path, faults)).toBe(right))
})
