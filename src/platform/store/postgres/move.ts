import { Prisma } from '../../../generated/client.ts'
import type { Store } from '../engine.ts'
import { readMigrations } from '../migrations.ts'
import { name, names } from '../page-sql.ts'
import { SQLITE } from '../queries/dialect.ts'
import { tables } from '../queries/tables.ts'
import { type LinePlace, readLine } from '../world-lines.ts'
import { WORLD_TABLES } from '../world-tables.ts'
import { type Connection, connect, UNLIMITED } from './connection.ts'
import { migrate } from './migrations.ts'
import { POSTGRES } from './statements.ts'
import { cannotOpen, PACKAGE_MIGRATIONS } from './store.ts'

/** The tables that belong to no world and are moved. Secrets are not among them: they are sealed again with the new key. */
export const MOVED_WHOLE = ['World', 'Snapshot', 'Tpp', 'MachineTime']

export type SealedText = { readonly name: string; readonly sealed: string }

/** `isDone`: an earlier run has moved everything. */
export type MoveCounts = { readonly worlds: number; readonly rows: number; readonly isDone: boolean }

type SourceWorld = { readonly id: string; readonly name: string | null; readonly createdAt: string }

/** The commit waits for the server's disk, which may have a million rows to write. */
const PATIENCE_MS = 600_000

/**
 * Copies all worlds of a store into the empty database that `url` names (D113), in one transaction: no server sees a part of it, and after a kill the
 * database is as empty as before. `onWorld` receives the number of rows copied so far.
 */
export async function moveStore(
  from: Pick<Store, 'reader'>,
  url: string,
  secrets: readonly SealedText[],
  onWorld: (rows: number) => void,
): Promise<MoveCounts> {
  const to = await connect(url, UNLIMITED).catch(error => cannotOpen(error, '--to'))
  try {
    const worlds = await from.reader.$queryRaw<
      SourceWorld[]
    >`SELECT "id", "name", CAST("createdAt" AS TEXT) AS "createdAt" FROM "World"`
    const named = worlds.filter(world => world.name !== null).length
    if (await hasWorlds(to, worlds)) return { worlds: named, rows: 0, isDone: true }
    // Before any table is created: the database of an older bank must stay as it is.
    await requireEmpty(to)
    await migrate(to, readMigrations(PACKAGE_MIGRATIONS)).catch(error => cannotOpen(error, '--to'))
    to.patience(PATIENCE_MS)
    await to.script('BEGIN')
    // A server that starts during the move waits, and does not create a world of its own.
    await to.script('LOCK TABLE "World", "Secret" IN EXCLUSIVE MODE')
    await requireEmpty(to)
    const rows = await moveRows(from, to, secrets, worlds, onWorld)
    await to.script('COMMIT')
    return { worlds: named, rows, isDone: false }
  } finally {
    await to.close()
  }
}

async function moveRows(
  { reader }: Pick<Store, 'reader'>,
  to: Connection,
  secrets: readonly SealedText[],
  worlds: readonly { readonly id: string }[],
  onWorld: (rows: number) => void,
): Promise<number> {
  let rows = 0
  await to.script('DELETE FROM "MachineTime"')
  for (const table of MOVED_WHOLE) {
    const columns = [...(tables.get(table)?.fields.keys() ?? [])]
    const found = await reader.$queryRaw<{ row: string }[]>`
      SELECT ${Prisma.raw(SQLITE.array(table, columns))} AS "row" FROM ${name(table)}`
    rows += await insert(to, table, columns, `[${found.map(({ row }) => row).join()}]`)
  }
  for (const one of secrets)
    await to.run('INSERT INTO "Secret" ("name", "sealed") VALUES ($1, $2)', [one.name, one.sealed])
  for (const { id } of worlds) {
    let place: LinePlace | undefined = { table: 0 }
    while (place !== undefined) {
      const read = await readLine(reader, id, place)
      place = read?.next
      const source = WORLD_TABLES[read?.next.table ?? 0]
      if (read !== undefined && source !== undefined)
        rows += await insert(to, source.table, source.columns, read.line, id)
    }
    onWorld(rows)
  }
  return rows
}

/** Inserts rows given as JSON, of one world or of none. */
async function insert(to: Connection, table: string, columns: readonly string[], json: string, worldId?: string) {
  const values = columns.map((column, place) => POSTGRES.member(table, column, place)).join(', ')
  const text =
    worldId === undefined
      ? `INSERT INTO "${table}" (${list(columns)}) SELECT ${values} FROM ${POSTGRES.words.elements('$1')}`
      : `INSERT INTO "${table}" ("worldId", ${list(columns)}) SELECT $2, ${values} FROM ${POSTGRES.words.elements('$1', 'rows')}`
  const { changes } = await to.run(text, worldId === undefined ? [json] : [json, worldId])
  return changes
}

const list = (columns: readonly string[]) => names(columns).sql

/** Whether the database has these worlds and no other: an earlier run has moved them, since all are moved or none (D113). */
async function hasWorlds(to: Connection, worlds: readonly SourceWorld[]): Promise<boolean> {
  if (!(await hasTable(to, 'World'))) return false
  const { rows } = await to.run(
    `SELECT count(*), count("source"."id") FROM "World"
      LEFT JOIN json_to_recordset($1) AS "source" ("id" TEXT, "createdAt" TEXT) USING ("id", "createdAt")`,
    [JSON.stringify(worlds)],
  )
  return rows[0]?.every(count => Number(count) === worlds.length) === true
}

async function requireEmpty(to: Connection): Promise<void> {
  for (const table of tables.keys()) {
    if (table === 'MachineTime' || !(await hasTable(to, table))) continue
    const { rows } = await to.run(`SELECT 1 FROM "${table}" LIMIT 1`)
    if (rows.length > 0)
      throw new Error(
        `The database of --to is not empty: its table ${table} has rows. Name one that no bank has used, such as \`createdb --encoding=UTF8 --template=template0 NAME\` makes.`,
      )
  }
}

async function hasTable(to: Connection, table: string): Promise<boolean> {
  const { rows } = await to.run('SELECT to_regclass($1) IS NOT NULL', [`"${table}"`])
  return rows[0]?.[0] === 't'
}
