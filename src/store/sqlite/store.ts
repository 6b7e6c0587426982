import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PrismaClient } from '../../generated/client.ts'
import { createChanges } from '../changes.ts'
import type { Scope, Store, StoreOptions } from '../engine.ts'
import { messageOf, StoreLostError, type StoreUnavailableError, startFault } from '../errors.ts'
import { createHealth } from '../health.ts'
import { createCalls } from '../queries/calls.ts'
import { type CallHooks, prepareCalls } from '../queries/client.ts'
import type { OnQuery, UnpreparedListener } from '../queries/engine.ts'
import { createRawCalls } from '../queries/raw.ts'
import { createStatements, type Guard } from '../queries/statements.ts'
import type { Tx } from '../transaction.ts'
import { tracked, turnsOn } from '../turn-clients.ts'
import { yieldTurn } from '../turns.ts'
import { type Connection, logCounter, openReader, openWriter, requireTransaction } from './adapter.ts'
import { createCommits } from './commits.ts'
import { atExit } from './exits.ts'
import { filesOf, watchFiles } from './files.ts'
import { createLongLog } from './long-log.ts'
import { createMemory } from './machine-time.ts'
import { markClosed, markInUse, prepareFile } from './prepare.ts'
import { hasRoom } from './room.ts'
import { createStillReader } from './still-reader.ts'
import { openWitness, readWitness } from './witness.ts'

// None of our commands takes this long: loops over the store use transactions of limited size (D74).
const LIMIT_MS = 60_000
// A commit costs as much as some tens of small commands, so they share one; the first of them waits for it (D74).
const GROUP_MS = 25
/** Free pages that stay in the file for the next rows. */
const SPARE_PAGES = 1_000
const PAGES_AT_ONCE = 200
const LOOK_EVERY_MS = 1_000

/** Meanwhile other calls wait for their turn, in all worlds. */
const SWEEPING = { worlds: 1, rows: 1_000 }

/**
 * Opens the SQLite file that `url` (`file:…`) names; creates it, its directory and its tables if they are missing. Throws an Error with the file and
 * the reason when it cannot be used, or would not be durable; then nothing in it has changed.
 */
export async function openSqlite(url: string, options: StoreOptions): Promise<Store> {
  const { path, shared, leftOut } = await prepareFile(url, options)
  const { writer, reader, witness, seen } = await openFiles(path, shared, options.onQuery).catch(error => {
    throw startFault(`Cannot open the store ${path}`, error)
  })
  const { machineNow, patienceMs = 15_000, groupMs = GROUP_MS, limitMs = LIMIT_MS, onLost } = options
  const log = logCounter(reader.prepare)
  const pageSize = Number(reader.database.pragma('page_size', { simple: true }))
  const files = watchFiles(path, pageSize, { framesInLog: () => log().frames, witness })
  let lost: StoreLostError | undefined
  const latest = createMemory(writer.prepare)
  const latestMachineTime = laterOf(latest.read(), seen)

  function loseBy(error: unknown): never {
    if (error instanceof StoreLostError) {
      lost = error
      onLost?.(error)
    }
    throw error
  }

  function checkFiles(): void {
    if (lost !== undefined) throw lost
    try {
      files.check()
    } catch (error) {
      loseBy(error)
    }
  }

  let forcing: Promise<void> | undefined
  function force(): Promise<void> {
    const running = files.force().catch(loseBy)
    const over = () => {
      if (forcing === running) forcing = undefined
    }
    forcing = running
    // A commit that the disk refused stays pending: no answer may show it, however long ago it was read.
    running.then(over, () => undefined)
    return running
  }

  // A commit of another process is visible here before it is on the disk, and only that process waits for the disk. A sync of the log from here on
  // includes it.
  const version = writer.prepare('PRAGMA data_version').pluck()
  let known: unknown
  // If nothing was read since the last check, nothing newer was seen. A check takes a lock of the file, so one serves all reads of a turn.
  let looked: Promise<void> | undefined
  let hasRead = true
  const onRead = () => {
    hasRead = true
  }
  function pendingCommit(): Promise<void> | undefined {
    if (hasRead) looked ??= nextTurn().then(look)
    return looked ?? forcing
  }
  function look(): Promise<void> | undefined {
    looked = undefined
    hasRead = false
    const now = writer.database.open ? version.get() : known
    if (now === known) return forcing
    known = now
    return force()
  }

  // A call that only reads must also fail with this error.
  const looking = setInterval(() => {
    try {
      checkFiles()
    } catch {
      // The error is stored, and each later caller gets it.
    }
  }, LOOK_EVERY_MS).unref()

  /** The fault that a command met, until the disk has room again. */
  let full: StoreUnavailableError | undefined
  const assertRoom = () => {
    if (full !== undefined && !hasRoom(path)) throw full
    full = undefined
  }

  const commits = createCommits({
    ...writer,
    patienceMs,
    groupMs,
    limitMs,
    beforeCommit: () => {
      checkFiles()
      if (machineNow !== undefined) latest.remember(machineNow())
    },
    afterCommit: checkFiles,
    force,
    onFault: fault => {
      if (/^SQLITE_(FULL|IOERR)/.test(fault.code ?? '')) full = fault
    },
  })

  const guard = {
    before: () => requireTransaction(writer.database),
    writes: () => {
      const turn = commits.current()
      if (turn !== undefined) turn.wrote = true
    },
  }
  // The sync begins now, not when a caller waits for it, and the turn that started it awaits it.
  const hold: CallHooks['hold'] = call => tracked(commits.current(), call)
  const hooks: CallHooks = {
    before: yieldTurn,
    hold,
    begin: (call, writes) => {
      if (writes) guard.writes()
      return hold(call())
    },
  }
  const listeners = { onQuery: options.onQuery, onUnprepared: options.onUnprepared, onRead }
  const written = preparedOn(writer, { ...listeners, client: writer.prisma, guard, hooks })
  const within = turnsOn(written)
  const read = preparedOn(reader, { ...listeners, client: reader.prisma })

  function transaction<T>(run: (tx: Tx) => Promise<T>, scope?: Scope): Promise<T> {
    if (lost !== undefined) return Promise.reject(lost)
    return commits.enter(turn => run(within(turn)), scope?.kind)
  }

  const freePages = writer.prepare('PRAGMA freelist_count').pluck()
  const giveBackPages = () =>
    commits.enter(async () => {
      const before = Number(freePages.get()) - SPARE_PAGES
      if (before <= 0) return false
      writer.database.pragma(`incremental_vacuum(${Math.min(before, PAGES_AT_ONCE)})`)
      const after = Number(freePages.get()) - SPARE_PAGES
      // A store created by an earlier version gives no pages back.
      return after > 0 && after < before
    })

  const longLog = createLongLog(path, writer)
  const still = createStillReader(async () => {
    const own = await openReader(path, options.onQuery)
    const client = preparedOn(own, { ...listeners, client: own.prisma })
    return { ...own, client, isLost: () => !own.database.open }
  }, longLog.release)

  let damage: StoreUnavailableError | undefined
  const noteFault = (fault: StoreUnavailableError) => {
    const isOurs = fault.file === undefined || fault.file === basename(path)
    if (isOurs && /^SQLITE_(CORRUPT|NOTADB)/.test(fault.code ?? '')) damage ??= fault
  }

  const health = createHealth(basename(path), {
    files: () => {
      checkFiles()
      if (damage !== undefined) throw damage
    },
    writing: async () => {
      await commits.enter(async () => latest.touch())
      assertRoom()
    },
    reading: () => void reader.prepare('SELECT "latestAt" FROM "MachineTime"').get(),
  })

  async function finish(): Promise<void> {
    clearInterval(looking)
    await commits.close()
    await still.close()
    await longLog.close()
    await forcing?.catch(() => undefined)
    await reader.close()
    let fault: unknown
    try {
      if (lost === undefined) {
        witness.claimNothing()
        writer.database.pragma('wal_checkpoint(TRUNCATE)')
      }
    } catch (error) {
      fault = error
    }
    await writer.close()
    files.close()
    witness.close()
    if (lost === undefined && fault === undefined) await markClosed(path)
    if (fault !== undefined)
      throw new Error(
        `The log of the store could not be put into ${path}: ${messageOf(fault)}. Nothing is lost: the next start goes on from both files.`,
        { cause: fault },
      )
  }

  let finished: Promise<void> | undefined
  const close = () => {
    forgetExit()
    finished ??= finish()
    return finished
  }
  const forgetExit = atExit(() => {
    if (lost !== undefined) return
    // When the process exits by itself, SQLite moves the log into the main file and deletes it.
    witness.claimNothing()
    for (const { database } of [reader, writer]) database.close()
  })

  return {
    reader: read,
    atOneMoment: still.read,
    latestMachineTime,
    sweeping: SWEEPING,
    noteTime: witness.see,
    leftOut,
    shared,
    lost: () => lost,
    pendingCommit,
    changes: createChanges(() => (writer.database.open ? version.get() : undefined)),
    transaction,
    figures: commits.figures,
    giveBackPages,
    noteFault,
    health,
    close,
  }
}

async function openFiles(path: string, shared: boolean, onQuery?: OnQuery) {
  const writer = await openWriter(path, onQuery)
  requireDurability(writer.database)
  const reader = await openReader(path, onQuery)
  const seen = readWitness(filesOf(path).witness)?.seen
  const witness = openWitness(filesOf(path).witness)
  // The log is new: nothing in it was acknowledged yet.
  if (!shared) witness.claimNothing()
  markInUse(writer.database)
  return { writer, reader, witness, seen }
}

// GraphQL documents may request ever new views, and each statement takes about 30 kB.
const MOST_VIEWS = 200

type PreparedOptions = {
  /** Prisma's client for the same connection. */
  readonly client: () => PrismaClient
  readonly onQuery?: OnQuery | undefined
  readonly onUnprepared?: UnpreparedListener | undefined
  /** Called when a call may have read rows. */
  readonly onRead?: () => void
  readonly guard?: Guard
  readonly hooks?: CallHooks
}

/** The client of a connection, whose known calls are prepared statements. */
export function preparedOn(
  { prepare }: Pick<Connection, 'prepare'>,
  { client, onQuery, onUnprepared, onRead, guard, hooks }: PreparedOptions,
): PrismaClient {
  const common = { prepare, onQuery, onUse: onRead, guard }
  const statements = createStatements(common)
  const views = createStatements({ ...common, most: MOST_VIEWS })
  const withListeners = { ...hooks, onAnswer: onRead, onUnprepared }
  return prepareCalls(client, createCalls(statements), createRawCalls(statements, views), withListeners)
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}

function requireDurability(database: Connection['database']): void {
  const wanted = { journal_mode: 'wal', synchronous: 1n, foreign_keys: 1n }
  for (const [pragma, value] of Object.entries(wanted)) {
    const found = database.pragma(pragma, { simple: true })
    if (found === value) continue
    database.close()
    throw new Error(
      `SQLite answers ${pragma}=${found} where ${value} is needed. Is it on a network or memory file system?`,
    )
  }
}
