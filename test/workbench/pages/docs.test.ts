import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { ERRORS } from '../../../src/bank/wire/errors.ts'
import {
  AUTHORISATION_TRANSITIONS,
  BASKET_MOVES,
  PAYMENT_TRANSITIONS,
  PERIODIC_TRANSITIONS,
} from '../../../src/domain/status.ts'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { send as sendTo, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

async function open(path: string) {
  const answer = await fetch(bank.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } })
  return { status: answer.status, location: answer.headers.get('Location'), text: await answer.text() }
}

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

it('the page that warnings had leads to theirs on the page of errors, in its world', async () => {
  const world = await bank.world()
  for (const base of ['', world.base]) {
    const { status, location } = await open(`${base}/docs/warnings`)
    expect([status, location]).toEqual([308, `${base}/docs/errors#warnings`])
  }
  const { text } = await open('/docs/errors')
  expect(text).toContain('<h2 id="warnings">')
})

it('a guide has the outline of its headings, each with an address of its own', async () => {
  for (const name of [...Object.keys(GUIDES), 'states']) {
    const { text } = await open(`/docs/${name}`)
    const headings = [...text.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)
    expect([name, text.match(/<h2(?! id)/)]).toEqual([name, null])
    expect([name, new Set(headings).size]).toEqual([name, headings.length])
    const [outline = ''] = /<nav class="outline".*?<\/nav>/s.exec(text) ?? []
    const shown = [...outline.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect([name, shown]).toEqual([name, headings.length < 2 ? [] : headings])
  }
})

it('the states are drawn: each state of a table, and each step', async () => {
  const { text } = await open('/docs/states')
  const drawings = [...text.matchAll(/<svg class="states".*?<\/svg>/gs)].map(([svg]) => svg)
  const tables: readonly Readonly<Record<string, readonly string[]>>[] = [
    PAYMENT_TRANSITIONS,
    PERIODIC_TRANSITIONS,
    BASKET_MOVES,
    AUTHORISATION_TRANSITIONS,
  ]
  expect(drawings).toHaveLength(tables.length)
  for (const [at, table] of tables.entries()) {
    const steps = Object.entries(table).flatMap(([from, next]) => next.map(to => [from, to]))
    expect(drawings[at]?.match(/<path /g)).toHaveLength(steps.length)
    for (const state of new Set(steps.flat())) expect(drawings[at]).toContain(`>${state}</text>`)
  }
})

describe('the page of an operation', () => {
  it.each(ROUTES)('$operation begins with one short sentence, and has its exceptions in a table', async route => {
    const { text } = await open(`/docs/operations/${route.operation}`)
    const [, lead = ''] = /<p class="lead">(.*?)<\/p>/s.exec(text) ?? []
    // Two lines of the column.
    expect(lead.replaceAll(/<[^>]*>/g, '').length).toBeLessThanOrEqual(130)
    const [table = ''] = /<table>.*?<\/table>/s.exec(text.slice(text.indexOf('<p class="lead">'))) ?? []
    for (const [answer, when] of route.exceptions) {
      expect(route.description).toContain(`${answer} ${when}`)
      if (/^[A-Z_]+$/.test(answer)) expect(table).toContain(`/docs/errors/${answer}"><code>`)
    }
  })

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
