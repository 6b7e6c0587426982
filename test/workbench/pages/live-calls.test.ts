import { describe, expect, it } from 'vitest'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'

const bank = await startBank()
const locked = await startBank({ token: 'a-token-of-the-operator' })

type StreamEvent = { readonly id: string | undefined; readonly event: string; readonly data: string }

/** A listener: what it received so far, and the end of the stream. */
async function listen(path: string, headers: Readonly<Record<string, string>> = {}, at = bank) {
  const hangUp = new AbortController()
  const answer = await fetch(`${at.url}${path}`, { headers, signal: hangUp.signal })
  const events: StreamEvent[] = []
  const read = async () => {
    let text = ''
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      events.push(...whole.flatMap(block => eventsIn(block)))
    }
  }
  const ended = read().catch(() => undefined)
  const next = async (wanted: (one: StreamEvent) => boolean) => {
    for (;;) {
      const found = events.find(wanted)
      if (found !== undefined) return found
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { answer, events, next, ended, stop: () => hangUp.abort() }
}

function eventsIn(block: string): StreamEvent[] {
  const lines = block.split('\n')
  const lineOf = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = lineOf('event')
  return event === undefined ? [] : [{ id: lineOf('id'), event, data: lineOf('data') ?? '' }]
}

const isCall = (text: string) => (one: StreamEvent) => one.event === 'calls' && one.data.includes(text)

const refuse = (world: World) => world.call('POST', '/v1/sandbox/customers', { body: { name: 'Kari' } })

describe('The live calls of the console', () => {
  it('are shown as they come, from both doors, a refused one with its cause in words', async () => {
    const world = await bank.world('STANDARD')
    const listener = await listen(`${world.base}/console/live?caller=all`)
    expect(listener.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(listener.answer.headers.get('cache-control')).toBe('no-store')
    const { headers } = await refuse(world)
    await world.graphql('mutation Named { freezeClock { clock { now } } }')
    const refused = await listener.next(isCall('refused'))
    expect(refused.data).toContain(`href="${world.base}/requests/${headers['sandbank-request']}"`)
    expect(refused.data).toMatch(/<span class="cause"[^>]*><strong>FORMAT_ERROR<\/strong> \w+: is required\.<\/span>/)
    expect((await listener.next(isCall('>Named<'))).data).toContain('operator')
    // A page with content of the world is informed of the change, and of the new clock.
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
    const rows = ({ events }: { events: StreamEvent[] }) =>
      events.filter(({ event }) => event === 'calls').flatMap(({ data }) => data.match(/<code>[^<]+/g) ?? [])
    expect(rows(all)).toEqual([`<code>${world.base}/v1/sandbox/agreements`])
    expect(rows(refusals)).toEqual(['<code>/v1/sandbox/customers'])
    expect(rows(elsewhere)).toEqual(['<code>/v1/sandbox/customers'])
    for (const { stop } of [all, refusals, elsewhere]) stop()
  })

  it('have the name of a TPP that is new since the listener came', async () => {
    const world = await bank.world()
    const listener = await listen(`${world.base}/console/live`)
    const tpp = bank.newTpp()
    await world.call('GET', '/v1/sandbox/agreements', { tpp })
    const { data } = await listener.next(isCall('agreements'))
    const { tpps } = (await world.graphql('{ tpps { nodes { id name } } }')).body.data
    const { name } = tpps.nodes.find(({ id }: { id: string }) => id === tppIdOf(bank, tpp))
    expect(data).toMatch(new RegExp(`<td class="who"><bdi>${name}<`))
    listener.stop()
  })

  it('go on after the last one that a browser received, which it says when it comes back', async () => {
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
    const head = await fetch(`${bank.url}/console/live`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${bank.url}/worlds/nowhere/console/live`)).status).toBe(404)
  })
})
