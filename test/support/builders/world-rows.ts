import type { Tx } from '../../../src/platform/store/transaction.ts'

/** Writes the simplest row there is. */
export async function addWorld(tx: Tx, id: string): Promise<void> {
  await tx.world.create({ data: { id, name: id, createdAt: new Date(0) } })
}

export async function listWorldIds(db: Tx): Promise<string[]> {
  const worlds = await db.world.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  return worlds.map(({ id }) => id)
}
