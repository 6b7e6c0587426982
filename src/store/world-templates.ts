import { Prisma } from '../generated/client.ts'
import { dialectOf } from './queries/dialect.ts'
import type { Tx } from './transaction.ts'
import { WORLD_TABLES } from './world-tables.ts'

/**
 * The rows of a world that is made again and again, in the memory of the connection that writes and nowhere else: a world is copied from them at the price of any copy,
 * and they are gone with the connection. What they are is told by a key; there is one template at a time, and a transaction that is taken back takes
 * back the template that it has kept.
 */

/** When a row came into the world: the one thing in which a world differs from its template. */
const INSTANTS = new Set<string>(['createdAt', 'bookedAt'])

const KEY = Prisma.raw('temp."WorldTemplate"')
const rowsOf = (table: string) => Prisma.raw(`temp."Template${table}"`)

/** Fills an empty world from the template of this key, if it is kept. Answers whether it was. */
export async function copyTemplate(tx: Tx, key: string, worldId: string, now: Date): Promise<boolean> {
  if (!dialectOf(tx).words.keepsTemplates || (await keptKey(tx)) !== key) return false
  const instant = now.toISOString().replace('Z', '+00:00')
  for (const { table, columns } of await keptTables(tx)) {
    const others = Object.values<string>(columns).filter(column => column !== 'worldId')
    const names = Prisma.raw(others.map(column => `"${column}"`).join(', '))
    const values = Prisma.join(
      others.map(column => (INSTANTS.has(column) ? Prisma.sql`${instant}` : Prisma.raw(`"${column}"`))),
    )
    await tx.$executeRaw`INSERT INTO ${Prisma.raw(`"${table}"`)} ("worldId", ${names}) SELECT ${worldId}, ${values} FROM ${rowsOf(table)}`
  }
  return true
}

/** Keeps the rows of a world as the template of this key, in place of the one that was kept before. */
export async function keepTemplate(tx: Tx, key: string, worldId: string): Promise<void> {
  if (!dialectOf(tx).words.keepsTemplates) return
  for (const { table } of WORLD_TABLES) {
    await tx.$executeRaw`DROP TABLE IF EXISTS ${rowsOf(table)}`
    const name = Prisma.raw(`"${table}"`)
    const [one] = await tx.$queryRaw<object[]>`SELECT 1 AS "n" FROM ${name} WHERE "worldId" = ${worldId} LIMIT 1`
    if (one === undefined) continue
    await tx.$executeRaw`CREATE TEMP TABLE ${Prisma.raw(`"Template${table}"`)} AS SELECT * FROM ${name} WHERE "worldId" = ${worldId}`
  }
  await tx.$executeRaw`DROP TABLE IF EXISTS ${KEY}`
  await tx.$executeRaw`CREATE TEMP TABLE "WorldTemplate" AS SELECT ${key} AS "key"`
}

async function keptKey(tx: Tx): Promise<string | undefined> {
  const [is] = await tx.$queryRaw<object[]>`SELECT "name" FROM temp.sqlite_schema WHERE "name" = 'WorldTemplate'`
  if (is === undefined) return undefined
  const [kept] = await tx.$queryRaw<{ key: string }[]>`SELECT CAST("key" AS TEXT) AS "key" FROM ${KEY}`
  return kept?.key
}

async function keptTables(tx: Tx) {
  const found = await tx.$queryRaw<
    { name: string }[]
  >`SELECT "name" FROM temp.sqlite_schema WHERE "name" LIKE 'Template%'`
  const names = new Set(found.map(({ name }) => name))
  return WORLD_TABLES.filter(({ table }) => names.has(`Template${table}`))
}
