import { Prisma } from '../../generated/client.ts'
import { name, names } from './page-sql.ts'
import { dialectOf } from './queries/dialect.ts'
import type { Db, Tx } from './transaction.ts'
import { type TableOfWorlds, WORLD_TABLES } from './world-tables.ts'

/** How many rows one transaction copies (D74): payments have the most indexes; 2,000 of them took 88 ms. */
const ROWS_AT_ONCE = 800

/** A world with fewer rows is copied in one transaction. */
const SMALL = 4_000

/** Whether all rows of a world, from all tables, may be copied in one transaction. */
export async function isSmallWorld(db: Db, worldId: string): Promise<boolean> {
  const rows = WORLD_TABLES.map(({ table }) => Prisma.sql`SELECT 1 FROM ${name(table)} WHERE "worldId" = ${worldId}`)
  const [row] = await db.$queryRaw<{ n: bigint | number }[]>`
    SELECT COUNT(*) AS "n" FROM (${Prisma.join(rows, ' UNION ALL ')} LIMIT ${SMALL}) AS "rows"`
  return Number(row?.n ?? 0) < SMALL
}

/** Copies all rows of a world: one statement for each table, whatever its size. */
export async function copyRows(tx: Tx, from: string, to: string): Promise<void> {
  await Promise.all(WORLD_TABLES.map(table => copyWhere(tx, table, to, Prisma.sql`"worldId" = ${from}`)))
}

/** How far a copy in steps has come. */
export type CopyPlace = { readonly table: number; readonly after: readonly unknown[] | undefined }

/** Accounts and card accounts. */
export type Holders = { readonly accounts: readonly string[]; readonly cardAccounts: readonly string[] }

/**
 * Copies the next rows of a world, referenced rows first, without the lines of the excluded accounts. Returns how far it has come; `undefined` when
 * all is copied.
 */
export async function copySomeRows(
  tx: Tx,
  from: string,
  to: string,
  place: CopyPlace,
  without: Holders = { accounts: [], cardAccounts: [] },
): Promise<CopyPlace | undefined> {
  const table = WORLD_TABLES[place.table]
  if (table === undefined) return undefined
  const columns = names(table.key)
  const rest =
    place.after === undefined ? Prisma.empty : Prisma.sql`AND (${columns}) > (${Prisma.join([...place.after])})`
  const where = Prisma.sql`"worldId" = ${from} ${rest}`
  // The end of the step is read from the key alone: the number of rows examined stays the same, however many are left out.
  const [last] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns} FROM ${name(table.table)} WHERE ${where} ORDER BY ${columns} LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`
  const after = last === undefined ? undefined : table.key.map(column => last[column])
  const until = after === undefined ? Prisma.empty : Prisma.sql`AND (${columns}) <= (${Prisma.join(after)})`
  await copyWhere(tx, table, to, Prisma.sql`${where} ${until} ${leftOut(tx, table, without)} ORDER BY ${columns}`)
  return after === undefined ? { table: place.table + 1, after: undefined } : { table: place.table, after }
}

function leftOut(tx: Tx, { table }: TableOfWorlds, { accounts, cardAccounts }: Holders): Prisma.Sql {
  const [column, ids] =
    table === 'Transaction'
      ? ['accountId', accounts]
      : table === 'CardTransaction'
        ? ['cardAccountId', cardAccounts]
        : ['', []]
  if (ids.length === 0) return Prisma.empty
  const dialect = dialectOf(tx)
  return Prisma.sql`AND ${name(column)} NOT IN (SELECT ${Prisma.raw(dialect.words.element)} FROM ${dialect.elements(JSON.stringify(ids))})`
}

async function copyWhere(tx: Tx, source: TableOfWorlds, to: string, where: Prisma.Sql): Promise<number> {
  const [table, columns] = [name(source.table), names(source.columns)]
  return tx.$executeRaw`INSERT INTO ${table} ("worldId", ${columns}) SELECT ${to}, ${columns} FROM ${table} WHERE ${where}`
}
