import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { bundleOf } from '../support/script-bundle.ts'
import { urlOf } from '../support/stores.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbank-fsyncs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hasStrace = (() => {
  try {
    execFileSync('strace', ['-o', join(root, 'probe'), 'true'])
    return true
  } catch {
    return false
  }
})()

// A kill cannot show a missing fsync, since what was written stays in the system's memory; so the calls to the system are read.
it.runIf(hasStrace)(
  'what a process acknowledges was forced to the disk before: a sync of the log since the last write to it',
  async () => {
    const trace = join(root, 'trace')
    const script = await bundleOf('store-process')
    const child = spawn(
      'strace',
      [
        '-f',
        '-y',
        '-e',
        'trace=fsync,fdatasync,pwrite64,write',
        '-e',
        'signal=none',
        '-o',
        trace,
        process.execPath,
        script,
        urlOf(join(root, 'books.db')),
        'w',
        '40',
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const lines = createInterface(child.stdout)
    await once(lines, 'line')
    child.stdin.write('go\n')
    lines.on('line', () => undefined)
    await once(child, 'exit')

    let open = false
    let unsynced = 0
    let told = 0
    let synced = 0
    const tooEarly: string[] = []
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/ write\(1<[^>]*>, "open/.test(line)) open = true
      if (!open) continue
      if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) unsynced += 1
      if (/(fsync|fdatasync)\(\d+<[^>]*-wal>/.test(line)) {
        unsynced = 0
        synced += 1
      }
      if (!/ write\(1<[^>]*>, "w-\d+/.test(line)) continue
      told += 1
      if (unsynced > 0 || synced === 0) tooEarly.push(line)
    }
    expect(tooEarly).toEqual([])
    expect(told).toBe(40)
    expect(synced).toBeGreaterThan(4)
  },
)
