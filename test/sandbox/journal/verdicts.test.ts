import { describe, expect, it } from 'vitest'
import type { JournaledCall, Step } from '../../../src/domain/calls.ts'
import type { Fault } from '../../../src/domain/errors.ts'
import { judgeFault } from '../../../src/sandbox/journal/verdicts.ts'

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
const foundOf = (path: string | undefined, step: Step = 'BODY', call: Call = CALL) =>
  judge(path === undefined ? { text: '' } : { text: '', path }, step, call).found
const withBody = (body: string | undefined): Call => ({ ...CALL, request: { ...CALL.request, body } })

describe('what a fault would have had (D95)', () => {
  it('keeps its words and its place', () => {
    expect(judge({ text: 'must be 1.', path: 'amount' }, 'BODY')).toEqual({
      text: 'must be 1.',
      path: 'amount',
      expected: 'must be 1.',
      found: '"-1"',
    })
    expect(judge({ text: 'x' }, 'RULES')).toStrictEqual({ text: 'x', expected: undefined, found: undefined })
  })

  it.each<[Fault, Step, string | undefined]>([
    [{ text: 'must be 1.', path: 'a' }, 'BODY', 'must be 1.'],
    [{ text: 'must be 1.', path: 'a', want: { kind: 'value', value: '1' } }, 'BODY', '1'],
    [{ text: 'is wrong', path: 'a', want: { kind: 'value', value: [1] } }, 'RULES', '[1]'],
    [{ text: 'is wrong', path: 'Digest', want: { kind: 'value', value: 'SHA-256=A' } }, 'DIGEST', 'SHA-256=A'],
    [{ text: 'is no field', path: 'a', want: { kind: 'nothing' } }, 'BODY', 'no such field'],
    [{ text: 'is no field', path: 'a', want: { kind: 'name', name: 'b' } }, 'BODY', 'b'],
    [{ text: 'is twice', path: 'a', want: { kind: 'once' } }, 'BODY', 'it once'],
    [{ text: 'is gone', want: { kind: 'known', noun: 'account', key: 'x' } }, 'RULES', undefined],
    [{ text: 'is wrong' }, 'DIGEST', 'the digest of the body'],
    [{ text: 'is wrong', path: 'X-Request-ID' }, 'REPLAY', 'an X-Request-ID that was not used for another call'],
    [{ text: 'is wrong' }, 'BODY', 'a body in the form that the operation wants'],
    [{ text: 'is wrong' }, 'DOCUMENT', 'a document that fits the schema and its limits'],
    [{ text: 'is wrong' }, 'HEADER_FORMATS', 'a value in the form of the header'],
    [{ text: 'x'.repeat(300), path: 'a' }, 'RULES', 'x'.repeat(300)],
    [{ text: 'x'.repeat(301), path: 'a' }, 'RULES', `${'x'.repeat(300)}…`],
  ])('%j at %s: %s', (fault, step, expected) => expect(judge(fault, step).expected).toBe(expected))
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
