import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { type Attempt, describe, type Kind } from './clients.ts'

/** Every violation, in words. */
export type Verdict = {
  readonly lost: string[]
  readonly doubled: string[]
  readonly halfApplied: string[]
  readonly wrongAnswers: string[]
}

/** Asks the books that a kill left behind, on whichever engine. */
export type Look = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

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
    SELECT c."id" FROM "Customer" c WHERE c."type" = 'PRIVATE'
      AND (SELECT COUNT(*) FROM "Agreement" a WHERE a."worldId" = c."worldId" AND a."ownerId" = c."id" AND a."automatic") <> 1`,
  "a private customer's account without its engagement": `
    SELECT a."id" FROM "Account" a JOIN "Customer" c ON c."worldId" = a."worldId" AND c."id" = a."ownerId" WHERE c."type" = 'PRIVATE'
      AND NOT EXISTS (SELECT 1 FROM "Engagement" e WHERE e."worldId" = a."worldId" AND e."accountId" = a."id" AND e."customerId" = c."id")`,
  'an account whose balance is not the sum of its bookings': `
    SELECT a."id" FROM "Account" a WHERE a."bookedMinor" <>
      (SELECT COALESCE(SUM("amountMinor"), 0) FROM "Booking" b WHERE b."worldId" = a."worldId" AND b."creditId" = a."id") -
      (SELECT COALESCE(SUM("amountMinor"), 0) FROM "Booking" b WHERE b."worldId" = a."worldId" AND b."debitId" = a."id")`,
  'a card account whose balance is not the sum of its bookings': `
    SELECT a."id" FROM "CardAccount" a WHERE a."bookedMinor" <>
      (SELECT COALESCE(SUM("amountMinor"), 0) FROM "Booking" b WHERE b."worldId" = a."worldId" AND b."creditId" = a."id") -
      (SELECT COALESCE(SUM("amountMinor"), 0) FROM "Booking" b WHERE b."worldId" = a."worldId" AND b."debitId" = a."id")`,
  'a transaction without its booking': `
    SELECT a."id" FROM "Account" a WHERE (SELECT COALESCE(SUM("amountMinor"), 0) FROM "Transaction" t WHERE t."worldId" = a."worldId" AND t."accountId" = a."id") <>
      (SELECT COALESCE(SUM(CASE WHEN b."creditId" = a."id" THEN b."amountMinor" ELSE -b."amountMinor" END), 0) FROM "Booking" b
        WHERE b."worldId" = a."worldId" AND a."id" IN (b."creditId", b."debitId") AND b."reason" = 'TRANSACTION')`,
}

const DAMAGED_FILE: Readonly<Record<string, string>> = {
  'a row whose parent is missing': `SELECT "table" AS "id" FROM pragma_foreign_key_check`,
  'a damaged page': `SELECT integrity_check AS "id" FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
}

/**
 * Looks into the books that a kill left, before anything is repaired by a restart, and adds what is wrong to the verdict.
 * Answers the X-Request-IDs whose record is in it: those calls have taken effect.
 */
export async function checkBooks(
  look: Look,
  before: RowCounts,
  attempts: readonly Attempt[],
  round: readonly Attempt[],
  verdict: Verdict,
): Promise<Set<string>> {
  for (const [what, sql] of Object.entries(HALVES))
    for (const { id } of await look(sql)) verdict.halfApplied.push(`${what}: ${id}`)
  const kept = await look('SELECT "requestId", "body" FROM "Request" WHERE "status" = 201')
  const records = new Map(kept.map(({ requestId, body }) => [String(requestId), String(body)]))
  const ids = await Promise.all(Object.values(TABLES).map(table => look(`SELECT "id" FROM "${table}"`)))
  const rows = new Set(ids.flat().map(({ id }) => String(id)))
  const engagements = await look('SELECT "agreementId", COUNT(*) AS "n" FROM "Engagement" GROUP BY "agreementId"')
  const engaged = new Map(engagements.map(({ agreementId, n }) => [String(agreementId), Number(n)]))
  for (const attempt of round) checkAttempt({ rows, engaged }, attempt, records.get(attempt.requestId), verdict)
  const found = await countRows(look)
  for (const [kind, count] of entries(found)) {
    const wanted =
      attempts.filter(attempt => attempt.kind === kind && records.has(attempt.requestId)).length +
      extra(kind, attempts, records) +
      before[kind]
    if (count > wanted) verdict.doubled.push(`${count - wanted} rows of ${kind} that no kept call made`)
    if (count < wanted) verdict.lost.push(`${wanted - count} rows of ${kind} that kept calls made`)
  }
  return new Set(records.keys())
}

type Rows = { readonly rows: ReadonlySet<string>; readonly engaged: ReadonlyMap<string, number> }

function checkAttempt({ rows, engaged }: Rows, attempt: Attempt, record: string | undefined, verdict: Verdict): void {
  const { answer, kind } = attempt
  if (answer !== undefined && answer.text !== record) verdict.lost.push(`${describe(attempt)} was acknowledged`)
  if (record === undefined) return
  const { id, customerId, transactionId, engagements = [] } = JSON.parse(record)
  if (!rows.has(customerId ?? transactionId ?? id))
    verdict.halfApplied.push(`${describe(attempt)} has a record and no row`)
  const count = engaged.get(id) ?? 0
  if (kind === 'agreement' && count !== engagements.length)
    verdict.halfApplied.push(`${describe(attempt)} has ${count} of ${engagements.length} engagements`)
}

// A private customer's agreement is a row that no call of its own made.
function extra(kind: Kind, attempts: readonly Attempt[], records: ReadonlyMap<string, string>): number {
  if (kind !== 'agreement') return 0
  const made = attempts.filter(attempt => attempt.kind === 'customer').map(attempt => records.get(attempt.requestId))
  return made.filter(body => body !== undefined && JSON.parse(body).customerType === 'PRIVATE').length
}

/** The rows there are. */
export async function countRows(look: Look): Promise<RowCounts> {
  const count = async (kind: Kind) => {
    const [row] = await look(`SELECT COUNT(*) AS "n" FROM "${TABLES[kind]}"`)
    return Number(row?.['n'])
  }
  return {
    customer: await count('customer'),
    account: await count('account'),
    transaction: await count('transaction'),
    agreement: await count('agreement'),
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

/** Looks into a copy of a home's file, so that the restarted server finds exactly what the kill left, and has to recover from it itself. */
export async function inCopy<T>(home: string, run: (look: Look) => Promise<T>, verdict?: Verdict): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbank-copy-'))
  for (const name of ['sandbank.db', 'sandbank.db-wal']) {
    if (existsSync(join(home, name))) copyFileSync(join(home, name), join(directory, name))
  }
  const database = new Database(join(directory, 'sandbank.db'))
  const look: Look = async sql => database.prepare<Record<string, unknown>>(sql).all()
  try {
    if (verdict !== undefined)
      for (const [what, sql] of Object.entries(DAMAGED_FILE))
        for (const { id } of await look(sql)) verdict.halfApplied.push(`${what}: ${id}`)
    return await run(look)
  } finally {
    database.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
