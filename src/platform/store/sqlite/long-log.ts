import { Worker } from 'node:worker_threads'
import { AT_COMMITS, type Connection, logCounter, PRAGMAS } from './adapter.ts'
import { existing, LIBRARY } from './driver.ts'

// A commit that finds this many pages in the log takes about 50 ms to write them into the main file (D74).
const MANY_PAGES = 4_000

/**
 * While a reader holds one state the log grows, and the next commit after it would write all of it into the main file in one turn. When the log is
 * long, a separate thread does this. No read or write waits: the thread takes only the lock of checkpoints.
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
    /** Runs the function that ends a reader's hold of one state. */
    release: (end: () => void): void => {
      ended += 1
      database.pragma('wal_autocheckpoint = 0')
      try {
        end()
      } finally {
        // If it fails, the next commit does the work and reports the reason.
        running = running.then(shorten).catch(() => undefined)
      }
    },
    close: () => running,
  }
}

const CHECKPOINT = `
const { library, place, pragmas } = require('node:worker_threads').workerData
const database = new (require(library).DatabaseSync)(place)
for (const pragma of [...pragmas, 'wal_checkpoint(PASSIVE)']) database.exec('PRAGMA ' + pragma)
database.close()`

function checkpointApart(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const workerData = { library: LIBRARY, place: existing(path), pragmas: PRAGMAS }
    const worker = new Worker(CHECKPOINT, { eval: true, execArgv: [], workerData })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
