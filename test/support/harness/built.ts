import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { madeFolder } from './made-folder.ts'

const ROOT = new URL('../../..', import.meta.url).pathname
const DIST = join(ROOT, 'dist')
const LOCK = madeFolder('build')

let ready: Promise<void> | undefined

/** The path of a program of the package, or of its kit, as its users run it: built, and built again when its source has changed since. */
export async function builtProgram(file: 'cli.js' | 'main.js' | 'testing.js'): Promise<string> {
  ready ??= makeFresh()
  await ready
  return join(DIST, file)
}

// Several workers of one run want it at the same time: one makes it.
async function makeFresh(): Promise<void> {
  while (!isFresh()) {
    if (tryLock()) {
      try {
        await promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/build/build.ts'], { cwd: ROOT })
      } finally {
        rmSync(LOCK, { recursive: true, force: true })
      }
    } else await sleep(100)
  }
}

const ABANDONED_MS = 120_000

function tryLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const made = statSync(LOCK, { throwIfNoEntry: false })
    if (made !== undefined && made.mtimeMs < Date.now() - ABANDONED_MS) rmSync(LOCK, { recursive: true })
    return false
  }
}

function isFresh(): boolean {
  const last = join(DIST, `sandbank-${process.version}-${process.arch}.cache`)
  return existsSync(last) && statSync(last).mtimeMs >= newestChange(join(ROOT, 'src'))
}

function newestChange(directory: string): number {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  return Math.max(...entries.filter(one => one.isFile()).map(one => statSync(join(one.parentPath, one.name)).mtimeMs))
}
