import { describe, expect, it } from 'vitest'
import type { Fault } from '../../src/domain/errors.ts'
import type { JournaledCall, Step } from '../../src/journal/calls.ts'
import { judgeFault } from '../../src/journal/verdicts.ts'

type Call = Pick<JournaledCall, 'method' | 'target' | 'request'>
const CALL: Call = {
  method: 'POST',
  target: '/v1/payments/x?limit=7&limit=8&bookingStatus=a?b',
  request: {
    headers: [
      ['X-Request-ID', 'abc'],
      ['digest', 'SHA-256=xyz'],
      ['X-Twice', 'one'],
      ['x-twice', 'two'],
    ],
    body: JSON.stringify({
      amount: '-1',
      nothing: null,
      list: [{ iban: 'NO1' }, { iban: 'NO2' }],
      variables: { input: { deep: { field: 5 } }, amount: 'other', id: 'seven' },
    }),
    bytes: 120,
  },
}
const judge = (fault: Fault, step: Step, call: Call = CALL) => judgeFault(fault, step, call)
const expectedOf = (text: string, step: Step = 'RULES') => judge({ text }, step).expected
const foundOf = (path: string | undefined, step: Step = 'BODY', call: Call = CALL) =>
  judge(path === undefined ? { text: '' } : { text: '', path }, step, call).found
const withBody = (body: string | undefined): Call => ({ ...CALL, request: { ...CALL.request, body } })

describe('what a fault would have had (D95)', () => {
  it('keeps its words and its place', () => {
    expect(judge({ text: 'must be 1.', path: 'amount' }, 'BODY')).toEqual({
      text: 'must be 1.',
      path: 'amount',
      expected: '1',
      found: '"-1"',
    })
    expect(judge({ text: 'x' }, 'RULES')).toStrictEqual({ text: 'x', expected: undefined, found: undefined })
  })

  it.each([
    ['must be NOK, the currency of the account.', 'NOK, the currency of the account'],
    ['must be NOK', 'NOK'],
    ['must be 1.5 or more. Another sentence.', '1.5 or more'],
    ['It must not be zero: a transaction moves money.', 'not zero: a transaction moves money'],
    ['must have 4 characters; it has 5.', '4 characters'],
    ['must hold one; it has 5 of them. Take four.', 'one'],
    ['must not have a blank.', 'not a blank'],
    ['must not hold a blank.', 'not a blank'],
    ['must stand first', 'stand first'],
    ['must be one of a, b: send a.', 'one of a, b'],
    ['must be A: use B.', 'A'],
    ['must be A: leave it out.', 'A'],
    ['must be A: never B.', 'A: never B'],
    ['must be two\nlines. And more.', 'two\nlines'],
    ['must name what may be paid.', 'name what may be paid'],
    ['is mustard', undefined],
    ['The digest would be: SHA-256=0123456789abcdefghij+/= and so on', 'SHA-256=0123456789abcdefghij+/='],
    ['The bytes received have 0123456789abcdefghij.', '0123456789abcdefghij'],
    [
      'The SHA-256 digest does not match the body: the header says 1234, the 5 bytes received have 0123456789abcdefghij.',
      'SHA-256=0123456789abcdefghij',
    ],
    ['would be: 0123456789abcdefghi', undefined],
    ['The header is required for this call.', 'a value'],
    ['is not a field of a payment.', 'no such field'],
    ['is given more than once.', 'it once'],
    ['this required', undefined],
    ['is requireds', undefined],
    ['is not a fields', undefined],
    ['moremore than once', undefined],
    ['is wrong.', undefined],
  ])('in the words %j is %j', (text, expected) => expect(expectedOf(text)).toBe(expected))

  it('is cut when it is longer than 300 characters', () => {
    expect(expectedOf(`must be ${'x'.repeat(300)}`)).toBe('x'.repeat(300))
    expect(expectedOf(`must be ${'x'.repeat(301)}`)).toBe(`${'x'.repeat(300)}…`)
  })

  it('follows from the step where the words do not say it', () => {
    expect(expectedOf('is wrong', 'DIGEST')).toBe('the digest of the body')
    expect(expectedOf('is wrong', 'REPLAY')).toBe('an X-Request-ID that was not used for another call')
    expect(expectedOf('must be 5', 'DIGEST')).toBe('5')
  })
})

describe('what a call had at a fault (D95)', () => {
  it.each<[string | undefined, Step, string | undefined]>([
    ['amount', 'ROUTE', `POST ${CALL.target}`],
    [undefined, 'WORLD', `POST ${CALL.target}`],
    [undefined, 'FRAMING', `POST ${CALL.target}`],
    ['amount', 'SIZE', '120 bytes of body, 68 of headers'],
    [undefined, 'RULES', undefined],
    [undefined, 'BODY', undefined],
    ['x-request-id', 'RULES', 'abc'],
    ['X-TWICE', 'HEADER_FORMATS', 'one, two'],
    [undefined, 'DIGEST', 'SHA-256=xyz'],
    [undefined, 'REPLAY', 'abc'],
    [undefined, 'HEADER_FORMATS', 'abc'],
    [undefined, 'SIGNATURE', 'nothing'],
    [undefined, 'CERTIFICATE', 'nothing'],
    ['PSU-ID', 'REQUIRED_HEADERS', 'nothing'],
    ['amount', 'REQUIRED_HEADERS', 'nothing'],
    ['amount', 'SIGNATURE', 'nothing'],
    ['limit', 'RULES', '7, 8'],
    ['bookingStatus', 'RULES', 'a?b'],
    ['amount', 'BODY', '"-1"'],
    ['nothing', 'BODY', 'null'],
    ['list[1].iban', 'RULES', '"NO2"'],
    ['list[1]', 'BODY', '{"iban":"NO2"}'],
    ['list', 'BODY', '[{"iban":"NO1"},{"iban":"NO2"}]'],
    ['list[2].iban', 'BODY', 'nothing'],
    ['amount.iban', 'BODY', 'nothing'],
    ['deep.field', 'DOCUMENT', '5'],
    ['id', 'DOCUMENT', '"seven"'],
    ['missing', 'BODY', 'nothing'],
    ['toString', 'BODY', 'nothing'],
    ['constructor.name', 'BODY', 'nothing'],
  ])('at %s in the step %s: %s', (path, step, found) => {
    expect(foundOf(path, step)).toBe(found)
  })

  it('is not known where its body was not kept, or is no JSON', () => {
    expect(foundOf('amount', 'BODY', withBody(undefined))).toBeUndefined()
    expect(foundOf('amount', 'BODY', withBody('{"amount":'))).toBeUndefined()
    expect(foundOf('amount', 'BODY', withBody('5'))).toBe('nothing')
    expect(foundOf('amount', 'BODY', withBody('null'))).toBe('nothing')
    expect(foundOf('limit', 'BODY', { ...CALL, target: '/v1/x' })).toBe('nothing')
  })

  it('is cut when it is longer than 300 characters, wherever it stood', () => {
    const long = 'x'.repeat(500)
    const cut = (text: string) => `${text.slice(0, 300)}…`
    const call = {
      method: 'GET',
      target: `/v1/x?q=${long}`,
      request: { headers: [['Long', long]] as const, body: JSON.stringify({ b: long }), bytes: 5 },
    }
    expect(judgeFault({ text: '', path: 'long' }, 'RULES', call).found).toBe(cut(long))
    expect(judgeFault({ text: '', path: 'q' }, 'RULES', call).found).toBe(cut(long))
    expect(judgeFault({ text: '', path: 'b' }, 'BODY', call).found).toBe(cut(`"${long}`))
    expect(judgeFault({ text: '' }, 'ROUTE', call).found).toBe(cut(`GET ${call.target}`))
  })
})
