import { Prisma } from '../generated/client.ts'
import type { Tx } from './transaction.ts'

/**
 * Every table that holds rows of a world, each after those that it refers to, with its columns and those that identify a row within the
 * world. Copying, comparing and deleting worlds go by this list; a guard holds it to the schema.
 */
export const WORLD_TABLES = [
  { table: 'Customer', columns: Prisma.CustomerScalarFieldEnum, key: ['id'] },
  { table: 'Agreement', columns: Prisma.AgreementScalarFieldEnum, key: ['id'] },
  { table: 'Account', columns: Prisma.AccountScalarFieldEnum, key: ['id'] },
  { table: 'Engagement', columns: Prisma.EngagementScalarFieldEnum, key: ['id'] },
  { table: 'Transaction', columns: Prisma.TransactionScalarFieldEnum, key: ['id'] },
  { table: 'CardAccount', columns: Prisma.CardAccountScalarFieldEnum, key: ['id'] },
  { table: 'CardTransaction', columns: Prisma.CardTransactionScalarFieldEnum, key: ['id'] },
  { table: 'FixtureEntry', columns: Prisma.FixtureEntryScalarFieldEnum, key: ['kind', 'id'] },
  { table: 'Booking', columns: Prisma.BookingScalarFieldEnum, key: ['id'] },
  { table: 'Request', columns: Prisma.RequestScalarFieldEnum, key: ['tppId', 'requestId'] },
  { table: 'Authorisation', columns: Prisma.AuthorisationScalarFieldEnum, key: ['id'] },
  { table: 'Consent', columns: Prisma.ConsentScalarFieldEnum, key: ['id'] },
  { table: 'ConsentAccount', columns: Prisma.ConsentAccountScalarFieldEnum, key: ['consentId', 'accountId'] },
  {
    table: 'ConsentCardAccount',
    columns: Prisma.ConsentCardAccountScalarFieldEnum,
    key: ['consentId', 'cardAccountId'],
  },
  {
    table: 'AccessCount',
    columns: Prisma.AccessCountScalarFieldEnum,
    key: ['tppId', 'customerId', 'accountId', 'operation', 'day'],
  },
  { table: 'ContactInformation', columns: Prisma.ContactInformationScalarFieldEnum, key: ['tppId'] },
  { table: 'SigningBasket', columns: Prisma.SigningBasketScalarFieldEnum, key: ['id'] },
  { table: 'Payment', columns: Prisma.PaymentScalarFieldEnum, key: ['id'] },
  { table: 'PaymentEntry', columns: Prisma.PaymentEntryScalarFieldEnum, key: ['id'] },
  { table: 'Execution', columns: Prisma.ExecutionScalarFieldEnum, key: ['id'] },
  { table: 'Scenario', columns: Prisma.ScenarioScalarFieldEnum, key: ['id'] },
] as const

/** What is worked out from the rows of a world, and no part of it: a copy makes its own, when it needs them. */
export const DERIVED_TABLES = [{ table: 'StatementMark', key: ['holderId', 'bookingDate', 'id'] }] as const

export type WorldTableName = (typeof WORLD_TABLES)[number]['table']

/** Deletes rows of a world, those that refer to others first; at most so many. Answers how many; none when nothing is left. */
export async function deleteSomeRows(tx: Tx, worldId: string, atMost: number): Promise<number> {
  let left = atMost
  for (const { table, key } of [...DERIVED_TABLES, ...WORLD_TABLES.toReversed()]) {
    const name = Prisma.raw(`"${table}"`)
    const columns = Prisma.raw(key.map(column => `"${column}"`).join(', '))
    left -= await tx.$executeRaw`DELETE FROM ${name} WHERE "worldId" = ${worldId} AND (${columns}) IN (
      SELECT ${columns} FROM ${name} WHERE "worldId" = ${worldId} LIMIT ${left})`
    if (left <= 0) break
  }
  return atMost - left
}
