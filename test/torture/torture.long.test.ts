import { expect, it } from 'vitest'
import { summarise, torture } from './torture.ts'

it('a server that is killed while it writes loses nothing, doubles nothing and leaves nothing half-done', async () => {
  const report = await torture({ kills: 3, clients: 6, seed: 20_261_121 })
  expect(report.verdict, summarise(report)).toEqual({ lost: [], doubled: [], halfApplied: [], wrongAnswers: [] })
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report.cut).toBeGreaterThan(0)
  expect(report.replayed).toBeGreaterThan(0)
}, 600_000)

it('a group of calls that is lost beside a refused one is noticed', async () => {
  const gone: string[] = []
  const report = await torture({
    kills: 1,
    clients: 6,
    seed: 7,
    // The first ones, since the last ones may have been cut off before they were acknowledged.
    // As if the refusal had taken back all that shared its commit, although each was acknowledged.
    plant: database => {
      const group = database
        .prepare<{ requestId: string; id: string }>(
          `SELECT "requestId", json_extract("body", '$.customerId') AS "id" FROM "Request"
            WHERE "status" = 201 AND "id" IS NOT NULL ORDER BY rowid LIMIT 3`,
        )
        .all()
      for (const { requestId, id } of group) {
        database.prepare('DELETE FROM "Request" WHERE "requestId" = ?').run([requestId])
        gone.push(requestId)
        expect(database.prepare('DELETE FROM "Customer" WHERE "id" = ?').run([id]).changes).toBe(1)
      }
    },
  })
  // On a machine that does much else the kill may have cut off the last of them before they were acknowledged.
  const noticed = gone.filter(requestId => report.verdict.lost.includes(`customer ${requestId} was acknowledged`))
  expect(noticed.length, summarise(report)).toBeGreaterThan(0)
}, 600_000)
