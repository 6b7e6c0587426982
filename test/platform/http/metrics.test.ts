import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

const TOKEN = 'a-token-of-the-operator'
const bank = await startBank({ token: TOKEN })

async function metrics(headers: Readonly<Record<string, string>> = { Authorization: `Bearer ${TOKEN}` }) {
  const answer = await fetch(`${bank.url}/metrics`, { headers })
  return { answer, text: await answer.text() }
}

/** The value of the line that begins so. */
function figureOf(text: string, series: string): number {
  const line = text.split('\n').find(one => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

const countOf = (text: string, labels: string) => figureOf(text, `sandbank_call_seconds_count{${labels}}`)

it('counts calls by door, operation and status, with their time, and what the store has done', async () => {
  const before = (await metrics()).text
  const world = await bank.world()
  const customer = { customerNumber: '01010112345', name: 'Kari', type: 'PRIVATE' }
  const made = await world.call('POST', '/v1/sandbox/customers', { body: customer })
  expect(made.status).toBe(201)
  for (const _ of [1, 2, 3]) expect((await world.call('GET', '/v1/sandbox/customers')).status).toBe(200)
  expect((await world.call('GET', '/v1/sandbox/customers/00000000-0000-7000-8000-000000000000')).status).toBe(404)
  await fetch(`${bank.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ query: 'query aNameOfItsClient { clock { now } }' }),
  })

  const { answer, text } = await metrics()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const list = 'door="REST",operation="customers",status="200"'
  expect(countOf(text, 'door="REST",operation="createCustomer",status="201"')).toBe(1)
  expect(countOf(text, list)).toBe(3)
  expect(figureOf(text, `sandbank_call_seconds_bucket{${list},le="+Inf"}`)).toBe(3)
  expect(figureOf(text, `sandbank_call_seconds_sum{${list}}`)).toBeGreaterThan(0)
  expect(countOf(text, 'door="REST",operation="customer",status="404"')).toBe(1)
  // The names that clients give to their operations have no end.
  expect(countOf(text, 'door="GRAPHQL",operation="",status="200"')).toBe(1)
  expect(text).not.toContain('aNameOfItsClient')
  expect(figureOf(text, 'sandbank_worlds')).toBe(figureOf(before, 'sandbank_worlds') + 1)
  expect(figureOf(text, 'sandbank_commands_total')).toBeGreaterThan(figureOf(before, 'sandbank_commands_total') + 1)
  expect(figureOf(text, 'sandbank_commits_total')).toBeGreaterThan(figureOf(before, 'sandbank_commits_total'))
  expect(figureOf(text, 'sandbank_commands_waiting')).toBe(0)
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

it('has the form that Prometheus reads: help and type before each family, buckets that grow, one line for each series', async () => {
  const lines = (await metrics()).text.trimEnd().split('\n')
  const series = lines.filter(line => !line.startsWith('#'))
  for (const line of series)
    expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? \d+(\.\d+)?(e[+-]?\d+)?$/)
  expect(new Set(series.map(line => line.split(' ')[0])).size).toBe(series.length)
  const families = lines.flatMap(line => /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? [])
  const named = series.map(line => /^\w+/.exec(line)?.[0].replace(/_(bucket|sum|count)$/, ''))
  expect(new Set(named)).toEqual(new Set(families))
  const buckets = series.filter(line => line.includes('operation="customers"') && line.includes('_bucket'))
  const counts = buckets.map(line => Number(line.split(' ').at(-1)))
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
})

it("is at the operator's door: it asks for the token", async () => {
  for (const headers of [{}, { Authorization: 'Bearer another-token-of-somebody' }] as const) {
    const { answer, text } = await metrics({ ...headers, 'X-Request-ID': 'scrape-1' })
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    expect([answer.headers.get('Cache-Control'), answer.headers.get('X-Request-ID')]).toEqual(['no-store', 'scrape-1'])
    expect(text).toContain('Authorization: Bearer TOKEN')
    expect(text).not.toContain('sandbank_')
  }
})

it('answers on this machine without a token, and no page of another name or site', async () => {
  const open = await startBank()
  const ask = (headers: Readonly<Record<string, string>>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${open.url}/metrics`, { headers }, answer => {
        expect(answer.headers['cache-control']).toBe('no-store')
        resolve(answer.resume().statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await ask({})).toBe(200)
  expect(await ask({ Host: 'rebound.example' })).toBe(403)
  expect(await ask({ Origin: 'https://elsewhere.example' })).toBe(403)
})
