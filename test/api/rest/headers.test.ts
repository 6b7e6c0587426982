import { afterAll, describe, expect, it } from 'vitest'
import { HEADER_SETS, type HeaderSet, headerChecks } from '../../../src/api/rest/headers.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { addAccount, customerBody, expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addConsented } from '../../support/builders/consented.ts'
import { BASKETS, callingAs, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { signedAgain } from '../../support/clients/signed-again.ts'

const bank = await startBank()
const world = await bank.world()
const routes = ROUTES.filter(({ service }) => service === 'sandbox')
afterAll(() => expect(bank.faults).toEqual([]))

// [I] Header sets, and D10: "sandbox POSTs and get engagement" want a Digest, balances too, the other reads and deletes do not.
const wantsDigest = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' || method === 'PUT' || path.includes('/engagements')
const call = (method: string, path: string, changes: Record<string, string | undefined>) =>
  world.call(method, path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
    tamper: request => signedAgain(bank.tpp, request, changes),
  })
const missing = (name: string) => `${name}: The header ${name} is required for this operation.`

describe.each(routes.map(({ method, path }) => ({ method, path })))('$method $path', route => {
  const { method, path } = route

  it('wants the header X-Request-ID, empty is missing, and then answers none', async () => {
    for (const value of [undefined, '']) {
      const answer = await call(method, path, { 'X-Request-ID': value })
      expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([missing('X-Request-ID')])
      expect(answer.headers).not.toHaveProperty('x-request-id')
    }
  })

  it(wantsDigest(route) ? 'wants the header Digest' : 'does not want the header Digest', async () => {
    const answer = await call(method, path, { Digest: undefined })
    if (wantsDigest(route)) expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([missing('Digest')])
    else expect(answer.body?.tppMessages?.[0].code).not.toBe('HTTP_HEADER_REQUIRED')
  })

  it('wants certificate and signature, with codes of their own (D13)', async () => {
    const unsigned = { tamper: (request: Parameters<typeof signedAgain>[1]) => ({ ...request, headers: [] }) }
    const target = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)
    const bare = await world.call(method, target, unsigned)
    expect(expectRefusal(bare, 401, 'CERTIFICATE_MISSING')[0]).toMatch(/^TPP-Signature-Certificate: /)
    const answer = await world.call(method, target, {
      tamper: request => ({ ...request, headers: request.headers.filter(([name]) => name !== 'Signature') }),
    })
    expect(expectRefusal(answer, 401, 'SIGNATURE_MISSING')[0]).toMatch(
      /^Signature: The header is missing\. Sign headers="/,
    )
  })
})

describe('several missing headers', () => {
  it('are named together (D16)', async () => {
    const answer = await call('POST', PATHS.customers, { Digest: undefined, 'X-Request-ID': undefined })
    expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([missing('X-Request-ID'), missing('Digest')])
  })
})

const ALWAYS = ['X-Request-ID', 'TPP-Signature-Certificate', 'Signature']
const DISPENSABLE = ['x-accept-fix', 'TPP-Session-ID']
/** [I] Header sets: what is required, and what `SANDBANK_HEADERS=lenient` drops (D10). */
const REQUIRED: Record<HeaderSet, readonly string[]> = {
  basket: [...ALWAYS, ...DISPENSABLE, 'TPP-Redirect-URI', 'PSU-ID', 'PSU-IP-Address'],
  transactionDetails: [...ALWAYS, ...DISPENSABLE, 'TPP-Redirect-URI'],
  periodicPayment: [...ALWAYS, ...DISPENSABLE, 'TPP-Redirect-URI', 'Digest', 'PSU-ID', 'PSU-IP-Address'],
  sandboxWrite: [...ALWAYS, 'Digest'],
  sandboxRead: ALWAYS,
  consent: [...ALWAYS, 'x-accept-fix', 'TPP-Redirect-URI', 'PSU-IP-Address'],
}

describe.each(HEADER_SETS)('the header set %s', set => {
  const missingOf = (policy: 'strict' | 'lenient') =>
    refusalOf(() => headerChecks(set, policy).assertPresent(() => undefined)).faults.map(({ path }) => path)

  it('demands what the interface says when strict (D10)', () => {
    expect(missingOf('strict').toSorted()).toEqual(REQUIRED[set].toSorted())
  })

  it('drops x-accept-fix and TPP-Session-ID when lenient (D10)', () => {
    expect(missingOf('lenient').toSorted()).toEqual(
      REQUIRED[set].filter(name => !DISPENSABLE.includes(name)).toSorted(),
    )
  })
})

const UUID = '5f0a1b2c-3d4e-5f60-7182-93a4b5c6d7e8'
/** D11, by header: what fits, what does not. */
const FORMATS: readonly (readonly [name: string, right: readonly string[], wrong: readonly string[]])[] = [
  ['X-Request-ID', ['1', '~', '!"#', 'x'.repeat(128)], ['', ' ', 'a b', 'é', 'x'.repeat(129), 'a\tb']],
  ['PSU-ID', [UUID, UUID.toUpperCase()], ['', '13039319955', `{${UUID}}`, UUID.replaceAll('-', ''), `${UUID}0`]],
  ['PSU-Device-ID', [UUID], ['device', `urn:uuid:${UUID}`]],
  ['PSU-Context', ['PRIVATE', 'CORPORATE'], ['private', '', 'PRIVATE, CORPORATE']],
  ['PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['get', 'HEAD', '']],
  [
    'PSU-IP-Address',
    ['192.0.2.1', '::1', '2001:db8::192.0.2.1'],
    ['', '256.1.1.1', '1.2.3', 'localhost', '[::1]', '192.0.2.1:80'],
  ],
  ['PSU-IP-Port', ['1', '80', '65535'], ['0', '65536', '-1', '080', '1e3', '', '80 ']],
  ['TPP-Redirect-Preferred', ['true', 'false'], ['True', '1', '']],
  [
    'TPP-Redirect-URI',
    ['https://tpp.example/', 'http://localhost:8080/cb?a=b', 'com.fjordpay.app://back', 'com.fjordpay.app:/back'],
    [
      '',
      '/back',
      'tpp.example/cb',
      'https://tpp.example/#fragment',
      'https://tpp.example/\u0007',
      'https://tpp.example/\r\nx: y',
      'https://tpp.example/a b',
      'https://',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'FILE:/etc/passwd',
      'vbscript:x',
      'blob:https://tpp.example/1',
      'fjordpay:back',
      'view-source:https://tpp.example/',
      'chrome://settings',
      'filesystem:https://tpp.example/temporary/x',
      'jar:https://tpp.example/a.jar!/b',
      'intent:x',
      'https://tpp.example;script-src/',
      'https://tpp.example,x/',
    ],
  ],
]

describe.each(FORMATS)('the format of %s (D11)', (name, right, wrong) => {
  // Some headers are not used by any operation yet: the checks of the set that uses the header speak for it.
  const set = name === 'PSU-Context' ? 'transactionDetails' : 'basket'
  const check = (value: string) =>
    headerChecks(set, 'strict').assertFormats(asked => (asked === name ? value : undefined))

  it('takes what fits', () => {
    for (const value of right) expect(() => check(value), value).not.toThrow()
  })

  it('refuses what does not, with the header as path', () => {
    for (const value of wrong) {
      const { code, faults } = refusalOf(() => check(value))
      expect(code).toBe('FORMAT_ERROR')
      expect(faults).toMatchObject([
        { path: name, text: expect.stringMatching(`^The header ${name} must be .+; it is ".*"\\.`) },
      ])
    }
  })
})

describe('what a column of the interface leaves free', () => {
  it('PSU-HTTP-Method is any text on transaction details, and one of its values elsewhere ([I] PSU headers, D11)', () => {
    for (const set of HEADER_SETS.filter(one => !one.startsWith('sandbox'))) {
      const check = () =>
        headerChecks(set, 'strict').assertFormats(name => (name === 'PSU-HTTP-Method' ? 'get' : undefined))
      if (set === 'transactionDetails') expect(check).not.toThrow()
      else expect(refusalOf(check).faults.map(({ path }) => path)).toEqual(['PSU-HTTP-Method'])
    }
  })

  it('an empty x-accept-fix is there, and names nothing; no other header may be empty (D11)', async () => {
    for (const set of HEADER_SETS) {
      const empty = refusalOf(() => headerChecks(set, 'strict').assertPresent(() => ''))
      expect(empty.faults.map(({ path }) => path).toSorted()).toEqual(
        REQUIRED[set].filter(name => name !== 'x-accept-fix').toSorted(),
      )
    }
    const { headers } = await addConsented(bank, { world })
    const answer = await world.call('GET', '/v1/accounts', { headers: { ...headers, 'x-accept-fix': '' } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.accounts[0].cashAccountType).toBe('Current')
  })

  it('PSU-Context is ignored where its column has no row (D11)', async () => {
    const { headers, account } = await addConsented(bank, { world })
    const psu = callingAs(world, { ...headers, 'PSU-Context': 'PRIVATE' })
    const payment = await register(psu, NDCT, paymentBody(account, await addAccount(world)))
    const other = callingAs(world, { ...headers, 'PSU-Context': 'CORPORATE' })
    expect((await other.call('GET', payment.path)).status).toBe(200)
    expect((await other.call('POST', `${payment.path}/authorisations`)).status).toBe(201)
    expect((await other.call('POST', BASKETS, { body: { paymentIds: [payment.id] } })).status).toBe(201)
  })
})

describe('X-Request-ID is echoed on every answer (D11)', () => {
  it.each([
    ['200', 'GET', PATHS.customers, {}, 200],
    ['201', 'POST', PATHS.customers, { body: customerBody() }, 201],
    ['400', 'POST', PATHS.customers, { body: {} }, 400],
    ['401', 'GET', PATHS.customers, { headers: { Date: 'never' } }, 401],
    ['404 of a path', 'GET', '/v1/nothing', {}, 404],
    ['404 of a resource', 'DELETE', `${PATHS.customers}/${UNKNOWN_ID}`, {}, 404],
    ['405', 'PATCH', PATHS.customers, {}, 405],
    ['406', 'GET', PATHS.customers, { headers: { Accept: 'text/html' } }, 406],
    ['413', 'POST', PATHS.customers, { raw: ' '.repeat(1_048_577) }, 413],
    ['415', 'POST', PATHS.customers, { raw: '{}', headers: { 'Content-Encoding': 'gzip' } }, 415],
    ['431', 'GET', PATHS.customers, { headers: { 'X-Long': 'x'.repeat(40_000) } }, 431],
  ])('%s', async (_, method, path, options, status) => {
    const requestId = `echo-${status}-${path.length}-${method}`
    const answer = await world.call(method, path, { ...options, requestId })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers['x-request-id']).toBe(requestId)
  })

  it.each(['a b', 'x'.repeat(129), 'æ'])('but never one that breaks the rules: %j', async requestId => {
    const answer = await world.call('GET', PATHS.customers, { requestId })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(
      /^X-Request-ID: The header X-Request-ID must be 1 to 128 visible ASCII characters; it is "/,
    )
    expect(answer.headers).not.toHaveProperty('x-request-id')
  })

  it('echoes one of 128 characters', async () => {
    const requestId = '~'.repeat(128)
    expect((await world.call('GET', PATHS.customers, { requestId })).headers['x-request-id']).toBe(requestId)
  })
})

describe('what stands in another place than it should', () => {
  it.each<[string, (base64: string) => string]>([
    ['as Base64 of its DER', base64 => base64],
    ['as PEM', base64 => `-----BEGIN CERTIFICATE-----${base64}-----END CERTIFICATE-----`],
    ['as the Base64 of its PEM', base64 => Buffer.from(`-----BEGIN CERTIFICATE-----\n${base64}`).toString('base64')],
  ])('a certificate in another header is named, %s', async (_, form) => {
    const answer = await world.call('GET', PATHS.customers, {
      tamper: request => ({
        ...request,
        headers: request.headers.map(([name, value]) =>
          name === 'TPP-Signature-Certificate' ? ['X-Certificate', form(value)] : [name, value],
        ),
      }),
    })
    expect(expectRefusal(answer, 401, 'CERTIFICATE_MISSING')).toEqual([
      expect.stringMatching(/The header X-Certificate holds one: send it under that name\.$/),
    ])
  })

  it('a customerNumber in PSU-ID is named as such', () => {
    const { faults } = refusalOf(() =>
      headerChecks('basket', 'strict').assertFormats(name => (name === 'PSU-ID' ? '13039319955' : undefined)),
    )
    expect(faults[0]?.text).toMatch(
      /must be a UUID; it is "13039319955"\. That is a customerNumber, .* psuId in GraphQL/,
    )
  })
})
