import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../../src/bank/wire/errors.ts'
import { send as sendTo, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

it('a page that is asked for with a slash more at its end is where it is without; what is no page, or no address of this bank, stays refused', async () => {
  const world = await bank.world()
  const ask = (path: string, Accept = 'text/html') =>
    sendTo(bank.url, { method: 'GET', target: path, headers: [['Accept', Accept]], body: Buffer.alloc(0) })
  for (const [path, place] of [
    ['/docs/', '/docs'],
    ['/docs/errors/', '/docs/errors'],
    ['/docs//', '/docs'],
    ['/docs/?q=sign', '/docs?q=sign'],
    [`${world.base}/requests/`, `${world.base}/requests`],
  ] as const) {
    // A browser, and a program that takes whatever comes.
    for (const accept of ['text/html', '*/*']) {
      const { status, headers } = await ask(path, accept)
      expect([path, status, headers['location']]).toEqual([path, 308, place])
    }
    expect((await ask(place)).status).toBe(200)
  }
  expect((await ask('/nothing/')).headers['location']).toBe('/nothing')
  for (const path of ['//docs.example/', '///docs/']) expect((await ask(path)).headers['location']).toBeUndefined()
  expect((await ask('/docs/', 'application/json')).status).toBe(404)
  expect((await ask(`${world.base}/`)).status).toBe(200)
})

it('the search finds a call that is refused for coming too often, how a call is signed, and says that there are no webhooks (D108)', async () => {
  const found = async (q: string) =>
    (
      await sendTo(bank.url, {
        method: 'GET',
        target: `/docs?q=${encodeURIComponent(q)}`,
        headers: [],
        body: Buffer.alloc(0),
      })
    ).text
  expect(await found('rate limit')).toContain('/docs/errors/ACCESS_EXCEEDED')
  expect(await found('sign a request')).toMatch(/href="\/docs(\/by-hand|")/)
  expect(await found('webhook')).toContain('This bank sends no webhooks.')
})

describe('the page of an operation', () => {
  it('the sample authorises a payment of another kind where it is (D108)', async () => {
    const body = new URLSearchParams({
      ...{ paymentService: 'periodic-payments', paymentProduct: 'norwegian-domestic-credit-transfers' },
      ...{ paymentId: '019bc0d1-2e40-7000-8000-000000000007', language: 'curl' },
    })
    const sample = await fetch(`${bank.url}/docs/operations/paymentAuthorisation/sample`, { method: 'POST', body })
    const shown = (await sample.text()).replaceAll(/<[^>]*>/g, '')
    expect(shown.match(/v1\/[a-z-]+/g)).toEqual(['v1/periodic-payments', 'v1/periodic-payments'])
  })

  it('draws no sample of a form that is larger than one is (D74)', async () => {
    const draw = (length: number) =>
      fetch(`${bank.url}/docs/operations/createCustomer/sample`, {
        method: 'POST',
        body: new URLSearchParams({ body: 'x'.repeat(length) }),
      })
    expect((await draw(32_000)).status).toBe(200)
    expect((await draw(33_000)).status).toBe(413)
  })
})

describe('the documentation without scripts', () => {
  it('has for each code of the table what brings it about, as the scenario that it shows does', async () => {
    const world = await bank.world('STANDARD')
    for (const [code, { status, wireCode = code }] of Object.entries(ERRORS)) {
      const shown = await (await fetch(`${bank.url}/docs/errors/${code}`)).text()
      expect(shown).toContain(`Sandbank-Scenario: error; code=${code}`)
      const forced = await world.call('GET', '/v1/sandbox/customers', {
        headers: { 'Sandbank-Scenario': `error; code=${code}` },
      })
      expect([code, forced.status, forced.body.tppMessages[0].code]).toEqual([code, status, wireCode])
    }
    expect((await fetch(`${bank.url}/docs/errors/NOTHING`)).status).toBe(404)
  })
})
