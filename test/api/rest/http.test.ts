import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { type CallOptions, startBank } from '../../support/clients/bank.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const world = await bank.world()
const path = PATHS.customers
afterAll(() => expect(bank.faults).toEqual([]))

const methodsOf = new Map<string, string[]>()
for (const { method, path: of } of ROUTES) methodsOf.set(of, [...(methodsOf.get(of) ?? []), method])

describe('405', () => {
  const served = [...methodsOf].map(([of, methods]) => ({ of, methods }))
  it.each(served)('$of names its methods in Allow', async ({ of, methods }) => {
    const answer = await world.call(
      'PATCH',
      of
        .replace('{paymentService}', 'payments')
        .replace('{paymentProduct}', 'sepa-credit-transfers')
        .replaceAll(/\{\w+\}/g, UNKNOWN_ID),
    )
    const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    expect(expectRefusal(answer, 405, 'BAD_REQUEST')).toEqual([`PATCH is not possible here: use ${allow}.`])
    expect(answer.headers['allow']).toBe(allow)
  })

  it('is the answer to OPTIONS and TRACE, and to a HEAD where there is no GET', async () => {
    for (const method of ['OPTIONS', 'TRACE']) expectRefusal(await world.call(method, path), 405, 'BAD_REQUEST')
    expect(await world.call('HEAD', PATHS.initialize)).toMatchObject({
      status: 405,
      text: '',
      headers: { allow: 'POST' },
    })
  })
})

describe('HEAD', () => {
  it('is answered as the GET, without its body', async () => {
    const [head, get] = [await world.call('HEAD', path), await world.call('GET', path)]
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(await world.call('HEAD', `${path}/${UNKNOWN_ID}`)).toMatchObject({ status: 404, text: '' })
  })
})

describe('404', () => {
  it.each([
    '/v1',
    '/v1/sandbox/customers/',
    '/v2/sandbox/customers',
    '/v1/Sandbox/customers',
    '/worlds',
    '/v1/sandbox/customers/..',
  ])('NOT_FOUND for %s', async target => {
    const [fault] = expectRefusal(await world.call('GET', target), 404, 'NOT_FOUND')
    expect(fault).toMatch(/^There is no path ".+"\.(?: Did you mean \/\S+\?)? \/openapi\.json lists all operations\.$/)
  })
})

describe('413', () => {
  it('is not for a body of exactly 1 MiB', async () => {
    const raw = `{"name":"${'x'.repeat(1_048_576 - 11)}"}`
    expectRefusal(await world.call('POST', path, { raw }), 400, 'FORMAT_ERROR')
  })

  it('is for a body in chunks as soon as it has more than 1 MiB', async () => {
    const { status, connection, text } = await sendChunks(20, 65_536)
    expect({ status, connection }).toEqual({ status: 413, connection: 'close' })
    expect(JSON.parse(text).tppMessages[0]).toMatchObject({
      code: 'BAD_REQUEST',
      text: 'A body may have 1048576 bytes; this one has more than 1048576.',
    })
  })
})

describe('406', () => {
  it.each(['text/html', 'application/json;q=0', 'application/json;q=0, */*', 'application/xml, text/*', 'json'])(
    'for Accept: %s (D19)',
    async accept => {
      expectRefusal(await world.call('GET', path, { headers: { Accept: accept } }), 406, 'BAD_REQUEST')
    },
  )

  it.each([
    '*/*',
    '',
    'application/*',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'text/html, */*;q=0.1',
  ])('not for Accept: %s', async accept =>
    expect((await world.call('GET', path, { headers: { Accept: accept } })).status).toBe(200),
  )
})

describe('415', () => {
  it.each([
    'text/json',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    '',
    'application/json, application/json',
    'application/json; charset=utf-8, text/plain',
    'application/json; charset=utf-16',
    'application/jsonp; charset=utf8',
  ])('for Content-Type: %s', async type => {
    const tamper: CallOptions['tamper'] = request => withHeaders(request, { 'Content-Type': type })
    expectRefusal(await world.call('POST', path, { body: {}, tamper }), 415, 'BAD_REQUEST')
  })
})

describe('what is no request', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['a length that is no number', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`, 400],
    [
      'both a length and chunks',
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a broken chunk', `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n`, 400],
    ['a NUL in a header', `GET ${path} HTTP/1.1\r\nHost: x\r\nSignature: a\0b\r\n\r\n`, 400],
    ['no Host', `GET ${path} HTTP/1.1\r\n\r\n`, 400],
    ['70,000 bytes of headers', `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ])('%s gets an answer of the documented shape (D16)', async (_, text, status) => {
    const answer = await sendRaw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
    expect(body).toEqual({ tppMessages: [expect.objectContaining({ category: 'ERROR', code: 'BAD_REQUEST' })] })
  })

  it('a caller that hangs up in the middle of its body is no fault of the server', async () => {
    await sendRaw(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":`, true)
    expect((await world.call('GET', path)).status).toBe(200)
  })
})

function sendRaw(text: string, hangUp = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(bank.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', part => {
      answer += part.toString()
      if (answer.endsWith('}')) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(text, () => hangUp && socket.end())
  })
}

function sendChunks(
  count: number,
  size: number,
): Promise<{ status: number; connection: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${bank.url}${path}`, { method: 'POST' }, response => {
      let text = ''
      response.on('data', part => {
        text += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, text }),
      )
    })
    request.on('error', reject)
    for (let n = 0; n < count; n += 1) request.write(Buffer.alloc(size, 32))
    request.end()
  })
}

describe('A connection that ends in the middle of a body', () => {
  it.each([
    ['an operation', `${world.base}${path}`],
    ['no operation', `${world.base}/v1/nowhere`],
    ['no world', '/worlds/no-world/v1/nowhere'],
    ['nothing', '/wo:rlds/v1/nowhere'],
    ['a form of the console', `${world.base}/console/tpps`],
    ['GraphQL', `${world.base}/graphql`],
  ])('is no fault of the server, at the path of %s', async (_, of) => {
    const unknown = async () => expect((await fetch(`${bank.url}/nowhere`)).status).toBe(404)
    // The doors that are loaded later are there.
    await unknown()
    const { hostname, port } = new URL(bank.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const closed = new Promise(resolve => socket.resume().once('close', resolve))
    const head = ['Host: 127.0.0.1', 'Content-Type: application/json', 'Content-Length: 100']
    socket.end(`POST ${of} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"name":`)
    await closed
    await unknown()
    expect(bank.faults).toEqual([])
  })
})
