import { Prisma } from '../../generated/client.ts'
import { name } from './page-sql.ts'
import { LINES } from './statement-slices.ts'
import { type SumParts, sumOf, sumParts } from './sums.ts'
import type { Tx } from './transaction.ts'
import { yieldTurn } from './turns.ts'

/** How many lines one statement sums, from the index alone. */
const LINES_AT_ONCE = 20_000

/** The sums of the lines of an account or card account. */
export async function sumOfLines(
  db: Tx,
  worldId: string,
  table: keyof typeof LINES,
  holderId: string,
): Promise<bigint> {
  const [lines, holder] = [name(table), name(LINES[table].holder)]
  const { amount } = LINES[table]
  let sum = 0n
  let after: readonly [string, string] | undefined = ['', '']
  while (after !== undefined) {
    await yieldTurn()
    const where: Prisma.Sql = Prisma.sql`"worldId" = ${worldId} AND ${holder} = ${holderId} AND ("bookingDate", "id") > (${after[0]}, ${after[1]})`
    const [last]: { bookingDate: string; id: string }[] = await db.$queryRaw`
      SELECT "bookingDate", "id" FROM ${lines} WHERE ${where} ORDER BY "bookingDate", "id" LIMIT 1 OFFSET ${LINES_AT_ONCE - 1}`
    const until =
      last === undefined ? Prisma.empty : Prisma.sql`AND ("bookingDate", "id") <= (${last.bookingDate}, ${last.id})`
    const [part]: SumParts[] = await db.$queryRaw`SELECT ${sumParts(amount)} FROM ${lines} WHERE ${where} ${until}`
    sum += sumOf(part)
    after = last && [last.bookingDate, last.id]
  }
  return sum
}
