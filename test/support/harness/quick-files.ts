import { ChildProcess } from 'node:child_process'
import { afterAll, expect } from 'vitest'

/**
 * Holds the files of `npm test` to what makes them quick: they start no program, no browser and no PostgreSQL, and compute for few seconds. Others are named
 * `NAME.long.test.ts` and run in `npm run test:all`.
 */

/** They end within milliseconds: what is pasted into a shell, and what is asked of a checkout. */
const SHORT_PROGRAMS = ['bash', 'git', 'openssl']

/** Several times what the longest needs, with all modules that the first file of a worker loads. */
const MOST_SECONDS = 25

/** Where the same files do more, or by an engine that needs longer. */
const OTHER_RUNS = ['FUZZ_RUNS', 'SANDBANK_ENGINE', 'SANDBANK_TEST_ENGINE', 'SANDBANK_TEST_DATABASE']

const before = process.cpuUsage()
const start: unknown = Reflect.get(ChildProcess.prototype, 'spawn')
const startShort = function (this: unknown, options: { readonly file: string }): unknown {
  const program = options.file.replace(/.*\//, '')
  expect(SHORT_PROGRAMS, `npm test starts no ${program}: name this file NAME.long.test.ts`).toContain(program)
  return typeof start === 'function' ? Reflect.apply(start, this, [options]) : undefined
}
Reflect.set(ChildProcess.prototype, 'spawn', startShort)

afterAll(() => {
  Reflect.set(ChildProcess.prototype, 'spawn', start)
  const { user, system } = process.cpuUsage(before)
  const isUsual = OTHER_RUNS.every(name => process.env[name] === undefined)
  const message = 'seconds of computing; a file that needs more is named NAME.long.test.ts'
  if (isUsual) expect((user + system) / 1_000_000, message).toBeLessThan(MOST_SECONDS)
})
