import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOnPostgres } from './database.ts'
import { sharedPostgres } from './postgres.ts'
import { keepStatements, requireCommonWords } from './statements.ts'

/**
 * One folder for all that a run of tests writes; it is gone after it. It lies in memory where there is room: then no test waits for a
 * disk that others use too. fsyncs.test.ts shows what must be on a disk before it is acknowledged.
 */
export default async function makeRunFolder(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'sandbank-tests-'))
  // A test that gives up being root still reaches its own files.
  chmodSync(folder, 0o711)
  // Workers and what they start inherit it.
  process.env['TMPDIR'] = folder
  process.env['SANDBANK_TESTS'] = folder
  if (process.env['FUZZ_RUNS'] !== undefined) {
    process.env['FUZZ_SEED'] ??= String(randomInt(2 ** 31))
    console.log(`FUZZ_SEED=${process.env['FUZZ_SEED']} runs these stories again.`)
  }
  const postgres = isOnPostgres ? await sharedPostgres() : undefined
  // One server for all workers.
  if (postgres !== undefined) process.env['SANDBANK_TEST_POSTGRES'] = postgres.folder
  return async () => {
    try {
      if (process.env['SANDBANK_TEST_WORDS'] === 'kept') keepStatements(folder)
      if (process.env['SANDBANK_TEST_WORDS'] === 'asked') await requireCommonWords(folder)
      await postgres?.stop()
    } finally {
      // A browser that is ending may still write its profile.
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    }
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES && runsPrograms(MEMORY)
  } catch {
    return false
  }
}

// Some machines let nothing run there: no command of an installed package, no SQLite.
function runsPrograms(place: string): boolean {
  const folder = mkdtempSync(join(place, 'sandbank-tests-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}
