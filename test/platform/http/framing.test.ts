import { afterAll, describe, expect, it, vi } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { answerIn, exchange, openSocket } from '../../support/clients/raw-socket.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const send = async (head: string, body = '') => {
  const {
    status,
    head: answered,
    body: text,
  } = answerIn(await exchange(bank.url, `${head}\r\nConnection: close\r\n\r\n${body}`))
  return { status, head: answered, messages: text.startsWith('{"tpp') ? JSON.parse(text).tppMessages : undefined }
}

describe('A request without Host', () => {
  it.each(['/health', '/openapi.json', '/v1/sandbox/customers', '/', '/graphql?query={__typename}'])(
    'is served in HTTP/1.0: %s',
    async path => {
      const expected = (await fetch(`${bank.url}${path}`)).status
      expect((await send(`GET ${path} HTTP/1.0`)).status).toBe(expected)
    },
  )

  it('is refused in HTTP/1.1', async () => {
    expect(await send('GET /health HTTP/1.1')).toMatchObject({ status: 400, messages: [{ path: 'Host' }] })
  })
})

describe('400', () => {
  it.each([
    ['two of Host', 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1', 'Host'],
    ['a Host that is none', 'GET /health HTTP/1.1\r\nHost: a b', 'Host'],
    ['a Host that means another one', 'GET /health HTTP/1.1\r\nHost: 0x7f.1', 'Host'],
    ['a port that is none', 'GET /v1/accounts HTTP/1.1\r\nHost: x:99999', 'Host'],
    [
      'a coding besides chunked',
      'POST /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked',
      'Transfer-Encoding',
    ],
    ['chunks in HTTP/1.0', 'POST /v1/sandbox/customers HTTP/1.0\r\nTransfer-Encoding: chunked', 'Transfer-Encoding'],
    ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: x', undefined],
    ['a path that decodes to nothing', 'GET /worlds/%ff/v1/accounts HTTP/1.1\r\nHost: x', undefined],
    ['a page whose path decodes to nothing', 'GET /worlds/%ff/graphql HTTP/1.1\r\nHost: x', undefined],
  ])('for %s', async (_, head, path) => {
    expect(await send(head, '0\r\n\r\n')).toMatchObject({
      status: 400,
      messages: [{ code: 'BAD_REQUEST', ...(path === undefined ? {} : { path }) }],
    })
  })
})

it.each([
  ['chunks', 'Transfer-Encoding: chunked', '5\r\n{"a"'],
  ['Content-Length', 'Content-Length: 100', '{"a"'],
])('A body that ends before the end that its %s states is refused so', async (_, header, body) => {
  const { socket, received } = openSocket(bank.url)
  socket.end(
    `POST /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${body}`,
  )
  await vi.waitFor(() => expect(answerIn(received()).status).toBe(400), { timeout: 60_000 })
  expect(answerIn(received()).body).toContain('The request ended too early')
})

describe('Dots in a path', () => {
  it.each([
    '/worlds/../v1/sandbox/customers',
    '/worlds/%2e%2e/v1/sandbox/customers',
    '/worlds/./v1/sandbox/customers',
    '/worlds/../graphql',
    '/worlds/%2E%2e/graphql',
    '/worlds/default/../../graphql',
    '/worlds/../my/consents',
    '/v1/../health',
  ])('lead nowhere: %s', async path => {
    expect(await send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1`)).toMatchObject({ status: 404 })
  })
})

it('A form that is far too large is read over to its end: its sender gets the refusal, and may send more on the same connection', async () => {
  const size = 5_000_000
  const form = `POST /my/consents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size)}`
  const next = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
  const statuses = [...(await exchange(bank.url, form + next)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
    ([, status]) => status,
  )
  expect(statuses).toEqual(['413', '200'])
})

it('A form that does not end is refused after a second', async () => {
  const { socket, received } = openSocket(bank.url)
  socket.write(
    `POST /my/consents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000000\r\n\r\n${'a'.repeat(70_000)}`,
  )
  await vi.waitFor(() => expect(answerIn(received()).status).toBe(413), { timeout: 170_000 })
  socket.destroy()
})

it.each([
  ['after its first line', '-----BEGIN CERTIFICATE-----\nMIIB+zCC\n-----END CERTIFICATE-----'],
  ['before a blank', 'MIIB+zCC\n MIIB'],
  ['a bare carriage return', 'MIIB+zCC\rMIIB'],
])('A certificate with bare line breaks in a header is refused with how it is sent: %s', async (_, value) => {
  const { status, messages } = await send(
    `GET /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nTPP-Signature-Certificate: ${value}`,
  )
  expect([status, messages[0].text]).toEqual([
    400,
    expect.stringMatching(
      /^This is no HTTP request that can be read: .*\. A header is one line, NAME: VALUE, without line breaks, also in a certificate: send it without those of its PEM\.$/,
    ),
  ])
})

it('A certificate with the line breaks of its PEM in a header is refused with the reason of the parser, and how it is sent', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\r\nMIIB+zCC\r\n-----END CERTIFICATE-----'
  const { status, messages } = await send(
    `GET /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nTPP-Signature-Certificate: ${pem}`,
  )
  expect([status, messages[0].text]).toEqual([
    400,
    'This is no HTTP request that can be read: Invalid header token. A header is one line, NAME: VALUE, without line breaks, also in a certificate: send it without those of its PEM.',
  ])
})
