import { request } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { listen } from '../../../src/api/server.ts'
import { createApp } from '../../../src/app.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { customerBody, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { type SigningInput, signedRequest, withHeaders } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')

/** The same bank, all of whose calls go through the Fetch API. */
const deps = { store: bank.store, running: new Set<string>(), ...systemDeps }
const { fetch } = createApp({
  deps,
  security: {
    certificates: createCertificateReader([bank.authority.certificate]),
    keyId: 'tolerant',
    headers: 'strict',
    machineNow: deps.machineNow,
  },
  certify: certifyWith(bank.authority, deps.machineNow),
  operator: { token: undefined, hosts: ['127.0.0.1', 'localhost'] },
  report: () => {},
})
const long = await listen({ fetch }, { host: '127.0.0.1', port: 0 })
afterAll(() => long.stop())

type Sent = { method: string; target: string; headers: readonly (readonly [string, string])[]; body: Uint8Array }

/** All that came back, but for what the clock says. */
function ask(url: string, { method, target, headers, body }: Sent): Promise<unknown> {
  const { hostname, port } = new URL(url)
  const lines = [...headers, ...(body.length > 0 ? ([['Content-Length', String(body.length)]] as const) : [])].flat()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, method, path: target, headers: ['Host', '127.0.0.1', ...lines] },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () => {
          const {
            date: _,
            'transfer-encoding': __,
            'content-length': ___,
            'sandbank-request': ____,
            ...rest
          } = answer.headers
          resolve({
            status: answer.statusCode,
            headers: Object.entries(rest).sort(),
            body: Buffer.concat(parts).toString(),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function expectSame(sent: Sent): Promise<unknown> {
  // What changes something is sent before, so that both answer a repeated call.
  if (sent.method !== 'GET') await ask(bank.url, sent)
  const [one, other] = [await ask(bank.url, sent), await ask(long.url, sent)]
  expect(one).toEqual(other)
  return one
}

const sign = (method: string, target: string, rest: Partial<SigningInput> = {}) =>
  signedRequest({ ...bank.tpp, method, url: `${world.base}${target}`, headers: [], body: '', ...rest })
const fill = (path: string) => path.replace('{paymentService}', 'payments').replaceAll(/\{\w+\}/g, UNKNOWN_ID)

describe('A call that is served on node:http has the answer that it has through the Fetch API', () => {
  it.each(ROUTES.map(({ method, path }) => [method, path] as const))('%s %s', async (method, path) => {
    const psu: readonly (readonly [string, string])[] = [
      ['x-accept-fix', 'none'],
      ['TPP-Session-ID', 's'],
      ['TPP-Redirect-URI', 'https://tpp.example/back'],
      ['PSU-ID', UNKNOWN_ID],
      ['PSU-IP-Address', '127.0.0.1'],
    ]
    const body = method === 'GET' || method === 'DELETE' ? '' : '{"nothing":1}'
    const typed = body === '' ? psu : ([...psu, ['Content-Type', 'application/json']] as const)
    await expectSame(sign(method, fill(path), { headers: typed, body }))
    await expectSame({ method, target: fill(path), headers: [], body: new Uint8Array() })
    await expectSame({
      method: 'PATCH',
      target: fill(path),
      headers: [['X-Request-ID', 'one']],
      body: new Uint8Array(),
    })
  })

  it('when it succeeds, is repeated, is refused, or is odd', async () => {
    const made = sign('POST', PATHS.customers, {
      body: JSON.stringify(customerBody()),
      headers: [['Content-Type', 'application/json']],
    })
    const list = sign('GET', PATHS.customers)
    for (const sent of [
      made,
      list,
      { ...list, method: 'HEAD' },
      { ...list, target: '/health' },
      { ...list, target: '/health?a=b', method: 'HEAD' },
      { ...list, target: '/health', method: 'PUT' },
      { ...list, target: `http://127.0.0.1${list.target}` },
      { ...list, target: `${list.target}?withAccounts=true&withAccounts=true` },
      { ...list, target: '/worlds/no-such/v1/sandbox/customers' },
      { ...list, target: '/worlds/A%20b/v1/sandbox/customers' },
      { ...list, target: '/v1/sandb%6Fx/customers' },
      { ...list, target: '/v1/sandbox/customers/%E0%A4%A' },
      { ...list, target: '/v1/sandbox/customers/a%2Fb' },
      { ...list, target: '/v1//sandbox/customers' },
      withHeaders(list, { 'X-Long': 'x'.repeat(40_000) }),
      withHeaders(list, { Accept: 'text/html' }),
      withHeaders(made, { 'Content-Encoding': 'gzip' }),
      { ...made, body: Buffer.alloc(1_048_577, 32) },
      sign('POST', PATHS.customers, {
        body: '{"name":"a","name":"b"}',
        headers: [['Content-Type', 'application/json']],
      }),
    ])
      await expectSame(sent)
  })

  it('when it is one of GraphQL: answered, refused at any step, or odd', async () => {
    const post = (text: string, headers: Sent['headers'] = [], target = '/graphql'): Sent => ({
      method: 'POST',
      target,
      headers: [['Content-Type', 'application/json'], ...headers],
      body: Buffer.from(text),
    })
    const query = (text: string, ...rest: [Sent['headers']?, string?]) => post(JSON.stringify({ query: text }), ...rest)
    const own = `/worlds/${world.name}/graphql`
    const list = '{ customers(first: 3) { nodes { id customerNumber name } totalCount } }'
    const answered = await expectSame(query(list, [], own))
    expect(answered).toMatchObject({ status: 200, body: expect.stringContaining('"customerNumber"') })
    for (const sent of [
      query(list),
      query(
        list,
        [
          ['X-Request-ID', 'one'],
          ['Accept', 'application/graphql-response+json'],
        ],
        own,
      ),
      query(list, [['Accept', 'text/html']], own),
      query('{ nothing }', [], own),
      query('{ nothing }', [['Accept', 'application/graphql-response+json']], own),
      query('{ account(by: { id: "x" }) { id } }', [], own),
      query(
        'mutation { deleteCustomer(id: "x") { customer { id } } }',
        [['Sandbank-Scenario', 'error; code=CONFLICT']],
        own,
      ),
      query(list, [['Sandbank-Scenario', 'nothing']], own),
      query(list, [['Origin', 'https://elsewhere.example']], own),
      query(list, [['Sec-Fetch-Site', 'cross-site']], own),
      query(list, [], '/worlds/no-such/graphql'),
      query(list, [], '/worlds/A%20b/graphql'),
      query(list, [], `${own}?query=%7Bnothing%7D`),
      query(list, [], `${own}/`),
      query(list, [], `http://127.0.0.1${own}`),
      post('{"query":1}', [], own),
      post('nonsense', [], own),
      post('', [], own),
      { ...post('nonsense', [], own), body: Buffer.from([0x22, 0xff, 0x22]) },
      { ...query(list, [], own), body: Buffer.alloc(1_048_577, 32) },
      { ...query(list, [], own), headers: [['Content-Type', 'text/plain']] },
      { ...query(list, [], own), headers: [] },
      query(list, [['Content-Encoding', 'gzip']], own),
      query(list, [['X-Long', 'x'.repeat(40_000)]], own),
      { method: 'GET', target: `${own}?query=%7B__typename%7D`, headers: [], body: Buffer.of() },
      { method: 'PUT', target: own, headers: [], body: Buffer.of() },
      { method: 'OPTIONS', target: own, headers: [], body: Buffer.of() },
    ] satisfies Sent[])
      await expectSame(sent)
  })
})
