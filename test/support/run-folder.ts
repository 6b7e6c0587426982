import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One folder for all that a run of tests writes; it is gone after it. It lies in memory where there is room: then no test waits for a
 * disk that others use too. What must be on a disk before it is told is shown by fsyncs.test.ts.
 */
export default function makeRunFolder(): () => void {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'sandbank-tests-'))
  // A test that gives up being root still reaches its own files.
  chmodSync(folder, 0o711)
  // Workers and what they start inherit it.
  process.env['TMPDIR'] = folder
  process.env['SANDBANK_TESTS'] = folder
  // A browser that is ending may still write its profile.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
