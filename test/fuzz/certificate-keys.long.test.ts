import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { bundleOf } from '../support/harness/script-bundle.ts'
import { RUNS } from './outcome.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261)

it('no certificate ends the process that reads it, whatever its public key is made of', async () => {
  const runs = RUNS.numRuns * 10
  const run = promisify(execFile)(process.execPath, [await bundleOf('key-fuzz-process'), String(runs), String(SEED)])
  const { stdout } = await run.catch(({ signal, code, stderr }) => {
    throw new Error(`With the seed ${SEED} it ended by ${signal ?? code}: ${stderr}`)
  })
  const { admitted, refused } = JSON.parse(stdout)
  expect(admitted + refused).toBe(2 * runs)
  expect(admitted).toBeGreaterThan(runs / 1000)
  expect(refused).toBeGreaterThan(runs)
})
