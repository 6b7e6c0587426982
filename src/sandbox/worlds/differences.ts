import type { Context } from '../../bank/context.ts'
import type { Listing } from '../../bank/resolvers/lists.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../domain/paging.ts'
import { unknownWorld, WORLD_NAME, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { Db } from '../../platform/store/transaction.ts'
import {
  type Between,
  type DifferencePlace,
  differences,
  type RowDifference,
} from '../../platform/store/world-differences.ts'
import { WORLD_TABLES } from '../../platform/store/world-tables.ts'
import { findSnapshot } from './snapshots/snapshots.ts'

/** One side of a comparison: a world as it is now, or one of its snapshots. */
export type Side = { readonly world?: string | undefined; readonly snapshot?: string | undefined }

/** One difference (D87). `noun` is the kind of row, `id` identifies it; the fields have their stored values as text. */
export type Difference = {
  readonly kind: 'CREATED' | 'DELETED' | 'CHANGED'
  readonly noun: string
  readonly id: string
  readonly fields: readonly FieldDifference[]
  /** All its columns, from the later side if that has it. */
  readonly row: Readonly<Record<string, string | null>>
  readonly place: DifferencePlace
}
export type FieldDifference = { readonly name: string; readonly left: string | null; readonly right: string | null }

/**
 * Compares two worlds or snapshots (D87), row by row, as they are at one moment; returns a list with a stable order. RESOURCE_UNKNOWN for a world or
 * snapshot that does not exist.
 */
export async function diffWorlds(ctx: Context, left: Side, right: Side, args: PageArgs): Promise<Listing<Difference>> {
  const [from, to] = [await contentOf(ctx, left, 'left'), await contentOf(ctx, right, 'right')]
  const { store } = ctx.deps
  const own = clockDifference(from, to)
  const window = pageWindow(args, KIND, 2)
  const { backwards } = window
  const [start, end] = backwards ? [window.before, window.after] : [window.after, window.before]
  const between = { left: from.id, right: to.id, backwards }
  const rows = await store.atOneMoment(async db => {
    // The clock comes before all rows: it is first in forward order and last in backward order.
    const first = !backwards && start === undefined ? [...own] : []
    const found = await take(db, between, window.take + 1 - first.length, placeOf(start), placeOf(end))
    const last = backwards && end === undefined && !isClock(placeOf(start)) ? own : []
    return [...first, ...found, ...last].slice(0, window.take + 1)
  })
  return {
    ...toPage(rows, window),
    cursorOf: ({ place }) => encodeCursor(KIND, [place.table, JSON.stringify(place.key)]),
    count: async () => own.length + (await store.atOneMoment(db => countAll(db, between))),
  }
}

/** A clock that runs by itself keeps its distance to the machine's. */
export type ShownClock = { readonly shown: Date; readonly offsetMs: number | undefined }

/** What the clock of one side shows, or showed when its snapshot was taken. RESOURCE_UNKNOWN as above. */
export async function clockOnSide(ctx: Context, side: Side): Promise<ShownClock> {
  const content = await contentOf(ctx, side, 'left')
  const shown = worldNow(content, side.snapshot === undefined ? ctx.deps.machineNow() : content.createdAt)
  return { shown, offsetMs: content.frozenAt === null ? Number(content.clockOffsetMs) : undefined }
}

/** The rows of some tables that differ between this world and its snapshot, up to a limit. */
export async function changesSince(
  ctx: Context,
  snapshot: string,
  only: ReadonlySet<string>,
  atMost: number,
): Promise<Difference[]> {
  const from = await contentOf(ctx, { snapshot }, 'snapshot')
  const between = { left: from.id, right: ctx.world.id, backwards: false, only }
  return ctx.deps.store.atOneMoment(db => take(db, between, atMost, undefined))
}

const KIND = 'WorldDifference'

async function take(
  db: Db,
  between: Between,
  atMost: number,
  from: DifferencePlace | undefined,
  to?: DifferencePlace,
): Promise<Difference[]> {
  const found: Difference[] = []
  if (atMost <= 0) return found
  for await (const row of differences(db, between, from)) {
    if (to !== undefined && isSame(row, to)) break
    found.push(toDifference(row))
    if (found.length >= atMost) break
  }
  return found
}

async function countAll(db: Db, between: Between): Promise<number> {
  let count = 0
  for await (const _ of differences(db, between)) count += 1
  return count
}

function toDifference({ table, key, left, right }: RowDifference): Difference {
  const names = Object.keys(left ?? right ?? {})
  const fields = names.flatMap(name => {
    const field = { name, left: left?.[name] ?? null, right: right?.[name] ?? null }
    return field.left === field.right ? [] : [field]
  })
  const kind = left === undefined ? 'CREATED' : right === undefined ? 'DELETED' : 'CHANGED'
  return { kind, noun: table, id: key.join(' '), fields, row: right ?? left ?? {}, place: { table, key } }
}

// A running clock is never the same twice; a frozen one is.
function clockDifference(left: World, right: World): Difference[] {
  const [was, is] = [left.frozenAt?.toISOString() ?? null, right.frozenAt?.toISOString() ?? null]
  if (was === is) return []
  const place = { table: 'Customer', key: [''] } as const
  const fields = [{ name: 'frozenAt', left: was, right: is }]
  return [{ kind: 'CHANGED', noun: 'World', id: 'clock', fields, row: {}, place }]
}

// No other difference has an empty key.
function isClock(place: DifferencePlace | undefined): boolean {
  return place?.key[0] === ''
}

function isSame({ table, key }: RowDifference, place: DifferencePlace): boolean {
  return table === place.table && JSON.stringify(key) === JSON.stringify(place.key)
}

function placeOf(cursor: readonly string[] | undefined): DifferencePlace | undefined {
  if (cursor === undefined) return undefined
  const [name, text = '[]'] = cursor
  const found = WORLD_TABLES.find(({ table }) => table === name)
  const key: unknown = JSON.parse(text)
  return found === undefined || !Array.isArray(key) ? undefined : { table: found.table, key: key.map(String) }
}

async function contentOf(ctx: Context, { world: name, snapshot }: Side, path: string): Promise<World> {
  const world =
    name === undefined ? ctx.world : WORLD_NAME.test(name) ? await ctx.db.world.findUnique({ where: { name } }) : null
  if (world === null) throw unknownWorld(name ?? '', `${path}.world`)
  if (snapshot === undefined) return world
  const { contentId } = await findSnapshot({ db: ctx.db, world }, snapshot, `${path}.snapshot`)
  return ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
}
