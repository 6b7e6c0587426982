import { basename } from 'node:path'
import { createChanges } from '../changes.ts'
import type { Scope, Store, StoreOptions } from '../engine.ts'
import { createHealth } from '../health.ts'
import type { Tx } from '../transaction.ts'
import { turnsOn } from '../turn-clients.ts'
import { type Connection, logCounter, NEARLY_FULL, openReader } from './adapter.ts'
import { readingClient, writingClient } from './clients.ts'
import { createClosing } from './closing.ts'
import { createCommits } from './commits.ts'
import { openConnections } from './connections.ts'
import { createFaults } from './faults.ts'
import { watchFiles } from './files.ts'
import { createLongLog } from './long-log.ts'
import { createLoss } from './loss.ts'
import { createMemory } from './machine-time.ts'
import { createPendingCommits } from './pending-commits.ts'
import { prepareFile } from './prepare.ts'
import { createStillReader } from './still-reader.ts'

// None of our commands takes this long: loops over the store use transactions of limited size (D74).
const LIMIT_MS = 60_000
// A commit costs as much as some tens of small commands, so they share one; the first of them waits for it.
const GROUP_MS = 50
/** Free pages that stay in the file for the next rows. */
const SPARE_PAGES = 1_000
const PAGES_AT_ONCE = 200

/** Meanwhile other calls wait for their turn, in all worlds. */
const SWEEPING = { worlds: 1, rows: 1_000 }

/**
 * Opens the SQLite file that `url` (`file:…`) names; creates it, its directory and its tables if they are missing. Throws an Error with the file and
 * the reason when it cannot be used, or would not be durable; then nothing in it has changed.
 */
export async function openSqlite(url: string, options: StoreOptions): Promise<Store> {
  const { path, shared, leftOut } = await prepareFile(url, options)
  const { writer, reader, witness, seen } = await openConnections(path, shared, options.onQuery)
  const { machineNow, patienceMs = 15_000, groupMs = GROUP_MS, limitMs = LIMIT_MS, onLost } = options
  const log = logCounter(reader.prepare)
  const pageSize = Number(reader.database.pragma('page_size'))
  const files = watchFiles(path, pageSize, { framesInLog: () => log().frames, witness })
  const loss = createLoss(files, onLost)
  const pending = createPendingCommits(writer, loss.force)
  const faults = createFaults(path)
  const latest = createMemory(writer.prepare)
  const latestMachineTime = laterOf(latest.read(), seen)
  const commits = createCommits({
    ...writer,
    patienceMs,
    groupMs,
    limitMs,
    mayMoveLog: () => files.forced() > NEARLY_FULL,
    beforeCommit: () => {
      loss.check()
      if (machineNow !== undefined) latest.remember(machineNow())
    },
    afterCommit: loss.check,
    force: pending.force,
    onFault: faults.ofCommand,
  })

  const { onQuery, onUnprepared, engine } = options
  const ofClients = { onQuery, onUnprepared, onRead: pending.onRead, engine }
  const within = turnsOn(writingClient(writer, ofClients, commits.current))
  const longLog = createLongLog(path, writer)
  const still = createStillReader(async () => {
    const own = await openReader(path, onQuery)
    return { ...own, client: readingClient(own, ofClients), isLost: () => !own.database.open }
  }, longLog.release)

  function transaction<T>(run: (tx: Tx) => Promise<T>, scope?: Scope): Promise<T> {
    const lost = loss.error()
    if (lost !== undefined) return Promise.reject(lost)
    return commits.enter(turn => run(within(turn)), scope?.kind)
  }

  const giveBack = pageReturner(writer)
  const health = createHealth(basename(path), {
    files: () => {
      loss.check()
      faults.assertUndamaged()
    },
    writing: async () => {
      await commits.enter(async () => latest.touch())
      faults.assertRoom()
    },
    reading: () => void reader.prepare('SELECT "latestAt" FROM "MachineTime"').get(),
  })

  return {
    reader: readingClient(reader, ofClients),
    atOneMoment: still.read,
    latestMachineTime,
    inProcess: true,
    sweeping: SWEEPING,
    noteTime: witness.see,
    leftOut,
    shared,
    lost: loss.error,
    pendingCommit: pending.commit,
    changes: createChanges(pending.version),
    transaction,
    figures: commits.figures,
    giveBackPages: () => commits.enter(giveBack),
    noteFault: faults.ofCall,
    health,
    close: createClosing(path, { writer, reader, witness, files, loss, pending, commits, still, longLog }),
  }
}

/** A function that gives some free pages back to the file system, and returns whether more are left. */
function pageReturner({ database, prepare }: Connection): () => Promise<boolean> {
  const freePages = prepare('PRAGMA freelist_count').pluck()
  return async () => {
    const before = Number(freePages.get()) - SPARE_PAGES
    if (before <= 0) return false
    database.pragma(`incremental_vacuum(${Math.min(before, PAGES_AT_ONCE)})`)
    const after = Number(freePages.get()) - SPARE_PAGES
    // A store created by an earlier version gives no pages back.
    return after > 0 && after < before
  }
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}
