import { describe, expect, it } from 'vitest'
import { type CallFilter, type CallSummary, causeOf, headerText, warningsIn } from '../../../src/domain/calls.ts'
import { isRefused, isWanted } from '../../../src/sandbox/journal/filters.ts'

const call: CallSummary = {
  id: 'c1',
  world: 'default',
  at: new Date(0),
  by: 'TPP',
  door: 'REST',
  operation: 'createPayment',
  tppId: 'PSDNO-FSA-1',
  method: 'POST',
  target: '/v1/payments/x?debug=1',
  requestId: 'r1',
  traceId: undefined,
  status: 201,
  code: undefined,
  durationMs: 1,
  cause: undefined,
  place: 1,
}
const refused: CallSummary = { ...call, status: 400, code: 'FORMAT_ERROR' }

describe('a call of the journal', () => {
  it.each([
    [200, undefined, false],
    [399, undefined, false],
    [400, undefined, true],
    [503, 'UNAVAILABLE', true],
    [200, 'FORMAT_ERROR', true],
  ])('with status %i and code %s was refused: %s', (status, code, expected) => {
    expect(isRefused({ status, code })).toBe(expected)
  })

  it.each<[CallFilter, boolean, boolean]>([
    [{}, true, true],
    [{ door: 'REST' }, true, true],
    [{ door: 'GRAPHQL' }, false, false],
    [{ operation: 'createPayment' }, true, true],
    [{ operation: 'create' }, false, false],
    [{ tppId: 'PSDNO-FSA-1' }, true, true],
    [{ tppId: 'PSDNO-FSA-2' }, false, false],
    [{ requestId: 'r1' }, true, true],
    [{ requestId: 'r2' }, false, false],
    [{ status: 201 }, true, false],
    [{ status: 400 }, false, true],
    [{ code: 'FORMAT_ERROR' }, false, true],
    [{ refused: true }, false, true],
    [{ refused: false }, true, false],
    [{ path: 'payments' }, true, true],
    [{ path: 'debug=1' }, true, true],
    [{ path: 'accounts' }, false, false],
    [{ contains: 'CREATEpayment' }, true, true],
    [{ contains: 'format_' }, false, true],
    [{ contains: 'accounts' }, false, false],
    [{ door: 'REST', path: 'accounts' }, false, false],
    [{ door: 'PAGE', path: 'payments' }, false, false],
    [{ door: 'REST', refused: true }, false, true],
  ])('%j leaves it: %s; a refused one: %s', (filter, one, other) => {
    expect([isWanted(filter, call), isWanted(filter, refused)]).toEqual([one, other])
  })

  it('shows its cause with its place', () => {
    expect(causeOf({ text: 'is wrong.', path: 'amount' })).toBe('amount: is wrong.')
    expect(causeOf({ text: 'It is wrong.' })).toBe('It is wrong.')
  })

  it('shows the warnings of its answer', () => {
    expect(
      warningsIn([
        ['Content-Type', 'application/json'],
        ['Sandbank-Warning', 'DATE_UNSIGNED; No Date; none at all.'],
        ['sandbank-warning', 'KEYID_FORM; two\nlines'],
        ['Sandbank-Warning', 'not; A_FORM'],
        ['Sandbank-Warning', 'x'],
        ['Sandbank-Warning', ' DATE_FORM; y'],
      ]),
    ).toEqual([
      { code: 'DATE_UNSIGNED', text: 'No Date; none at all.' },
      { code: 'KEYID_FORM', text: 'two\nlines' },
      { code: 'not', text: 'A_FORM' },
      { code: '', text: '' },
      { code: '', text: '' },
    ])
  })
})

it.each([
  ['Kari', 'Kari'],
  ['', ''],
  // Node gives each byte of a header as a character.
  ['\u00c3\u0098degaard', 'Ødegaard'],
  ['\u00f0\u009f\u0091\u008d', '👍'],
  ['\u00d8degaard', '\u00d8degaard'],
  ['\u00c3', '\u00c3'],
])('A header whose bytes are %j says %j', (bytes, text) => expect(headerText(bytes)).toBe(text))
