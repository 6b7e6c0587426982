import { codeOf, StoreUnavailableError } from '../../platform/store/errors.ts'
import { Pool } from '../../platform/store/pool.ts'
import { type Connection, connect, UNLIMITED } from '../../platform/store/postgres/connection.ts'
import { Readers } from '../../platform/store/postgres/pool.ts'
import { numbered } from '../../platform/store/postgres/statements.ts'
import { type Batch, type JournalEngine, type Loss, PLACES, storable } from './engine.ts'
import { JOURNAL_LIMITS, MOST_LOSSES } from './limits.ts'

const VERSION = 2
/** The version whose tables lack the call's trace, and nothing else. */
const WITHOUT_TRACES = 1
const ADD_TRACES = `ALTER TABLE journal.call ADD COLUMN "traceId" TEXT COLLATE "C"; UPDATE journal.state SET version = ${VERSION}`

// In a schema of its own in the bank's database, so that a backup can leave it out. Readers mostly want calls of today or yesterday; older calls are
// deleted by dropping their partition.
const TABLES = `
DROP SCHEMA IF EXISTS journal CASCADE;
CREATE SCHEMA journal;
CREATE TABLE journal.state (version INTEGER NOT NULL, batches BIGINT NOT NULL);
INSERT INTO journal.state VALUES (${VERSION}, 0);
CREATE TABLE journal.batch (id BIGINT, day INTEGER, messages BYTEA NOT NULL, PRIMARY KEY (id, day)) PARTITION BY LIST (day);
CREATE TABLE journal.call (
  place BIGINT, world TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL, "by" TEXT COLLATE "C" NOT NULL, door TEXT COLLATE "C" NOT NULL,
  operation TEXT COLLATE "C", "tppId" TEXT COLLATE "C", method TEXT COLLATE "C" NOT NULL, target TEXT COLLATE "C" NOT NULL, "requestId" TEXT COLLATE "C",
  "traceId" TEXT COLLATE "C",  status INTEGER NOT NULL, code TEXT COLLATE "C", "durationMs" DOUBLE PRECISION NOT NULL, cause TEXT COLLATE "C", day INTEGER, PRIMARY KEY (place, day)
) PARTITION BY LIST (day);
CREATE UNIQUE INDEX ON journal.call (world, id, day);
CREATE INDEX ON journal.call (world, place);
CREATE TABLE journal.loss (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, world TEXT COLLATE "C" NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL, calls BIGINT NOT NULL
);`

// As with SQLite's file, a write need not wait for the disk; and it does not wait for a reader for long.
const SETTINGS = ['search_path = journal', 'synchronous_commit = off', "lock_timeout = '3s'"]

const DAY_MS = 86_400_000

// Errors where a row, and not the database, is at fault.
const OF_THE_VALUES = /^2[23]/

/** Opens the journal in the bank's database, which is open already; the first server creates its tables. */
export async function openPostgresJournal(url: string, machineNow: () => Date): Promise<JournalEngine> {
  const first = await connect(url, UNLIMITED)
  try {
    await prepareTables(first)
  } finally {
    await first.close()
  }
  const readers = new Readers(() => connect(url, SETTINGS), 2)
  const writers = new Pool({ most: 1, patienceMs: 15_000, open: () => connect(url, SETTINGS) })
  let lastDay: number | undefined

  async function transact(connection: Connection, batches: readonly Batch[], losses: readonly Loss[], oldest: number) {
    const { run, script } = connection
    const day = Math.floor(machineNow().getTime() / DAY_MS)
    // From here on other servers wait, so that places are in the order of commits.
    const [
      ,
      {
        rows: [[last] = []],
      },
    ] = await Promise.all([
      run('BEGIN'),
      run('UPDATE state SET batches = batches + $1 RETURNING batches', [batches.length]),
    ])
    if (day !== lastDay) await script(await partitionsFor(day, connection))
    const sent: Promise<unknown>[] = []
    for (const [nth, { world, rows, messages }] of batches.entries()) {
      const id = Number(last) - batches.length + 1 + nth
      const calls = rows.map((row, place) => ({ ...row, place: id * PLACES + place, day }))
      sent.push(
        run('INSERT INTO batch VALUES ($1, $2, $3)', [id, day, `\\x${messages.toString('hex')}`]),
        // A batch whose commit took effect before the connection was lost is there already.
        run('INSERT INTO call SELECT * FROM json_populate_recordset(NULL::call, $1) ON CONFLICT DO NOTHING', [
          JSON.stringify(calls, (_, value: unknown) => storable(value)),
        ]),
        run(REMOVE_SURPLUS, [world]),
      )
    }
    for (const { world, first, last: end, calls } of losses)
      sent.push(run('INSERT INTO loss (world, first, last, calls) VALUES ($1, $2, $3, $4)', [world, first, end, calls]))
    if (losses.length > 0) sent.push(run(REMOVE_LOSSES, [oldest]))
    await Promise.all([...sent, run('COMMIT')])
    lastDay = day
  }

  return {
    name: 'the database',
    find: 'strpos',
    microseconds: digits => `lpad(trunc("durationMs" * 1000)::bigint::text, ${digits}, '0')`,
    write: (batches, losses, oldest) =>
      writers.use(connection =>
        transact(connection, batches, losses, oldest).catch(async error => {
          lastDay = undefined
          await connection.run('ROLLBACK').catch(() => undefined)
          throw error
        }),
      ),
    rows: (sql, values) => readers.run(numbered(sql), values).then(({ rows }) => rows),
    messages: async batch => {
      const [[hex] = []] = (await readers.run('SELECT messages FROM batch WHERE id = $1', [batch])).rows
      return typeof hex === 'string' ? Buffer.from(hex.slice(2), 'hex') : undefined
    },
    faultOf: error => {
      if (error instanceof StoreUnavailableError) return error
      return OF_THE_VALUES.test(codeOf(error) ?? '')
        ? undefined
        : new StoreUnavailableError(String(error), 'The journal cannot be used', { cause: error })
    },
    waitFor: () => undefined,
    close: async () => {
      await writers.close()
      await readers.close()
    },
  }
}

async function prepareTables({ run, script }: Connection): Promise<void> {
  await script('BEGIN; LOCK TABLE "_prisma_migrations" IN EXCLUSIVE MODE')
  const [[table] = []] = (await run("SELECT to_regclass('journal.state')")).rows
  const [[version] = []] = table === null ? [] : (await run('SELECT version FROM journal.state')).rows
  if (Number(version) === WITHOUT_TRACES) await script(ADD_TRACES)
  // The journal of another version may be dropped: it is not part of the bank's data.
  else if (Number(version) !== VERSION) await script(TABLES)
  await script('COMMIT')
}

/** Creates the partitions of a day, and drops those whose calls are too old to be shown (D95). */
async function partitionsFor(day: number, { run }: Connection): Promise<string> {
  const { rows } = await run(
    "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent IN ('call'::regclass, 'batch'::regclass)",
  )
  const old = rows.flatMap(([name]) => (Number(String(name).split('_')[1]) < day - 1 ? [String(name)] : []))
  const own = ['call', 'batch'].map(
    name => `CREATE TABLE IF NOT EXISTS ${name}_${day} PARTITION OF ${name} FOR VALUES IN (${day})`,
  )
  return [...own, ...old.map(name => `DROP TABLE ${name}`)].join(';')
}

// A batch is of one world.
const REMOVE_SURPLUS = `WITH last AS (SELECT place FROM call WHERE world = $1 ORDER BY place DESC LIMIT 1 OFFSET ${JOURNAL_LIMITS.calls - 1}),
  gone AS (DELETE FROM call WHERE world = $1 AND place < (SELECT place FROM last) RETURNING place)
  DELETE FROM batch WHERE id IN (SELECT place / ${PLACES} FROM gone) AND id < (SELECT place / ${PLACES} FROM last)`
const REMOVE_LOSSES = `DELETE FROM loss WHERE last <= $1 OR id <= (SELECT max(id) FROM loss) - ${MOST_LOSSES}`
