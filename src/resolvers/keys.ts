import type { ChangedRows, Context } from '../context.ts'
import { byRule, DomainError, type Fault } from '../domain/errors.ts'
import { DERIVED, derivedId, isKey, KEYED, type KeyedKind, placeOfDerivedId } from '../domain/keys.ts'
import { nearest } from '../domain/nearest-names.ts'
import type { Key } from '../generated/client.ts'
import { insertMany } from '../store/bulk-writes.ts'
import { command } from './command.ts'

/** What a command makes, and the keys that these things get, in their order: null for one that gets none. */
export type Naming = {
  readonly kind: KeyedKind
  readonly keys: readonly (string | null | undefined)[]
  /** The hashes of the entries of a document that are made, at the places of their keys (D85). */
  readonly hashes?: readonly string[]
  /** Where a key stands in the input. */
  readonly pathOf?: (place: number) => string
}

/**
 * Runs a command whose things get keys (D83): the ids that it draws for them follow from their keys. Without a key it is run as it is, and costs nothing
 * more. CONFLICT when a key is taken.
 */
export function withKeys<Result>(
  ctx: Context,
  naming: Naming | undefined,
  run: (tx: Context) => Promise<Result>,
): Promise<Result> {
  if (naming === undefined || naming.keys.every(key => key == null)) return run(ctx)
  const { touched } = ctx
  return command(ctx, async tx => {
    await assertKeysFree(tx, naming)
    const own = touched && { authorisations: [], payments: [], consents: [] }
    const { newId, rows } = await idsFromKeys(tx, naming)
    const result = await run({ ...tx, newId, ...(own && { touched: own }) })
    await insertMany(tx.db, 'Key', rows)
    return { result, own }
  }).then(({ result, own }) => {
    // A command that was begun anew has not changed what it had changed before.
    if (own !== undefined) noteChanges(touched, own)
    return result
  })
}

function noteChanges(all: ChangedRows | undefined, some: ChangedRows): void {
  all?.authorisations.push(...some.authorisations)
  all?.payments.push(...some.payments)
  all?.consents.push(...some.consents)
}

/** What a command makes beside the thing itself, for which its ids follow from the key too: so they are the same on each run. */
const BESIDE: { readonly [Kind in KeyedKind]?: readonly KeyedKind[] } = {
  Customer: ['Agreement'],
  Agreement: ['Engagement'],
  Account: ['Engagement'],
  Consent: ['Authorisation'],
  Payment: ['Authorisation'],
}

async function idsFromKeys(tx: Context, { kind, keys, hashes }: Naming) {
  const rows: Key[] = []
  const places = new Map<string, number | undefined>()
  for (const one of [kind, ...(BESIDE[kind] ?? [])]) places.set(one, await nextPlace(tx, one))
  let drawn = 0
  let [current, beside]: [string | null | undefined, number] = [undefined, 0]
  const follow = (of: string, name: string) => {
    const place = places.get(of)
    if (place === undefined) return tx.newId()
    places.set(of, place + 1)
    return derivedId(place, name)
  }
  const newId: Context['newId'] = of => {
    if (of === kind) {
      const hash = hashes?.[drawn] ?? null
      current = keys[drawn]
      drawn += 1
      beside = 0
      if (current == null) return tx.newId()
      const id = follow(kind, current)
      rows.push({ worldId: tx.world.id, key: current, kind, id, hash })
      return id
    }
    if (of === undefined || current == null) return tx.newId()
    beside += 1
    // A customer has one number as a PSU, whose place is its own.
    if (of === 'PSU')
      return places.get(kind) === undefined ? tx.newId() : derivedId((places.get(kind) ?? 1) - 1, `${current} psu`)
    return places.has(of) ? follow(of, `${current} ${of} ${beside}`) : tx.newId()
  }
  return { newId, rows }
}

/**
 * Where the next id of a kind that follows from a key stands: ids sort as their things were made (D20). Nowhere when the world has one that does not
 * follow from a key, after which none that does could come.
 */
async function nextPlace({ db, world }: Context, kind: KeyedKind): Promise<number | undefined> {
  // Each has this call; TypeScript knows no common one.
  const reader: LastReader = db[READERS[kind]]
  const last = await reader.findFirst({ where: { worldId: world.id }, orderBy: { id: 'desc' }, select: { id: true } })
  if (last === null) return 1
  return last.id >= DERIVED.from && last.id < DERIVED.to ? placeOfDerivedId(last.id) + 1 : undefined
}

type LastReader = {
  readonly findFirst: (args: {
    where: { worldId: string }
    orderBy: { id: 'desc' }
    select: { id: true }
  }) => PromiseLike<{ readonly id: string } | null>
}

const READERS = {
  Customer: 'customer',
  Agreement: 'agreement',
  Engagement: 'engagement',
  Account: 'account',
  Transaction: 'transaction',
  CardAccount: 'cardAccount',
  CardTransaction: 'cardTransaction',
  Consent: 'consent',
  Authorisation: 'authorisation',
  Payment: 'payment',
  SigningBasket: 'signingBasket',
  Scenario: 'scenario',
} as const satisfies Record<KeyedKind, keyof Context['db']>

/** How many keys one statement looks for. */
const KEYS_AT_ONCE = 500

/** CONFLICT for keys that the world has already, or that are given twice. */
async function assertKeysFree({ db, world }: Context, { keys, pathOf = KEY_PATH }: Naming): Promise<void> {
  const places = new Map<string, number>()
  const faults: Fault[] = []
  for (const [place, key] of keys.entries()) {
    if (key == null) continue
    const before = places.get(key)
    if (before === undefined) places.set(key, place)
    else faults.push({ path: pathOf(place), ...byRule.D83`is ${pathOf(before)} already: a key stands for one thing.` })
  }
  const all = [...places.keys()]
  for (let from = 0; from < all.length; from += KEYS_AT_ONCE) {
    const where = { worldId: world.id, key: { in: all.slice(from, from + KEYS_AT_ONCE) } }
    for (const { key, kind, id } of await db.key.findMany({ where }))
      faults.push({
        path: pathOf(places.get(key) ?? 0),
        ...byRule.D83`is already the key of the ${nounOf(kind)} ${id}.`,
      })
  }
  if (faults.length > 0) throw new DomainError('CONFLICT', faults)
}

const KEY_PATH = () => 'key'

/** What people call a thing of a kind. */
function nounOf(kind: string): string {
  return Object.entries(KEYED).find(([name]) => name === kind)?.[1] ?? kind
}

/** The key of a thing, if it has one. Those of many things are read together. */
export async function keyOf(ctx: Context, kind: KeyedKind, id: string): Promise<string | null> {
  const rows = await ctx.load.keysOfId(id)
  return rows.find(row => row.kind === kind)?.key ?? null
}

/** What a key stands for in the world: nothing for a text that is none of its keys. Many are looked for together. */
export async function findKeyed(ctx: Context, key: string): Promise<Key | undefined> {
  if (!isKey(key)) return undefined
  const [row] = await ctx.load.rowOfKey(key)
  return row
}

/** How many keys are looked at for one that is like a wrong one. */
const LOOKED_AT = 500

/** The key of such a thing that may be meant by a wrong one. */
export async function nearestKey(
  { db, world }: Context,
  wrong: string,
  kinds: readonly KeyedKind[],
): Promise<string | undefined> {
  const some = await db.key.findMany({ where: { worldId: world.id }, orderBy: { key: 'asc' }, take: LOOKED_AT })
  const known: readonly string[] = kinds
  return nearest(
    wrong,
    some.filter(({ kind }) => known.includes(kind)).map(({ key }) => key),
  )
}
