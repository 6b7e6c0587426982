import { type IncomingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Got = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Got>((resolve, reject) => {
    const outgoing = request(`${bank.url}${target}`, { method, headers }, incoming => {
      const parts: Buffer[] = []
      incoming.on('data', part => parts.push(part))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(parts)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString() })
      })
    })
    outgoing.on('error', reject).end()
  })
const asset = /\/assets\/pages\.css\?v=[^"]+/.exec(await (await fetch(`${bank.url}/docs`)).text())?.[0] ?? ''

describe.each(['/openapi.json', asset])('%s', target => {
  it('is known again by its ETag, packed or not', async () => {
    for (const coding of ['identity', 'gzip']) {
      const first = await ask(target, { 'Accept-Encoding': coding })
      const tag = first.headers.etag ?? ''
      expect([first.status, first.headers.vary]).toEqual([200, 'Accept-Encoding'])
      for (const known of [tag, `"other", W/${tag}`, '*']) {
        const again = await ask(target, { 'Accept-Encoding': coding, 'If-None-Match': known })
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tag } })
      }
      expect((await ask(target, { 'Accept-Encoding': coding, 'If-None-Match': '"other"' })).status).toBe(200)
    }
  })

  it('is compressed for a client that accepts that', async () => {
    const plain = await ask(target, { 'Accept-Encoding': 'identity' })
    const packed = await ask(target, { 'Accept-Encoding': 'br, gzip;q=0.8' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.bytes.length),
    })
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    expect((await ask(target, { 'Accept-Encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
  })

  it('answers HEAD as GET, without the body, and no other method', async () => {
    const [head, get] = [await ask(target, {}, 'HEAD'), await ask(target)]
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag])
    expect(await ask(target, {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })
})

describe('HEAD', () => {
  it.each(['/', '/docs', '/health', '/my/consents', '/graphql?query={__typename}', '/worlds/default/'])(
    'is answered where GET is: %s',
    async target => {
      const [head, get] = [await ask(target, {}, 'HEAD'), await ask(target)]
      expect([head.status, head.text, head.headers['content-type']]).toEqual([
        get.status,
        '',
        get.headers['content-type'],
      ])
      expect(get.status).toBe(200)
    },
  )
})

describe('404', () => {
  it('is a page for a browser, and data for a program', async () => {
    const page = await ask('/nowhere', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toContain('There is no such page')
    const data = await ask('/nowhere', { Accept: '*/*' })
    expect([data.status, JSON.parse(data.text).tppMessages[0].code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each([
    ['/graphiql', '/graphql'],
    ['/doc', '/docs'],
    ['/calls', '/requests'],
    ['/worlds/default/console/requests', '/worlds/default/requests'],
    ['/payments', '/console/payments'],
    ['/docs/error', '/docs/errors'],
    ['/my/consent', '/my/consents'],
    ['/worlds/default/console/payment', '/worlds/default/console/payments'],
    ['/worlds/default/v1/sandbox/customer', '/worlds/default/v1/sandbox/customers'],
    ['/Console/Snapshots', '/console/snapshots'],
  ])('names the address that was probably meant: %s', async (path, near) => {
    const page = await ask(path, { Accept: 'text/html' })
    const data = await ask(path, { Accept: '*/*' })
    expect([page.status, data.status]).toEqual([404, 404])
    if (!path.includes('/v1/')) expect(page.text).toContain(`<a href="${near}">${near}</a>`)
    expect(data.text).toContain(`Did you mean ${near}?`)
  })

  it.each(['/nowhere', '/x', '/console/zzz', '/console/liv', '/worlds/default/%3Cb%3E'])(
    'names none for %s',
    async path => {
      const page = await ask(path, { Accept: 'text/html' })
      expect([page.status, page.text.includes('nearest address')]).toEqual([404, false])
    },
  )
})
