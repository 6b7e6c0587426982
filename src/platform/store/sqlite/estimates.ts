import type { Database } from './driver.ts'

/** How many rows SQLite expects: in a table, in a world, and with one value of a column of a world. */
const IN_TABLE = 1_000_000
const IN_WORLD = 100_000
const OF_A_VALUE = 20

/** Columns with few values: a quarter of the rows has the same one. */
const FEW_VALUES = new Set(['tppId', 'status', 'kind'])

/**
 * Writes down how many rows SQLite finds by the columns of each index. By itself it expects ten rows in a world; so it would rather read the whole
 * world in the order of the ids than sort the two rows that a statement wants.
 */
export function writeEstimates(database: Database): void {
  // This creates the table of estimates, and reads no other.
  database.exec('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const insert = database.prepare('INSERT INTO sqlite_stat1 VALUES (?, ?, ?)')
  for (const row of database.prepare<unknown[]>(INDEXES).raw().all()) {
    const [table = '', index = '', unique, columns] = row.map(String)
    insert.run([table, index, estimate(columns?.split(' ') ?? [], unique === '1')])
  }
}

const INDEXES = `SELECT m.name, i.name, i."unique", group_concat(c.name, ' ' ORDER BY c.seqno)
  FROM sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) c GROUP BY m.name, i.name`

/** All rows, then those with the same first column, with the same first two columns, and so on. Each search names its world. */
function estimate(columns: readonly string[], unique: boolean): string {
  let rows = IN_TABLE
  const counts = columns.map((column, place) => {
    if (column === 'worldId') rows = IN_WORLD
    else if (FEW_VALUES.has(column)) rows = Math.ceil(rows / 4)
    else rows = Math.min(rows, OF_A_VALUE)
    if (column === 'id' || (unique && place === columns.length - 1)) rows = 1
    return rows
  })
  return `${IN_TABLE} ${counts.join(' ')} noskipscan`
}
