import { expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../../src/bank/context.ts'
import type { AnsweredCall } from '../../../src/domain/calls.ts'
import { DEFAULT_WORLD } from '../../../src/domain/worlds.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import type { Calls } from '../../../src/sandbox/live/calls.ts'
import { createLive, type LiveLimits } from '../../../src/sandbox/live/live.ts'
import { type LiveEvent, oneForMany } from '../../../src/sandbox/live/states.ts'
import { freezeClock } from '../../../src/sandbox/worlds/clock.ts'
import { ensureDefaultWorld, enterWorld } from '../../../src/sandbox/worlds/doors.ts'
import { listen } from '../../../src/workbench/pages/console/live-calls.tsx'
import { openTestStore } from '../../support/harness/stores.ts'

const EVERY_CALL = { everyWorld: false, filter: {}, after: 0, take: 50 }

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
  traceId: undefined,
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

/** The calls of the next event. */
async function idsOf(queue: AsyncIterator<LiveEvent<Calls>, undefined>): Promise<readonly string[]> {
  const { value } = await queue.next()
  return value === undefined ? [] : value.value.map(({ id }) => id)
}

/** A bank whose followers are counted. */
async function openLive(limits?: LiveLimits) {
  const store = await openTestStore()
  const journal = openJournal(':memory:', { machineNow: () => new Date(), token: undefined })
  onTestFinished(() => journal.close())
  const stopping = new AbortController()
  let followers = 0
  const counted =
    <Followed extends unknown[]>(follow: (...followed: Followed) => () => void) =>
    (...followed: Followed) => {
      followers += 1
      const stop = follow(...followed)
      return () => {
        followers -= 1
        stop()
      }
    }
  const changes = { ...store.changes, follow: counted(store.changes.follow) }
  const deps = {
    store: { ...store, changes },
    running: new Set<string>(),
    stopping: stopping.signal,
    journal: { ...journal, watch: counted(journal.watch) },
    ...systemDeps,
  }
  await ensureDefaultWorld(deps, 'EMPTY')
  const ctx: Context = await enterWorld(deps, DEFAULT_WORLD, { kind: 'operator' })
  const add = async (from: number, count: number) => {
    for (let n = 0; n < count; n += 1) journal.add(callNumber(from + n))
    await journal.ready()
  }
  return { live: createLive(deps, limits), ctx, add, stopping, followers: () => followers }
}

it('Nothing is followed while nothing listens: commits and calls are from the first to the last', async () => {
  const { live, ctx, followers } = await openLive()
  expect(followers()).toBe(0)
  const [one, other] = [
    live.open<LiveEvent<Calls>>(DEFAULT_WORLD, 'here'),
    live.open<LiveEvent<Calls>>(DEFAULT_WORLD, 'here'),
  ]
  for (const queue of [one, other]) await live.calls.join(queue, ctx, EVERY_CALL)
  expect([followers(), live.size()]).toEqual([2, 2])
  await one.return?.()
  expect([followers(), live.size()]).toEqual([2, 1])
  await other.return?.()
  expect([followers(), live.size()]).toEqual([0, 0])
})

it('Each caller has a bound of its own, and a slow one is let go with an answer that says so', async () => {
  const { live, ctx, add } = await openLive({ listeners: 2, cost: 1_000, waiting: 30 })
  const [slow, quick] = [
    live.open<LiveEvent<Calls>>(DEFAULT_WORLD, 'here'),
    live.open<LiveEvent<Calls>>(DEFAULT_WORLD, 'here'),
  ]
  expect(() => live.open(DEFAULT_WORLD, 'here')).toThrow(
    '2 of this address listen in this world already: close one (D75).',
  )
  live.open(DEFAULT_WORLD, 'elsewhere').end()
  live.open('green', 'here').end()
  for (const queue of [slow, quick]) await live.calls.join(queue, ctx, EVERY_CALL)
  const seen: string[] = []
  for (let from = 0; from < 60; from += 20) {
    await add(from, 20)
    while (seen.length < from + 20) seen.push(...(await idsOf(quick)))
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => callNumber(n).id))
  await expect(slow.next()).rejects.toThrow('More than 30 changes wait to be read')
  expect(live.size()).toBe(1)
})

it('What joins later is given what there is, and then only what is new', async () => {
  const { live, ctx, add } = await openLive()
  await add(0, 60)
  const queue = live.open<LiveEvent<Calls>>(DEFAULT_WORLD, 'here')
  await live.calls.join(queue, ctx, EVERY_CALL)
  await add(60, 5)
  const ids: string[] = []
  while (ids.length < 55) ids.push(...(await idsOf(queue)))
  expect(ids).toEqual(Array.from({ length: 55 }, (_, n) => callNumber(n + 10).id))
  await queue.return?.()
})

it('The stream of a console has a beat, ends when the server stops, and lets who does not read come again', async () => {
  const { live, ctx, add, stopping } = await openLive({ listeners: 9, cost: 1_000, waiting: 30 })
  const wanted = { caller: 'here', everyWorld: false, filter: {}, form: 'plain' as const, after: undefined }
  const [unread, read] = [await listen(live, ctx, wanted, 5), await listen(live, ctx, wanted, 5)]
  let text = ''
  const reading = (async () => {
    for await (const part of read) text += Buffer.from(part).toString()
  })()
  await expect.poll(() => text).toContain('event: clock')
  await expect.poll(() => text).toContain(': still here\n\n')
  await freezeClock(ctx)
  await expect.poll(() => text).toContain('event: changed')
  for (let from = 0; from < 80; from += 20) {
    await add(from, 20)
    await expect.poll(() => text.match(/<tr /g)?.length).toBe(from + 20)
  }
  expect(live.size()).toBe(1)
  let received = ''
  for await (const part of unread) received += Buffer.from(part).toString()
  expect(received.match(/<tr /g)?.length ?? 0).toBeLessThan(60)
  stopping.abort()
  await reading
  expect(live.size()).toBe(0)
  expect(() => live.open(DEFAULT_WORLD, 'here')).toThrow('The server is stopping.')
})

it('A state is read once for all commits that come while it is read, and once more', async () => {
  const reads: (() => void)[] = []
  const look = oneForMany(() => new Promise(resolve => reads.push(resolve)))
  const first = look()
  await expect.poll(() => reads.length).toBe(1)
  const others = [look(), look(), look()]
  await new Promise(resolve => setImmediate(resolve))
  expect(reads).toHaveLength(1)
  reads[0]?.()
  await first
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.()
  await Promise.all(others)
  expect(reads).toHaveLength(2)
})

it('What the subscriptions of one address cost is counted together, and others have their own (D75)', async () => {
  const { live } = await openLive({ listeners: 9, cost: 1_000, waiting: 30 })
  const first = live.open(DEFAULT_WORLD, 'here', 600)
  expect(() => live.open(DEFAULT_WORLD, 'here', 600)).toThrow(
    'Subscriptions of one address in one world may cost 1000 together',
  )
  live.open(DEFAULT_WORLD, 'elsewhere', 600).end()
  live.open('green', 'here', 600).end()
  first.end()
  live.open(DEFAULT_WORLD, 'here', 600).end()
})
