import { Worker } from 'node:worker_threads'
import { AT_COMMITS, type Connection, logCounter, PRAGMAS } from './adapter.ts'
import { LIBRARY } from './driver.ts'

// The commit that finds so many pages which are not in the main file takes about 50 ms to write them there (D74).
const MANY_PAGES = 4_000

/**
 * While a view stands still the log grows, and the next commit after its end would write all of it into the main file in one turn. Where that is much, a thread of its own
 * does it. No read or write waits: it takes no lock but the one of checkpoints.
 */
export function createLongLog(path: string, { database, prepare }: Connection) {
  const log = logCounter(prepare)
  let running = Promise.resolve()
  let ended = 0

  async function shorten(): Promise<void> {
    try {
      const { frames, moved } = log()
      if (frames - moved > MANY_PAGES) await checkpointApart(path)
    } finally {
      ended -= 1
      if (ended === 0) database.pragma(AT_COMMITS)
    }
  }

  return {
    /** Runs what ends a view of the store that stood still. */
    release: (end: () => void): void => {
      ended += 1
      database.pragma('wal_autocheckpoint = 0')
      try {
        end()
      } finally {
        // Where it fails, the next commit does it, and says why it cannot.
        running = running.then(shorten).catch(() => undefined)
      }
    },
    close: () => running,
  }
}

const CHECKPOINT = `
const { library, path, pragmas } = require('node:worker_threads').workerData
const database = new (require(library))(path, { fileMustExist: true })
for (const pragma of [...pragmas, 'wal_checkpoint(PASSIVE)']) database.pragma(pragma)
database.close()`

function checkpointApart(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const workerData = { library: LIBRARY, path, pragmas: PRAGMAS }
    const worker = new Worker(CHECKPOINT, { eval: true, execArgv: [], workerData })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
