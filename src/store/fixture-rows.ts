import type { Tx } from './transaction.ts'

/** The ids of what is booked on accounts and card accounts. */
export async function transactionIdsOf(
  db: Tx,
  worldId: string,
  holders: readonly string[],
): Promise<ReadonlySet<string>> {
  if (holders.length === 0) return new Set()
  const where = { worldId }
  const booked = await db.transaction.findMany({
    where: { ...where, accountId: { in: [...holders] } },
    select: { id: true },
  })
  const cards = await db.cardTransaction.findMany({
    where: { ...where, cardAccountId: { in: [...holders] } },
    select: { id: true },
  })
  return new Set([...booked, ...cards].map(({ id }) => id))
}

/** What accounts were opened with or set to, besides what was booked as transactions and payments. */
export async function openingsOf(
  db: Tx,
  worldId: string,
  holders: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>()
  if (holders.length === 0) return sums
  const ids = [...holders]
  const rows = await db.booking.findMany({
    where: {
      worldId,
      reason: { in: ['OPENING_BALANCE', 'BALANCE_SET'] },
      OR: [{ debitId: { in: ids } }, { creditId: { in: ids } }],
    },
    select: { debitId: true, creditId: true, amountMinor: true },
  })
  for (const { debitId, creditId, amountMinor } of rows) {
    sums.set(creditId, (sums.get(creditId) ?? 0n) + amountMinor)
    sums.set(debitId, (sums.get(debitId) ?? 0n) - amountMinor)
  }
  return sums
}
