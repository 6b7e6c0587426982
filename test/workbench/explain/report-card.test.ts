import { describe, expect, it } from 'vitest'
import type { SectionName } from '../../../src/api/graphql/workbench.ts'
import type { HeaderLine, JournaledCall } from '../../../src/domain/calls.ts'
import { PAYMENT_STATUSES } from '../../../src/domain/status.ts'
import { COVERED_HEADERS } from '../../../src/domain/tpps.ts'
import { gradeCalls, type ReportedOperation, SITUATIONS } from '../../../src/workbench/explain/report-card/card.ts'
import { OBJECTIONS } from '../../../src/workbench/explain/report-card/objections.ts'

const START = Date.parse('2030-05-15T10:00:00Z')
const OPERATIONS: readonly ReportedOperation[] = [
  { name: 'createPayment', summary: 'Creates a payment.', refusals: ['FORMAT_ERROR', 'CONFLICT'] },
  { name: 'readAccounts', summary: 'Reads accounts.', refusals: ['CONSENT_INVALID', 'FORMAT_ERROR'] },
  { name: 'unused', summary: 'Never called.', refusals: ['KID_INVALID'] },
]

type Changes = Partial<Omit<JournaledCall, 'request' | 'answer' | 'at'>> & {
  readonly at?: number
  readonly sent?: readonly HeaderLine[]
  readonly got?: readonly HeaderLine[]
  readonly body?: string
  readonly bytes?: number
  readonly answered?: string
}

let made = 0
function call({ at = 0, sent = [], got = [], body, bytes = 0, answered, ...changes }: Changes = {}): JournaledCall {
  made += 1
  return {
    id: `c${made}`,
    world: 'default',
    at: new Date(START + at),
    by: 'TPP',
    door: 'REST',
    operation: undefined,
    tppId: 'PSDNO-FSA-1',
    method: 'POST',
    target: '/v1/x',
    requestId: undefined,
    traceId: undefined,
    clock: undefined,
    status: 200,
    code: undefined,
    durationMs: 1,
    cause: undefined,
    place: made,
    request: { headers: sent, body, bytes },
    answer: { headers: got, body: answered, bytes: 0 },
    verdicts: [],
    warnings: [],
    ...changes,
  }
}

function cardOf(...calls: readonly JournaledCall[]) {
  const grades = gradeCalls('PSDNO-FSA-1', OPERATIONS)
  for (const one of calls) grades.add(one)
  return grades.card()
}
const objections = (...calls: readonly JournaledCall[]) =>
  Object.fromEntries(cardOf(...calls).objections.map(({ name, calls: count }) => [name, count]))
const rowsOf = (name: SectionName, ...calls: readonly JournaledCall[]) =>
  cardOf(...calls).sections.find(section => section.name === name)?.rows ?? []
const met = (name: SectionName, ...calls: readonly JournaledCall[]) =>
  rowsOf(name, ...calls)
    .filter(row => row.calls > 0)
    .map(row => row.name)

describe('the report card of a TPP', () => {
  it('of no call lists what can be met', () => {
    const card = cardOf()
    expect({ ...card, sections: [] }).toEqual({
      tppId: 'PSDNO-FSA-1',
      from: undefined,
      until: undefined,
      calls: 0,
      refused: 0,
      sections: [],
      objections: [],
    })
    expect(card.sections.map(({ name, title, rows }) => [name, title, rows.map(row => row.name)])).toEqual([
      ['OPERATIONS', 'Operations', ['createPayment', 'readAccounts', 'unused']],
      ['PAYMENT_STATES', 'States of payments that it received', [...PAYMENT_STATUSES]],
      [
        'CONSENT_STATES',
        'States of consents that it met',
        ['VALID', 'CONSENT_INVALID', 'CONSENT_EXPIRED', 'CONSENT_UNKNOWN'],
      ],
      ['SCA_STATES', 'States of authorisations that it received', ['received', 'finalised', 'failed']],
      ['ERRORS', 'Refusals', []],
      ['SITUATIONS', 'Limits, retries and other situations', Object.keys(SITUATIONS)],
    ])
    for (const { rows } of card.sections)
      for (const row of rows) expect(row).toMatchObject({ calls: 0, refused: 0, forced: 0, example: undefined })
    expect(card.sections[0]?.rows[0]?.text).toBe('Creates a payment.')
    expect(card.sections[1]?.rows[0]?.text).toBe('It is registered and not approved yet.')
    expect(card.sections[2]?.rows[0]?.text).toBe('Account information was read.')
    expect(card.sections[3]?.rows[0]?.text).toBe('The PSU has not decided yet.')
    for (const { rows } of card.sections) for (const { text } of rows) expect(text).not.toBe('')
    expect(card.sections[5]?.rows[0]?.text).toBe(SITUATIONS.REPLAYED.text)
  })

  it('counts calls and refusals, and names the latest call of each', () => {
    const calls = [
      call({ operation: 'createPayment', at: 5 }),
      call({ operation: 'createPayment', at: 6, status: 400 }),
      call({ operation: 'createPayment', at: 7, status: 399 }),
      call({ at: 8, status: 500 }),
      call({ at: 9 }),
    ]
    expect(cardOf(...calls)).toMatchObject({
      from: new Date(START + 5),
      until: new Date(START + 9),
      calls: 5,
      refused: 2,
    })
    expect(rowsOf('OPERATIONS', ...calls)).toEqual([
      { name: 'createPayment', text: 'Creates a payment.', calls: 3, refused: 1, forced: 0, example: calls[2]?.id },
      { name: 'readAccounts', text: 'Reads accounts.', calls: 0, refused: 0, forced: 0, example: undefined },
      { name: 'unused', text: 'Never called.', calls: 0, refused: 0, forced: 0, example: undefined },
    ])
  })

  it('lists the refusals that were met, and those that the called operations can have', () => {
    const calls = [
      call({ operation: 'readAccounts' }),
      call({ operation: 'createPayment', code: 'NOT_FOUND', status: 404 }),
      call({ code: 'FORMAT_ERROR', status: 400 }),
    ]
    expect(
      rowsOf('ERRORS', ...calls).map(({ name, text, calls: count, refused }) => [name, text, count, refused]),
    ).toEqual([
      ['CONFLICT', 'By createPayment.', 0, 0],
      ['CONSENT_INVALID', 'By readAccounts.', 0, 0],
      ['FORMAT_ERROR', 'By createPayment, readAccounts.', 1, 1],
      ['NOT_FOUND', 'Any operation can be refused so.', 1, 1],
    ])
  })

  it('reads states from answers, each once for a call', () => {
    const answered =
      '{"transactionStatus":"RCVD","payments":[{"transactionStatus":"ACTC"},{"transactionStatus":"RCVD"}],"scaStatus":"received"}'
    expect(met('PAYMENT_STATES', call({ answered }), call())).toEqual(['RCVD', 'ACTC'])
    expect(rowsOf('PAYMENT_STATES', call({ answered }))[0]).toMatchObject({ name: 'RCVD', calls: 1 })
    expect(met('SCA_STATES', call({ answered }))).toEqual(['received'])
    expect(met('SCA_STATES', call({ answered: '{"scaStatus":"failed"}{"scaStatus":"finalised"}' }))).toEqual([
      'finalised',
      'failed',
    ])
  })

  it.each([
    ['GET', '/v1/accounts', 200, undefined, ['VALID']],
    ['GET', '/v1/accounts?a=b', 399, undefined, ['VALID']],
    ['GET', '/v1/card-accounts/1/balances', 200, undefined, ['VALID']],
    ['GET', '/worlds/w/v1/accounts/1', 200, undefined, ['VALID']],
    ['GET', '/v1/accountsx', 200, undefined, []],
    ['GET', '/v1/payments?x=/v1/accounts', 200, undefined, []],
    ['POST', '/v1/accounts', 200, undefined, []],
    ['GET', '/v1/accounts', 400, 'FORMAT_ERROR', []],
    ['GET', '/v1/accounts', 401, 'CONSENT_INVALID', ['CONSENT_INVALID']],
    ['POST', '/v1/x', 401, 'CONSENT_EXPIRED', ['CONSENT_EXPIRED']],
    ['POST', '/v1/x', 403, 'CONSENT_UNKNOWN', ['CONSENT_UNKNOWN']],
  ])('%s %s with %i and %s shows these states of consents: %j', (method, target, status, code, states) => {
    expect(met('CONSENT_STATES', call({ method, target, status, code }))).toEqual(states)
  })
})

describe('the situations of a report card', () => {
  it.each<[Changes, readonly (keyof typeof SITUATIONS)[]]>([
    [{}, []],
    [{ got: [['sandbank-replayed', 'true']] }, ['REPLAYED']],
    [{ method: 'GET', target: '/v1/accounts', sent: [['psu-ip-address', '1']] }, ['PSU_PRESENT']],
    [{ method: 'GET', target: '/v1/accounts' }, ['PSU_ABSENT']],
    [{ method: 'GET', target: '/v1/x', sent: [['PSU-IP-Address', '1']] }, []],
    [{ code: 'ACCESS_EXCEEDED', status: 429 }, ['QUOTA_REACHED']],
    [{ sent: [['PSU-CORPORATE-ID', '1']] }, ['CORPORATE_PSU']],
    [{ answered: '{"_links":{"scaRedirect":{}}}' }, ['SCA_LINK']],
    [{ answered: '{"scaRedirects":{}}' }, []],
    [{ target: '/v1/x?offset=10' }, ['NEXT_PAGE']],
    [{ target: '/v1/x?limit=1&offset=1' }, ['NEXT_PAGE']],
    [{ target: '/v1/x?offset=0' }, []],
    [{ target: '/v1/x?toffset=1' }, []],
    [{ answered: '{"category":"WARNING"}' }, ['WARNED']],
    [{ answered: '{"category":"WARNING"}', status: 400 }, []],
    [{ answered: '{"category":"ERROR"}' }, []],
    [{ got: [['Deprecation', '@1']] }, ['DEPRECATION_SENT']],
    [{ status: 500 }, ['BANK_FAILED']],
    [{ status: 499 }, []],
  ])('%j meets %j', (changes, situations) => {
    expect(met('SITUATIONS', call(changes))).toEqual(situations)
  })
})

const signature = (names: string): HeaderLine => ['signature', `keyId="a",headers="${names}",signature="b"`]
const wrapped = (names: string): HeaderLine => ['Signature', `=?UTF-8?B?${btoa(signature(names)[1])}?=`]

describe('what a bank would object to', () => {
  it('is listed with its rule, how often, and the first five calls that show it', () => {
    const calls = Array.from({ length: 7 }, () => call({ code: 'ACCESS_EXCEEDED', status: 429 }))
    const { title, text, rule } = OBJECTIONS.QUOTA_EXCEEDED
    expect(cardOf(...calls).objections).toEqual([
      {
        name: 'QUOTA_EXCEEDED',
        title,
        text,
        rule,
        calls: 7,
        examples: calls.slice(0, 5).map(({ id }) => id),
      },
    ])
  })

  it('is not what a scenario forced, which is met all the same (D88)', () => {
    const forced = { code: 'ACCESS_EXCEEDED', status: 429, got: [['sandbank-scenario', 'error']] } as const
    expect(objections(call(forced))).toEqual({})
    expect(rowsOf('ERRORS', call(forced), call({ code: 'ACCESS_EXCEEDED' }))).toMatchObject([
      { name: 'ACCESS_EXCEEDED', calls: 2, refused: 1, forced: 1 },
    ])
  })

  it('is nothing in a call as it should be', () => expect(objections(call())).toEqual({}))

  it.each(COVERED_HEADERS)('is a header that is sent and not signed: %s', name => {
    const others = COVERED_HEADERS.filter(one => one !== name).join(' ')
    const target = '/v1/sandbox/x'
    const sent: HeaderLine = [name.toUpperCase(), 'x']
    expect(objections(call({ target, sent: [sent, signature(others)] }))).toEqual({ UNSIGNED_HEADERS: 1 })
    expect(objections(call({ target, sent: [sent, wrapped(others)] }))).toEqual({ UNSIGNED_HEADERS: 1 })
    for (const header of [signature, wrapped]) {
      expect(objections(call({ target, sent: [sent, header(COVERED_HEADERS.join(' '))] }))).toEqual({})
      expect(objections(call({ target, sent: [sent, header(name.toUpperCase())] }))).toEqual({})
      expect(objections(call({ target, sent: [header(others)] }))).toEqual({})
    }
    expect(objections(call({ target, sent: [sent] }))).toEqual({})
    expect(objections(call({ target, sent: [sent, ['Signature', 'keyId="a"']] }))).toEqual({})
  })

  it('is read from a wrapped signature only where all of it is wrapped', () => {
    const inner = btoa('headers="date"')
    const sent = (value: string) =>
      call({
        sent: [
          ['Date', 'x'],
          ['Signature', value],
        ],
      })
    expect(objections(sent(`=?utf-8?b?${inner}?=`))).toEqual({})
    expect(objections(sent(`headers="digest",keyId="=?utf-8?b?${inner}?=`))).toEqual({ UNSIGNED_HEADERS: 1 })
    expect(objections(sent(`=?utf-8?b?${inner}?=,headers="digest"`))).toEqual({ UNSIGNED_HEADERS: 1 })
  })

  it('is what a warning of the answer says, by a rule of its own where there is one', () => {
    const warned = call({
      warnings: [
        { code: 'REQUEST_TARGET_UNSIGNED', text: 'a' },
        { code: 'KEYID_FORM', text: 'The keyId.' },
      ],
    })
    const dateless = { warnings: [{ code: 'DATE_UNSIGNED', text: 'b' }] }
    expect(objections(call({ ...dateless, sent: [['Sec-Fetch-Mode', 'cors']] }))).toEqual({})
    const card = cardOf(warned, call(dateless))
    expect(card.objections.map(({ name }) => name)).toEqual([
      'TARGET_UNSIGNED',
      'TOLERATED_KEYID_FORM',
      'DATE_UNSIGNED',
    ])
    expect(card.objections[1]).toEqual({
      name: 'TOLERATED_KEYID_FORM',
      title: 'Something that a bank may refuse',
      text: 'The keyId.',
      rule: 'D73',
      calls: 1,
      examples: [warned.id],
    })
  })

  it('is one X-Request-ID for two different calls', () => {
    const one = { requestId: 'r', body: 'a' }
    expect(objections(call(one), call(one))).toEqual({})
    expect(objections(call({ body: 'a' }), call({ body: 'b' }))).toEqual({})
    expect(objections(call(one), call({ requestId: 's', body: 'b' }))).toEqual({})
    for (const other of [
      { body: 'b' },
      { target: '/v1/y' },
      { method: 'PUT' },
      { bytes: 1 },
      { sent: [['digest', 'SHA-256=x']] as const },
    ])
      expect(objections(call(one), call({ ...one, ...other }))).toEqual({ REQUEST_ID_REUSED: 1 })
    // Where one part ends and the next begins counts too.
    expect(
      objections(call({ requestId: 'r', target: '/1', bytes: 11 }), call({ requestId: 'r', target: '/11', bytes: 1 })),
    ).toEqual({
      REQUEST_ID_REUSED: 1,
    })
    // The first call that had it counts.
    expect(objections(call(one), call({ ...one, body: 'b' }), call(one))).toEqual({ REQUEST_ID_REUSED: 1 })
  })

  it('is a write that failed and comes again under a new id within a minute', () => {
    const failed = { status: 500, requestId: 'r', body: 'a' }
    const again = { requestId: 's', body: 'a' }
    expect(objections(call(failed), call({ ...again, at: 59_999 }))).toEqual({ RETRIED_WITH_NEW_ID: 1 })
    expect(objections(call(failed), call({ ...again, at: 60_000 }))).toEqual({})
    expect(objections(call(failed), call({ ...again, requestId: 'r' }))).toEqual({})
    expect(objections(call(failed), call({ ...again, body: 'b' }))).toEqual({})
    expect(objections(call({ ...failed, status: 499 }), call(again))).toEqual({})
    expect(objections(call({ ...failed, method: 'GET' }), call({ ...again, method: 'GET' }))).toEqual({})
    // Once it was answered, it is a call of its own.
    expect(objections(call(failed), call({ ...again, requestId: 'r' }), call(again))).toEqual({})
  })

  it('is reading the same five times, each within a second of the one before', () => {
    const reads = (count: number, apart: number, changes: Changes = {}) =>
      Array.from({ length: count }, (_, place) => call({ method: 'GET', at: place * apart, ...changes }))
    expect(objections(...reads(4, 999))).toEqual({})
    expect(objections(...reads(5, 999))).toEqual({ POLLED: 1 })
    expect(objections(...reads(6, 999))).toEqual({ POLLED: 2 })
    expect(objections(...reads(6, 1_000))).toEqual({})
    expect(objections(...reads(6, 1, { method: 'POST' }))).toEqual({})
    expect(objections(...reads(4, 1), ...reads(4, 1, { target: '/v1/y' }))).toEqual({})
    // Others of the same address do not count, and change nothing.
    const write = call({ at: 4 })
    expect(objections(...reads(4, 1), write)).toEqual({})
    expect(objections(...reads(4, 1), write, call({ method: 'GET', at: 5 }))).toEqual({ POLLED: 1 })
    // A pause begins the count again.
    expect(objections(...reads(4, 1), ...reads(4, 1).map(one => ({ ...one, at: new Date(START + 5_000) })))).toEqual({})
  })

  it('is coming again before Retry-After is over', () => {
    const got: readonly HeaderLine[] = [['retry-after', '2']]
    const wait = { status: 429, got }
    expect(objections(call(wait), call({ at: 1_999 }))).toEqual({ RETRY_AFTER_IGNORED: 1 })
    expect(objections(call(wait), call({ at: 2_000 }))).toEqual({})
    expect(objections(call(wait), call({ at: 1, body: 'other' }))).toEqual({})
    expect(objections(call(wait), call({ at: 1 }), call({ at: 2 }))).toEqual({ RETRY_AFTER_IGNORED: 1 })
    expect(objections(call({ got: [['Retry-After', 'soon']] }), call({ at: -1 }))).toEqual({})
  })

  it('is calling on what is deprecated', () => {
    const got: readonly HeaderLine[] = [['deprecation', '@1']]
    const deprecated = { operation: 'createConsent', got }
    expect(objections(call(deprecated))).toEqual({})
    expect(objections(call(deprecated), call({ operation: 'other', got }))).toEqual({})
    expect(objections(call(deprecated), call(deprecated))).toEqual({ DEPRECATION_IGNORED: 1 })
    expect(objections(call(deprecated), call({ operation: 'createConsent' }))).toEqual({})
    expect(objections(call({ got }), call({ got }))).toEqual({})
    expect(objections(call({ operation: 'createConsent' }), call(deprecated))).toEqual({})
  })

  it('is calling for a PSU without its address, on the production side', () => {
    const sent: readonly HeaderLine[] = [['psu-id', '1']]
    const at = (target: string, headers = sent) => objections(call({ target, sent: headers }))
    expect(at('/v1/payments/x')).toEqual({ PSU_ADDRESS_MISSING: 1 })
    expect(at('/v1/payments?from=/v1/sandbox/')).toEqual({ PSU_ADDRESS_MISSING: 1 })
    expect(at('/v1/sandboxes/x')).toEqual({ PSU_ADDRESS_MISSING: 1 })
    expect(at('/v1/sandbox/customers')).toEqual({})
    expect(at('/worlds/w/v1/tpps/x')).toEqual({})
    expect(objections(call({ method: 'GET', target: '/v1/accounts', sent }))).toEqual({})
    expect(at('/v1/payments/x', [])).toEqual({})
    expect(at('/v1/payments/x', [...sent, ['psu-ip-address', '192.0.2.7']])).toEqual({})
  })
})
