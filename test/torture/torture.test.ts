import { expect, it } from 'vitest'
import { summarise, torture } from './torture.ts'

it('a server that is killed while it writes loses nothing, doubles nothing and leaves nothing half-done', async () => {
  const report = await torture({ kills: 3, clients: 6, seed: 20_261_121 })
  expect(report.verdict, summarise(report)).toEqual({ lost: [], doubled: [], halfApplied: [], wrongAnswers: [] })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.cut).toBeGreaterThan(0)
  expect(report.replayed).toBeGreaterThan(0)
}, 600_000)
