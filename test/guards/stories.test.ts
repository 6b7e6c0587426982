import fc from 'fast-check'
import { expect, it } from 'vitest'

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

it('a property that its time limit cuts short fails, since what was not tried held nothing', async () => {
  const slow = fc.asyncProperty(fc.nat(), () => wait(20).then(() => true))
  await expect(fc.assert(slow, { numRuns: 1_000, interruptAfterTimeLimit: 50 })).rejects.toThrow(/interrupted/i)
})

it('each property has a time limit', () => {
  expect(fc.readConfigureGlobal().interruptAfterTimeLimit).toBeGreaterThan(0)
})
