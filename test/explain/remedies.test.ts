import { describe, expect, it } from 'vitest'
import type { LocalTpp } from '../../src/domain/tpps.ts'
import { type RefusedCall, type Signer, written } from '../../src/explain/commands.ts'
import { accessOf, readsAsTpp, withAccess } from '../../src/explain/remedies/arguments.ts'
import { argumentsOf, callFor, chosenSigner, newSigner } from '../../src/explain/remedies/people.ts'
import {
  atNearestPath,
  sampleHeader,
  withBookingStatus,
  withJson,
  withKid,
  withMethod,
  withoutScenario,
  withProduct,
  withShortHeaders,
} from '../../src/explain/remedies/values.ts'

const CALL = {
  place: { world: 'default', base: undefined },
  method: 'POST',
  path: '/v1/payments/wrong?x=1',
  body: '{"a":1}',
  graphql: undefined,
  psu: '01017012345',
  headers: [],
  tppId: 'PSDNO-FSA-1',
  signer: { tpp: undefined, createdBy: undefined },
  door: 'REST',
  faults: [],
} as const satisfies RefusedCall
type Call = RefusedCall
const REMEDIES = {
  QUERY_PARAMETER_REQUIRED: withBookingStatus,
  PRODUCT_INVALID: withProduct,
  NOT_FOUND: atNearestPath,
  METHOD_NOT_ALLOWED: withMethod,
  KID_INVALID: withKid,
  UNSUPPORTED_MEDIA_TYPE: withJson,
  HEADERS_TOO_LARGE: withShortHeaders,
}
type Code = keyof typeof REMEDIES
const remedy = (code: Code, changes: Partial<Call> = {}) => written(REMEDIES[code]({ ...CALL, ...changes }))

const AGAIN = `npx sandbank call POST '/v1/payments/wrong?x=1' --psu 01017012345`
const DATA = `--data '{"a":1}'`
const operatorCommand = (query: string) => `npx sandbank graphql '${query}'`

describe('the command after a refusal (D97)', () => {
  it.each([
    ['PSU-IP-Address', '192.0.2.7'],
    ['psu-http-method', 'GET'],
    ['TPP-Session-ID', 'session-1'],
    ['TPP-Redirect-URI', 'https://tpp.example/back'],
    ['TPP-Redirect-Preferred', 'true'],
    ['x-accept-fix', 'longer-name'],
  ])('has a value for the header %s', (name, value) => expect(sampleHeader(name)).toEqual([[name, value]]))

  it.each(['X-Request-ID', 'digest', 'PSU-ID', 'PSU-Context', 'X-Other'])(
    'leaves the header %s to the command, or to the one who sends it',
    name => expect(sampleHeader(name)).toEqual([]),
  )

  it.each([
    ['/v1/accounts', undefined, "'/v1/accounts?bookingStatus=both'"],
    ['/v1/accounts', 'dateFrom', "'/v1/accounts?dateFrom=both'"],
    ['/v1/accounts?a=1', 'dateFrom', "'/v1/accounts?a=1&dateFrom=both'"],
  ])('names the parameter that %s lacks', (path, at, expected) => {
    const faults = at === undefined ? [] : [{ text: 'is required', path: at }]
    expect(remedy('QUERY_PARAMETER_REQUIRED', { path, faults, psu: undefined, body: undefined })).toBe(
      `npx sandbank call POST ${expected}`,
    )
  })

  it.each([
    ['/v1/payments/x', '/v1/payments/norwegian-domestic-credit-transfers'],
    ['/v1/bulk-payments/x/id/status', '/v1/bulk-payments/norwegian-domestic-credit-transfers/id/status'],
    ['/v1/periodic-payments/abc?d=e', '/v1/periodic-payments/norwegian-domestic-credit-transfers?d=e'],
    ['/v1/payments/INSTANT-credit', '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'],
    ['/v1/payments/straks', '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'],
    ['/v1/payments/sepa/id', '/v1/payments/sepa-credit-transfers/id'],
    ['/v1/payments/crossborder', '/v1/payments/cross-border-credit-transfers'],
    ['/v1/payments/foreign?x=1', '/v1/payments/cross-border-credit-transfers?x=1'],
    ['/v1/payments/International', '/v1/payments/cross-border-credit-transfers'],
    ['/v1/bulk-payments/sepa', '/v1/bulk-payments/norwegian-domestic-credit-transfers'],
    ['/v1/periodic-payments/instant', '/v1/periodic-payments/norwegian-domestic-credit-transfers'],
    ['/v1/accounts/x', '/v1/accounts/x'],
    ['/x/v1/payments/x', '/x/v1/payments/x'],
    ['/v1/payments/', '/v1/payments/'],
  ])('names a product that there is: %s', (path, expected) => {
    expect(remedy('PRODUCT_INVALID', { path, psu: undefined, body: undefined })).toBe(
      `npx sandbank call POST '${expected}'`,
    )
  })

  it.each([
    ['PUT', '{"a":1}', '/v1/sandbox/customers', 'POST', ` ${DATA}`],
    ['DELETE', undefined, '/v1/sandbox/customers', 'GET', ''],
    ['DELETE', '{"a":1}', '/v1/tpps/1/contact-information', 'PUT', ` ${DATA}`],
    ['PUT', '{"a":1}', '/v1/accounts', 'GET', ''],
    ['GET', undefined, '/v1/payments/x', 'POST', ''],
    ['PUT', undefined, '/v1/x', 'GET', ''],
  ])('%s becomes a method that the path has', (method, body, path, right, data) => {
    expect(remedy('METHOD_NOT_ALLOWED', { method, body, path })).toBe(
      `npx sandbank call ${right} '${path}' --psu 01017012345${data}`,
    )
  })

  it.each([
    ['/v1/acounts?withBalance=true', '/v1/accounts?withBalance=true'],
    ['/accounts', '/v1/accounts'],
    ['/v1/nothing-like-it', '/v1/sandbox/customers'],
  ])('takes the path that is nearest to %s: %s', (path, nearest) => {
    expect(remedy('NOT_FOUND', { path, method: 'GET', body: undefined })).toBe(
      `npx sandbank call GET '${nearest}' --psu 01017012345`,
    )
  })

  it.each([
    ['/graphql/', undefined, "'{ clock { now } }'"],
    ['/api/graphql?a=b', '{ a }', "'{ a }' --variables '{\"b\":1}'"],
    ['/worlds/green-2/v1/graphql', '{ a }', "--world green-2 '{ a }' --variables '{\"b\":1}'"],
  ])("goes to the operator's door where %s was meant for it", (path, query, expected) => {
    const graphql = query === undefined ? undefined : { query, variables: { b: 1 } }
    expect(remedy('NOT_FOUND', { path, graphql })).toBe(`npx sandbank graphql ${expected}`)
  })

  it('goes to the world of a path that is nearly one', () => {
    expect(remedy('NOT_FOUND', { path: '/worlds/green-2/v1/acounts', method: 'GET', body: undefined })).toBe(
      `npx sandbank call GET '/v1/accounts' --world green-2 --psu 01017012345`,
    )
  })

  it('asks for the customers of the bank where no path is near', () => {
    expect(remedy('NOT_FOUND', { door: 'GRAPHQL', path: '/x' })).toBe(
      `npx sandbank call GET '/v1/sandbox/customers' --psu 01017012345`,
    )
  })

  it.each([
    ['{"a":1,"remittanceInformationUnstructured":"x"}', 'creditorName', '{"a":1,"KID":"12345674"}'],
    ['{"remittanceInformationStructured":{"reference":"99-99"}}', undefined, '{"KID":"99994"}'],
    ['{"remittanceInformationStructured":{"reference":"no digits"}}', undefined, '{"KID":"12345674"}'],
    ['{"remittanceInformationStructured":{"reference":9999}}', undefined, '{"KID":"12345674"}'],
    ['{"remittanceInformationStructured":{}}', undefined, '{"KID":"12345674"}'],
    ['{"remittanceInformationStructured":"9999"}', undefined, '{"KID":"12345674"}'],
    ['{"remittanceInformationStructuredArray":[{"reference":"9999"},{"reference":"7"}]}', undefined, '{"KID":"99994"}'],
    [
      '{"remittanceInformationStructuredArray":[{"reference":"11111111111111111111111119"}]}',
      undefined,
      '{"KID":"1111111111111111111111114"}',
    ],
    ['{"payments":[{"a":1},{"b":2}]}', 'payments[1].remittance', '{"payments":[{"a":1},{"b":2,"KID":"12345674"}]}'],
    [
      '{"payments":[{},{},{},{},{},{},{},{},{},{},{"b":2},{}]}',
      'payments[10]',
      '{"payments":[{},{},{},{},{},{},{},{},{},{},{"b":2,"KID":"12345674"},{}]}',
    ],
    ['{"payments":[1,2]}', 'payments[1]', '{"payments":[1,2]}'],
    ['{"payments":"none"}', 'payments[1]', '{"payments":"none","KID":"12345674"}'],
    ['{"payments":[{}]}', 'debtorAccount', '{"payments":[{}],"KID":"12345674"}'],
  ])('a reference becomes a KID: %s at %s', (body, path, right) => {
    const faults = [path === undefined ? { text: 'is no KID' } : { text: 'is no KID', path }]
    const data = right.replace(
      /"KID":("\d+")/,
      '"remittanceInformationStructuredArray":[{"reference":$1,"referenceType":"SCOR"}]',
    )
    expect(remedy('KID_INVALID', { body, faults })).toBe(`${AGAIN} --data '${data}'`)
  })

  it('a reference becomes a KID where no place is named', () =>
    expect(remedy('KID_INVALID', { body: '{"remittanceInformationStructured":{"reference":"9999"}}' })).toContain(
      '"99994"',
    ))

  it.each([
    ['a=1&b=x%20y', '{"a":"1","b":"x y"}'],
    ['<xml/>', '<xml/>'],
    ['a=&b=&c=1', '{"a":"","b":"","c":"1"}'],
    ['a=[1]', '{"a":"[1]"}'],
    ['<xml a="1"/>', '<xml a="1"/>'],
    [' {"a":1}', ' {"a":1}'],
    ['{"a":"b=c"}', '{"a":"b=c"}'],
    ['  {"a":"b=c"}', '  {"a":"b=c"}'],
    ['["a=b"]', '["a=b"]'],
  ])('a form is told as JSON: %s', (body, expected) => {
    expect(remedy('UNSUPPORTED_MEDIA_TYPE', { body })).toBe(`${AGAIN} --data '${expected}'`)
  })

  it('sends no body of another type where there was none', () => {
    expect(remedy('UNSUPPORTED_MEDIA_TYPE', { body: undefined })).toBe(AGAIN)
  })

  it('leaves out a header that is longer than any that counts', () => {
    const headers = [
      ['PSU-User-Agent', 'x'.repeat(201)],
      ['PSU-Geo-Location', 'x'.repeat(200)],
      ['PSU-Context', 'PRIVATE'],
    ] as const
    expect(remedy('HEADERS_TOO_LARGE', { headers })).toBe(
      `${AGAIN} --header 'PSU-Geo-Location: ${'x'.repeat(200)}' --header 'PSU-Context: PRIVATE' ${DATA}`,
    )
  })

  it('takes a scenario away, from the call or from the world (D88)', () => {
    const headers = [
      ['sandbank-scenario', 'error; code=CONFLICT'],
      ['PSU-Context', 'PRIVATE'],
    ] as const
    expect(written(withoutScenario({ ...CALL, headers }, true))).toBe(
      `${AGAIN} --header 'PSU-Context: PRIVATE' ${DATA}`,
    )
    expect(written(withoutScenario(CALL, false))).toBe(operatorCommand('mutation { clearScenarios { scenario } }'))
  })
})

describe('Who signs a call once more', () => {
  it.each([
    [[], undefined, 'acme', 'npx sandbank tpp new acme --roles PI,AI'],
    [['acme'], 'NO-FSA-1', 'acme-2', "npx sandbank tpp new acme-2 --roles PI,AI --id 'NO-FSA-1'"],
    [['acme', 'acme-2'], 'nobody', 'acme-3', 'npx sandbank tpp new acme-3 --roles PI,AI'],
    [['other'], 'xNO-FSA-1', 'acme', 'npx sandbank tpp new acme --roles PI,AI'],
    [['other'], "NO-FSA-$(it's)", 'acme', "npx sandbank tpp new acme --roles PI,AI --id 'NO-FSA-$(it'\\''s)'"],
  ])('is made beside the TPPs %j, with the id %s', (names, id, tpp, createdBy) =>
    expect(newSigner(names, id)).toEqual({ tpp, createdBy }),
  )

  const now = new Date('2030-05-15T10:00:00Z')
  const local = (localName: string, id: string, more: Partial<LocalTpp> = {}): LocalTpp => ({
    localName,
    id,
    name: localName,
    ...more,
  })
  const old = local('old', 'NO-FSA-1', { notAfter: now })
  const flawed = local('flawed', 'NO-FSA-1', { flawed: true })
  const [fit, other] = [local('fit', 'NO-FSA-1', { notAfter: new Date('2031-01-01') }), local('other', 'NO-FSA-2')]

  it.each<[what: string, all: readonly LocalTpp[], id: string | undefined, signer: Partial<Signer>]>([
    ['the only one, which needs no name', [fit], 'NO-FSA-1', { tpp: undefined, createdBy: undefined }],
    ['the one that called', [other, fit], 'NO-FSA-1', { tpp: 'fit', createdBy: undefined }],
    ['the first one where the caller is unknown', [other, fit], undefined, { tpp: 'other', createdBy: undefined }],
    ['one that is fit', [flawed, old, fit], 'NO-FSA-1', { tpp: 'fit' }],
    [
      'a new one where none is fit',
      [flawed, old],
      'NO-FSA-1',
      { tpp: 'acme', createdBy: expect.stringContaining('NO-FSA-1') },
    ],
    ['a new one beside another', [local('acme', 'NO-FSA-2')], 'NO-FSA-1', { tpp: 'acme-2' }],
  ])('is %s', (_, all, id, signer) => expect(chosenSigner(all, now, id)).toMatchObject(signer))
})

describe('the document after a refusal (D97)', () => {
  const right = (code: Code, query: string, variables: Readonly<Record<string, unknown>> = {}) =>
    remedy(code, { door: 'GRAPHQL', graphql: { query, variables } }).replaceAll(/\s+/g, ' ')

  it.each<[code: Code, query: string, right: string]>([
    [
      'QUERY_PARAMETER_REQUIRED',
      '{ accountTransactions(id: "x") { a } }',
      '{ accountTransactions(id: "x", bookingStatus: both) { a } }',
    ],
    [
      'QUERY_PARAMETER_REQUIRED',
      '{ cardAccountTransactions { a(id: 1) } }',
      '{ cardAccountTransactions(bookingStatus: both) { a(id: 1) } }',
    ],
    [
      'PRODUCT_INVALID',
      'mutation { a(product:  SEPA_X, b: 1) { b } }',
      'mutation { a(b: 1, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS) { b } }',
    ],
  ])('%s: %s', (code, query, expected) => expect(right(code, query)).toBe(operatorCommand(expected)))

  it('has the product in its variable, whatever that is called', () => {
    const query = 'mutation ($p: PaymentProduct!) { a(product: $p) { b } }'
    expect(right('PRODUCT_INVALID', query, { p: 'SEPA', c: 1 })).toBe(
      `${operatorCommand('mutation ($p: PaymentProduct!) { a(product: $p) { b } }')} --variables '{"p":"NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS","c":1}'`,
    )
  })
})

describe('Who the operator reads for (D71)', () => {
  const reading = (query: string, variables: Readonly<Record<string, unknown>> = {}): RefusedCall => ({
    ...CALL,
    door: 'GRAPHQL',
    graphql: { query, variables },
  })
  const changed = (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const { graphql } = withAccess(reading(query, variables), { psu: '"1"', context: 'PRIVATE' })
    return { query: graphql?.query.replaceAll(/\s+/g, ' '), variables: graphql?.variables }
  }

  it.each([
    ['{ consentedAccounts { id } }', true],
    ['{ consentedAccount(id: "x") { id } }', true],
    ['{ consentedCardAccounts { id } }', true],
    ['{ accountBalances(id: "x") { amount } }', true],
    ['{ cardAccountTransactions(id: "x") { id } }', true],
    ['{ cardAccountTransactionDetails(id: "x") { id } }', true],
    ['{ confirmFunds(input: {}) { fundsAvailable } }', true],
    ['{ accounts { nodes { id } } }', false],
    ['{ unconsentedAccounts { id } }', false],
    ['{ accountBalancesOf { id } }', false],
  ])('%s reads as a TPP: %s', (query, isReading) => {
    expect(readsAsTpp(reading(query))).toBe(isReading)
    expect(readsAsTpp(CALL)).toBe(false)
  })

  it('is said by the argument, where there is one', () => {
    expect(accessOf(reading('', { access: { psu: '1' } }))).toEqual({ psu: '1' })
    expect(accessOf(reading('', { access: 'x' }))).toEqual({})
    expect(accessOf(reading(''))).toEqual({})
    expect(accessOf(CALL)).toEqual({})
  })

  it('is changed in the variable that has it', () => {
    const query = 'query ($a: A) { confirmFunds(access: $a) { a } }'
    expect(changed(query, { a: { psu: '2', tpp: 'acme' }, b: 2 })).toEqual({
      query,
      variables: { a: { psu: '1', tpp: 'acme', context: 'PRIVATE' }, b: 2 },
    })
    expect(changed(query, { b: 2 }).variables).toEqual({ a: { psu: '1', context: 'PRIVATE' }, b: 2 })
  })

  it('takes the place of a variable that is no object', () =>
    expect(changed('query ($a: A) { confirmFunds(access: $a) { a } }', { a: 'x' }).variables).toEqual({
      a: { psu: '1', context: 'PRIVATE' },
    }))

  it.each([
    ['{ ...F ... on Query { consentedAccounts { id } } }', '{ ...F ... on Query { consentedAccounts { id } } }'],
    ['{ consentedAccounts { id } }', '{ consentedAccounts(access: {psu: "1", context: PRIVATE}) { id } }'],
    [
      '{ accountBalances(id: "x", access: { tpp: "acme", psu: "2" }) { id } }',
      '{ accountBalances(id: "x", access: {tpp: "acme", psu: "1", context: PRIVATE}) { id } }',
    ],
    [
      'query { accounts { id } confirmFunds { id } } fragment F on A { id }',
      '{ accounts { id } confirmFunds(access: {psu: "1", context: PRIVATE}) { id } } fragment F on A { id }',
    ],
    ['{ accounts { id } }', '{ accounts { id } }'],
  ])('is written into the document that has it not: %s', (query, expected) =>
    expect(changed(query, { b: 2 })).toEqual({ query: expected, variables: { b: 2 } }),
  )

  it('is in the headers of REST, where nothing changes', () => expect(withAccess(CALL, { psu: '"1"' })).toEqual(CALL))

  it('is the PSU of a call, in the name that it acts in', () => {
    const own = { customerNumber: '1', context: 'CORPORATE', agreementId: 'a' } as const
    expect(argumentsOf(own)).toEqual({ psu: '"1"', context: 'CORPORATE', agreementId: '"a"' })
    expect(argumentsOf({ ...own, context: 'PRIVATE' })).toEqual({ psu: '"1"', context: 'PRIVATE' })
    const headers = [
      ['PSU-ID', 'x'],
      ['X-PSU-IDENTITY', '2'],
      ['PSU-Context', 'PRIVATE'],
      ['PSU-Corporate-ID', 'b'],
      ['PSU-Accept', '*'],
    ] as const
    expect(callFor({ ...CALL, headers }, own)).toEqual({
      ...CALL,
      psu: '1',
      headers: [
        ['PSU-Accept', '*'],
        ['PSU-Context', 'CORPORATE'],
        ['PSU-Corporate-ID', 'a'],
      ],
    })
    const privately = callFor({ ...CALL, headers }, { ...own, context: 'PRIVATE' })
    expect(privately.headers).toEqual([
      ['PSU-Accept', '*'],
      ['PSU-Context', 'PRIVATE'],
    ])
    expect(callFor(CALL, { ...own, context: 'PRIVATE' })).toEqual({ ...CALL, psu: '1' })
    expect(callFor(reading('{ consentedAccounts { id } }'), own).graphql?.query).toContain('agreementId: "a"')
  })
})
