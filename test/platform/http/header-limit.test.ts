import { afterAll, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const DOORS = [
  ['POST', '/v1/sandbox/customers'],
  ['POST', '/graphql'],
  ['GET', '/graphql?query={clock{now}}'],
  ['GET', '/'],
  ['GET', '/requests'],
] as const

const send = (method: string, path: string, bytes: number) =>
  fetch(`${bank.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Large': 'x'.repeat(bytes) },
    ...(method === 'POST' ? { body: '{"query":"{ clock { now } }"}' } : {}),
  })

it.each(DOORS)('%s %s takes 32 KiB of headers and no more, and says which is the largest', async (method, path) => {
  const large = await send(method, path, 33_000)
  expect(large.status).toBe(431)
  const text = await large.text()
  expect(text).toMatch(
    /The headers of a request may have 32768 bytes together \(32 KiB\); these have more, the largest of them is x-large with 33000\./,
  )
  expect((await send(method, path, 32_000)).status).not.toBe(431)
})

it('why explains it at both doors, and says what to do', async () => {
  for (const path of ['/v1/sandbox/customers', '/graphql']) {
    const id = (await send('POST', path, 33_000)).headers.get('Sandbank-Request')
    const answer = await fetch(`${bank.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        query: `{ why(of: { call: "${id}" }) { rule change advice } call(by: { id: "${id}" }) { verdicts { step passed } } }`,
      }),
    })
    const { data } = await answer.json()
    expect(data.why).toMatchObject({ rule: 'D12', advice: expect.stringContaining('32 KiB') })
    expect(JSON.stringify(data.why)).not.toContain('xxxx')
    // The body was not read: no command would be the caller's own call.
    expect(data.why.change).toBeNull()
    expect(data.call.verdicts.at(-1)).toEqual({ step: 'SIZE', passed: false })
  }
})
