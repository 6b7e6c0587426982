import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LostCalls } from '../../../src/domain/calls.ts'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import type { BacklogLimits } from '../../../src/sandbox/journal/backlog.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { ALL, callAt } from '../../support/clients/answered-calls.ts'
import { makeDirectory } from '../../support/harness/stores.ts'

/** A journal in a file, and what it has reported. */
async function openHere(limits?: Partial<BacklogLimits>) {
  const path = join(await makeDirectory(), 'bank.calls.db')
  const faults: string[] = []
  const lost: LostCalls[] = []
  const now = new Date()
  const open = () =>
    openJournal(path, {
      machineNow: () => now,
      token: undefined,
      onFault: error => faults.push(String(error)),
      onLost: loss => lost.push(loss),
      ...(limits === undefined ? {} : { limits }),
    })
  return { path, now, faults, lost, open, journal: open() }
}

/** Another process that holds the file, until it receives the order to let go. */
function hold(path: string): () => void {
  const holder = new Database(path)
  holder.exec('BEGIN IMMEDIATE')
  return () => {
    holder.exec('ROLLBACK')
    holder.close()
  }
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

describe('A journal whose file cannot be written now', () => {
  it('keeps the calls, in their order, until it can, reports each once, and says nothing of it when that is soon', async () => {
    const { path, now, faults, lost, journal } = await openHere()
    const followed: number[] = []
    journal.follow(({ id }) => followed.push(Number(id)))
    const letGo = hold(path)
    for (let n = 0; n < 500; n += 1) journal.add(callAt(n, now))
    // Longer than calls wait to be written, and than SQLite itself waits.
    await pause(400)
    expect(followed).toHaveLength(500)
    letGo()
    await journal.ready()
    expect((await journal.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 500 }, (_, n) => 499 - n),
    )
    expect(followed).toHaveLength(500)
    expect([faults, lost, await journal.lost('default'), journal.fault()]).toEqual([[], [], [], undefined])
    await journal.close()
  })

  it('keeps no more than its bound, and says how many calls of which world are lost, and of when', async () => {
    const { path, now, faults, lost, open, journal } = await openHere({
      pressingBytes: 1_000_000,
      mostBytes: 60_000,
      patienceMs: 400,
    })
    const letGo = hold(path)
    const later = new Date(now.getTime() + 1_000)
    for (let n = 0; n < 5; n += 1) journal.add(callAt(n, now, { world: 'other' }))
    await pause(200)
    for (let n = 5; n < 30; n += 1) journal.add(callAt(n, n === 5 ? now : later))
    await expect
      .poll(() => journal.fault(), { timeout: 20_000 })
      .toBe('bank.calls.db: Another process has held bank.calls.db for too long.')
    expect(faults).toEqual([
      expect.stringContaining('The journal cannot be written: Another process has held bank.calls.db'),
    ])
    await expect(journal.ready()).rejects.toThrow('Another process has held bank.calls.db for too long')
    letGo()
    await journal.ready()
    const losses = [
      { world: 'other', from: now, to: now, calls: 5 },
      { world: 'default', from: now, to: later, calls: 14 },
    ]
    expect([lost, await journal.lost(undefined)]).toEqual([losses, losses])
    expect((await journal.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual([
      29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19,
    ])
    await journal.close()
    // It is written beside the calls, for a process that opens the journal later.
    const again = open()
    expect(await again.lost('default')).toEqual(losses.slice(1))
    expect([faults.length, again.fault()]).toEqual([1, undefined])
    await again.close()
  })

  it('says at its end what is lost', async () => {
    const { path, now, lost, journal } = await openHere({ patienceMs: 100 })
    const letGo = hold(path)
    for (let n = 0; n < 3; n += 1) journal.add(callAt(n, now))
    await journal.close()
    letGo()
    expect(lost).toEqual([{ world: 'default', from: now, to: now, calls: 3 }])
  })

  it('loses one call that cannot be written, and none beside it', async () => {
    const { now, faults, journal } = await openHere()
    for (let n = 0; n < 30; n += 1) journal.add(callAt(n, n === 17 ? new Date(Number.NaN) : now))
    await journal.ready()
    expect(await journal.count('default', {})).toBe(29)
    expect(faults).toEqual([expect.stringContaining('NOT NULL')])
    journal.add(callAt(30, now))
    await journal.ready()
    expect(await journal.count('default', {})).toBe(30)
    await journal.close()
  })
})

it('Calls that come faster than they are written by themselves write each other, so that none is lost and few wait', async () => {
  const { now, lost, journal } = await openHere({ pressingBytes: 1_000_000, mostBytes: 3_000_000 })
  const body = 'x'.repeat(200_000)
  for (let n = 0; n < 300; n += 1) journal.add(callAt(n, now, { answerBody: body }))
  await journal.ready()
  expect([await journal.count('default', {}), lost, await journal.lost('default')]).toEqual([300, [], []])
  await journal.close()
})

it('A journal of the version without traces has its calls still, and takes traces (D112)', async () => {
  const { path, open, journal, now } = await openHere()
  journal.add(callAt(1, now, {}))
  await journal.ready()
  await journal.close()
  const earlier = new Database(path)
  earlier.exec('ALTER TABLE Call DROP COLUMN traceId')
  earlier.pragma('user_version = 7')
  earlier.close()
  const again = open()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  again.add(callAt(2, now, { traceId }))
  await again.ready()
  expect((await again.list('default', {}, ALL)).map(call => call.traceId)).toEqual([traceId, undefined])
  await again.close()
})
