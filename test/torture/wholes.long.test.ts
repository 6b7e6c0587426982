import { expect, it } from 'vitest'
import { summariseWholes, wholes } from './wholes.ts'

it('a world that is copied, kept, put back, reset, filled or deleted when the server is killed is what it was or what it was to be, and nothing is left over', async () => {
  const report = await wholes({ kills: 6, seed: 20_261_121 })
  expect(report.violations, summariseWholes(report)).toEqual([])
  expect(report.halfMade, summariseWholes(report)).toBeGreaterThan(0)
  expect(report.halfSwept, summariseWholes(report)).toBeGreaterThan(0)
}, 600_000)
