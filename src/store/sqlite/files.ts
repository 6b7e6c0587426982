import { closeSync, fdatasync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { codeOf, StoreLostError } from '../errors.ts'
import type { Witness } from './witness.ts'

/** The files of a store: SQLite's main one, its log (WAL) and the index of the log that all processes share; and our own witness of the log. */
export const filesOf = (path: string) => ({
  main: path,
  log: `${path}-wal`,
  index: `${path}-shm`,
  witness: `${path}-witness`,
})

/** Where the main file says how many pages it has. */
const PAGES_AT = 28
const LOG_HEADER = 32
const FRAME_HEADER = 24
// The first four bytes of a log, but for the last bit, which says in which order the checksums are.
const LOG_MAGIC = 0x377f0682

/**
 * Holds the files of an open store to what they were. SQLite goes on writing into a file that was deleted, and into one that was cut short it
 * writes beyond the hole; only who looks at the names and sizes notices. `framesInLog` is how many frames SQLite believes to be in the log; what was forced to the disk
 * the witness learns.
 */
export function watchFiles(
  path: string,
  pageSize: number,
  { framesInLog, witness }: { readonly framesInLog: () => number; readonly witness: Witness },
) {
  const { witness: _, ...names } = filesOf(path)
  const first = { main: statSync(names.main), log: statSync(names.log), index: statSync(names.index) }
  // SQLite holds no locks on the log, so that it may be opened and closed beside it; on the other two a close would drop them.
  const descriptor = openSync(names.log, 'r+')
  // Hence open until SQLite has closed it.
  const main = openSync(names.main, 'r')
  const header = Buffer.alloc(LOG_HEADER)
  let largest = first.main.size
  let known = { size: first.log.size, salts: '' }

  function sameFile(name: keyof typeof names): Stats {
    const found = statSync(names[name], { throwIfNoEntry: false })
    if (found === undefined)
      throw new StoreLostError(`${names[name]} was moved or deleted while the bank was using it.`)
    if (found.ino !== first[name].ino || found.dev !== first[name].dev)
      throw new StoreLostError(`${names[name]} was replaced while the bank was using it.`)
    return found
  }

  function checkLog(size: number): void {
    const salts = saltsOfLog()
    if (size < known.size || salts !== known.salts) requireWholeLog()
    if (salts === '' && known.salts !== '') witness.claimNothing()
    known = { size, salts }
  }

  // A log that is shorter or begins otherwise than before may have been emptied by SQLite, for any process; then it says so.
  function requireWholeLog(): void {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const frames = framesInLog()
      if (frames === 0) return
      const whole = sameFile('log').size >= LOG_HEADER + frames * (FRAME_HEADER + pageSize)
      if (whole && saltsOfLog() !== '' && (header.readUInt32BE(0) & ~1) === LOG_MAGIC) return
    }
    throw new StoreLostError(`${names.log} was cut short while the bank was using it.`)
  }

  function saltsOfLog(): string {
    return readSalts(descriptor, header)
  }

  /** Throws StoreLostError when one of the files is not what was opened: deleted, replaced, or cut short. */
  function check(): void {
    const { size } = sameFile('main')
    // It is shorter, too, where pages were given back; then it says so itself.
    if (size < largest && size < pagesOfMain() * pageSize)
      throw new StoreLostError(`${names.main} was cut short while the bank was using it.`)
    largest = size
    sameFile('index')
    checkLog(sameFile('log').size)
  }

  function pagesOfMain(): number {
    const pages = Buffer.alloc(4)
    return readSync(main, pages, 0, 4, PAGES_AT) < 4 ? Number.POSITIVE_INFINITY : pages.readUInt32BE()
  }

  /** Forces the log to the disk, in another thread. Rejects with a StoreLostError when the disk cannot: then it is not known how much of it is there. */
  function force(): Promise<void> {
    // In this order: of a log that another process begins meanwhile the claim is too old, and never too large.
    const { salts } = known
    const frames = framesInLog()
    return new Promise<void>((resolve, reject) => {
      fdatasync(descriptor, error => {
        if (error !== null) return reject(notForced(names.log, error))
        witness.acknowledge(salts, frames)
        resolve()
      })
    })
  }

  check()
  return { check, force, close: () => [descriptor, main].forEach(closeSync) }
}

/** The two salts that a log was begun with; empty where it has no header. */
function readSalts(descriptor: number, header: Buffer): string {
  const length = readSync(descriptor, header, 0, LOG_HEADER, 0)
  return length < LOG_HEADER ? '' : header.toString('latin1', 16, 24)
}

/** Nothing where there is no log: the last process that used it may have ended at any moment. */
export function saltsOf(log: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(log, 'r')
    return readSalts(descriptor, Buffer.alloc(LOG_HEADER))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

// After a failed sync the system may have dropped what it could not write, and a second one may say that all is well.
function notForced(file: string, cause: Error): StoreLostError {
  return new StoreLostError(`${file} could not be forced to the disk: ${cause.message}.`, {
    publicText: 'What was written could not be forced to the disk. The server must be started again.',
    cause,
  })
}
