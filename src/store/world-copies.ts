import { Prisma } from '../generated/client.ts'
import type { Db, Tx } from './transaction.ts'
import { WORLD_TABLES } from './world-tables.ts'

type Table = (typeof WORLD_TABLES)[number]

/** How many rows one transaction copies (D74). */
const ROWS_AT_ONCE = 2_000

/** A world with fewer rows in its largest tables is copied in one transaction. */
const SMALL = 4_000

/** Whether all rows of a world may be copied in one transaction: its largest tables decide. */
export async function isSmallWorld(db: Db, worldId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ n: bigint | number }[]>`
    SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM "Booking" WHERE "worldId" = ${worldId} LIMIT ${SMALL}))
      + (SELECT COUNT(*) FROM (SELECT 1 FROM "Transaction" WHERE "worldId" = ${worldId} LIMIT ${SMALL}))
      + (SELECT COUNT(*) FROM (SELECT 1 FROM "Request" WHERE "worldId" = ${worldId} LIMIT ${SMALL})) AS "n"`
  return Number(row?.n ?? 0) < SMALL
}

/** Copies all rows of a world: one statement for each table, whatever it holds. */
export async function copyRows(tx: Tx, from: string, to: string): Promise<void> {
  for (const table of WORLD_TABLES) await copyWhere(tx, table, to, Prisma.sql`"worldId" = ${from}`)
}

/** Where a copy that is made bit by bit stands. */
export type CopyPlace = { readonly table: number; readonly after: readonly unknown[] | undefined }

/** Copies the next rows of a world, those that others refer to first. Answers where it stands then; `undefined` when all is copied. */
export async function copySomeRows(
  tx: Tx,
  from: string,
  to: string,
  place: CopyPlace = { table: 0, after: undefined },
): Promise<CopyPlace | undefined> {
  const table = WORLD_TABLES[place.table]
  if (table === undefined) return undefined
  const key = keyOf(table)
  const rest = place.after === undefined ? Prisma.empty : Prisma.sql`AND (${key}) > (${Prisma.join([...place.after])})`
  const where = Prisma.sql`"worldId" = ${from} ${rest} ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`
  const copied = await copyWhere(tx, table, to, where)
  if (copied < ROWS_AT_ONCE) return { table: place.table + 1, after: undefined }
  const [last] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${key} FROM ${nameOf(table)} WHERE "worldId" = ${to} ORDER BY ${descending(table)} LIMIT 1`
  return { table: place.table, after: table.key.map(column => last?.[column]) }
}

async function copyWhere(tx: Tx, table: Table, to: string, where: Prisma.Sql): Promise<number> {
  const columns = Prisma.raw(
    Object.values<string>(table.columns)
      .filter(column => column !== 'worldId')
      .map(column => `"${column}"`)
      .join(', '),
  )
  const name = nameOf(table)
  return tx.$executeRaw`INSERT INTO ${name} ("worldId", ${columns}) SELECT ${to}, ${columns} FROM ${name} WHERE ${where}`
}

function nameOf({ table }: Table): Prisma.Sql {
  return Prisma.raw(`"${table}"`)
}

function keyOf({ key }: Table): Prisma.Sql {
  return Prisma.raw(key.map(column => `"${column}"`).join(', '))
}

function descending({ key }: Table): Prisma.Sql {
  return Prisma.raw(key.map(column => `"${column}" DESC`).join(', '))
}
