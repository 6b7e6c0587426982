import { byRule, DomainError, type Fault } from '../../domain/errors.ts'
import { DERIVED, derivedId, isKey, KEYED, type KeyedKind, placeOfDerivedId } from '../../domain/keys.ts'
import { nearest } from '../../domain/nearest-names.ts'
import type { Key } from '../../generated/client.ts'
import { insertMany } from '../../platform/store/bulk-writes.ts'
import type { ChangedRows, Context } from '../context.ts'
import { command } from './command.ts'

/** The kind of things that a command creates, and their keys in order; null for a thing without a key. */
export type Naming = {
  readonly kind: KeyedKind
  readonly keys: readonly (string | null | undefined)[]
  /** The place of a key in the input. */
  readonly pathOf?: (place: number) => string
}

/**
 * Runs a command that creates things with keys (D83): their ids are derived from the keys. Without a key the command runs unchanged, at no extra
 * cost. CONFLICT when a key is taken.
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
    // A command that is repeated begins with the state before its first run.
    if (own !== undefined) noteChanges(touched, own)
    return result
  })
}

function noteChanges(all: ChangedRows | undefined, some: ChangedRows): void {
  all?.authorisations.push(...some.authorisations)
  all?.payments.push(...some.payments)
  all?.consents.push(...some.consents)
}

/** Further rows that a command creates besides the thing; their ids are derived from the key, too, so that each run gives the same ids. */
const BESIDE: { readonly [Kind in KeyedKind]?: readonly KeyedKind[] } = {
  Customer: ['Agreement'],
  Agreement: ['Engagement'],
  Account: ['Engagement'],
  Consent: ['Authorisation'],
  Payment: ['Authorisation'],
}

async function idsFromKeys(tx: Context, { kind, keys }: Naming) {
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
      current = keys[drawn]
      drawn += 1
      beside = 0
      if (current == null) return tx.newId()
      const id = follow(kind, current)
      rows.push({ worldId: tx.world.id, key: current, kind, id, hash: null })
      return id
    }
    if (of === undefined || current == null) return tx.newId()
    beside += 1
    // A customer has one number as a PSU, with a place of its own.
    if (of === 'PSU')
      return places.get(kind) === undefined ? tx.newId() : derivedId((places.get(kind) ?? 1) - 1, `${current} psu`)
    return places.has(of) ? follow(of, `${current} ${of} ${beside}`) : tx.newId()
  }
  return { newId, rows }
}

/**
 * The place of the next derived id of a kind: ids sort in the order of creation (D20). None when the world has an id that is not derived, after which
 * no derived id could sort.
 */
async function nextPlace({ db, world }: Context, kind: KeyedKind): Promise<number | undefined> {
  // Every model has this call, but TypeScript knows no common type for it.
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
  Habit: 'habit',
} as const satisfies Record<KeyedKind, keyof Context['db']>

/** How many keys one statement looks for. */
const KEYS_AT_ONCE = 500

/** CONFLICT for keys that the world has already, or that are given twice. */
async function assertKeysFree(tx: Context, { kind: made, keys, pathOf = KEY_PATH }: Naming): Promise<void> {
  const { db, world } = tx
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
  for (const [key, id] of await numbersAmong(tx, KEYED[made], all))
    faults.push({ path: pathOf(places.get(key) ?? 0), ...isNumberOf(KEYED[made], id) })
  if (faults.length > 0) throw new DomainError('CONFLICT', faults)
}

/** Of new keys of a noun, those that are the number of another such thing, with its id (D83): such a key would name both. */
export async function numbersAmong(
  { db, world }: Context,
  noun: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const [worldId, among] = [world.id, { in: keys.slice(from, from + KEYS_AT_ONCE) }]
    if (noun === KEYED.Customer)
      for (const one of await db.customer.findMany({ where: { worldId, customerNumber: among } }))
        found.set(one.customerNumber, one.id)
    if (noun === KEYED.Account)
      for (const { bban, id } of await db.account.findMany({ where: { worldId, bban: among } })) found.set(bban, id)
  }
  return found
}

/** The refusal of a key that is the number of another thing. */
export function isNumberOf(noun: string, holder: string) {
  return byRule.D83`is already the number of the ${noun} ${holder}: a key stands for one thing.`
}

const KEY_PATH = () => 'key'

/** The name of a kind in sentences. */
function nounOf(kind: string): string {
  return Object.entries(KEYED).find(([name]) => name === kind)?.[1] ?? kind
}

/** The key of a thing, if it has one. Many reads share a statement. */
export async function keyOf(ctx: Context, kind: KeyedKind, id: string): Promise<string | null> {
  const rows = await ctx.load.keysOfId(id)
  return rows.find(row => row.kind === kind)?.key ?? null
}

/** The id that a key stands for in the world; undefined when the world has no such key. Many reads share a statement. */
export async function findKeyed(ctx: Context, key: string): Promise<Key | undefined> {
  if (!isKey(key)) return undefined
  const [row] = await ctx.load.rowOfKey(key)
  return row
}

/** How many keys are compared with a wrong one to find a similar one. */
const LOOKED_AT = 500

/** The key that a wrong one may have been meant to be. */
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
