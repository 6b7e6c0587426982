import { parseInput } from '../../../src/bank/inputs/parse.ts'
import { fixture } from '../../../src/sandbox/fixtures/inputs/fixtures.ts'
import { applyToWorld } from '../../../src/sandbox/fixtures/run/to-world.ts'
import type { Bank, World } from '../clients/bank.ts'
import { operatorOf } from '../clients/clock.ts'

/** Puts what a document says into a world (D85): one step in place of a signed call for each thing in it. The ids, by key. */
export async function putDocument(bank: Bank, world: World, document: object): Promise<Record<string, string>> {
  const { ids } = await applyToWorld(await operatorOf(bank, world), parseInput(fixture, document))
  return Object.fromEntries(ids.map(({ key, id }) => [key, id]))
}

/** How an account of a document is named in calls. */
export async function accountOf(bank: Bank, world: World, { bban }: { readonly bban: string }) {
  const select = { id: true, iban: true, bban: true, currency: true } as const
  return bank.store.reader.account.findFirstOrThrow({ where: { worldId: world.name, bban }, select })
}
