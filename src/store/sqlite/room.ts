import { rmSync, writeFileSync } from 'node:fs'

/** What the log of a large call takes. */
const ROOM_BYTES = 1_048_576

/**
 * Whether the disk of a file takes what a call may write. A commit that fails for a full disk leaves the log longer than its content, and into that a small one
 * still fits: that a row can be written says little then.
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
