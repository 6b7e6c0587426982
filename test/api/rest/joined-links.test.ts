import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { withoutDoubledWorld } from '../../../src/domain/worlds.ts'
import { NDCT, paymentBody } from '../../support/builders/payments.ts'
import { type Answer, type CallOptions, send, startBank, type World } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'
import { textOf, visitor } from '../../workbench/pages/visits.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const KARI = '13039319955'
const OTHER = { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' }

/** A client as those of this interface are: it has a base URL, signs, and calls `baseUrl + href`, whatever the link begins with. */
function joiningClient({ base }: World) {
  const baseUrl = `${bank.url}${base}`
  const call = (method: string, href: string, { body, headers = {}, ...more }: CallOptions = {}): Promise<Answer> => {
    const { pathname, search } = new URL(`${baseUrl}${href}`)
    const request = signedRequest({
      ...bank.tpp,
      method,
      url: `${pathname}${search}`,
      headers: [
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...Object.entries({ ...PSU_PRESENT, ...headers }),
      ],
      body: body === undefined ? '' : JSON.stringify(body),
      ...more,
    })
    return send(bank.url, request)
  }
  return { call }
}

/** The PSU opens the address as it is, and decides on the bank's page. Returns where its browser is sent. */
async function decideAt(href: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<URL> {
  const { origin } = new URL(href)
  const browser = visitor({ url: origin }, href)
  const page = await browser.open()
  expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining('Sandbank')])
  const accounts = [
    ...(await browser.submit({ customerNumber: KARI, context: 'PRIVATE' })).text.matchAll(
      /name="account" value="([^"]+)"/g,
    ),
  ]
  const decided = await browser.submit({
    customerNumber: KARI,
    context: 'PRIVATE',
    account: accounts.map(([, id = '']) => id),
    ...fields,
  })
  expect([decided.status, decided.headers['location']]).toEqual([303, expect.any(String)])
  return new URL(decided.headers['location'] ?? '')
}

it('D1, D19: a client that joins base URL and link goes the whole way in a world', async () => {
  const world = await bank.world('STANDARD')
  const { call } = joiningClient(world)

  const refused = await call('GET', '/v1/accounts')
  expect(refused).toMatchObject({ status: 401, body: { tppMessages: [{ code: 'CONSENT_INVALID' }] } })
  const back = await decideAt(refused.body._links.scaRedirect.href, { action: 'approve' })
  const psu = {
    'PSU-ID': back.searchParams.get('psu-id') ?? '',
    'TPP-Session-ID': back.searchParams.get('tpp-session-id') ?? '',
  }

  const { accounts } = (await call('GET', '/v1/accounts', { headers: psu })).body
  const [account] = accounts
  expect(account._links.transactions.href).toMatch(new RegExp(`^${world.base}/v1/accounts/`))
  const query = '?bookingStatus=booked&limit=3'
  const first = await call('GET', `${account._links.transactions.href}${query}`, { headers: psu })
  const next = await call('GET', first.body.transactions._links.next.href, { headers: psu })
  expect([first.status, next.status]).toEqual([200, 200])
  expect(next.body.transactions.booked).toHaveLength(3)
  expect(next.body.transactions._links.self.href).toMatch(/offset=3&limit=3$/)
  expect(next.body.transactions._links.previous.href.startsWith(`${world.base}/v1/`)).toBe(true)

  const body = paymentBody({ ...account, currency: 'NOK' }, OTHER)
  const made = await call('POST', NDCT, { body, headers: psu })
  expect(made.status).toBe(201)
  const started = await call('POST', made.body._links.startAuthorisation.href, { headers: psu })
  expect(started.status).toBe(201)
  await decideAt(started.body._links.scaRedirect.href, { action: 'approve' })
  expect((await call('GET', started.body._links.scaStatus.href, { headers: psu })).body).toEqual({
    scaStatus: 'finalised',
  })
  expect((await call('GET', made.body._links.status.href, { headers: psu })).body.transactionStatus).toBe('ACTC')
  const self = await call('GET', made.body._links.self.href, { headers: psu })
  expect(self.body.paymentId ?? self.body._links.self.href).toBeDefined()
  expect((await call('GET', String(made.headers['location']), { headers: psu })).body).toEqual(self.body)
})

describe('D1: an address with the same world twice', () => {
  it('is answered, replayed, counted and recorded as the address without the doubled part', async () => {
    const world = await bank.world()
    const joined = { ...world, base: `${world.base}${world.base}` }
    const body = { customerNumber: '01017012345', name: 'Kari', type: 'PRIVATE' }
    const requestId = randomUUID()
    const made = await world.call('POST', '/v1/sandbox/customers', { body, requestId })
    expect(made.status).toBe(201)
    const repeated = await send(bank.url, {
      ...signedRequest({
        ...bank.tpp,
        method: 'POST',
        url: `${joined.base}/v1/sandbox/customers`,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(body),
        requestId,
      }),
    })
    expect(repeated).toMatchObject({ status: 201, text: made.text, headers: { 'sandbank-replayed': 'true' } })
    const id = repeated.headers['sandbank-request']
    const { data } = (await world.graphql('query ($id: ID!) { call(by: { id: $id }) { target world } }', { id })).body
    expect(data.call).toEqual({ target: `${world.base}/v1/sandbox/customers`, world: world.name })
  })

  it('is signed as it was sent: (request-target) is the long one', async () => {
    const world = await bank.world()
    const request = signedRequest({
      ...bank.tpp,
      method: 'GET',
      url: `${world.base}${world.base}/v1/sandbox/customers`,
      headers: [],
      body: '',
      date: new Date(),
      signedHeaders: ['(request-target)', 'date', 'digest', 'x-request-id'],
    })
    expect(await send(bank.url, request)).toMatchObject({ status: 200, text: '[]' })
    const short = { ...request, target: `${world.base}/v1/sandbox/customers` }
    expect(await send(bank.url, short)).toMatchObject({ status: 401 })
  })

  it('is taken at pages, documentation and GraphQL, with a form and a query, too', async () => {
    const world = await bank.world('STANDARD')
    const twice = `${world.base}${world.base}`
    const get = (target: string) =>
      send(bank.url, { method: 'GET', target, headers: [['Accept', 'text/html']], body: Buffer.alloc(0) })
    const post = (target: string, query: string) =>
      send(bank.url, {
        method: 'POST',
        target,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(JSON.stringify({ query })),
      })
    for (const path of ['', '/', '/docs', '/docs/decisions?q=1', '/graphql', '/my/consents', '/requests'])
      expect([path, (await get(`${twice}${path}`)).status]).toEqual([path, (await get(`${world.base}${path}`)).status])
    expect((await post(`${twice}/graphql`, '{ world { name } }')).body).toEqual({
      data: { world: { name: world.name } },
    })
    // An unusual form of GraphQL goes through the Fetch API.
    const asked = await get(`${twice}/graphql?query=${encodeURIComponent('{ world { name } }')}`)
    expect(asked.status).toBe(200)
    const offered = await post(
      `${twice}/graphql`,
      'mutation { offerConsent(input: {}) { authorisation { scaRedirect } } }',
    )
    const { pathname } = new URL(offered.body.data.offerConsent.authorisation.scaRedirect)
    const page = visitor(bank, `${world.base}${pathname}`)
    expect((await page.open()).status).toBe(200)
    expect((await page.submit({ customerNumber: KARI })).status).toBe(200)
  })

  it('is 404 with two different worlds, three times the same, a world that is not there, or another spelling', async () => {
    const [world, other] = [await bank.world(), await bank.world()]
    const { base } = world
    for (const path of [
      `${base}${other.base}/v1/sandbox/customers`,
      `${base}${base}${base}/v1/sandbox/customers`,
      '/worlds/nowhere/worlds/nowhere/v1/sandbox/customers',
      `${base}/${base}/v1/sandbox/customers`,
      `${base}${base}x/v1/sandbox/customers`,
      `${base}${base.toUpperCase()}/v1/sandbox/customers`,
      `${base}${other.base}/docs`,
      `${base}${base}${base}/graphql`,
    ]) {
      const answer = await bank.at('default').call('GET', path)
      expect([path, answer.status]).toEqual([path, 404])
    }
  })

  it.each([
    ['/worlds/a/worlds/a/v1/accounts', '/worlds/a/v1/accounts'],
    ['/worlds/a/worlds/a', '/worlds/a'],
    ['/worlds/a/worlds/a?x=1', '/worlds/a?x=1'],
    ['/worlds/a-1/worlds/a-1/sca/1?lang=nb', '/worlds/a-1/sca/1?lang=nb'],
    ['/worlds/a/worlds/ab/v1', '/worlds/a/worlds/ab/v1'],
    ['/worlds/ab/worlds/a/v1', '/worlds/ab/worlds/a/v1'],
    ['/worlds/a/v1/worlds/a', '/worlds/a/v1/worlds/a'],
    ['/v1/worlds/a/worlds/a', '/v1/worlds/a/worlds/a'],
    ['/worlds/a/worlds/a/worlds/a/v1', '/worlds/a/worlds/a/v1'],
  ])('%s means %s', (target, meant) => {
    expect(withoutDoubledWorld(target)).toBe(meant)
  })
})
