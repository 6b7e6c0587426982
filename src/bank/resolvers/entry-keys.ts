import { isObject } from '../../domain/given.ts'
import { isKeyed, KEYED } from '../../domain/keys.ts'
import type { Key } from '../../generated/client.ts'
import { insertMany } from '../../platform/store/bulk-writes.ts'
import type { Context } from '../context.ts'

/** The keys of a world (D83), each with the hash of the entry that it was given to (D85). */

/** What is stored about an entry besides its rows. */
export type StoredEntry = {
  readonly noun: string
  readonly id: string
  readonly key?: string | undefined
  readonly hash: string
  readonly life?: StoredLife | undefined
}

/** The plan from which an account's lines were generated; its days count from the day on which it was applied. */
export type StoredLife = Readonly<Record<string, unknown>>

export type KnownKey = {
  /** The noun in sentences. */
  readonly noun: string
  readonly id: string
  readonly key: string
  readonly hash: string | undefined
}

const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(KEYED).map(([kind, noun]) => [noun, kind]))
const kindOf = (noun: string) => KINDS.get(noun) ?? noun
const nounOf = (kind: string) => (isKeyed(kind) ? KEYED[kind] : undefined)

/** The given keys that the world has, of one noun or of all. */
export async function keysOf({ db, world }: Context, keys: readonly string[], noun?: string): Promise<KnownKey[]> {
  const of = noun === undefined ? {} : { kind: kindOf(noun) }
  return knownIn(await db.key.findMany({ where: { worldId: world.id, ...of, key: { in: [...keys] } } }))
}

function knownIn(rows: readonly Key[]): KnownKey[] {
  return rows.flatMap(({ kind, id, key, hash }) => {
    const noun = nounOf(kind)
    return noun === undefined ? [] : [{ noun, id, key, hash: hash ?? undefined }]
  })
}

/** All keys of the world, and the plans of accounts and card accounts by their ids. */
export async function allEntries({ db, world }: Context) {
  const where = { worldId: world.id }
  const lives = await db.fixtureEntry.findMany({ where: { ...where, kind: { not: DOCUMENT } } })
  return {
    keys: knownIn(await db.key.findMany({ where })),
    lives: new Map(
      lives.flatMap(({ id, life }): [string, StoredLife][] => (isObject(life) ? [[id, { ...life }]] : [])),
    ),
  }
}

/** Stores entries. */
export async function storeEntries({ db, world }: Context, entries: readonly StoredEntry[]): Promise<void> {
  const worldId = world.id
  const keys = entries.flatMap(({ noun, id, key, hash }) =>
    key === undefined ? [] : [{ worldId, key, kind: kindOf(noun), id, hash }],
  )
  const lives = entries.flatMap(({ noun, id, life }) =>
    life === undefined ? [] : [{ worldId, kind: kindOf(noun), id, life }],
  )
  await insertMany(db, 'Key', keys)
  await insertMany(db, 'FixtureEntry', lives)
}

/** Gives existing rows the keys and hashes of their entries. */
export async function rememberEntries(
  tx: Context,
  entries: readonly (KnownKey & { readonly hash: string })[],
): Promise<void> {
  const { db, world } = tx
  const named = new Set(entries.map(({ noun, id }) => `${kindOf(noun)} ${id}`))
  for (const { kind, id, key } of await db.key.findMany({ where: { worldId: world.id } }))
    if (named.has(`${kind} ${id}`)) await db.key.deleteMany({ where: { worldId: world.id, key } })
  await storeEntries(tx, entries)
}

const DOCUMENT = 'document'

/** Whether a document with this hash was applied to the world, and how many documents were. */
export async function documentsOf({ db, world }: Context, hash: string) {
  const own = { worldId: world.id, kind: DOCUMENT }
  const count = await db.fixtureEntry.count({ where: own })
  const isKnown = count > 0 && (await db.fixtureEntry.count({ where: { ...own, id: hash } })) > 0
  return { count, isKnown }
}

export async function storeDocument(tx: Context, hash: string): Promise<void> {
  const { isKnown } = await documentsOf(tx, hash)
  const row = { worldId: tx.world.id, kind: DOCUMENT, id: hash, life: {} }
  if (!isKnown) await insertMany(tx.db, 'FixtureEntry', [row])
}
