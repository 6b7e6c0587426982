import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sourceFiles } from '../support/harness/source-files.ts'

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

it('a property that its time limit cuts short fails, since what was not tried held nothing', async () => {
  const slow = fc.asyncProperty(fc.nat(), () => wait(20).then(() => true))
  await expect(fc.assert(slow, { numRuns: 1_000, interruptAfterTimeLimit: 50 })).rejects.toThrow(/interrupted/i)
})

it('each property has a time limit', () => {
  expect(fc.readConfigureGlobal().interruptAfterTimeLimit).toBeGreaterThan(0)
})

it('no test has less time than all tests have, since a machine that is busy with other work is no reason to fail', () => {
  const tests = sourceFiles('test').filter(({ path }) => path.endsWith('.test.ts'))
  const limits = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?: {2})?\}, ([\d_]+)\)$/gm)].map(([, ms = '']) => [path, Number(ms.replaceAll('_', ''))]),
  )
  expect(limits.filter(([, ms = 0]) => Number(ms) < 180_000)).toEqual([])
})
