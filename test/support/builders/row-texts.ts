import { onTestFinished } from 'vitest'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'

/** Reads all rows of the worlds in a file, by the name of a world. */
export function openRows(file: string): (world: string) => string {
  const database = new Database(file, { readonly: true })
  onTestFinished(() => void database.close())
  const idOf = database.prepare<string>('SELECT id FROM "World" WHERE name = ?').pluck()
  const rowsOf = rowReader(database)
  return world => {
    const id = idOf.get([world])
    if (id === undefined) throw new RangeError(`There is no world ${world}.`)
    return rowsOf(id)
  }
}

/**
 * Reads all rows of a world from the file itself, as a text: every digit and every byte, but not the key of the world. One statement for each table, prepared
 * once, since thousands of stories run. The tables are those of the file: a list of the program may lack one.
 */
export function rowReader(database: Database): (worldId: string) => string {
  const wholeNumbers = database.prepare<string>("SELECT name FROM pragma_table_info(?) WHERE type LIKE '%INT%'").pluck()
  const found = database
    .prepare<string>(
      `SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'worldId' ORDER BY m.name`,
    )
    .pluck()
    .all()
  const columnsOf = database.prepare<string>(`SELECT name FROM pragma_table_info(?) WHERE name <> 'worldId'`).pluck()
  const keyOf = database
    .prepare<string>(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 AND name <> 'worldId' ORDER BY pk`)
    .pluck()
  const tables = found.map(table => {
    const [own, key] = [columnsOf.all([table]), keyOf.all([table])]
    const whole = new Set(wholeNumbers.all([table]))
    // Written by SQLite, a number of any size has all its digits.
    const selected = own.map(name => (whole.has(name) ? `CAST("${name}" AS TEXT)` : `"${name}"`)).join(', ')
    const order = key.map(name => `"${name}"`).join(', ')
    const sql = `SELECT ${selected} FROM "${table}" WHERE "worldId" = ? ORDER BY ${order}`
    return [table, database.prepare(sql).raw()] as const
  })
  return worldId => JSON.stringify(tables.map(([table, statement]) => [table, statement.all([worldId])]))
}
