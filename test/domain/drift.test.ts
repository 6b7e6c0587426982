import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BankAnswer, compareAnswers, DRIFT_KINDS, type DriftKind } from '../../src/domain/drift.ts'

/** How two answers to one call are compared (D134). */

const answerOf = (body: unknown, given: Partial<BankAnswer> = {}): BankAnswer => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: JSON.stringify(body),
  ...given,
})
const driftsOf = (there: BankAnswer, here: BankAnswer) =>
  compareAnswers(there, here).drifts.map(({ kind, place, there: that, here: own }) => [kind, place, that, own])
const refusal = (code: string) => answerOf({ tppMessages: [{ category: 'ERROR', code, text: code }] }, { status: 401 })
const [ID, OTHER] = ['0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11', '0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c12']
const lines = (...days: string[]) => days.map((bookingDate, at) => ({ id: `line-${days[0]}-${at}`, bookingDate }))

describe('D134: a difference is', () => {
  it.each<[string, BankAnswer, BankAnswer, readonly (readonly [DriftKind, string, string, string])[]]>([
    ['a status', answerOf({}, { status: 202 }), answerOf({}), [['STATUS', '', '202', '200']]],
    ['a refusal, once', refusal('CONSENT_INVALID'), answerOf([]), [['STATUS', '', '401 CONSENT_INVALID', '200']]],
    ['a code', refusal('A'), refusal('B'), [['CODE', '', 'A', 'B']]],
    ['a header', answerOf({}, { headers: [] }), answerOf({}), [['HEADER', 'content-type', 'absent', 'present']]],
    ['a missing field', answerOf({}), answerOf({ a: { b: 1 } }), [['MISSING', 'a', 'absent', 'object']]],
    ['an extra field', answerOf({ a: [{ b: 1 }] }), answerOf({ a: [{}] }), [['EXTRA', 'a[].b', 'number', 'absent']]],
    ['a missing body', answerOf({}, { body: '' }), answerOf({}), [['MISSING', '', 'absent', 'object']]],
    ['a type', answerOf({ a: 1 }), answerOf({ a: '1' }), [['TYPE', 'a', 'number', 'string']]],
    ['null for a text', answerOf({ a: null }), answerOf({ a: '1' }), [['TYPE', 'a', 'null', 'string']]],
    ['a body that is no JSON', answerOf({}, { body: '<p>' }), answerOf({}), [['TYPE', '', 'string', 'object']]],
    ['a form', answerOf({ a: '10,00' }), answerOf({ a: '10.00' }), [['FORM', 'a', 'text', 'number with decimals']]],
    ['a form of a day', answerOf(['02.03.2026']), answerOf(['2026-03-02']), [['FORM', '[]', 'text', 'day']]],
    ['an address', answerOf({ href: '/v1/a' }), answerOf({ href: 'http://b/v1/a' }), [['FORM', 'href', 'path', 'URL']]],
    [
      'the order of the same entries',
      answerOf(lines('2026-01-01', '2026-01-02')),
      answerOf(lines('2026-01-01', '2026-01-02').reverse()),
      [['ORDER', '', 'the same entries', 'entries in another order']],
    ],
    [
      'the way in which other entries are sorted',
      answerOf(lines('2026-01-01', '2026-01-02')),
      answerOf(lines('2025-02-03', '2025-02-02', '2025-02-01')),
      [['ORDER', '', 'ascending by bookingDate', 'descending by bookingDate']],
    ],
  ])('%s', (_, there, here, drifts) => {
    expect(driftsOf(there, here)).toEqual(drifts)
  })

  it('none of what is left aside: values, ids, instants, hosts, numbers of entries, headers of connections', () => {
    const there = answerOf(
      {
        id: ID,
        name: 'Kari',
        at: '2026-01-01T10:00:00Z',
        links: ['https://a.example/v1/x'],
        rows: [{ a: 1 }, { a: 2 }],
      },
      {
        headers: [
          ['content-type', 'application/json; charset=utf-8'],
          ['Server', 'a'],
          ['Sandbank-Request', ID],
        ],
      },
    )
    const here = answerOf({
      id: OTHER,
      name: 'Ola',
      at: '2026-01-02T10:00:00.5+01:00',
      links: ['http://b/v1/x'],
      rows: [],
    })
    expect(driftsOf(there, here)).toEqual([])
  })

  it('a field that no entry of one side has, not one that some of other entries have', () => {
    const [there, here] = [
      [{ a: 1 }, { b: 1 }, { a: 2 }],
      [{ b: 3 }, { a: 3, c: 3 }],
    ]
    expect(driftsOf(answerOf(there), answerOf(here))).toEqual([['MISSING', '[].c', 'absent', 'number']])
  })
})

it('D134: the ids at the same places stand for each other, those of links by their ends', () => {
  const there = answerOf({
    id: ID,
    to: `https://bank.example/psd2-20250101/v1/payments/${ID}`,
    rows: [{ iban: 'NO3515034010010' }],
  })
  const here = answerOf({
    id: OTHER,
    to: `http://127.0.0.1:4000/worlds/a-name-1/v1/payments/${OTHER}`,
    rows: [{ iban: 'NO1815034020016' }],
  })
  expect(new Map(compareAnswers(there, here).ids)).toEqual(
    new Map([
      [ID, OTHER],
      ['NO3515034010010', 'NO1815034020016'],
    ]),
  )
})

it('D134: any answer differs in nothing from itself, and in something from one without one of its fields', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      (any, fields) => {
        expect(driftsOf(answerOf(any), answerOf(any))).toEqual([])
        const [name = ''] = Object.keys(fields)
        const { [name]: _, ...rest } = fields
        expect(driftsOf(answerOf({ rest }), answerOf({ rest: fields })).map(([kind]) => kind)).toEqual(['MISSING'])
      },
    ),
  )
  expect(DRIFT_KINDS).toHaveLength(8)
})

it('D134: no difference holds an id, also where another bank has ids as names of fields', () => {
  const there = answerOf({ accounts: { [ID]: 1 } }, { headers: [['Content-Type', `text/${ID}`]] })
  expect(JSON.stringify(driftsOf(there, answerOf({ accounts: {} })))).not.toContain(ID)
})
