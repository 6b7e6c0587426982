import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { comingBytes, MOST_COMING_BYTES } from '../../../src/platform/http/bodies.ts'
import { CONNECTION_LIMITS } from '../../../src/platform/http/connections.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { ensureDefaultWorld } from '../../../src/sandbox/worlds/doors.ts'
import { answerIn, exchange, openSocket } from '../../support/clients/raw-socket.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { urlOf } from '../../support/harness/stores.ts'

const LIMITS = { ...CONNECTION_LIMITS, headersMs: 300, requestMs: 600, idleMs: 400, stalledMs: 500 }
const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
const store = await openStore(urlOf(join(home, 'sandbank.db')))
await ensureDefaultWorld({ store, running: new Set(), ...systemDeps })
const server = await serve(store, [], undefined, LIMITS)
/** Gives each request the usual time, so that what is asked of a busy machine is never too late, and a connection without any a short one. */
const usual = await serve(store, [], undefined, { ...CONNECTION_LIMITS, idleMs: 400, stalledMs: 500 })
afterAll(async () => {
  await Promise.all([server.stop(), usual.stop()])
  await store.close()
  rmSync(home, { recursive: true, force: true })
  expect([...server.faults, ...usual.faults]).toEqual([])
})

const GET = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
const POST = 'POST /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\n'
const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 20))
}

describe('A connection that is too slow is closed', () => {
  it('a connection that says nothing is closed with an answer that says so, and its socket comes back, though its caller keeps its own side open', async () => {
    const silent = Array.from({ length: 20 }, () => openSocket(server.url))
    for (const { closed, received } of silent) {
      await closed
      expect(answerIn(received()).status).toBe(408)
    }
    await until(async () => (await server.connections()) === 0)
  })

  it('headers that come a byte at a time', async () => {
    const { socket, received, closed } = openSocket(server.url)
    socket.write('GET / HTTP/1.1\r\n')
    const drip = setInterval(() => socket.write('a'), 50)
    await closed
    clearInterval(drip)
    expect(answerIn(received())).toMatchObject({ status: 408 })
    expect(JSON.parse(answerIn(received()).body).tppMessages[0].text).toContain('did not come to its end in time')
  })

  it.each(['/v1/sandbox/customers', '/graphql', '/my/consents'])('a body for %s that never comes', async path => {
    const type = path === '/my/consents' ? 'application/x-www-form-urlencoded' : 'application/json'
    const text = await exchange(
      server.url,
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{"half":`,
    )
    expect(answerIn(text).status).toBe(408)
  })

  it('a connection that is kept alive without a further request', async () => {
    const { socket, received, closed } = openSocket(usual.url)
    socket.write(HEALTH)
    await closed
    expect(answerIn(received()).status).toBe(200)
  })
})

describe('Who does not read', () => {
  it('gets no more than its socket holds, and is closed', async () => {
    await exchange(usual.url, GET)
    const before = process.memoryUsage().rss
    const many = Array.from({ length: 16 }, () => openSocket(usual.url, { reads: false }))
    await Promise.all(many.map(({ socket }) => new Promise(resolve => socket.write(GET.repeat(1_500), resolve))))
    expect((await fetch(`${usual.url}/health`)).status).toBe(200)
    await until(async () => (await usual.connections()) <= 1)
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
    for (const { socket } of many) socket.destroy()
  })

  it('is closed when all of them together hold too much', async () => {
    const tight = await serve(store, [], undefined, { ...CONNECTION_LIMITS, unreadBytes: 1 })
    const { socket } = openSocket(tight.url, { reads: false })
    await new Promise(resolve => socket.write(GET.repeat(50), resolve))
    await until(async () => (await tight.connections()) === 0)
    socket.destroy()
    await tight.stop()
  })
})

describe('Bodies that stop in the middle', () => {
  it.each(['/v1/sandbox/customers', '/graphql'])(
    'are given up, the largest first, when those for %s are too many together',
    async path => {
      const patient = await serve(store, [])
      const size = 1_000_000
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${size + 1}\r\n\r\n`
      const part = Buffer.concat([Buffer.from(head), Buffer.alloc(size, 'x')])
      const count = Math.ceil(MOST_COMING_BYTES / size) + 2
      const small = openSocket(patient.url)
      small.socket.write(`${head}{`)
      const many = Array.from({ length: count }, () => openSocket(patient.url))
      for (const { socket } of many) socket.write(part)
      await until(async () => comingBytes() > MOST_COMING_BYTES - 2 * size)
      expect(comingBytes()).toBeLessThanOrEqual(MOST_COMING_BYTES)
      const body = '{"query":"{ customers { totalCount } }"}'
      const request = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
      expect((await fetch(`${patient.url}${path}`, request)).status).toBe(path === '/graphql' ? 200 : 401)
      expect(small.received()).toBe('')
      if (path !== '/graphql') {
        const answered = () => many.map(({ received }) => received()).filter(text => text !== '')
        await until(async () => answered().length > 0)
        for (const text of answered()) {
          expect(answerIn(text).head).toContain('Retry-After: 1')
          expect(JSON.parse(answerIn(text).body).tppMessages[0].text).toContain('Too many bodies')
        }
      }
      for (const { socket } of [small, ...many]) socket.resetAndDestroy()
      await until(async () => comingBytes() === 0)
      expect(patient.faults).toEqual([])
      await patient.stop()
    },
  )
})

describe('Requests that are sent before the answer to the one before', () => {
  it('are answered in their order', async () => {
    const paths = ['/health', '/v1/nothing', '/openapi.json', '/graphql?query={__typename}', '/health']
    const text = paths.map(path => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n`).join('')
    const all = await exchange(usual.url, text)
    expect([...all.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
      '200',
      '404',
      '200',
      '200',
      '200',
    ])
  })

  it.each([
    ['without bodies', HEALTH, /HTTP\/1\.1 200/g],
    ['unsigned, with bodies', `${POST}Content-Length: 2\r\n\r\n{}`, /HTTP\/1\.1 401/g],
  ])('are answered up to a bound, and then the connection is closed: %s', async (_, request, answer) => {
    const all = await exchange(usual.url, request.repeat(20_000))
    const answers = all.match(answer) ?? []
    expect(answers.length).toBeGreaterThan(LIMITS.waiting)
    expect(answers.length).toBeLessThan(1_000)
    expect(all.match(/^Connection: close/gim)).toHaveLength(1)
  })

  it('are answered before what cannot be read after them', async () => {
    const all = await exchange(usual.url, `${HEALTH}${HEALTH}GARBAGE\r\n\r\n`)
    expect([...all.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['200', '200', '400'])
  })

  it('are answered all, however many, where each waits for few', async () => {
    const { socket, received, closed } = openSocket(usual.url)
    for (let sent = 0; sent < 500; sent += 50) {
      socket.write(HEALTH.repeat(50))
      await until(async () => (received().match(/HTTP\/1\.1 200/g) ?? []).length === sent + 50)
    }
    socket.end()
    await closed
  })
})

it('D75: an address may have so many connections open; one more is refused in words, until one ends', async () => {
  const narrow = await serve(store, [], undefined, { ...CONNECTION_LIMITS, connections: 3 })
  const kept = Array.from({ length: 3 }, () => openSocket(narrow.url))
  await until(async () => (await narrow.connections()) === 3)
  const { status, head, body } = answerIn(await exchange(narrow.url, HEALTH))
  expect([status, JSON.parse(body).tppMessages[0].code]).toEqual([429, 'ACCESS_EXCEEDED'])
  expect(JSON.parse(body).tppMessages[0].text).toContain('127.0.0.1 has 3 connections open')
  expect(head).toContain('Connection: close')
  kept[0]?.socket.destroy()
  await until(async () => (await narrow.connections()) === 2)
  expect(answerIn(await exchange(narrow.url, HEALTH)).status).toBe(200)
  for (const { socket } of kept) socket.destroy()
  await narrow.stop()
  expect(narrow.faults).toEqual([])
})

describe('A caller that hangs up', () => {
  it.each(['/graphql', '/v1/sandbox/customers', '/sca/x'])(
    'in the middle of a body for %s is no fault of the server',
    async path => {
      const { socket, closed } = openSocket(usual.url)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"query":"{ __typename }`,
      )
      await new Promise(resolve => setTimeout(resolve, 30))
      socket.resetAndDestroy()
      await closed
      await until(async () => (await usual.connections()) === 0)
      expect(usual.faults).toEqual([])
    },
  )
})

describe('A server that stops waits for no request that does not come to its end', () => {
  it.each([
    ['a body that stopped', false],
    ['a body that comes byte by byte', true],
  ])('%s', async (_, goesOn) => {
    const stopping = await serve(store, [], undefined, { ...CONNECTION_LIMITS, stoppingMs: 300 })
    const { socket, closed } = openSocket(stopping.url)
    socket.write('POST /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{')
    await until(async () => (await stopping.connections()) === 1)
    const drip = setInterval(() => goesOn && socket.write(' '), 20)
    await stopping.stop()
    await closed
    clearInterval(drip)
    expect(stopping.faults).toEqual([])
  })

  it('nor for somebody who does not read an answer', async () => {
    const stopping = await serve(store, [], undefined, { ...CONNECTION_LIMITS, stoppingMs: 300 })
    // The document is made once, when it is first asked for.
    await (await fetch(`${stopping.url}/openapi.json`)).text()
    const { socket } = openSocket(stopping.url, { reads: false })
    await new Promise(resolve => socket.write(GET.repeat(50), resolve))
    await new Promise(resolve => setTimeout(resolve, 300))
    const began = performance.now()
    await stopping.stop()
    // Without the bound for a stop, this takes until the socket counts as stalled.
    expect(performance.now() - began).toBeLessThan(CONNECTION_LIMITS.stalledMs / 2)
    socket.destroy()
    expect(stopping.faults).toEqual([])
  })

  it('a body that comes in time is read, and its call answered', async () => {
    const stopping = await serve(store, [])
    const { socket, received, closed } = openSocket(stopping.url)
    const body = JSON.stringify({ query: '{ clock { frozen } }' })
    const head = `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(`${head}${body.slice(0, 5)}`)
    await until(async () => (await stopping.connections()) === 1)
    await new Promise(resolve => setTimeout(resolve, 100))
    const stopped = stopping.stop()
    socket.write(body.slice(5))
    await Promise.all([stopped, closed])
    expect(answerIn(received())).toMatchObject({ status: 200, body: '{"data":{"clock":{"frozen":false}}}' })
  })
})
