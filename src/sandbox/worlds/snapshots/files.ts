import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { Context } from '../../../bank/context.ts'
import { parseInput } from '../../../bank/inputs/parse.ts'
import { command } from '../../../bank/resolvers/command.ts'
import type { Steps } from '../../../bank/resolvers/work.ts'
import { DomainError } from '../../../domain/errors.ts'
import { fieldOf } from '../../../domain/given.ts'
import { parseJson } from '../../../domain/texts.ts'
import { assertWorldName, BEYOND_CLOCKS, isClock, nameOf, newRowsKey } from '../../../domain/worlds.ts'
import type { Snapshot, World } from '../../../generated/client.ts'
import { isEarlierLayout, renewLine } from '../../../platform/store/earlier-lines.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { LAYOUT, type LinePlace, type ReadLine, readLine, writeLine } from '../../../platform/store/world-lines.ts'
import { adopt, atHalfSpeed, buildUnseen, unfinishedAt } from '../copies.ts'
import { discard } from '../end.ts'
import { faultInRow } from './row-rules.ts'
import { assertNoSnapshot, expireAt, expiryOf, findSnapshot, type SnapshotOptions } from './snapshots.ts'

/**
 * A snapshot as text, so that a state found in one place opens in another (D86): a line for its source, lines of rows, and a last one with their number
 * and their SHA-256. It is read and written line by line, so that no call waits long for one (D74).
 */

/** The text of a snapshot, a line after the other. RESOURCE_UNKNOWN before the first when there is none of this name. */
export async function openSnapshot(ctx: Context, name: string): Promise<AsyncGenerator<string>> {
  const snapshot = await findSnapshot(ctx, name, 'name')
  return withSum(linesOf(ctx, snapshot))
}

async function* linesOf(ctx: Context, snapshot: Snapshot): AsyncGenerator<string> {
  const { contentId } = snapshot
  yield JSON.stringify(headOf(snapshot, await contentOf(ctx, snapshot)))
  for (let place: LinePlace | undefined = { table: 0 }; place !== undefined; ) {
    await yieldTurn()
    const read: ReadLine | undefined = await readLine(ctx.db, contentId, place)
    // Rows of a deleted snapshot are deleted, too, a while later: what was read before is whole.
    await contentOf(ctx, snapshot)
    if (read !== undefined) yield read.line
    place = read?.next
  }
}

async function contentOf({ db }: Context, { name, contentId }: Snapshot): Promise<World> {
  const content = await db.world.findUnique({ where: { id: contentId } })
  if (content !== null && content.discardedAt === null) return content
  throw new DomainError('CONFLICT', `The snapshot ${name} was deleted while it was read.`, 'name')
}

async function* withSum(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines) {
    count += 1
    hash.update(`${line}\n`)
    yield `${line}\n`
  }
  yield `${JSON.stringify({ lines: count, sha256: hash.digest('hex') })}\n`
}

function headOf({ worldName, name, takenAt }: Snapshot, content: World): SnapshotHead {
  const { createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios, hasHabits } = content
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
    hasHabits,
  }
}

/**
 * Stores a text as a snapshot of this world: ids, clock and time are as they were. Its rows are written where no caller sees them, and get their name
 * in one command when all have come and the last line fits them; until then nothing stays of a text that ends early or is refused. CONFLICT when the
 * world has a snapshot of this name, FORMAT_ERROR for a text that no bank of a known version has written.
 */
export async function loadSnapshot(
  ctx: Context,
  name: string,
  parts: AsyncIterable<Uint8Array>,
  { expiresAfter }: Pick<SnapshotOptions, 'expiresAfter'> = {},
): Promise<Snapshot> {
  assertWorldName(name)
  const expiresAt = expiryOf(ctx, expiresAfter)
  await assertNoSnapshot(ctx, name)
  const lines = withoutSum(linesIn(parts))
  try {
    const first = await lines.next()
    const head = readHead(first.done === true ? '' : first.value)
    const content = await buildContent(ctx, head, lines)
    return await nameRows(ctx, content, tx => nameContent(tx, content, { ...head, name, expiresAt }))
  } finally {
    await lines.return(undefined)
  }
}

async function nameRows(ctx: Context, content: World, name: (tx: Context) => Promise<Snapshot>): Promise<Snapshot> {
  try {
    return await command(ctx, name, 'WAIT', 'ONCE', [content.id])
  } catch (error) {
    await dropUnnamed(ctx, content)
    throw error
  }
}

function buildContent(ctx: Context, head: SnapshotHead, lines: AsyncIterable<string>): Promise<World> {
  const { deps, newId } = ctx
  const discardedAt = unfinishedAt(ctx)
  const at = (instant: string | null) => (instant === null ? null : new Date(instant))
  const data = {
    createdAt: new Date(head.keptAt),
    clockOffsetMs: BigInt(head.clockOffsetMs),
    frozenAt: at(head.frozenAt),
    nextDueAt: at(head.nextDueAt),
    hasScenarios: head.hasScenarios,
    hasHabits: head.hasHabits,
    discardedAt,
  }
  const start = (db: Context['db']) => db.world.create({ data: { id: newRowsKey(newId), ...data } })
  // Rows that are not named by then are deleted, and so nothing is added to them.
  const inTime = async () => {
    if (deps.machineNow() >= discardedAt) throw new DomainError('BAD_REQUEST', 'A snapshot must come within an hour.')
  }
  const build = async (step: Steps) => {
    for await (const line of lines) {
      await yieldTurn()
      await atHalfSpeed(() => step(({ db, world }) => writeRows(db, world.id, head.layout, line)))
    }
    await assertTransfers(step)
  }
  return buildUnseen(ctx, start, build, inTime)
}

async function writeRows(db: Context['db'], id: string, layout: string, line: string): Promise<void> {
  for (const one of await renewLine(db, id, layout, line)) await writeLine(db, id, one, faultInRow)
}

/** How many payments one step checks: some milliseconds. */
const PAYMENTS_AT_ONCE = 500

/** Each payment has a transfer (D86): without one, no door can show it. Transfers come behind the payments, so this is known at the end alone. */
async function assertTransfers(step: Steps): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await atHalfSpeed(() => step(({ db, world }) => assertSomeTransfers(db, world.id, from)))
  }
}

/** Checks the next payments. Returns the last of them, if there may be more. */
async function assertSomeTransfers(db: Context['db'], worldId: string, after: string): Promise<string | undefined> {
  const [orderBy, select] = [{ id: 'asc' }, { id: true }] as const
  const some = await db.payment.findMany({
    where: { worldId, id: { gt: after } },
    orderBy,
    select,
    take: PAYMENTS_AT_ONCE,
  })
  const id = { in: some.map(one => one.id) }
  const bare = await db.payment.findFirst({ where: { worldId, id, entries: { none: {} } }, orderBy, select })
  if (bare !== null) throw noSnapshot(`the payment ${bare.id} has no transfer`)
  return some.length < PAYMENTS_AT_ONCE ? undefined : some.at(-1)?.id
}

type Naming = Pick<SnapshotHead, 'name' | 'takenAt'> & { readonly expiresAt: Date | undefined }

async function nameContent(tx: Context, content: World, { name, takenAt, expiresAt }: Naming): Promise<Snapshot> {
  await assertNoSnapshot(tx, name)
  await adopt(tx, content)
  await expireAt(tx, content.id, expiresAt)
  const worldName = nameOf(tx.world)
  return tx.db.snapshot.create({ data: { worldName, name, contentId: content.id, takenAt: new Date(takenAt) } })
}

/** Drops rows that got no name. If even this fails, they are deleted after their hour. */
async function dropUnnamed({ deps }: Context, { id }: World): Promise<void> {
  const drop = async (db: Context['db']) => {
    const left = await db.world.findFirst({ where: { id, discardedAt: { not: null } } })
    if (left !== null) await discard({ db, deps }, id)
  }
  await deps.store.transaction(drop, { worlds: [id] }).catch(() => undefined)
}

/** No line of ours is nearly as long: a longer one cannot be a snapshot's, and is not read into memory. */
const LONGEST_LINE = 1_000_000

async function* linesIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of parts) {
    const [first = '', ...others] = decoder.decode(part, { stream: true }).split('\n')
    rest += first
    for (const next of others) {
      yield rest
      rest = next
    }
    if (rest.length > LONGEST_LINE) throw noSnapshot(`it has a line of more than ${LONGEST_LINE} characters`)
  }
  if (rest !== '') yield rest
}

/** The lines before the last one, which must fit them. */
async function* withoutSum(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let count = 0
  let held: string | undefined
  for await (const line of lines) {
    if (held === undefined && !beginsAsSnapshot(line)) throw noSnapshot('its first line says nothing of it')
    if (held !== undefined) {
      count += 1
      hash.update(`${held}\n`)
      yield held
    }
    held = line
  }
  const end = lastLine.safeParse(parseJson(held ?? ''))
  if (!end.success) throw noSnapshot('its end is missing')
  if (end.data.lines !== count || end.data.sha256 !== hash.digest('hex'))
    throw noSnapshot('it was changed after it was written')
}

/** Refuses a text that ends early or was changed, before anything of it is used. */
export async function assertWholeSnapshot(parts: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of withoutSum(linesIn(parts))) {
    // Each line counts for the sum in the last one.
  }
}

const lastLine = z.strictObject({ lines: z.number(), sha256: z.string() })

function noSnapshot(why: string): DomainError {
  return new DomainError('FORMAT_ERROR', `This is no whole snapshot of Sandbank: ${why}. Nothing of it was loaded.`)
}

/** The beginning of each snapshot's first line. */
const BEGINNING = '{"sandbank":"snapshot"'

/** Whether a text begins as a snapshot, complete or not. */
export function beginsAsSnapshot(text: string): boolean {
  return text.startsWith(BEGINNING)
}

/** The name in the first line of a snapshot's file, if it has one. */
export function nameInSnapshot(beginning: string): string | undefined {
  const [head = ''] = beginning.split('\n', 1)
  return snapshotHead.shape.name.safeParse(fieldOf(parseJson(head), 'name')).data
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

/** No first line of the bank is longer. */
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
    // Until version 2.0.0 there were none.
    hasHabits: z.boolean().default(false),
  })
  .refine(({ keptAt, clockOffsetMs }) => isClock(new Date(new Date(keptAt).getTime() + clockOffsetMs)), {
    path: ['clockOffsetMs'],
    error: BEYOND_CLOCKS.text,
  })
type SnapshotHead = z.output<typeof snapshotHead>
