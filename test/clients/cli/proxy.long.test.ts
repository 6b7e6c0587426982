import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCli, type RunningBank } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { keepChild } from '../../support/harness/children.ts'

const cli = createCli()
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.serve()
  cli.addTpp('acme')
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

/** Starts the proxy; `stop` sends SIGTERM and gives the exit code. */
async function startProxy(...options: readonly string[]) {
  const args = [await builtProgram('cli.js'), 'proxy', '--port', '0', '--base', bank.url, ...options]
  const child = keepChild(
    spawn(process.execPath, args, { env: { PATH: process.env['PATH'], SANDBANK_HOME: cli.home } }),
  )
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /passes on: (\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    ended.then(code => reject(new Error(`The proxy ended with ${code}: ${said}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, stop }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const KARI = '13039319955'

describe('sandbank proxy', () => {
  it('signs what comes without a signature, with its body, and hands the answer back (D91)', async () => {
    const { url, stop } = await startProxy()
    const body = JSON.stringify({ customerNumber: '01017012345', name: 'Åse', type: 'PRIVATE' })
    const created = await fetch(`${url}/v1/sandbox/customers`, { method: 'POST', headers: JSON_TYPE, body })
    expect(created.status).toBe(201)
    expect(created.headers.get('Location')).toContain('/v1/sandbox/customers/')
    expect(await created.json()).toMatchObject({ customerNumber: '01017012345', customerName: 'Åse' })
    expect((await (await fetch(`${url}/v1/sandbox/customers`)).json()).length).toBe(5)
    expect(await stop()).toBe(0)
  })

  it('sends the PSU that it was started with, and whatever headers the caller gives', async () => {
    const { url, stop } = await startProxy('--tpp', 'acme', '--psu', KARI)
    const refused = await fetch(`${url}/v1/accounts`, {
      headers: { 'X-Request-ID': 'mine-1', 'PSU-Context': 'PRIVATE' },
    })
    expect(refused.headers.get('X-Request-ID')).toBe('mine-1')
    expect(await refused.json()).toMatchObject({ tppMessages: [{ code: 'CONSENT_INVALID' }], _links: {} })
    expect(await stop()).toBe(0)
  })

  it('hands refusals on as they are, and says so when there is no bank', async () => {
    const { url, stop } = await startProxy()
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404)
    expect((await fetch(`${url}/v1/sandbox/customers`, { method: 'POST', headers: JSON_TYPE, body: '{' })).status).toBe(
      400,
    )
    await stop()
    const alone = await startProxy('--base', 'http://127.0.0.1:9')
    const answer = await fetch(`${alone.url}/v1/sandbox/customers`)
    expect(answer.status).toBe(502)
    expect(await answer.text()).toContain('No bank answers at http://127.0.0.1:9')
    await alone.stop()
  })

  it('acts for its PSU in every world, and serves its own world at / and under the links of its answers', async () => {
    await cli.run(['world', 'create', 'green', '--base', bank.url])
    await cli.run(['world', 'create', 'blue', '--base', bank.url])
    const { url, stop } = await startProxy('--world', 'green', '--psu', KARI)
    const started = await createConsent(url, '/v1/consents', {})
    expect(started.status).toBe(201)
    const { _links: links } = await started.json()
    const body = JSON.stringify({ customerNumber: '01017012345', name: 'Åse', type: 'PRIVATE' })
    const created = await fetch(`${url}/v1/sandbox/customers`, { method: 'POST', headers: JSON_TYPE, body })
    const place = created.headers.get('Location') ?? ''
    expect(place).toMatch(/^\/worlds\/green\/v1\/sandbox\/customers\//)
    // D1: the signer's address, its world and a link may be joined, too.
    for (const path of [place, place.replace('/worlds/green', ''), `/worlds/green${place}`])
      expect(await (await fetch(`${url}${path}`)).json()).toMatchObject({ customerName: 'Åse' })
    // D19: its link leads to the bank itself; the same path at the signer leads there, too.
    const { origin, pathname } = new URL(links.scaRedirect.href)
    expect(origin).toBe(bank.url)
    for (const at of [links.scaRedirect.href, `${url}${pathname}`]) {
      const page = await fetch(at)
      expect([page.status, page.url]).toEqual([200, links.scaRedirect.href])
    }
    expect((await createConsent(url, '/worlds/blue/v1/consents', {})).status).toBe(201)
    expect((await fetch(`${url}/worlds/nowhere/v1/sandbox/customers`)).status).toBe(404)
    await stop()
  })

  it('takes a PSU by its customerNumber, and says which one there is not', async () => {
    const { url, stop } = await startProxy()
    expect((await createConsent(url, '/v1/consents', { 'PSU-ID': KARI })).status).toBe(201)
    const unknown = await createConsent(url, '/v1/consents', { 'PSU-ID': '01017099999' })
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('no psuId of "01017099999"')])
    await stop()
  })

  it('takes a PSU by any customerNumber and by its key; what names no customer is for the bank to refuse', async () => {
    const create = (input: string) => `mutation { createCustomer(input: { ${input} }) { customer { id } } }`
    for (const input of [
      'customerNumber: "5551", name: "Siri", type: PRIVATE',
      'customerNumber: "A 5/51", name: "Siri", type: PRIVATE',
      'key: "siri", name: "Siri", type: PRIVATE',
    ])
      expect((await cli.run(['graphql', create(input), '--base', bank.url])).exitCode).toBe(0)
    const { url, stop } = await startProxy()
    for (const psu of ['5551', 'A 5/51', 'siri'])
      expect((await createConsent(url, '/v1/consents', { 'PSU-ID': psu })).status, psu).toBe(201)
    for (const psu of ['5552', 'x y', '<>'])
      expect(await (await createConsent(url, '/v1/consents', { 'PSU-ID': psu })).json()).toMatchObject({
        tppMessages: [{ code: 'FORMAT_ERROR', path: 'PSU-ID', text: expect.stringContaining(psu) }],
      })
    await stop()
  })

  it('sets what it signs for itself, whatever an importer put there, and passes an empty header on', async () => {
    const { url, stop } = await startProxy()
    const placeholders = { 'TPP-Signature-Certificate': '{{apiKey}}', Signature: '<string>', digest: '{{digest}}' }
    expect((await createConsent(url, '/v1/consents', { 'PSU-ID': KARI, ...placeholders })).status).toBe(201)
    const empty = await createConsent(url, '/v1/consents', { 'PSU-ID': KARI, 'TPP-Redirect-URI': '' })
    expect(await empty.json()).toMatchObject({
      tppMessages: [{ code: 'HTTP_HEADER_REQUIRED', path: 'TPP-Redirect-URI' }],
    })
    expect((await createConsent(url, '/v1/consents', { 'PSU-ID': KARI, 'x-accept-fix': '' })).status).toBe(201)
    await stop()
  })

  it('serves the OpenAPI document with itself as the server, and fills in what an importer of it cannot know', async () => {
    const { url, stop } = await startProxy('--psu', KARI)
    const { servers, components } = await (await fetch(`${url}/openapi.json`)).json()
    expect(servers[0].url).toBe(url)
    const { XRequestId, TppId } = components.parameters
    const headers = {
      ...JSON_TYPE,
      'X-Request-ID': XRequestId.example,
      Date: '<string>',
      'PSU-Corporate-ID': 'string',
      'Sandbank-Scenario': '{{scenario}}',
    }
    const sent = (path: string, body: object) =>
      fetch(`${url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    const addresses = { emails: ['psd2@tpp.example'] }
    for (const id of [TppId.example, '{tppId}']) {
      const answer = await sent(`/v1/tpps/${id}/contact-information`, addresses)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { ...addresses, tppId: expect.stringMatching(/^NO-FSA-/) },
      ])
      // Each is a call of its own, and no repetition of the one before.
      expect(answer.headers.get('X-Request-ID')).not.toBe(XRequestId.example)
      expect(answer.headers.get('Sandbank-Replayed')).toBeNull()
    }
    const made = await createConsent(url, '/v1/consents?nothing=<string>', {})
    expect(made.status).toBe(201)
    await stop()
  })

  it('refuses pages of other sites and all paths but those that are signed, before anything is signed', async () => {
    const { url, stop } = await startProxy()
    const { port } = new URL(url)
    const customers = '/v1/sandbox/customers'
    const refused: readonly [status: number, target: string, headers?: Readonly<Record<string, string>>][] = [
      [403, customers, { Host: 'evil.example' }],
      [403, customers, { Host: `evil.example:${port}` }],
      [403, customers, { Host: '127.0.0.1.evil.example' }],
      [403, customers, { Origin: 'https://evil.example' }],
      [403, customers, { Origin: 'null' }],
      [403, customers, { Origin: `https://127.0.0.1:${port}` }],
      [403, customers, { Origin: 'http://127.0.0.1:1' }],
      [403, customers, { 'Sec-Fetch-Site': 'cross-site' }],
      [403, customers, { 'Sec-Fetch-Site': 'same-site' }],
      [403, '/graphql', { Origin: 'https://evil.example' }],
      [403, '/openapi.json', { Origin: 'https://evil.example' }],
      [403, '/openapi.json', { Host: 'evil.example' }],
      [404, '/graphql'],
      [404, '/worlds/green/graphql'],
      [404, '/v1/../graphql'],
      [404, '/v1/%2e%2e/graphql'],
      [404, '/worlds/green/v1/%2e%2e/graphql'],
      [404, '/v1x/accounts'],
      [404, '/console'],
      [404, '/'],
      [404, '//evil.example/v1/accounts'],
      [404, 'http://evil.example/v1/accounts'],
      [404, `${bank.url}/graphql`],
    ]
    const before = await callsOf(bank.url)
    for (const [status, target, headers] of refused)
      for (const method of ['GET', 'POST'])
        expect([target, headers, await sendRaw(port, method, target, headers)]).toEqual([target, headers, status])
    expect(await callsOf(bank.url)).toBe(before)
    const own: readonly Readonly<Record<string, string>>[] = [
      { Host: `localhost:${port}` },
      { Origin: url },
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    for (const headers of own) expect([headers, await sendRaw(port, 'GET', customers, headers)]).toEqual([headers, 200])
    await stop()
  })
})

function createConsent(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const body = JSON.stringify({ access: {}, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 })
  return fetch(`${url}${path}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })
}

/** A request with exactly this target; `fetch` would write it anew. */
function sendRaw(port: string, method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

/** How many calls the bank's journal has of the interface. */
async function callsOf(url: string): Promise<number> {
  const query = '{ calls(first: 1, filter: { door: REST }) { totalCount } }'
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ query }) })
  return (await answer.json()).data.calls.totalCount
}
