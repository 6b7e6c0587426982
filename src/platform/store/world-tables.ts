import { name, names } from './page-sql.ts'
import { tables } from './queries/tables.ts'
import { unknown } from './queries/values.ts'
import type { Tx } from './transaction.ts'

/**
 * Every table that holds rows of a world, each after the tables that it refers to. Copies, comparisons and deletions of worlds use this list; a guard
 * compares it with the schema.
 */
const IN_ORDER = [
  'Customer',
  'Agreement',
  'Account',
  'Engagement',
  'Transaction',
  'CardAccount',
  'CardTransaction',
  'FixtureEntry',
  'Booking',
  'Request',
  'Authorisation',
  'Consent',
  'ConsentAccount',
  'ConsentCardAccount',
  'AccessCount',
  'ContactInformation',
  'SigningBasket',
  'Payment',
  'PaymentEntry',
  'Execution',
  'Scenario',
  'Habit',
  'Key',
] as const

/** The same tables with their columns, without the world's, and the columns that identify a row within the world. */
export const WORLD_TABLES = IN_ORDER.map(table => {
  const { fields, uniques } = tables.get(table) ?? unknown()
  const ofWorld = (columns: Iterable<string>) => [...columns].filter(column => column !== 'worldId')
  const [primary = unknown()] = uniques.values()
  return { table, columns: ofWorld(fields.keys()), key: ofWorld(primary) }
})

export type TableOfWorlds = (typeof WORLD_TABLES)[number]
export type WorldTableName = TableOfWorlds['table']

/** Deletes rows of a world, referring rows first, up to a limit. Returns how many; 0 when nothing is left. */
export async function deleteSomeRows(tx: Tx, worldId: string, atMost: number): Promise<number> {
  let left = atMost
  for (const { table, key } of WORLD_TABLES.toReversed()) {
    const columns = names(key)
    left -= await tx.$executeRaw`DELETE FROM ${name(table)} WHERE "worldId" = ${worldId} AND (${columns}) IN (
      SELECT ${columns} FROM ${name(table)} WHERE "worldId" = ${worldId} LIMIT ${left})`
    if (left <= 0) break
  }
  return atMost - left
}
