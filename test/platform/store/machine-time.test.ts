import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forwardOnlyClock, openStore } from '../../../src/platform/store/db.ts'
import { addWorld } from '../../support/builders/world-rows.ts'
import { makeDirectory, urlOf } from '../../support/harness/stores.ts'

const DAY = 24 * 60 * 60 * 1000
const NOON = Date.parse('2026-03-02T12:00:00Z')

function clocks(latest?: Date) {
  const machine = { now: NOON, elapsed: 0 }
  const now = forwardOnlyClock(
    () => new Date(machine.now),
    () => machine.elapsed,
    latest,
  )
  /** Time passes, and somebody sets the machine's clock at once. */
  const pass = (ms: number, set = 0) => {
    machine.now += ms + set
    machine.elapsed += ms
    return now().getTime() - NOON
  }
  return { pass }
}

it("is the machine's own time for as long as that goes on", () => {
  const { pass } = clocks()
  expect([pass(0), pass(1_000), pass(5_000, DAY), pass(1_000)]).toEqual([0, 1_000, 6_000 + DAY, 7_000 + DAY])
})

it.each([
  ['a second', 1_000],
  ['a day', DAY],
  ['a year', 365 * DAY],
])('goes on evenly when the machine is put back by %s, and is its time again when that has caught up', (_, back) => {
  const { pass } = clocks()
  pass(10_000)
  expect(pass(0, -back)).toBe(10_000)
  expect(pass(2_000)).toBe(12_000)
  expect(pass(500)).toBe(12_500)
  expect(pass(0, back + 60_000)).toBe(72_500)
})

it('goes on from the latest time that an earlier run remembered', () => {
  const { pass } = clocks(new Date(NOON + DAY))
  expect([pass(0), pass(3_000), pass(0, 2 * DAY)]).toEqual([DAY, DAY + 3_000, 2 * DAY + 3_000])
})

it('is remembered when it was only shown, after a clean end and after a kill', async () => {
  const [path, copy] = [join(await makeDirectory(), 'books.db'), join(await makeDirectory(), 'books.db')]
  const machine = { now: NOON }
  const open = async (file: string) => {
    const store = await openStore(urlOf(file), { machineNow: () => new Date(machine.now) })
    const clock = forwardOnlyClock(
      () => new Date(machine.now),
      () => 0,
      store.latestMachineTime,
      store.noteTime,
    )
    return { store, clock }
  }
  const first = await open(path)
  await first.store.transaction(tx => addWorld(tx, randomUUID()))
  machine.now += 1_800
  expect(first.clock().getTime()).toBe(NOON + 1_800)
  for (const end of ['', '-wal', '-witness']) copyFileSync(path + end, copy + end)
  await first.store.close()

  machine.now = NOON - DAY
  for (const file of [path, copy]) {
    const again = await open(file)
    const time = again.clock().getTime()
    expect([time >= NOON + 1_800, time <= NOON + 1_850]).toEqual([true, true])
    await again.store.close()
  }
})

it('is remembered with each commit, the latest one, over restarts', async () => {
  const url = urlOf(join(await makeDirectory(), 'books.db'))
  const runAt = async (now: number) => {
    const store = await openStore(url, { machineNow: () => new Date(now) })
    const { latestMachineTime } = store
    await store.transaction(tx => addWorld(tx, randomUUID()))
    await store.close()
    return latestMachineTime?.getTime()
  }
  expect(await runAt(NOON)).toBeUndefined()
  expect(await runAt(NOON - 365 * DAY)).toBe(NOON)
  expect(await runAt(NOON + DAY)).toBe(NOON)
  expect(await runAt(NOON)).toBe(NOON + DAY)
})
