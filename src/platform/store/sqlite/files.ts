import { closeSync, fdatasync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { codeOf, StoreLostError } from '../errors.ts'
import type { Witness } from './witness.ts'

/** The files of a store: SQLite's main file, its log (WAL), the log's index that all processes share, and our own witness of the log. */
export const filesOf = (path: string) => ({
  main: path,
  log: `${path}-wal`,
  index: `${path}-shm`,
  witness: `${path}-witness`,
})

/** The place in the main file that says how many pages it has. */
const PAGES_AT = 28
const LOG_HEADER = 32
const FRAME_HEADER = 24
// The first four bytes of a log, without the last bit, which says the byte order of the checksums.
const LOG_MAGIC = 0x377f0682

/**
 * Checks that the files of an open store are still those that were opened. SQLite continues to write into a deleted file, and beyond the end of one
 * that was cut short; only a look at names and sizes finds this. `framesInLog` is how many frames SQLite believes to be in the log. The witness
 * records what was forced to the disk.
 */
export function watchFiles(
  path: string,
  pageSize: number,
  { framesInLog, witness }: { readonly framesInLog: () => number; readonly witness: Witness },
) {
  const { witness: _, ...names } = filesOf(path)
  const first = { main: statSync(names.main), log: statSync(names.log), index: statSync(names.index) }
  // SQLite holds no locks on the log, so another descriptor may open and close it; on the other two files, closing one would drop SQLite's locks.
  const descriptor = openSync(names.log, 'r+')
  // So they stay open until SQLite has closed them.
  const main = openSync(names.main, 'r')
  const header = Buffer.alloc(LOG_HEADER)
  let largest = first.main.size
  let known = { size: first.log.size, salts: '' }
  let forced = 0

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

  // A log that is shorter or begins differently may have been emptied by SQLite, for any process; then SQLite reports so itself.
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

  /** Throws StoreLostError when one of the files is no longer the one that was opened: deleted, replaced, or cut short. */
  function check(): void {
    const { size } = sameFile('main')
    // The file is also shorter after pages were given back; then its header says so.
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

  /**
   * Forces the log to the disk, in another thread. Rejects with a StoreLostError when the disk fails: then it is not known how much of it was stored.
   */
  function force(): Promise<void> {
    // In this order: if another process begins a log meanwhile, the witness says too little about it, and never too much.
    const { salts } = known
    const frames = framesInLog()
    forced = frames
    return new Promise<void>((resolve, reject) => {
      fdatasync(descriptor, error => {
        if (error !== null) return reject(notForced(names.log, error))
        witness.acknowledge(salts, frames)
        resolve()
      })
    })
  }

  /** Whether the log that SQLite writes is the one that the next start will find. */
  function isLogInPlace(): boolean {
    try {
      return sameFile('log').size > 0
    } catch {
      return false
    }
  }

  check()
  return { check, force, forced: () => forced, isLogInPlace, close: () => [descriptor, main].forEach(closeSync) }
}

/** The two salts in the header of a log; empty when there is no header. */
function readSalts(descriptor: number, header: Buffer): string {
  const length = readSync(descriptor, header, 0, LOG_HEADER, 0)
  return length < LOG_HEADER ? '' : header.toString('latin1', 16, 24)
}

/** Nothing when there is no log: the last process that used it may have ended at any moment. */
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

// After a failed sync the system may have dropped the data that it could not write, and a second sync may report success.
function notForced(file: string, cause: Error): StoreLostError {
  return new StoreLostError(`${file} could not be forced to the disk: ${cause.message}.`, {
    publicText: 'What was written could not be forced to the disk. The server must be started again.',
    cause,
  })
}
