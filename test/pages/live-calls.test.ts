import { describe, expect, it } from 'vitest'
import { systemClockAndIds } from '../../src/context.ts'
import type { AnsweredCall } from '../../src/journal/calls.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { createLive, LIVE_LIMITS } from '../../src/pages/console/live-calls.tsx'
import { startBank, type World } from '../support/bank.ts'
import { openTestStore } from '../support/stores.ts'

const bank = await startBank()
const locked = await startBank({ token: 'a-token-of-the-operator' })

type Told = { readonly id: string | undefined; readonly event: string; readonly data: string }

/** Somebody who listens: what was told so far, and the end of the stream. */
async function listen(path: string, headers: Readonly<Record<string, string>> = {}, at = bank) {
  const hangUp = new AbortController()
  const answer = await fetch(`${at.url}${path}`, { headers, signal: hangUp.signal })
  const told: Told[] = []
  const read = async () => {
    let text = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      told.push(...whole.flatMap(block => toldIn(block)))
    }
  }
  const ended = read().catch(() => undefined)
  const next = async (wanted: (one: Told) => boolean) => {
    for (;;) {
      const found = told.find(wanted)
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { answer, told, next, ended, stop: () => hangUp.abort() }
}

function toldIn(block: string): Told[] {
  const lines = block.split('\n')
  const lineOf = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = lineOf('event')
  return event === undefined ? [] : [{ id: lineOf('id'), event, data: lineOf('data') ?? '' }]
}

const isCall = (text: string) => (one: Told) => one.event === 'calls' && one.data.includes(text)

const refuse = (world: World) => world.call('POST', '/v1/sandbox/customers', { body: { name: 'Kari' } })

describe('The live calls of the console', () => {
  it('are told as they come, from both doors, a refused one with its cause in words', async () => {
    const world = await bank.world('STANDARD')
    const listener = await listen(`${world.base}/console/live`)
    expect(listener.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(listener.answer.headers.get('cache-control')).toBe('no-store')
    const { headers } = await refuse(world)
    await world.graphql('mutation Named { freezeClock { now } }')
    const refused = await listener.next(isCall('refused'))
    expect(refused.data).toContain(`href="${world.base}/requests/${headers['sandbank-request']}"`)
    expect(refused.data).toMatch(/<p class="cause"><strong>FORMAT_ERROR<\/strong> \w+: is required\.<\/p>/)
    expect((await listener.next(isCall('<strong>Named </strong>'))).data).toContain('operator')
    // Whoever shows what is in the world learns that it was changed, and what became of its clock.
    await listener.next(({ event }) => event === 'changed')
    expect((await listener.next(one => one.event === 'clock' && one.data.includes('frozen'))).data).toContain(
      'id="clock-face"',
    )
    listener.stop()
  })

  it('are those that a listener asks for: of a world or of all, of a caller, with an answer, on a path', async () => {
    const [world, other] = [await bank.world(), await bank.world()]
    const all = await listen(`${other.base}/console/live?worlds=all&path=agreements`)
    const refusals = await listen(`${world.base}/console/live?answer=refused&caller=tpps`)
    const elsewhere = await listen(`${other.base}/console/live`)
    await world.call('GET', '/v1/sandbox/agreements')
    await world.graphql('{ nothing }')
    await refuse(world)
    await other.call('GET', '/v1/sandbox/customers')
    await elsewhere.next(isCall('/v1/sandbox/customers'))
    await refusals.next(isCall('refused'))
    await all.next(isCall('agreements'))
    const rows = ({ told }: { told: Told[] }) =>
      told.filter(({ event }) => event === 'calls').flatMap(({ data }) => data.match(/<code>[^<]+/g) ?? [])
    expect(rows(all)).toEqual([`<code>${world.base}/v1/sandbox/agreements`])
    expect(rows(refusals)).toEqual(['<code>/v1/sandbox/customers'])
    expect(rows(elsewhere)).toEqual(['<code>/v1/sandbox/customers'])
    for (const { stop } of [all, refusals, elsewhere]) stop()
  })

  it('go on after the last one that a browser was told, which it says when it comes back', async () => {
    const world = await bank.world()
    const first = await listen(`${world.base}/console/live`)
    await world.call('GET', '/v1/sandbox/agreements')
    const { id } = await first.next(isCall('agreements'))
    first.stop()
    await refuse(world)
    await world.call('GET', '/v1/sandbox/accounts')
    const second = await listen(`${world.base}/console/live?after=0`, { 'Last-Event-ID': String(id) })
    const { data } = await second.next(({ event }) => event === 'calls')
    expect(data.match(/<code>[^<]+/g)).toEqual(['<code>/v1/sandbox/accounts', '<code>/v1/sandbox/customers'])
    second.stop()
  })

  it("are the operator's: not for another site, another name, or without the token (D70)", async () => {
    const statusOf = async (headers: Readonly<Record<string, string>>, at = bank) => {
      const { answer, stop } = await listen('/console/live', headers, at)
      stop()
      return answer.status
    }
    expect(await statusOf({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await statusOf({ Origin: 'https://elsewhere.example' })).toBe(403)
    expect(await statusOf({}, locked)).toBe(401)
    expect(await statusOf({ Authorization: 'Bearer another' }, locked)).toBe(401)
    expect(await statusOf({ Authorization: 'Bearer a-token-of-the-operator' }, locked)).toBe(200)
    // Whoever hangs up makes room for another.
    for (let n = 0; n < LIVE_LIMITS.listeners + 2; n += 1) expect(await statusOf({})).toBe(200)
    const head = await fetch(`${bank.url}/console/live`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${bank.url}/worlds/nowhere/console/live`)).status).toBe(404)
  })
})

describe('What listening costs', () => {
  const callNumber = (number: number): AnsweredCall => ({
    id: String(number).padStart(10, '0'),
    world: 'default',
    at: new Date(),
    by: 'TPP',
    door: 'REST',
    operation: 'customers',
    tppId: 'NO-FSA-1',
    method: 'GET',
    target: '/v1/sandbox/customers',
    requestId: undefined,
    status: 200,
    code: undefined,
    durationMs: 1,
    requestHeaders: [],
    requestBody: undefined,
    answerHeaders: [],
    answerBody: '{}',
    steps: [],
    faults: [],
  })
  const everything = { caller: '127.0.0.1', world: 'default', everyWorld: false, filter: {}, after: 0, missed: [] }

  async function openLive(limits: Partial<typeof LIVE_LIMITS> = {}) {
    const stopping = new AbortController()
    const journal = openJournal(':memory:', { machineNow: () => new Date(), token: undefined })
    let followers = 0
    const counted = {
      ...journal,
      watch: (told: Parameters<typeof journal.watch>[0]) => {
        followers += 1
        const stop = journal.watch(told)
        return () => {
          followers -= 1
          stop()
        }
      },
    }
    const deps = {
      store: await openTestStore(),
      running: new Set<string>(),
      stopping: stopping.signal,
      journal: counted,
      ...systemClockAndIds,
    }
    const live = createLive(deps, { ...LIVE_LIMITS, gatherMs: 5, ...limits })
    return { live, journal, stopping, followers: () => followers }
  }

  it('is nothing while nobody listens: the journal is followed by the first and left by the last', async () => {
    const { live, followers } = await openLive()
    expect(followers()).toBe(0)
    const [one, other] = [live.listen(everything).getReader(), live.listen(everything).getReader()]
    expect([followers(), live.size()]).toEqual([1, 2])
    await one.cancel()
    await other.cancel()
    expect([followers(), live.size()]).toEqual([0, 0])
  })

  it('is bounded for one who does not read: it is let go, and the others are told all', async () => {
    const { live, journal } = await openLive({ waitingBytes: 4_096 })
    const slow = live.listen(everything)
    const quick = live.listen(everything).getReader()
    let told = ''
    const reading = (async () => {
      for (let part = await quick.read(); !part.done; part = await quick.read())
        told += Buffer.from(part.value).toString()
    })()
    for (let n = 0; n < 60; n += 3) {
      for (const more of [0, 1, 2]) journal.add(callNumber(n + more))
      await journal.ready()
      await expect.poll(() => told.match(/<tr /g)?.length, { interval: 5 }).toBe(n + 3)
    }
    expect(live.size()).toBe(1)
    expect(told.match(/<tr /g)).toHaveLength(60)
    let bytes = 0
    for await (const part of slow) bytes += part.length
    expect(bytes).toBeLessThan(8_192)
    await quick.cancel()
    await reading
  })

  it('is bounded in their number, and in what is told of many calls at once: the latest', async () => {
    const { live, journal } = await openLive({ listeners: 2, rows: 3 })
    const reader = live.listen(everything).getReader()
    live.listen(everything)
    expect(() => live.listen(everything)).toThrow('2 pages of this address listen already: close one.')
    await live.listen({ ...everything, caller: '127.0.0.2' }).cancel()
    await reader.read()
    for (let n = 0; n < 100; n += 1) journal.add(callNumber(n))
    await journal.ready()
    const text = Buffer.from((await reader.read()).value ?? []).toString()
    expect(text).toContain('id: 1099\n')
    expect(text.match(/requests\/\d+/g)).toEqual(['requests/0000000099', 'requests/0000000098', 'requests/0000000097'])
  })

  it('ends when the server stops, and a beat keeps what stands between from ending it before', async () => {
    const { live, stopping } = await openLive({ beatMs: 5 })
    const reader = live.listen(everything).getReader()
    await reader.read()
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(': still here\n\n')
    stopping.abort()
    for (let part = await reader.read(); !part.done; part = await reader.read());
    expect(live.size()).toBe(0)
    expect(() => live.listen(everything)).toThrow()
  })
})
