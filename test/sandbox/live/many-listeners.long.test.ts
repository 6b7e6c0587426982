import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Subscriber, subscribe } from '../../support/clients/subscriber.ts'
import { type ServerProcess, startServerProcess } from '../../support/harness/server-process.ts'
import { fillHome } from '../../support/harness/template.ts'

const LISTENERS = 200
const CALLS = 10_000
const PAUSE_MS = 400
/** Says what is in use when all garbage is gone. */
const HEAP = `process.on('SIGUSR2', () => { globalThis.gc(); process.stdout.write('\\nheap ' + Math.round(process.memoryUsage().heapUsed / 1e6) + ' end\\n') })`

async function makeHome(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-live-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  await fillHome(home)
  return home
}

async function start(home: string, options: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServerProcess({ SANDBANK_HOME: home }, options)
  onTestFinished(() => server.kill('SIGKILL'))
  return server
}

/** Calls that anybody can make, as fast as some connections can: they are refused, and in the journal as any other. Their ids. */
async function callTimes(url: string, count: number, connections = 8): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ids: string[] = []
  const one = () =>
    new Promise<void>((resolve, reject) => {
      request(`${url}/v1/sandbox/agreements`, { agent }, answer => {
        ids.push(String(answer.headers['sandbank-request']))
        answer.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  let begun = 0
  const many = async () => {
    for (; begun < count; await one()) begun += 1
  }
  await Promise.all(Array.from({ length: connections }, many))
  agent.destroy()
  return ids
}

const idsOf = ({ answers }: Subscriber): string[] =>
  answers.flatMap(({ data }) => data.calls.map(({ id }: { id: string }) => id))

async function heapOf(server: ServerProcess): Promise<number> {
  const before = server.output().length
  server.kill('SIGUSR2')
  const found = () => /\nheap (\d+) end/.exec(server.output().slice(before))?.[1]
  await expect.poll(found, { timeout: 20_000 }).toBeDefined()
  return Number(found())
}

it(`${LISTENERS} listeners receive ${CALLS} calls, each once, in one order: slow ones too, while others hang up`, async () => {
  const server = await start(await makeHome(), [
    '--expose-gc',
    '--import',
    `data:text/javascript,${encodeURIComponent(HEAP)}`,
  ])
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, () =>
      subscribe(server.url, 'subscription { calls(filter: { path: "agreements" }) { id } }'),
    ),
  )
  await Promise.all(listeners.map(listener => listener.until(1)))
  const [slow, leaving] = [listeners.slice(0, 20), listeners.slice(20, 40)]
  await callTimes(server.url, 1_000)
  const before = await heapOf(server)
  // Slow ones read for a moment, and then nothing for longer.
  let pausing: NodeJS.Timeout | undefined
  const turns = setInterval(() => {
    for (const one of slow) one.resume()
    pausing = setTimeout(() => {
      for (const one of slow) one.pause()
    }, 20)
  }, PAUSE_MS)
  onTestFinished(() => clearInterval(turns))
  const hangingUp = setInterval(() => leaving.pop()?.stop(), 100)
  onTestFinished(() => clearInterval(hangingUp))
  const made = await callTimes(server.url, CALLS - 1_000)
  clearInterval(turns)
  // It would stop them once more, after the last time that they are resumed.
  clearTimeout(pausing)
  for (const one of slow) one.resume()
  const staying = [...listeners.slice(0, 20), ...listeners.slice(40)]
  await expect.poll(() => staying.every(one => idsOf(one).length === CALLS), { interval: 500 }).toBe(true)
  const orders = staying.map(one => createHash('sha256').update(idsOf(one).join()).digest('hex'))
  expect(new Set(orders).size).toBe(1)
  const [all = []] = staying.map(idsOf)
  expect(new Set(all).size).toBe(CALLS)
  expect(made.filter(id => !all.includes(id))).toEqual([])
  expect((await heapOf(server)) - before).toBeLessThan(20)
  const ended = Promise.all(staying.map(one => one.ended))
  server.kill('SIGTERM')
  await ended
  expect(await server.exited).toBe(0)
  for (const { answers, completed } of staying) {
    expect([answers.at(-1).errors[0].message, completed()]).toEqual(['The server is stopping.', true])
  }
})

it('What one server of a store does is shown by the other, too', async () => {
  const home = await makeHome()
  const [one, other] = [await start(home), await start(home)]
  const clock = await subscribe(other.url, 'subscription { clock { frozen } }')
  const world = await subscribe(other.url, 'subscription { world { counts { customers } } }')
  const calls = await subscribe(other.url, 'subscription { calls(filter: { path: "agreements" }) { id } }')
  for (const listener of [clock, world, calls]) await listener.until(1)
  const ask = (query: string) =>
    fetch(`${one.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    })
  for (let state = 1; state <= 4; state += 1) {
    await ask(`mutation { ${state % 2 === 1 ? 'freezeClock' : 'resumeClock'} { clock { frozen } } }`)
    await clock.until(state + 1)
  }
  expect(clock.answers.map(({ data }) => data.clock.frozen)).toEqual([false, true, false, true, false])
  const input = '{ customerNumber: "01010112349", name: "Bjorn", type: PRIVATE }'
  await ask(`mutation { createCustomer(input: ${input}) { customer { id } } }`)
  await world.until(2)
  const [before, after] = world.answers.map(({ data }) => data.world.counts.customers)
  expect(after).toBe(before + 1)
  const made = [
    ...(await callTimes(one.url, 300)),
    ...(await callTimes(other.url, 300)),
    ...(await callTimes(one.url, 300)),
  ]
  await expect.poll(() => idsOf(calls).length, { timeout: 20_000 }).toBe(900)
  expect(idsOf(calls).toSorted()).toEqual(made.toSorted())
  for (const server of [one, other]) server.kill('SIGTERM')
  expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
})
