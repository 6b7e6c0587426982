import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { send, startBank } from '../../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')
afterAll(() => expect(bank.faults).toEqual([]))

const ask = (
  method: string,
  query: string,
  headers: Record<string, string> = {},
  body: Uint8Array = new Uint8Array(),
) =>
  send(bank.url, {
    method,
    target: `${world.base}/graphql${query === '' ? '' : `?query=${encodeURIComponent(query)}`}`,
    headers: Object.entries({ Accept: 'application/json', ...headers }),
    body,
  })
const NAMES = '{ customers { nodes { name } } }'

describe('A GET of another site is refused whatever it asks (D70)', () => {
  it.each(['cross-site', 'same-site', 'something'])('Sec-Fetch-Site: %s', async site => {
    const answer = await ask('GET', NAMES, { 'Sec-Fetch-Site': site })
    expect([answer.status, answer.body.tppMessages[0].path]).toEqual([403, 'Sec-Fetch-Site'])
    const image = await ask('GET', NAMES, { 'Sec-Fetch-Site': site, Accept: 'image/*,*/*;q=0.8' })
    expect(image.status).toBe(403)
  })

  it.each(['same-origin', 'none'])('but not Sec-Fetch-Site: %s', async site => {
    expect(await ask('GET', NAMES, { 'Sec-Fetch-Site': site })).toMatchObject({ status: 200, body: { data: {} } })
  })

  it('a link to GraphiQL shows the page, which holds no data', async () => {
    const page = await ask('GET', '', { 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html' })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })
})

describe('A GET changes nothing', () => {
  const reading = `{ asTpp(access: { psu: "13039319955" }) { accounts { resourceId } } }`

  it('an SCA that a refusal would store is not stored, and the answer says to send it with POST', async () => {
    const count = () => bank.store.reader.authorisation.count({ where: { worldId: world.name } })
    const before = await count()
    const answer = await ask('GET', reading)
    expect(answer.body.errors[0].message).toContain('send it with POST')
    expect(await count()).toBe(before)
    await ask('POST', '', { 'Content-Type': 'application/json' }, Buffer.from(JSON.stringify({ query: reading })))
    expect(await count()).toBe(before + 1)
  })
})

describe('415', () => {
  it.each(['gzip', 'br', 'deflate'])('for a body in the coding %s', async coding => {
    const body = gzipSync(JSON.stringify({ query: NAMES }))
    const answer = await ask('POST', '', { 'Content-Type': 'application/json', 'Content-Encoding': coding }, body)
    expect([answer.status, answer.body.tppMessages[0].path]).toEqual([415, 'Content-Encoding'])
  })
})

describe('The consents of a customer', () => {
  it('are not shown under a name that is not of this server', async () => {
    for (const path of ['/my/consents', `${world.base}/my/consents`]) {
      const get = { method: 'GET', target: path, body: new Uint8Array() }
      expect((await send(bank.url, { ...get, headers: [['Host', 'evil.example']] })).status).toBe(403)
      expect((await send(bank.url, { ...get, headers: [] })).status).toBe(200)
    }
  })
})
