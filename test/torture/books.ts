import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { Database } from '../../src/store/sqlite/driver.ts'
import { type Attempt, describe, type Kind } from './clients.ts'

/** Every violation, in words. */
export type Verdict = {
  readonly lost: string[]
  readonly doubled: string[]
  readonly halfApplied: string[]
  readonly wrongAnswers: string[]
}

type RowCounts = Readonly<Record<Kind, number>>

const TABLES: Record<Kind, string> = {
  customer: 'Customer',
  account: 'Account',
  transaction: 'Transaction',
  agreement: 'Agreement',
}

/** What only a half-applied call could leave behind: each query must find nothing. */
const HALVES: Readonly<Record<string, string>> = {
  'a private customer without its one agreement': `
    SELECT c.id FROM "Customer" c WHERE c.type = 'PRIVATE'
      AND (SELECT COUNT(*) FROM "Agreement" a WHERE a.worldId = c.worldId AND a.ownerId = c.id AND a.automatic) <> 1`,
  "a private customer's account without its engagement": `
    SELECT a.id FROM "Account" a JOIN "Customer" c ON c.worldId = a.worldId AND c.id = a.ownerId WHERE c.type = 'PRIVATE'
      AND NOT EXISTS (SELECT 1 FROM "Engagement" e WHERE e.worldId = a.worldId AND e.accountId = a.id AND e.customerId = c.id)`,
  'an account whose balance is not the sum of its bookings': `
    SELECT a.id FROM "Account" a WHERE a.bookedMinor <>
      (SELECT COALESCE(SUM(amountMinor), 0) FROM "Booking" b WHERE b.worldId = a.worldId AND b.creditId = a.id) -
      (SELECT COALESCE(SUM(amountMinor), 0) FROM "Booking" b WHERE b.worldId = a.worldId AND b.debitId = a.id)`,
  'a card account whose balance is not the sum of its bookings': `
    SELECT a.id FROM "CardAccount" a WHERE a.bookedMinor <>
      (SELECT COALESCE(SUM(amountMinor), 0) FROM "Booking" b WHERE b.worldId = a.worldId AND b.creditId = a.id) -
      (SELECT COALESCE(SUM(amountMinor), 0) FROM "Booking" b WHERE b.worldId = a.worldId AND b.debitId = a.id)`,
  'a transaction without its booking': `
    SELECT a.id FROM "Account" a WHERE (SELECT COALESCE(SUM(amountMinor), 0) FROM "Transaction" t WHERE t.worldId = a.worldId AND t.accountId = a.id) <>
      (SELECT COALESCE(SUM(CASE WHEN b.creditId = a.id THEN b.amountMinor ELSE -b.amountMinor END), 0) FROM "Booking" b
        WHERE b.worldId = a.worldId AND a.id IN (b.creditId, b.debitId) AND b.reason = 'TRANSACTION')`,
  'a row whose parent is missing': `SELECT "table" AS id FROM pragma_foreign_key_check`,
  'a damaged page': `SELECT integrity_check AS id FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
}

/** The rows there are before anyone writes. */
export function countRows(home: string): RowCounts {
  return withCopy(home, countIn)
}

/**
 * Looks into the file that a kill left, before anything is repaired by a restart, and adds what is wrong to the verdict.
 * Answers the X-Request-IDs whose record is in it: those calls have taken effect.
 */
export function checkBooks(
  home: string,
  before: RowCounts,
  attempts: readonly Attempt[],
  round: readonly Attempt[],
  verdict: Verdict,
): Set<string> {
  return withCopy(home, database => {
    for (const [what, sql] of Object.entries(HALVES)) {
      for (const row of database.prepare<[], { id: string }>(sql).all()) verdict.halfApplied.push(`${what}: ${row.id}`)
    }
    const records = readRecords(database)
    for (const attempt of round) checkAttempt(database, attempt, records.get(attempt.requestId), verdict)
    const found = countIn(database)
    for (const [kind, count] of entries(found)) {
      const wanted =
        attempts.filter(attempt => attempt.kind === kind && records.has(attempt.requestId)).length +
        extra(kind, attempts, records) +
        before[kind]
      if (count > wanted) verdict.doubled.push(`${count - wanted} rows of ${kind} that no kept call made`)
      if (count < wanted) verdict.lost.push(`${wanted - count} rows of ${kind} that kept calls made`)
    }
    return new Set(records.keys())
  })
}

function checkAttempt(database: Sqlite.Database, attempt: Attempt, record: string | undefined, verdict: Verdict): void {
  const { answer, kind } = attempt
  if (answer !== undefined && answer.text !== record) verdict.lost.push(`${describe(attempt)} was acknowledged`)
  if (record === undefined) return
  const { id, customerId, transactionId, engagements = [] } = JSON.parse(record)
  const row = database.prepare(`SELECT 1 FROM "${TABLES[kind]}" WHERE id = ?`).get(customerId ?? transactionId ?? id)
  if (row === undefined) verdict.halfApplied.push(`${describe(attempt)} has a record and no row`)
  const engaged = database
    .prepare(`SELECT COUNT(*) AS n FROM "Engagement" WHERE agreementId = ?`)
    .pluck()
    .get(id ?? '')
  if (kind === 'agreement' && engaged !== engagements.length)
    verdict.halfApplied.push(`${describe(attempt)} has ${engaged} of ${engagements.length} engagements`)
}

// A private customer's agreement is a row that no call of its own made.
function extra(kind: Kind, attempts: readonly Attempt[], records: ReadonlyMap<string, string>): number {
  if (kind !== 'agreement') return 0
  const made = attempts.filter(attempt => attempt.kind === 'customer').map(attempt => records.get(attempt.requestId))
  return made.filter(body => body !== undefined && JSON.parse(body).customerType === 'PRIVATE').length
}

function readRecords(database: Sqlite.Database): Map<string, string> {
  const rows = database
    .prepare<[], { requestId: string; body: string }>('SELECT requestId, body FROM "Request" WHERE status = 201')
    .all()
  return new Map(rows.map(row => [row.requestId, row.body]))
}

function countIn(database: Sqlite.Database): RowCounts {
  const count = (kind: Kind) => Number(database.prepare(`SELECT COUNT(*) FROM "${TABLES[kind]}"`).pluck().get())
  return {
    customer: count('customer'),
    account: count('account'),
    transaction: count('transaction'),
    agreement: count('agreement'),
  }
}

function entries(counts: RowCounts): [Kind, number][] {
  return [
    ['customer', counts.customer],
    ['account', counts.account],
    ['transaction', counts.transaction],
    ['agreement', counts.agreement],
  ]
}

// On a copy, so that the restarted server finds exactly what the kill left, and has to recover from it itself.
function withCopy<T>(home: string, look: (database: Sqlite.Database) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'sandbank-copy-'))
  for (const name of ['sandbank.db', 'sandbank.db-wal']) {
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(directory, name))
  }
  const database = new Database(join(directory, 'sandbank.db'))
  try {
    return look(database)
  } finally {
    database.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
