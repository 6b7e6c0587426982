import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The homes of banks that are open. */
const open = new Set<string>()
let isWatched = false

/** A home that goes with its bank, and with this process where a test has failed before it could close the bank. */
export async function makeTemporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'sandbank-'))
  open.add(home)
  // One listener for all banks: Node warns of more than ten.
  if (!isWatched) process.once('exit', removeAll)
  isWatched = true
  return home
}

export async function removeTemporaryHome(home: string): Promise<void> {
  open.delete(home)
  await rm(home, { recursive: true, force: true })
}

function removeAll(): void {
  for (const home of open) {
    try {
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Some systems keep files that are open; a process that ends is no place to say so.
    }
  }
}
