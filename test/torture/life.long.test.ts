import { expect, it } from 'vitest'
import { life, summariseLife } from './life.ts'

const SOUND = { lost: [], doubled: [], unsound: [], wrong: [] }

it('two processes that serve three worlds and are killed under a steady load keep all that they said', async () => {
  const report = await life({ kills: 2, clients: 6, seed: 20_261_121 })
  expect(report, summariseLife(report)).toMatchObject(SOUND)
  expect(report.facts).toBeGreaterThan(8)
}, 600_000)

/** Faults put into the file between the kill and the start. */
const FAULTS = {
  'work that was done twice': `
    INSERT INTO "Booking" ("worldId", "id", "debitId", "creditId", "amountMinor", "currency", "reason", "paymentId", "bookedAt")
    SELECT "worldId", "id", "debtorAccountId", "debtorAccountId", 0, "debtorCurrency", 'PAYMENT', "id", "createdAt"
    FROM "Payment" ORDER BY "status" = 'ACSC' DESC LIMIT 1`,
  'a due payment that is skipped for good': `
    UPDATE "Payment" SET "status" = 'ACTC', "dueAt" = NULL
    WHERE "id" = (SELECT "id" FROM "Payment" WHERE "id" NOT IN (SELECT "paymentId" FROM "Booking" WHERE "amountMinor" = 0) LIMIT 1)`,
  'acknowledged payments that are not there': `
    DELETE FROM "Payment" WHERE "id" NOT IN (SELECT "paymentId" FROM "Booking" WHERE "amountMinor" = 0)
      AND NOT ("status" = 'ACTC' AND "dueAt" IS NULL)`,
  'answers that were not kept for who sends the call again': `DELETE FROM "Request"`,
} as const

it(`${Object.keys(FAULTS).join(', ')} are noticed`, async () => {
  let paidTwice: unknown
  const report = await life({
    kills: 1,
    clients: 3,
    seed: 7,
    // What is noticed does not depend on how many serve, and each start takes its time.
    processes: 1,
    plant: database => {
      for (const [what, sql] of Object.entries(FAULTS))
        expect(database.prepare(sql).run().changes, what).toBeGreaterThan(0)
      paidTwice = database.prepare(`SELECT "paymentId" FROM "Booking" WHERE "amountMinor" = 0`).pluck().get()
    },
  })
  expect(report.unsound.join('\n'), summariseLife(report)).toContain(String(paidTwice))
  expect(report.unsound.join('\n'), summariseLife(report)).toMatch(
    /DUE \S+ The payment is ACTC and nothing of it is due/,
  )
  expect(report.lost.length, summariseLife(report)).toBeGreaterThan(0)
  expect(report.doubled.length, summariseLife(report)).toBeGreaterThan(0)
}, 600_000)
