import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { runLog } from '../../../src/clients/cli/log.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { journalText } from '../../support/builders/journal-text.ts'
import { exchange } from '../../support/clients/raw-socket.ts'
import { startServerProcess } from '../../support/harness/server-process.ts'
import { fillHome } from '../../support/harness/template.ts'

const home = mkdtempSync(join(tmpdir(), 'sandbank-journal-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function idsOf(url: string): Promise<string[]> {
  const query = '{ calls(filter: { door: REST }, first: 1000) { nodes { id } } }'
  const answer = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { Accept: 'application/json' },
  })
  const { data } = await answer.json()
  return data.calls.nodes.map(({ id }: { id: string }) => id)
}

/** How many calls are in the file. */
function kept(): number {
  const database = new Database(join(home, 'sandbank.calls.db'), { readonly: true })
  try {
    return Number(database.prepare('SELECT count(*) FROM Call').pluck().get())
  } finally {
    database.close()
  }
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
  // No call asks for them: they are written by themselves, soon after.
  await expect.poll(() => kept(), { interval: 100 }).toBe(50)
  await expect.poll(() => first.output().split('"call":').length - 1).toBe(50)
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

it('The journal holds no private key, no token, no cookie and no number that a customer enters, wherever a caller puts them', async () => {
  const token = 'a-token-of-the-operator-0123456789'
  const server = await startServerProcess({ SANDBANK_HOME: home, SANDBANK_TOKEN: token, LOG_LEVEL: 'info' })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secret = pem.split('\n')[1] ?? ''
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const der = (type: 'pkcs8' | 'pkcs1') => rsa.export({ type, format: 'der' }).toString('base64')
  const [pkcs8, pkcs1] = [der('pkcs8'), der('pkcs1')]
  const sec1 = privateKey.export({ type: 'sec1', format: 'der' }).toString('base64')
  const ecDer = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const jwk = rsa.export({ format: 'jwk' })
  const wrapped = Buffer.from(rsa.export({ type: 'pkcs1', format: 'pem' })).toString('base64')
  const number = '98765432109'
  const cookie = 'c00kie-value-of-a-browser'
  const headers = {
    Authorization: `Bearer ${token}`,
    Cookie: `sandbank-form=${cookie}`,
    'Content-Type': 'application/json',
  }
  const places: readonly (readonly [string, RequestInit])[] = [
    // What is sent for a certificate by mistake.
    ...[pkcs8, pkcs1, sec1, ecDer, wrapped, Buffer.from(pem).toString('base64'), encodeURIComponent(pem)].map(
      (value): [string, RequestInit] => ['/v1/accounts', { headers: { 'TPP-Signature-Certificate': value } }],
    ),
    [`/v1/nothing?key=${encodeURIComponent(pem)}`, { headers }],
    [`/v1/nothing/${encodeURIComponent(pem)}`, { headers }],
    ['/callback', { method: 'POST', headers, body: new URLSearchParams({ key: pem }).toString() }],
    [
      '/my/consents',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ key: pem }),
      },
    ],
    [
      '/v1/sandbox/customers',
      { method: 'POST', headers, body: JSON.stringify({ name: JSON.stringify(jwk), key: jwk }) },
    ],
    [
      '/graphql',
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: `{ customer(by: { customerNumber: ${JSON.stringify(pkcs8)} }) { id } }` }),
      },
    ],
    [
      '/graphql',
      {
        method: 'POST',
        headers,
        body: JSON.stringify({
          query: 'query ($r: String!) { explainSignature(request: $r) { accepted } }',
          variables: { r: `GET / HTTP/1.1\nX-Key: ${pkcs1}\n\n${pem}` },
        }),
      },
    ],
    [`/report?tpp=${encodeURIComponent(token)}`, { headers }],
    ['/v1/sandbox/customers', { method: 'POST', headers, body: JSON.stringify({ name: pem }) }],
    ['/v1/sandbox/customers', { headers: { ...headers, 'X-Key': pem.replaceAll('\n', ' ') } }],
    [
      '/graphql',
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: '{ customers { totalCount } }', variables: { key: pem, token } }),
      },
    ],
    [`/graphql?query=${encodeURIComponent(`{ customer(by: { customerNumber: "${token}" }) { id } }`)}`, { headers }],
    [`/nothing?token=${token}`, { headers }],
    [`/v1/nothing/${token}`, { headers }],
    [
      '/my/consents',
      {
        method: 'POST',
        body: `customerNumber=${number}&token=${cookie}`,
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
  ]
  for (const [path, init] of places) await fetch(`${server.url}${path}`, init)
  await exchange(
    server.url,
    `GET /v1/x?t=${token} HTTP/1.1\r\nHost: a\r\nHost: b\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await exchange(server.url, `GET /v1/y?t=${token} HTTP/1.1\r\nHost: a\r\nodd header: ${token}\r\n\r\n`)
  const listed = await fetch(`${server.url}/graphql?query=${encodeURIComponent('{ calls { totalCount } }')}`, {
    headers,
  })
  expect((await listed.json()).data.calls.totalCount).toBeGreaterThanOrEqual(places.length + 2)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const files = readdirSync(home).filter(name => name.includes('.calls.db'))
  const bytes = files.map(name => readFileSync(join(home, name), 'latin1')).join('')
  const kept = journalText(join(home, 'sandbank.calls.db')) + bytes + server.output()
  expect(kept).toContain('customers')
  const middleOf = (text: string) => text.slice(40, 100)
  // An RSA key begins with its modulus, which is public, and stands in the JSON Web Key, too.
  const exponentOf = (text: string) => text.slice(600, 660)
  const keys = [
    ...[pkcs8, pkcs1].map(exponentOf),
    ...[sec1, ecDer, wrapped, Buffer.from(pem).toString('base64')].map(middleOf),
  ]
  const parts = [jwk.d, jwk.p, jwk.q, jwk.dp, jwk.dq, jwk.qi].map(part => String(part))
  for (const hidden of [secret, token, cookie, number, ...keys, ...parts]) expect(kept).not.toContain(hidden)
  // Their spellings in addresses and forms have other letters for + and /.
  const letters = secret.replace(/[^A-Za-z0-9].*$/, '')
  expect(letters.length < 6 || !kept.includes(letters)).toBe(true)
})

it('A line of the log holds nothing that a terminal would act on, whatever a caller sends', async () => {
  await fillHome(home)
  const server = await startServerProcess({ SANDBANK_HOME: home, LOG_LEVEL: 'info' })
  const acting = ['\u001b[31m', '\u009b31m', '\u0085', '\u202e', '\u2066', '\u2028', '\u007f', '\u0007']
  const { host } = new URL(server.url)
  // As bytes in the path, which Node reads one by one, and written as UTF-8 in names, values and bodies.
  await exchange(server.url, `GET /v1/a\x9b31mb HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  for (const text of acting) {
    const document = JSON.stringify({
      query: `query { customer(by: { customerNumber: ${JSON.stringify(text)} }) { nme } }`,
    })
    const headers = { 'Content-Type': 'application/json', 'X-Request-ID': encodeURIComponent(text) }
    await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: document })
    await fetch(`${server.url}/v1/${encodeURIComponent(text)}?x=${encodeURIComponent(text)}`)
    const named = JSON.stringify({ query: `{ account(by: { id: ${JSON.stringify(text)} }) { id } }` })
    await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: named })
  }
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${server.url}/v1/accounts`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
  const written = () => server.output().split('"call":').length - 1
  await expect.poll(written, { interval: 100 }).toBeGreaterThan(3 * acting.length + 1)
  server.kill('SIGTERM')
  await server.exited
  const lines = server
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
  expect(lines.filter(line => /[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/u.test(line))).toEqual([])
  // What was sent can be read from it all the same.
  const entries = lines.map(line => JSON.parse(line))
  expect(entries.some(({ call }) => String(call?.cause).includes(String.raw`\u{202e}`))).toBe(true)
  // D112: a line has the trace of its call.
  expect(entries.filter(({ call }) => call?.traceId === traceId).map(({ call }) => call.target)).toEqual([
    '/v1/accounts',
  ])
})

it('Two servers on one store: the console of one shows the calls of both live, each once, in order; so does sandbank log', async () => {
  const settings = { SANDBANK_HOME: home }
  const [one, other] = [await startServerProcess(settings), await startServerProcess(settings)]
  const hangUp = new AbortController()
  const stream = await fetch(`${one.url}/console/live?path=${encodeURIComponent('who=')}`, { signal: hangUp.signal })
  const shown: string[] = []
  const waiting = new Map<number, () => void>()
  const hear = async () => {
    for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      // Each event has its latest call first.
      shown.push(...[...part.matchAll(/<tr.*?who=(\w+)/g)].map(([, who = '']) => who).reverse())
      waiting.get(shown.length)?.()
    }
  }
  const heard = (calls: number) => new Promise<void>(resolve => waiting.set(calls, resolve))
  const ended = hear().catch(() => undefined)
  const printed: string[] = []
  const log = new Promise<void>(resolve => {
    const print = (text: string) => {
      if (text.includes('who=')) printed.push(text.split('who=')[1]?.split(' ')[0] ?? '')
      if (printed.length === 4) resolve()
    }
    const tools = { config: readConfig({ SANDBANK_HOME: home }), print, note: () => {} }
    runLog(undefined, { base: one.url, follow: true }, tools).catch(() => {})
  })
  for (const [{ url }, who, calls] of [
    [other, 'a', 1],
    [one, 'b', 2],
    [other, 'c', 3],
    [one, 'd', 4],
  ] as const) {
    const isShown = heard(calls)
    await fetch(`${url}/v1/sandbox/customers?who=${who}`)
    await isShown
  }
  await log
  expect(shown).toEqual(['a', 'b', 'c', 'd'])
  expect(printed).toEqual(['a', 'b', 'c', 'd'])
  hangUp.abort()
  await ended
  for (const server of [one, other]) {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
})

it('The log, the console and the list of calls say what the journal lacks: how many calls, and of when', async () => {
  await fillHome(home)
  const server = await startServerProcess({ SANDBANK_HOME: home })
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() - 30_000)]
  const file = new Database(join(home, 'sandbank.calls.db'))
  file
    .prepare('INSERT INTO Loss (world, first, last, calls) VALUES (?, ?, ?, ?)')
    .run(['default', from.getTime(), to.getTime(), 412])
  file.close()
  const printed: string[] = []
  const tools = {
    config: readConfig({ SANDBANK_HOME: home }),
    print: (text: string) => printed.push(text),
    note: () => {},
  }
  await runLog(undefined, { base: server.url }, tools)
  expect(printed[0]).toBe(
    `412 calls between ${from.toISOString()} and ${to.toISOString()} could not be written: the journal does not have them.`,
  )
  for (const path of ['/', '/requests', '/requests?worlds=all']) {
    const page = await (await fetch(`${server.url}${path}`)).text()
    expect(page, path).toContain('could not be written: the journal does not have them.')
    expect(page.includes('412 calls of default between'), path).toBe(path.endsWith('all'))
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('SANDBANK_JOURNAL=0 writes no call down, and lists none', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'sandbank-journal-'))
  onTestFinished(() => rmSync(bare, { recursive: true }))
  await fillHome(bare)
  const server = await startServerProcess({ SANDBANK_HOME: bare, SANDBANK_JOURNAL: '0' })
  const answer = await fetch(`${server.url}/v1/sandbox/customers`)
  expect([answer.status, answer.headers.has('Sandbank-Request')]).toEqual([401, true])
  expect(await idsOf(server.url)).toEqual([])
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(readdirSync(bare).filter(name => name.includes('.calls.db'))).toEqual([])
})
