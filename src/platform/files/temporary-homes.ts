import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The homes of banks that are open. */
const open = new Set<string>()
let isWatched = false

const PREFIX = 'sandbank-'
/** A file in a home that names its process and its machine, since machines and containers may share a folder. */
const OWNER = 'owner.json'

/**
 * A home that is deleted with its bank, or with this process if a test fails before it closes the bank. A killed process leaves its home: the next
 * process that creates a home deletes it (D90).
 */
export async function makeTemporaryHome(): Promise<string> {
  const folder = tmpdir()
  await sweep(folder)
  const home = await mkdtemp(join(folder, PREFIX))
  open.add(home)
  await writeFile(join(home, OWNER), JSON.stringify([process.pid, hostname()]))
  // One listener for all banks: Node warns of more than ten.
  if (!isWatched) process.once('exit', removeAll)
  isWatched = true
  return home
}

export async function removeTemporaryHome(home: string): Promise<void> {
  open.delete(home)
  await rm(home, { recursive: true, force: true })
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const homes = names.filter(name => name.startsWith(PREFIX)).map(name => join(folder, name))
  await Promise.all(
    homes.map(async home => {
      const owner = await readFile(join(home, OWNER), 'utf8').catch(() => undefined)
      // Another process may delete it at the same time, and some systems keep files that are open.
      if (owner !== undefined && isGone(owner)) await rm(home, { recursive: true, force: true }).catch(() => {})
    }),
  )
}

function isGone(owner: string): boolean {
  const [, pid, machine] = /^\[(\d+),"([^"]*)"\]$/.exec(owner) ?? []
  if (pid === undefined || machine !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function removeAll(): void {
  for (const home of open) {
    try {
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Some systems keep files that are open; at the end of a process there is nowhere to report this.
    }
  }
}
