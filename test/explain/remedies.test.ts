import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { type RefusedCall, written } from '../../src/explain/commands.ts'
import { CODE_REMEDIES, makeTpp, scenarioRemedy } from '../../src/explain/remedies.ts'

const CALL = {
  place: { world: 'default', base: undefined },
  method: 'POST',
  path: '/v1/payments/wrong?x=1',
  body: '{"a":1}',
  asked: undefined,
  psu: '01017012345',
  headers: [],
  tppId: 'PSDNO-FSA-1',
  signer: { tpp: undefined, made: undefined },
  door: 'REST',
  faults: [],
} as const satisfies RefusedCall
type Call = RefusedCall
const remedy = (code: ErrorCode, changes: Partial<Call> = {}) =>
  written(CODE_REMEDIES[code].change({ ...CALL, ...changes }))

it('a call is signed again by the TPP that is named, which is made first where there is none', () => {
  expect(
    remedy('CERTIFICATE_INVALID', { signer: { tpp: 'acme', made: "npx sandbank tpp new acme --id 'NO-FSA-1'" } }),
  ).toBe(
    `npx sandbank tpp new acme --id 'NO-FSA-1' && npx sandbank call POST '/v1/payments/wrong?x=1' --tpp acme --psu 01017012345 ${DATA}`,
  )
})

it('keeps the headers that count', () => {
  const headers = [
    ['PSU-Context', 'PRIVATE'],
    ['TPP-Redirect-URI', "https://tpp.example/it's"],
  ] as const
  expect(remedy('CONFLICT', { headers, body: undefined })).toBe(
    `${AGAIN} --header 'PSU-Context: PRIVATE' --header 'TPP-Redirect-URI: https://tpp.example/it'\\''s'`,
  )
  const scenario = [['Sandbank-Scenario', 'error; code=CONFLICT']] as const
  expect(written(scenarioRemedy(true).change({ ...CALL, headers: scenario }))).toBe(`${AGAIN} ${DATA}`)
})

const AGAIN = `npx sandbank call POST '/v1/payments/wrong?x=1' --psu 01017012345`
const DATA = `--data '{"a":1}'`
const asked = (query: string) => `npx sandbank graphql '${query}'`
const AUTHORISATIONS = asked('{ authorisations(last: 5) { nodes { id purpose status expiresAt } } }')
const PAYMENTS = asked('{ payments(last: 5) { nodes { id service status tppId } } }')
const WITH_PRODUCT =
  "npx sandbank call POST '/v1/payments/norwegian-domestic-credit-transfers?x=1' --psu 01017012345 --data '{\"a\":1}'"

const WITH_KID = `--data '{"a":1,"remittanceInformationStructuredArray":[{"reference":"12345674","referenceType":"SCOR"}]}'`

const COMMANDS = {
  FORMAT_ERROR: `${AGAIN} ${DATA}`,
  BAD_REQUEST: `${AGAIN} ${DATA}`,
  HTTP_HEADER_REQUIRED: `${AGAIN} ${DATA}`,
  QUERY_PARAMETER_REQUIRED: `npx sandbank call POST '/v1/payments/wrong?x=1&bookingStatus=both' --psu 01017012345 ${DATA}`,
  SCA_INVALID: AUTHORISATIONS,
  PAYMENT_FAILED: asked(
    '{ accounts { nodes { id iban creditLine balances { balanceType balanceAmount { amount currency } } } } }',
  ),
  EXECUTION_DATE_INVALID: `${AGAIN} ${DATA}`,
  REFERENCE_MIX_INVALID: PAYMENTS,
  KID_MISSING: `${AGAIN} ${WITH_KID}`,
  KID_INVALID: `${AGAIN} ${WITH_KID}`,
  CERTIFICATE_MISSING: `${AGAIN} ${DATA}`,
  CERTIFICATE_INVALID: `${AGAIN} ${DATA}`,
  CERTIFICATE_EXPIRED: `${AGAIN} ${DATA}`,
  SIGNATURE_MISSING: `${AGAIN} ${DATA}`,
  SIGNATURE_INVALID: `${AGAIN} ${DATA}`,
  PSU_CREDENTIALS_INVALID: asked(
    '{ customers { nodes { customerNumber psuId engagements { nodes { agreement { id } } } } } }',
  ),
  CONSENT_INVALID: `${AGAIN} ${DATA}`,
  CONSENT_EXPIRED: `${AGAIN} ${DATA}`,
  CONSENT_UNKNOWN: `${AGAIN} ${DATA}`,
  SCA_EXPIRED: AUTHORISATIONS,
  FORBIDDEN: asked(
    '{ customers { nodes { customerNumber engagements { nodes { id roles registerLimit approvalLimit account { iban } } } } } }',
  ),
  PRODUCT_INVALID: WITH_PRODUCT,
  PRODUCT_UNKNOWN: WITH_PRODUCT,
  NOT_FOUND: `${AGAIN} ${DATA}`,
  RESOURCE_UNKNOWN: PAYMENTS,
  SCA_NOT_FOUND: AUTHORISATIONS,
  METHOD_NOT_ALLOWED: `${AGAIN} ${DATA}`,
  CANCELLATION_INVALID: PAYMENTS,
  NOT_ACCEPTABLE: `${AGAIN} ${DATA}`,
  CONFLICT: `${AGAIN} ${DATA}`,
  CONTENT_TOO_LARGE: `${AGAIN} --data '{}'`,
  UNSUPPORTED_MEDIA_TYPE: `${AGAIN} ${DATA}`,
  HEADERS_TOO_LARGE: `${AGAIN} ${DATA}`,
  ACCESS_EXCEEDED: `${AGAIN} --header 'PSU-IP-Address: 192.0.2.7' ${DATA}`,
  SYSTEM_ERROR: 'npx sandbank audit',
  UNAVAILABLE: `${AGAIN} ${DATA}`,
} satisfies Record<ErrorCode, string>

describe('the command after a refusal (D97)', () => {
  it('is told for each code', () => {
    const told = Object.entries(CODE_REMEDIES).map(([code, { change }]) => [code, written(change(CALL))])
    expect(Object.fromEntries(told)).toEqual(COMMANDS)
  })

  it('is for the world of the call', () => {
    expect(remedy('BAD_REQUEST', { place: { world: 'green', base: undefined } })).toBe(
      `npx sandbank call POST '/v1/payments/wrong?x=1' --world green --psu 01017012345 ${DATA}`,
    )
    expect(remedy('SCA_EXPIRED', { place: { world: 'green', base: undefined } })).toBe(
      AUTHORISATIONS.replace('graphql', 'graphql --world green'),
    )
    expect(remedy('SYSTEM_ERROR', { place: { world: 'green', base: undefined } })).toBe(
      'npx sandbank audit --world green',
    )
  })

  it('has no body and no PSU where the call had none', () => {
    const bare = "npx sandbank call POST '/v1/payments/wrong?x=1'"
    expect(remedy('CONFLICT', { psu: undefined, body: undefined })).toBe(bare)
    expect(remedy('CONFLICT', { psu: undefined, body: '' })).toBe(bare)
    expect(remedy('CONTENT_TOO_LARGE', { psu: undefined, body: undefined })).toBe(bare)
  })

  it('can be copied into a shell', () => {
    expect(remedy('CONFLICT', { path: "/v1/it's", psu: undefined, body: "a'b''c" })).toBe(
      "npx sandbank call POST '/v1/it'\\''s' --data 'a'\\''b'\\'''\\''c'",
    )
  })

  it.each([
    ['PSU-IP-Address', 'PSU-IP-Address: 192.0.2.7'],
    ['TPP-Session-ID', 'TPP-Session-ID: session-1'],
    ['TPP-Redirect-URI', 'TPP-Redirect-URI: https://tpp.example/back'],
    ['x-accept-fix', 'x-accept-fix: longer-name'],
    ['PSU-Context', 'PSU-Context: PRIVATE'],
  ])('names the header %s with a value, where one is known', (at, line) => {
    expect(remedy('HTTP_HEADER_REQUIRED', { faults: [{ text: 'is required', path: at }] })).toBe(
      `${AGAIN} --header '${line}' ${DATA}`,
    )
  })

  it.each([undefined, 'X-Request-ID', 'digest', 'Date', 'Signature', 'TPP-Signature-Certificate', 'PSU-ID', 'X-Other'])(
    'leaves %s to the command, which makes it anew',
    path => {
      const faults = [path === undefined ? { text: 'is required' } : { text: 'is required', path }]
      expect(remedy('HTTP_HEADER_REQUIRED', { faults })).toBe(`${AGAIN} ${DATA}`)
    },
  )

  it('names each header that was missing', () => {
    const faults = ['Digest', 'PSU-IP-Address', 'TPP-Session-ID'].map(path => ({ text: 'is required', path }))
    expect(remedy('HTTP_HEADER_REQUIRED', { faults })).toBe(
      `${AGAIN} --header 'PSU-IP-Address: 192.0.2.7' --header 'TPP-Session-ID: session-1' ${DATA}`,
    )
  })

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
    expect(remedy('PRODUCT_UNKNOWN', { path, psu: undefined, body: undefined })).toBe(
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

  it.each([
    ['{"a":[1,2],"b":{"c":"x', '{"a":[1,2]}'],
    ['{"payments":[{"a":"b,]}\\""},{"a":', '{"payments":[{"a":"b,]}\\""}]}'],
    ['[[1,2', '[[1]]'],
    ['{"a', '{}'],
    [`{"a":"${'x'.repeat(1992)}","b":1`, `{"a":"${'x'.repeat(1992)}"}`],
    [`{"a":"${'x'.repeat(1993)}","b":1`, '{}'],
    [`{"a":"${'x'.repeat(2500)}","b":1`, '{}'],
  ])('a body that is too large is told by its first whole values: %s', (body, expected) => {
    expect(remedy('CONTENT_TOO_LARGE', { body })).toBe(`${AGAIN} --data '${expected}'`)
  })

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

  it.each([
    ['/v1/bulk-payments/x/1', PAYMENTS],
    ['/v1/signing-baskets/1', asked('{ signingBaskets(last: 5) { nodes { id status tppId } } }')],
    ['/v1/sandbox/agreements/1', asked('{ agreements { nodes { id name engagements { nodes { id } } } } }')],
    ['/v1/card-accounts/1', asked('{ cardAccounts { nodes { id maskedPan } } }')],
    ['/v1/accounts/1', asked('{ accounts { nodes { id iban } } }')],
    ['/v1/sandbox/customers/1', asked('{ customers { nodes { id customerNumber } } }')],
    ['/v1/tpps/1', asked('{ tpps { nodes { id localName } } }')],
    ['/v1/else', asked('{ world { name } worlds { nodes { name } } }')],
  ])('lists what there is instead of %s', (path, command) => {
    expect(remedy('RESOURCE_UNKNOWN', { path })).toBe(command)
  })

  it('takes a scenario away, from the call or from the world (D88)', () => {
    expect(scenarioRemedy(true)).toMatchObject({ rule: 'D88' })
    expect(written(scenarioRemedy(true).change(CALL))).toBe(`${AGAIN} ${DATA}`)
    expect(written(scenarioRemedy(false).change(CALL))).toBe(asked('mutation { clearScenarios { scenario } }'))
  })
})

it.each([
  ['acme', undefined, 'npx sandbank tpp new acme --roles PI,AI'],
  ['acme-2', 'NO-FSA-1', "npx sandbank tpp new acme-2 --roles PI,AI --id 'NO-FSA-1'"],
  ['acme', "NO-FSA-$(it's)", "npx sandbank tpp new acme --roles PI,AI --id 'NO-FSA-$(it'\\''s)'"],
])('A TPP that is called %s is made with the id %s', (name, id, command) => expect(makeTpp(name, id)).toBe(command))

describe('the document after a refusal (D97)', () => {
  const mended = (code: ErrorCode, query: string, variables: Readonly<Record<string, unknown>> = {}) =>
    remedy(code, { door: 'GRAPHQL', asked: { query, variables } })

  it.each<[code: ErrorCode, query: string, right: string]>([
    [
      'QUERY_PARAMETER_REQUIRED',
      '{ accountTransactions(id: "x") { a } }',
      '{ accountTransactions(bookingStatus: both, id: "x") { a } }',
    ],
    [
      'QUERY_PARAMETER_REQUIRED',
      '{ cardAccountTransactions  (id: 1) { a } }',
      '{ cardAccountTransactions(bookingStatus: both, id: 1) { a } }',
    ],
    ['QUERY_PARAMETER_REQUIRED', '{ accounts(id: "x") { a } }', '{ accounts(id: "x") { a } }'],
    [
      'PRODUCT_INVALID',
      'mutation { a(product:  SEPA_X) { b } }',
      'mutation { a(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS) { b } }',
    ],
    ['PRODUCT_INVALID', 'mutation { a(byproduct: SEPA) { b } }', 'mutation { a(byproduct: SEPA) { b } }'],
    [
      'ACCESS_EXCEEDED',
      '{ accountBalances(id: "x") { a } }',
      '{ accountBalances(access: { psuIpAddress: "192.0.2.7" }, id: "x") { a } }',
    ],
  ])('%s: %s', (code, query, right) => expect(mended(code, query)).toBe(asked(right)))

  it('has the product in its variable, where it has one', () => {
    const query = 'mutation ($product: PaymentProduct!) { a(product: $product) { b } }'
    expect(mended('PRODUCT_UNKNOWN', query, { product: 'SEPA', c: 1 })).toBe(
      `${asked(query)} --variables '{"product":"NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS","c":1}'`,
    )
  })

  it('of an account is given its own parameters', () => {
    expect(mended('QUERY_PARAMETER_REQUIRED', '{ accountTransactions(id: $id) { a } }', { id: 'x' })).toBe(
      `${asked('{ accountTransactions(bookingStatus: both, id: $id) { a } }')} --variables '{"id":"x"}'`,
    )
  })
})
