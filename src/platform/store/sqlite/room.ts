import { rmSync, writeFileSync } from 'node:fs'

/** The size of the log of a large call. */
const ROOM_BYTES = 1_048_576

/**
 * Whether the disk has room for what a call may write. A commit that fails on a full disk leaves the log's file longer than its content, and a small
 * commit still fits into it: a row that can be written proves little then.
 */
export function hasRoom(path: string): boolean {
  const probe = `${path}-room`
  try {
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES), { mode: 0o600 })
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { force: true })
  }
}
