import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PACKAGE_ROOT } from '../../files/package-root.ts'
import { makePrivateDirectory } from '../../files/private-files.ts'
import type { StoreOptions } from '../engine.ts'
import { codeOf, sqliteCode, startFault } from '../errors.ts'
import { type Migration, migrate, readMigrations, renewRecords, requireMigrated } from '../migrations.ts'
import { isBusy, logCounter, type Prepare } from './adapter.ts'
import { Database } from './driver.ts'
import { filesOf, saltsOf } from './files.ts'
import { checkContent, checkSchema, givePagesBackBitByBit, storedEmptyFile } from './integrity.ts'
import { createMemory } from './machine-time.ts'
import { lacks, readWitness } from './witness.ts'

const PACKAGE_MIGRATIONS = new URL('prisma/migrations/sqlite/', PACKAGE_ROOT)

// If another process starts at the same time, we wait about a minute. SQLite fails at once when two connections switch a new file to WAL, whatever
// its busy_timeout; so we try again.
const ATTEMPTS = 1000
const BUSY_TIMEOUT_MS = 20

/** `PRAGMA user_version` of a store that is in use, or was when its process died: its log belongs to it. */
const IN_USE = 1
const CLOSED = 0

/** A file that can be opened. `shared`: another process, or another store of this process, has it open now. */
export type PreparedFile = {
  readonly path: string
  readonly shared: boolean
  /** What was acknowledged and is lost, in words, when the operator accepts the loss. */
  readonly leftOut: string | undefined
}

export type PrepareOptions = Pick<StoreOptions, 'migrations' | 'acceptLoss' | 'asItIs'>
type Attempt = { readonly acceptLoss: boolean; readonly asItIs: boolean }

/**
 * Prepares the file that `url` names: its directory, the file itself, its tables. Throws an Error with the file and the reason when the file is not
 * ours, is damaged, or is incomplete; then it is left unchanged.
 */
export async function prepareFile(
  url: string,
  { migrations = PACKAGE_MIGRATIONS, acceptLoss = false, asItIs = false }: PrepareOptions = {},
): Promise<PreparedFile> {
  const path = pathOf(url)
  try {
    makePrivateDirectory(dirname(path))
    const known = readMigrations(migrations)
    for (let attempt = 1; ; attempt += 1) {
      const prepared = tryPrepare(path, known, { acceptLoss, asItIs, last: attempt === ATTEMPTS })
      if (prepared !== undefined) return { path, ...prepared }
      await sleep(40)
    }
  } catch (error) {
    throw startFault(`Cannot open the store ${path}`, error)
  }
}

/** Marks the main file as in use, so that the next start knows whether a log belongs to it. */
export function markInUse(database: Database): void {
  if (database.pragma('user_version') === IN_USE) return
  database.pragma(`user_version = ${IN_USE}`)
  database.pragma('wal_checkpoint(FULL)')
}

/** Marks the file as complete without a log, unless other processes still use it: then the last of them does so. */
export async function markClosed(path: string): Promise<void> {
  // Two processes that close at the same time block each other for a moment.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const alone = whenAlone(path, database => {
      const { seen } = readWitness(filesOf(path).witness) ?? {}
      if (seen !== undefined) createMemory(sql => database.prepare(sql)).remember(seen)
      database.pragma(`user_version = ${CLOSED}`)
      rmSync(filesOf(path).witness, { force: true })
    })
    if (alone) return
    await sleep(30)
  }
}

/** Undefined when another process was in the way; only after the last attempt is this an error. */
function tryPrepare(
  path: string,
  migrations: readonly Migration[],
  { last, ...attempt }: Attempt & { readonly last: boolean },
): Omit<PreparedFile, 'path'> | undefined {
  try {
    if (sizeOf(path) === undefined) create(path, migrations)
    return check(path, migrations, attempt)
  } catch (error) {
    if (last || !isBusy(error)) throw error
    return undefined
  }
}

// The file is created in its own directory and then moved to its place in one step: other processes never see an incomplete file.
function create(path: string, migrations: readonly Migration[]): void {
  if ((sizeOf(filesOf(path).log) ?? 0) > 0)
    throw new Error(
      'the file is gone, and its log (-wal) is still there: put the file back, or remove the log to start with an empty one',
    )
  const draft = mkdtempSync(join(dirname(path), '.sandbank-new-'))
  const file = join(draft, 'new.db')
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    const stored = storedEmptyFile(migrations)
    if (stored !== undefined) writeFileSync(descriptor, stored)
    withDatabase(file, database => {
      if (stored !== undefined) return renewRecords(database, migrations)
      givePagesBackBitByBit(database)
      migrate(database, migrations, 'OFF')
    })
    fsyncSync(descriptor)
    closeSync(descriptor)
    place(file, path)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Unlike a rename, a link never replaces the file of another process. Some file systems have no links. */
function place(file: string, path: string): void {
  try {
    linkSync(file, path)
  } catch (error) {
    if (sizeOf(path) !== undefined) return
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
    renameSync(file, path)
  }
}

function check(
  path: string,
  migrations: readonly Migration[],
  { acceptLoss, asItIs }: Attempt,
): Omit<PreparedFile, 'path'> {
  const size = sizeOf(path) ?? 0
  if (size === 0)
    throw new Error(
      'it has 0 bytes, so all that was in it is gone: put a copy in its place, or remove it to start with an empty one',
    )
  makePrivate(path)
  assertWritable(path)
  const hadLog = sizeOf(filesOf(path).log) !== undefined
  const loss = hadLog ? findLoss(path) : undefined
  if (loss !== undefined && !acceptLoss) throw new Error(`${loss.text}: ${loss.wayOut}`)
  let leftOut = loss?.text
  let afterCrash = false
  const alone = whenAlone(path, database => {
    afterCrash = database.pragma('user_version') === IN_USE
    if (afterCrash && !hadLog && readWitness(filesOf(path).witness)?.frames !== 0) {
      leftOut = 'its log (-wal) is gone, and with it what was written last'
      if (!acceptLoss) throw new Error(`${leftOut}: ${WAY_OUT}`)
    }
    // When this connection closes, the content of the log is in the main file.
    if (afterCrash) database.pragma(`user_version = ${CLOSED}`)
  })
  withDatabase(path, database => {
    if (asItIs) requireMigrated(database, migrations)
    migrate(database, migrations)
    checkSchema(database, migrations)
    checkContent(database, { afterCrash, size })
  })
  return { shared: !alone, leftOut }
}

const WAY_OUT =
  'put the log back. Where another program, such as sqlite3, has put it into the file, or to go on without it, start as before with --accept-loss'
const UNWITNESSED_WAY_OUT = 'put it back, or go on with what the log has: start as before with --accept-loss'

type Loss = { readonly text: string; readonly wayOut: string }

const ATTEMPTS_TO_SEE = 5

/**
 * What was acknowledged and is missing in the log of a store that was in use, in words. Read by a connection that cannot write, which leaves the log
 * unchanged when it closes; any other would write the valid part into the main file and delete the rest.
 */
function findLoss(path: string): Loss | undefined {
  const witness = () => readWitness(filesOf(path).witness)
  const salts = () => saltsOf(filesOf(path).log)
  for (let attempt = 0; attempt < ATTEMPTS_TO_SEE; attempt += 1) {
    const [claim, begun] = [witness(), salts()]
    if (claim?.frames === 0) return undefined
    const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, readonly: true, fileMustExist: true })
    try {
      const prepare: Prepare = sql => database.prepare(sql)
      if (database.pragma('user_version') !== IN_USE) return undefined
      if (claim?.frames === undefined) {
        // Another process may have created it meanwhile.
        if (witness()?.frames !== undefined) continue
        const became = claim === undefined ? 'gone' : 'damaged'
        const text = `its witness (-witness), which says how much of its log (-wal) was acknowledged, is ${became}: whether the log has all of it cannot be said`
        return { text, wayOut: UNWITNESSED_WAY_OUT }
      }
      const { frames } = logCounter(prepare)()
      if (!lacks({ salts: claim.salts, frames: claim.frames }, { salts: begun, frames })) return undefined
      const latest = createMemory(prepare).read()?.toISOString() ?? 'its beginning'
      // Another process may have begun a new log meanwhile, or emptied it at its end.
      if (salts() === begun && witness()?.frames === claim.frames) {
        const text =
          frames < claim.frames
            ? `its log (-wal) was cut, emptied or damaged while the store was in use: it has ${frames} of the ${claim.frames} pages that were acknowledged, and what was written after ${latest} is gone`
            : `its log (-wal) is not the one of which its witness (-witness) says how much was acknowledged: one of the two was replaced or damaged, and what was written after ${latest} may be gone`
        return { text, wayOut: WAY_OUT }
      }
    } finally {
      database.close()
    }
  }
  return undefined
}

/**
 * Runs `run` while no other connection has the file open; returns false when one has. In exclusive mode SQLite takes a lock that only one connection
 * can hold.
 */
function whenAlone(path: string, run: (database: Database) => void): boolean {
  const database = new Database(path, { timeout: 0, fileMustExist: true })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    run(database)
    return true
  } catch (error) {
    // When the file cannot be written, SQLite cannot find out who has it open; the next step fails with the reason.
    if (isBusy(error) || sqliteCode(error)?.startsWith('SQLITE_IOERR') === true) return false
    throw error
  } finally {
    database.close()
  }
}

function withDatabase(path: string, run: (database: Database) => void): void {
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true })
  try {
    run(database)
  } finally {
    database.close()
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

// SQLite opens a file that it may not write, and reports this at the first write.
function assertWritable(path: string): void {
  for (const file of Object.values(filesOf(path)))
    if (sizeOf(file) !== undefined) accessSync(file, constants.R_OK | constants.W_OK)
}

/** These files hold session ids, so no other user may read them. Files of another user keep the rights that the user set. */
function makePrivate(path: string): void {
  for (const file of Object.values(filesOf(path))) {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isFile() === true && found.uid === process.geteuid?.() && (found.mode & 0o077) !== 0)
      chmodSync(file, found.mode & 0o700)
  }
}

/** The absolute path that a `file:` URL names, in the short form (`file:books.db`) or the full one (`file:///var/books.db`). */
function pathOf(url: string): string {
  if (!url.startsWith('file:') || url.length === 'file:'.length)
    throw new Error(`The store's address must be file: and a path, not "${url}".`)
  if (url.includes('?')) throw new Error(`The store's address takes no parameters: "${url}".`)
  return resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length))
}
