import { describe, expect, it } from 'vitest'
import { assistantAt } from '../support/clients/assistant.ts'
import { startBank } from '../support/clients/bank.ts'

const bank = await startBank()
const TOKEN = 'a-token-of-16-signs'
const guarded = await startBank({ token: TOKEN })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const ACCEPT = { Accept: 'application/json, text/event-stream' }

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ACCEPT, ...headers },
    body: text,
  })
}

describe('D135: /mcp is the operator’s door', () => {
  it('D70: with a token it wants that token', async () => {
    const without = await post(`${guarded.url}/mcp`, LIST)
    expect([without.status, without.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="sandbank"'])
    expect(await without.text()).toContain('Authorization: Bearer TOKEN')
    expect((await post(`${guarded.url}/mcp`, LIST, { Authorization: 'Bearer another' })).status).toBe(401)
    const assistant = await assistantAt(`${guarded.url}/mcp`, { Authorization: `Bearer ${TOKEN}` })
    expect(await assistant.use('call', { operation: 'customers' })).toMatchObject({ isError: false })
    expect(await assistant.use('make_world')).toMatchObject({ isError: false })
    await assistant.close()
  })

  it('D70: no page of another site, and no other name of the host, reaches it', async () => {
    const foreign = await post(`${bank.url}/mcp`, LIST, { Origin: 'https://evil.example' })
    expect([foreign.status, (await foreign.json()).tppMessages[0]]).toMatchObject([
      403,
      { code: 'FORBIDDEN', path: 'Origin' },
    ])
    const across = await post(`${bank.url}/mcp`, LIST, { 'Sec-Fetch-Site': 'cross-site' })
    expect(across.status).toBe(403)
  })

  it('works in the world of its address', async () => {
    const world = await bank.world('EMPTY')
    const assistant = await assistantAt(`${bank.url}${world.base}/mcp`)
    expect((await assistant.use('call', { operation: 'customers' })).text).toContain('HTTP 200')
    expect((await assistant.use('call', { operation: 'world' })).text).toContain(`"name": "${world.name}"`)
    await assistant.close()
    expect((await post(`${bank.url}/worlds/no-such-world/mcp`, LIST)).status).toBe(404)
  })

  it.each(['GET', 'DELETE', 'PUT'])('%s is refused: there are no sessions', async method => {
    const answer = await fetch(`${bank.url}/mcp`, { method, headers: ACCEPT })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
  })

  it.each([
    ['no JSON', '{', {}, 400],
    ['no message', '{"a":1}', {}, 400],
    ['too deep', `${'['.repeat(200)}${']'.repeat(200)}`, {}, 400],
    ['too many values', JSON.stringify(Array.from({ length: 20_000 }, () => 1)), {}, 400],
    ['too large', `"${'x'.repeat(1_100_000)}"`, {}, 413],
    ['another type', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['a coding', '{}', { 'Content-Encoding': 'br' }, 415],
    ['another Accept', JSON.stringify(LIST), { Accept: 'text/html' }, 406],
    ['another version', JSON.stringify(LIST), { 'MCP-Protocol-Version': '1900-01-01' }, 400],
  ] as const)('D74: %s is refused', async (_, body, headers, status) => {
    const answer = await post(`${bank.url}/mcp`, body, headers)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(/^\{/)])
    expect(bank.faults).toEqual([])
  })

  it('an unknown method and wrong parameters are errors of the protocol', async () => {
    const unknown = await post(`${bank.url}/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/listen' })
    expect([unknown.status, await unknown.json()]).toMatchObject([200, { id: 1, error: { code: -32601 } }])
    const wrong = await post(`${bank.url}/mcp`, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 7 } })
    expect([wrong.status, await wrong.json()]).toMatchObject([
      200,
      { id: 2, error: { message: expect.stringContaining('name') } },
    ])
  })
})
