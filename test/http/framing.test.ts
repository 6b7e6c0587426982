import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../support/bank.ts'
import { answerIn, exchange } from '../support/raw-socket.ts'

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
