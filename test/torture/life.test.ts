import { expect, it } from 'vitest'
import { life, summariseLife } from './life.ts'

const SOUND = { lost: [], doubled: [], unsound: [], wrong: [] }

it('two processes that serve three worlds and are killed under a steady load keep all that they said', async () => {
  const report = await life({ kills: 3, clients: 6, seed: 20_261_121 })
  expect(report, summariseLife(report)).toMatchObject(SOUND)
  expect(report.facts).toBeGreaterThan(20)
}, 300_000)

/** Faults put into the file between the kill and the start, and where each must be noticed. */
const FAULTS = [
  ['an acknowledged payment that is not there', 'lost', `DELETE FROM "Payment"`],
  [
    'work that was done twice',
    'unsound',
    `INSERT INTO "Booking" ("worldId", "id", "debitId", "creditId", "amountMinor", "currency", "reason", "paymentId", "bookedAt")
       SELECT "worldId", "id", "debtorAccountId", "debtorAccountId", 0, "debtorCurrency", 'PAYMENT', "id", "createdAt"
       FROM "Payment" ORDER BY "status" = 'ACSC' DESC LIMIT 1`,
  ],
  ['an answer that was not kept for who sends the call again', 'doubled', `DELETE FROM "Request"`],
] as const

it.each(FAULTS)(
  '%s is noticed',
  async (_, where, sql) => {
    const report = await life({
      kills: 1,
      clients: 3,
      seed: 7,
      plant: database => expect(database.prepare(sql).run().changes).toBeGreaterThan(0),
    })
    expect(report[where].length, summariseLife(report)).toBeGreaterThan(0)
  },
  300_000,
)
