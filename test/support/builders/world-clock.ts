import type { Bank, World } from '../clients/bank.ts'

/** Stops a world's clock at an instant (D40). */
export async function freezeWorld(bank: Bank, { name }: World, instant: string): Promise<void> {
  await bank.store.transaction(tx => tx.world.update({ where: { id: name }, data: { frozenAt: new Date(instant) } }))
}

/** Puts a world's clock this far ahead of the machine's (D40). */
export async function setClockAhead(bank: Bank, { name }: World, milliseconds: number): Promise<void> {
  const data = { clockOffsetMs: BigInt(milliseconds), frozenAt: null }
  await bank.store.transaction(tx => tx.world.update({ where: { id: name }, data }))
}
