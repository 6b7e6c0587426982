import { z } from '@hono/zod-openapi'
import type { Context } from '../../../bank/context.ts'
import { parseInput } from '../../../bank/inputs/parse.ts'
import { command } from '../../../bank/resolvers/command.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isObject } from '../../../domain/given.ts'
import { parseJson } from '../../../domain/texts.ts'
import { assertWorldName, BEYOND_CLOCKS, isClock, isRowsKey, nameOf, newRowsKey } from '../../../domain/worlds.ts'
import type { Snapshot, World } from '../../../generated/client.ts'
import { isEarlierLayout, renewLine } from '../../../platform/store/earlier-lines.ts'
import { LAYOUT, readLine, writeLine } from '../../../platform/store/world-lines.ts'
import { faultInRow } from './row-rules.ts'
import { assertNoSnapshot, findSnapshot } from './snapshots.ts'

/** A snapshot as lines of text, so that a state found in one place opens in another (D86). Each call reads or writes one line (D74). */

/** A line, and the token of the next one; the last line has none. */
export type SnapshotLine = { readonly line: string; readonly next: string | undefined }

/** The first line of a snapshot, or the one that an earlier answer named. CONFLICT when another snapshot has taken its name meanwhile. */
export async function readSnapshotLine(ctx: Context, name: string, at: string | undefined): Promise<SnapshotLine> {
  const snapshot = await findSnapshot(ctx, name, 'name')
  const { contentId } = snapshot
  if (at === undefined) {
    const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
    return { line: JSON.stringify(headOf(snapshot, content)), next: JSON.stringify({ content: contentId, table: 0 }) }
  }
  const { content, ...place } = parseInput(linePlace, parsed(at, 'at'))
  if (content !== contentId)
    throw new DomainError('CONFLICT', `The snapshot ${name} is another one by now. Begin with its first line.`, 'at')
  const read = await readLine(ctx.db, contentId, place)
  if (read === undefined) return { line: '', next: undefined }
  return { line: read.line, next: JSON.stringify({ content, ...read.next }) }
}

function headOf({ worldName, name, takenAt }: Snapshot, content: World): SnapshotHead {
  const { createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios } = content
  return {
    sandbank: 'snapshot',
    layout: LAYOUT,
    world: worldName,
    name,
    takenAt: takenAt.toISOString(),
    keptAt: createdAt.toISOString(),
    clockOffsetMs: Number(clockOffsetMs),
    frozenAt: frozenAt?.toISOString() ?? null,
    nextDueAt: nextDueAt?.toISOString() ?? null,
    hasScenarios,
  }
}

/** How long the upload of a snapshot may take; an unfinished one is deleted after that. */
const UNFINISHED_MS = 3_600_000

/**
 * Begins the upload of a snapshot with its first line. Returns the token for its other lines. FORMAT_ERROR for a line of a version that this one does
 * not know.
 */
export function beginSnapshot(ctx: Context, line: string): Promise<string> {
  const head = readHead(line)
  const { clockOffsetMs, frozenAt, nextDueAt, hasScenarios } = head
  const at = (instant: string | null) => (instant === null ? null : new Date(instant))
  return command(ctx, async tx => {
    const id = newRowsKey(tx.newId)
    const clock = {
      clockOffsetMs: BigInt(clockOffsetMs),
      frozenAt: at(frozenAt),
      nextDueAt: at(nextDueAt),
      hasScenarios,
    }
    const discardedAt = new Date(tx.deps.machineNow().getTime() + UNFINISHED_MS)
    const source = { kind: 'LOADING', head: line }
    await tx.db.world.create({ data: { id, createdAt: new Date(head.keptAt), ...clock, discardedAt, source } })
    return id
  })
}

function readHead(line: string): SnapshotHead {
  const found = parsed(line, 'line')
  const layout = typeof found === 'object' && found !== null && 'layout' in found ? found.layout : LAYOUT
  if (layout !== LAYOUT && !isEarlierLayout(layout))
    throw new DomainError(
      'FORMAT_ERROR',
      `The snapshot was written by another version of Sandbank (layout ${JSON.stringify(layout)}; this one has ${LAYOUT}). Load it with that version, and take it along as a fixture: sandbank fixture export.`,
      'line',
    )
  return parseInput(snapshotHead, found)
}

/** Adds the rows of a line to the snapshot that is being uploaded. Returns how many. */
export function addSnapshotLine(ctx: Context, id: string, line: string): Promise<number> {
  const write = async (tx: Context) => {
    const { layout } = readHead(await loading(tx, id))
    let rows = 0
    for (const one of await renewLine(tx.db, id, layout, line)) rows += await writeLine(tx.db, id, one, faultInRow)
    return rows
  }
  return command(ctx, write, 'WAIT', 'ONCE', isRowsKey(id) ? [id] : [])
}

/** Stores the upload under a name: its own unless another is given. CONFLICT when the world has a snapshot of that name. */
export function finishSnapshot(ctx: Context, id: string, name: string | undefined): Promise<Snapshot> {
  return command(ctx, async tx => {
    const head = readHead(await loading(tx, id))
    const wanted = name ?? head.name
    assertWorldName(wanted)
    await assertNoSnapshot(tx, wanted)
    await tx.db.world.update({ where: { id }, data: { discardedAt: null, source: { kind: 'EMPTY' } } })
    return tx.db.snapshot.create({
      data: { worldName: nameOf(tx.world), name: wanted, contentId: id, takenAt: new Date(head.takenAt) },
    })
  })
}

/** The first line of the upload. */
async function loading({ db, deps }: Context, id: string): Promise<string> {
  const world = await db.world.findUnique({ where: { id } })
  const source = world?.source
  const isOpen = world?.discardedAt != null && world.discardedAt > deps.machineNow()
  if (isOpen && isObject(source)) {
    const { kind, head } = source
    if (kind === 'LOADING' && typeof head === 'string') return head
  }
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    'No snapshot of this id is being loaded: it was finished, or took longer than an hour.',
    'id',
  )
}

/** No first line and no token of the bank is longer. */
const LONGEST = 10_000

function parsed(text: string, path: string): unknown {
  const found = text.length <= LONGEST ? parseJson(text) : undefined
  if (found !== undefined) return found
  throw new DomainError('FORMAT_ERROR', 'must be a line that the bank has written.', path)
}

const instant = z.iso
  .datetime('must be an instant of UTC.')
  .refine(text => isClock(new Date(text)), { error: BEYOND_CLOCKS.text })

/** The first line of a snapshot in a file: its source, and its clock. */
const snapshotHead = z
  .strictObject({
    sandbank: z.literal('snapshot', 'is no snapshot of Sandbank.'),
    layout: z.string(),
    world: z.string().max(63),
    name: z.string().max(63),
    takenAt: instant,
    keptAt: instant,
    clockOffsetMs: z.int('must be a whole number.'),
    frozenAt: instant.nullable(),
    nextDueAt: z.iso.datetime('must be an instant of UTC.').nullable(),
    hasScenarios: z.boolean(),
  })
  .refine(({ keptAt, clockOffsetMs }) => isClock(new Date(new Date(keptAt).getTime() + clockOffsetMs)), {
    path: ['clockOffsetMs'],
    error: BEYOND_CLOCKS.text,
  })
type SnapshotHead = z.output<typeof snapshotHead>

/** Where the next line begins. */
const linePlace = z.strictObject({
  content: z.string().max(64),
  table: z.int().min(0).max(100),
  after: z.array(z.string().max(300)).max(8).optional(),
})
