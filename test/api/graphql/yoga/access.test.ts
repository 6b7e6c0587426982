import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startGraphql } from '../../../support/clients/graphql-server.ts'

const local = await startGraphql({ hosts: ['127.0.0.1', 'localhost'] })
const guarded = await startGraphql({ token: 's3cret-token' })

/** A request with headers that fetch would not let a test choose. */
function call(
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/graphql${body === undefined ? '?query={__typename}' : ''}`,
      { method: body === undefined ? 'GET' : 'POST', headers },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: answer.headers }),
        )
      },
    )
    sent.on('error', reject).end(body)
  })
}

const port = (url: string) => new URL(url).port

it('answers on this machine by its names, whatever the port', async () => {
  for (const host of [`127.0.0.1:${port(local.url)}`, `localhost:${port(local.url)}`, 'LOCALHOST']) {
    expect([host, (await call(local.url, { Host: host })).status]).toEqual([host, 200])
  }
})

it('refuses a name that somebody else points at this machine', async () => {
  for (const host of ['evil.example', `evil.example:${port(local.url)}`, '127.0.0.1.evil.example']) {
    const answer = await call(local.url, { Host: host })
    expect([host, answer.status, JSON.parse(answer.text).tppMessages[0]]).toEqual([
      host,
      403,
      { category: 'ERROR', code: 'FORBIDDEN', path: 'Host', text: expect.stringContaining('127.0.0.1') },
    ])
  }
  expect((await call(local.url, { Host: 'evil.example', Accept: 'text/html' })).status).toBe(403)
})

it('refuses pages of other sites, and never says that they may read an answer', async () => {
  const host = `127.0.0.1:${port(local.url)}`
  const body = JSON.stringify({
    query: 'mutation { resetWorld(input: { name: "default", source: { empty: true } }) { world { name } } }',
  })
  for (const origin of [
    'https://evil.example',
    'null',
    `http://localhost:${port(local.url)}`,
    `http://${host}.evil.example`,
    `http://${host}\u00a0`,
    `http://${host}, http://${host}`,
  ]) {
    const answer = await call(local.url, { Host: host, Origin: origin, 'Content-Type': 'application/json' }, body)
    expect([origin, answer.status, JSON.parse(answer.text).tppMessages[0].path]).toEqual([origin, 403, 'Origin'])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  // Blanks around a value are not part of it, and are gone before anybody compares (RFC 9110, 5.5).
  for (const origin of [`http://${host}`, `http://${host} `, ` http://${host}\t`])
    expect([origin, (await call(local.url, { Host: host, Origin: origin })).status]).toEqual([origin, 200])
  const preflight = await local.send('/graphql', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'POST' },
  })
  expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
  const read = await local.send(`/graphql?query=${encodeURIComponent('{ customers { totalCount } }')}`)
  expect(read.data.customers.totalCount).toBe(4)
})

it('asks for the token where there is one', async () => {
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer wrong',
    'Bearer s3cret-tokenx',
    's3cret-token',
    'Basic s3cret-token',
    'Bearer s3cret-token x',
  ]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization }
    const answer = await call(guarded.url, headers)
    const tppMessages = [
      { category: 'ERROR', code: 'FORBIDDEN', path: 'Authorization', text: expect.stringContaining('Bearer') },
    ]
    expect([authorization, answer.status, JSON.parse(answer.text)]).toEqual([
      authorization,
      401,
      {
        errors: [{ message: expect.stringContaining('Bearer'), extensions: { code: 'FORBIDDEN', tppMessages } }],
        tppMessages,
      },
    ])
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  }
  for (const scheme of ['Bearer', 'bearer']) {
    expect((await call(guarded.url, { Authorization: `${scheme} s3cret-token`, Host: 'bank.example' })).status).toBe(
      200,
    )
  }
})

it('asks for the token before it says which worlds there are', async () => {
  expect((await guarded.at('nope').run('{ __typename }')).status).toBe(401)
  expect((await guarded.at('nope').run('{ __typename }', {}, { Authorization: 'Bearer s3cret-token' })).status).toBe(
    404,
  )
})

it('answers a call in a world that there is not with errors, as GraphQL does (D71)', async () => {
  const { status, text } = await guarded.at('nope').run('{ __typename }', {}, { Authorization: 'Bearer s3cret-token' })
  expect([status, JSON.parse(text).errors]).toEqual([
    404,
    [{ message: expect.stringContaining('nope'), extensions: expect.objectContaining({ code: 'RESOURCE_UNKNOWN' }) }],
  ])
})
