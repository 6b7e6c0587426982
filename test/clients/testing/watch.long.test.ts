import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sandbank, TypedDocument } from '../../../src/clients/testing/kit.ts'
import { connectSandbank, SandbankError, startSandbank } from '../../../src/testing.ts'
import { startServerProcess } from '../../support/harness/server-process.ts'
import { fillHome } from '../../support/harness/template.ts'

const home = mkdtempSync(join(tmpdir(), 'sandbank-watched-'))
await fillHome(home)
const server = await startServerProcess({ SANDBANK_HOME: home, SANDBANK_TOKEN: 'a-token-of-this-test' })
const connect = () => connectSandbank(server.url, { token: 'a-token-of-this-test' })
const banks: readonly [string, () => Promise<Sandbank>][] = [
  ['in this process', startSandbank],
  ['that is served elsewhere', connect],
]
afterAll(async () => {
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  rmSync(home, { recursive: true })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

type ClockState = { readonly clock: { readonly frozen: boolean } }
/** As a code generator makes it. */
const CLOCK: string & TypedDocument<ClockState, object> = Object('subscription { clock { frozen } }')
const CALLS = 'subscription ($filter: CallFilterInput) { calls(filter: $filter) { method status } }'

describe.each(banks)('With a bank %s, a test', (_, open) => {
  it('follows the clock until it has seen enough', async () => {
    const bank = await open()
    const world = await bank.createWorld({ from: 'EMPTY' })
    const seen: boolean[] = []
    for await (const { clock } of world.watch(CLOCK)) {
      seen.push(clock.frozen)
      if (seen.length === 3) break
      await (clock.frozen ? world.clock.resume() : world.clock.freeze())
    }
    expect(seen).toEqual([false, true, false])
    await bank.close()
  })

  it('follows the calls of its application from where it began, and leaves when it likes', async () => {
    const bank = await open()
    const world = await bank.createWorld({ from: 'EMPTY' })
    const calls = world.watch(CALLS, { filter: { operation: 'customers' } })
    expect(await calls.next()).toEqual({ value: { calls: [] }, done: false })
    await bank.tpp('acme').fetch(world.url('/v1/sandbox/customers'))
    expect(await calls.next()).toEqual({ value: { calls: [{ method: 'GET', status: 200 }] }, done: false })
    const waiting = calls.next()
    expect(await calls.return?.()).toEqual({ value: undefined, done: true })
    expect(await waiting).toEqual({ value: undefined, done: true })
    expect(await calls.next()).toEqual({ value: undefined, done: true })
    await bank.close()
  })

  it('leaves at once also after a collection of garbage', async () => {
    const bank = await open()
    const watching = bank.world.watch(CLOCK)
    await watching.next()
    const waiting = watching.next()
    // One collection after the turn in which the answer began.
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise(resolve => setImmediate(resolve))
      collectGarbage()
    }
    expect(await watching.return?.()).toEqual({ value: undefined, done: true })
    expect(await waiting).toEqual({ value: undefined, done: true })
    await bank.close()
  })

  it('is at the end when the world or the bank is closed', async () => {
    const bank = await open()
    const [one, other] = [await bank.createWorld(), await bank.createWorld()]
    const watched = [one, other, bank.world].map(world => world.watch(CLOCK))
    for (const watching of watched) expect((await watching.next()).done).toBe(false)
    const [first, ...others] = watched.map(watching => watching.next())
    await one.close()
    expect(await first).toEqual({ value: undefined, done: true })
    await bank.close()
    for (const last of others) expect(await last).toEqual({ value: undefined, done: true })
    await expect(bank.world.watch(CLOCK).next()).rejects.toThrow('this bank is closed')
  })

  it('gets an error that says what it asked for wrongly, or that somebody else has deleted its world', async () => {
    const bank = await open()
    const world = await bank.createWorld()
    for (const [document, code, words] of [
      ['subscription { payment(id: "1") { status } }', 'RESOURCE_UNKNOWN', '"1"'],
      ['subscription { customers { id } }', 'FORMAT_ERROR', 'ask by query'],
    ] as const) {
      const refused = await world
        .watch(document)
        .next()
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(SandbankError)
      expect(refused).toMatchObject({ code, message: expect.stringContaining(words) })
      expect(String(refused)).toContain('world.watch(')
    }
    // A query has one answer.
    const query = world.watch('{ clock { frozen } }')
    expect([await query.next(), await query.next()]).toEqual([
      { value: { clock: { frozen: false } }, done: false },
      { value: undefined, done: true },
    ])
    const clock = world.watch(CLOCK)
    await clock.next()
    const next = clock.next().catch((error: unknown) => error)
    await bank.world.graphql('mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }', {
      name: world.name,
    })
    expect(await next).toMatchObject({ code: 'RESOURCE_UNKNOWN', path: 'world' })
    await bank.close()
  })
})

it('A reader that does not read is cut off after 1,000 changes, with a reason; one that reads gets all', async () => {
  const bank = await startSandbank()
  const world = await bank.createWorld({ from: 'EMPTY' })
  const [slow, quick] = [world.watch(CALLS), world.watch(CALLS)]
  let received = 0
  const reading = (async () => {
    for await (const { calls } of quick) received += calls.length
  })()
  const tpp = bank.tpp('acme')
  for (let n = 0; n < 1_500; n += 1) await tpp.fetch(world.url('/v1/sandbox/customers'))
  await expect.poll(() => received).toBe(1_500)
  const delivered: unknown[] = []
  const read = async () => {
    for await (const { calls } of slow) delivered.push(...calls)
  }
  await expect(read()).rejects.toThrow('More than 1000 changes wait to be read')
  expect(delivered.length).toBeLessThan(500)
  await quick.return?.()
  await reading
  await bank.close()
})

it('One caller may have 1,000 listeners, and who leaves makes room', async () => {
  const bank = await connect()
  const all: AsyncIterableIterator<ClockState>[] = []
  while (all.length < 1_000) {
    const some = Array.from({ length: 50 }, () => bank.world.watch(CLOCK))
    await Promise.all(some.map(one => one.next()))
    all.push(...some)
  }
  await expect(bank.world.watch(CLOCK).next()).rejects.toMatchObject({
    code: 'ACCESS_EXCEEDED',
    message: expect.stringContaining('1000 of this address listen in this world already'),
  })
  await all[0]?.return?.()
  await expect
    .poll(() =>
      bank.world
        .watch(CLOCK)
        .next()
        .then(({ done }) => done, String),
    )
    .toBe(false)
  await bank.close()
})
