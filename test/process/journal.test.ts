import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startServerProcess } from '../support/server-process.ts'
import { fillHome } from '../support/template.ts'

const home = mkdtempSync(join(tmpdir(), 'sandbank-journal-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function idsOf(url: string): Promise<string[]> {
  const query = '{ requests(filter: { door: REST }, first: 1000) { nodes { id } } }'
  const answer = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { Accept: 'application/json' },
  })
  const { data } = await answer.json()
  return data.requests.nodes.map(({ id }: { id: string }) => id)
}

it('The journal survives kill -9, up to the last second; each call has its line in the log', async () => {
  await fillHome(home)
  const settings = { SANDBANK_HOME: home, LOG_LEVEL: 'info' }
  const first = await startServerProcess(settings)
  const ids: string[] = []
  for (let n = 0; n < 50; n += 1) {
    const answer = await fetch(`${first.url}/v1/sandbox/customers?n=${n}`, { headers: { 'X-Request-ID': `r-${n}` } })
    ids.unshift(answer.headers.get('Sandbank-Request') ?? '')
  }
  await sleep(1_000)
  first.kill('SIGKILL')
  await first.exited
  const lines = first
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  const calls = lines.filter(({ call }) => call !== undefined)
  expect(calls.map(({ call }) => call.id).reverse()).toEqual(ids)
  expect(calls[7].call).toMatchObject({
    method: 'GET',
    target: '/v1/sandbox/customers?n=7',
    status: 401,
    code: 'CERTIFICATE_MISSING',
    requestId: 'r-7',
    world: 'default',
  })
  expect(calls[7].msg).toBe('GET /v1/sandbox/customers?n=7 401')

  const second = await startServerProcess(settings)
  expect(await idsOf(second.url)).toEqual(ids)
  second.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  expect(readdirSync(home).filter(name => name.includes('.calls.db'))).toContain('sandbank.calls.db')
})
