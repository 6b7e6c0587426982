import { Temporal } from 'temporal-polyfill'
import type { World } from '../generated/client.ts'
import { byRule, DomainError } from './errors.ts'
import { isObject } from './given.ts'

/** The world that every server has, at the base URL without `/worlds/…` (D1). */
export const DEFAULT_WORLD = 'default'

/** A world's name is part of its base URL (D1). */
export const WORLD_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

/**
 * A new key for the rows of a world. It begins every row and every entry of every index, so it is as short as chance allows: with a whole UUID a copy
 * writes a fifth more. It is greater than every name and every earlier key: new rows are then added at the end of a tree. Between two worlds full
 * pages would be split again and again, which makes a copy a fifth slower.
 */
export function newRowsKey(newId: () => string): string {
  // From a UUID v7: the milliseconds, the end of the counter within a millisecond, the end of the random part.
  const digits = newId().replaceAll('-', '')
  return `~${Number.parseInt(digits.slice(0, 12), 16).toString(36)}${digits.slice(18, 20)}${digits.slice(-5)}`
}

/** The media type of a snapshot as text (D131). */
export const SNAPSHOT_TYPE = 'application/vnd.sandbank.snapshot'

/** The first content of a world: nothing, or the published standard set (D30). */
const WORLD_CONTENTS = ['EMPTY', 'STANDARD'] as const
export type WorldContent = (typeof WORLD_CONTENTS)[number]

/** What a world was created from (D81). */
export type WorldSource =
  | { readonly kind: WorldContent; readonly clock?: FirstClock | undefined }
  | { readonly kind: 'COPY'; readonly world: string }
  | { readonly kind: 'SNAPSHOT'; readonly world: string; readonly snapshot: string }
  | { readonly kind: 'FIXTURE'; readonly fixture?: string | undefined }

/** Where a world's clock begins: at the machine's instant, running, unless the call that creates the world says otherwise (D80). */
export type FirstClock = { readonly now: string; readonly frozen: boolean }

/** A world's clock at its beginning. */
export function beginningOf(
  clock: FirstClock | undefined,
  machineNow: Date,
): Partial<Pick<World, 'frozenAt' | 'clockOffsetMs'>> {
  if (clock === undefined) return {}
  const now = new Date(clock.now)
  return clock.frozen ? { frozenAt: now } : { clockOffsetMs: BigInt(now.getTime() - machineNow.getTime()) }
}

/** What a world was created from. A world that is older than this record began like every default world. */
export function sourceOf({ source }: Pick<World, 'source'>): WorldSource {
  if (!isObject(source)) return { kind: 'STANDARD' }
  const { kind, world, snapshot, fixture, clock } = source
  if (kind === 'COPY' && typeof world === 'string') return { kind, world }
  if (kind === 'SNAPSHOT' && typeof world === 'string' && typeof snapshot === 'string') return { kind, world, snapshot }
  if (kind === 'FIXTURE') return typeof fixture === 'string' ? { kind, fixture } : { kind }
  return { kind: kind === 'EMPTY' ? 'EMPTY' : 'STANDARD', ...firstClockOf(clock) }
}

function firstClockOf(clock: unknown): { readonly clock?: FirstClock } {
  if (!isObject(clock)) return {}
  const { now, frozen } = clock
  return typeof now === 'string' && typeof frozen === 'boolean' ? { clock: { now, frozen } } : {}
}

export type OpeningClock = Pick<World, 'frozenAt' | 'clockOffsetMs' | 'nextDueAt' | 'wakesAt'>

/**
 * The clock of a world that begins with stored rows: at the instant at which they were stored, frozen or running as then (D81, D86). Rows stored a
 * moment ago run with the machine's clock.
 */
export function openingOf(
  {
    createdAt,
    frozenAt,
    clockOffsetMs,
    nextDueAt,
  }: Pick<World, 'createdAt' | 'frozenAt' | 'clockOffsetMs' | 'nextDueAt'>,
  machineNow: Date,
): OpeningClock {
  const since = BigInt(machineNow.getTime() - createdAt.getTime())
  const clock = { frozenAt, nextDueAt, clockOffsetMs: frozenAt === null ? clockOffsetMs - since : clockOffsetMs }
  return { ...clock, wakesAt: wakesAt(clock) }
}

const LONGEST_LIFE_MS = 366 * 86_400_000

/** When a world or snapshot that lasts an ISO 8601 duration ends, by the machine's clock (D80). FORMAT_ERROR at `expiresAfter`. */
export function endOf(expiresAfter: string, machineNow: Date): Date {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(machineNow.getTime()).toZonedDateTimeISO('UTC')
    const end = start.add(Temporal.Duration.from(expiresAfter)).epochMilliseconds
    if (end > machineNow.getTime() && end - machineNow.getTime() <= LONGEST_LIFE_MS) return new Date(end)
  } catch {
    // The refusal says what would be right.
  }
  const text = `${JSON.stringify(expiresAfter).slice(0, 60)} is no time to be kept for: an ISO 8601 duration of up to a year, such as PT1H.`
  throw new DomainError('FORMAT_ERROR', text, 'expiresAfter')
}

/**
 * The world's time: the machine's plus the world's offset, or the instant at which it is frozen (D40). A clock beyond the range that commands allow
 * shows the end of the range, so that lists of worlds still work (D74).
 */
export function worldNow(world: Pick<World, 'clockOffsetMs' | 'frozenAt'>, machineNow: Date): Date {
  const now = world.frozenAt ?? new Date(machineNow.getTime() + Number(world.clockOffsetMs))
  if (isClock(now)) return now
  return now.getTime() < FIRST_CLOCK ? new Date(FIRST_CLOCK) : new Date(LAST_CLOCK)
}

const FIRST_CLOCK = Date.UTC(1900, 0, 1)
/** The last day of every clock; a banking day, so that its batches run. */
export const LAST_CLOCK_DAY = '2200-12-31'
const LAST_CLOCK = Date.parse(`${LAST_CLOCK_DAY}T23:59:59.999Z`)

/** How far one call may move the clock (D74). */
export const FARTHEST_YEARS = 10

/** Whether an instant lies between the years 1900 and 2200, as every clock of a world does (D74). */
export function isClock(instant: Date): boolean {
  return instant.getTime() >= FIRST_CLOCK && instant.getTime() <= LAST_CLOCK
}

/** Refuses an instant, of a clock or of an event at it, that no clock of a world can show. */
export function assertClock(instant: Date, path: string): void {
  if (!isClock(instant)) throw new DomainError('FORMAT_ERROR', BEYOND_CLOCKS, path)
}
export const BEYOND_CLOCKS = byRule.D74`must not lead out of the years 1900 to 2200.`

/** The name that clients use for a world. A world that was just replaced still answers to the id of its first rows. */
export function nameOf({ name, id }: Pick<World, 'id' | 'name'>): string {
  return name ?? id
}

/** The prefix of a world's paths: nothing for the default world, else `/worlds/NAME` (D1). */
export function worldBasePath(world: Pick<World, 'id' | 'name'>): string {
  return basePathOf(nameOf(world))
}
export function basePathOf(world: string): string {
  return world === DEFAULT_WORLD ? '' : `/worlds/${world}`
}

/** The machine's time at which something falls due in the world; undefined while its clock is frozen. */
export function wakesAt({
  nextDueAt,
  frozenAt,
  clockOffsetMs,
}: Pick<World, 'nextDueAt' | 'frozenAt' | 'clockOffsetMs'>): Date | null {
  if (nextDueAt === null || frozenAt !== null) return null
  return new Date(nextDueAt.getTime() - Number(clockOffsetMs))
}

/** Refuses a name that cannot stand in a base URL: FORMAT_ERROR at `name` (D1). */
export function assertWorldName(name: string): void {
  if (WORLD_NAME.test(name)) return
  throw new DomainError(
    'FORMAT_ERROR',
    'The name of a world or snapshot has 1 to 63 letters a–z, digits and hyphens, with a letter or digit first.',
    'name',
  )
}

export function unknownWorld(name: string, path = 'world'): DomainError {
  const text = `There is no world ${JSON.stringify(name.slice(0, 80))} on this server. Create it with the GraphQL mutation createWorld or \`npx sandbank world create NAME\`. If there was one, it was deleted or has expired: expiresAfter says when, and a world of the kit has an hour.`
  return new DomainError('RESOURCE_UNKNOWN', [{ path, text, want: { kind: 'known', noun: 'world', key: name } }])
}

/** The name of the world that a path names. */
export function worldIn(target: string): string {
  return /^\/worlds\/([^/?]+)/.exec(target)?.[1] ?? DEFAULT_WORLD
}

/**
 * A target whose client has joined the base URL of a world and a link of that world, which begins with the same `/worlds/NAME`: without the doubled
 * part. Any other target as it is (D1).
 */
export function withoutDoubledWorld(target: string): string {
  return target.startsWith('/worlds/') ? target.replace(DOUBLED_WORLD, '$1') : target
}
const DOUBLED_WORLD = /^(\/worlds\/[a-z0-9][a-z0-9-]{0,62})\1(?=[/?]|$)/

/** The name of a running REST call in lists, with the name of its world. */
export function runningCall(world: string, id: string): string {
  return `call ${world} ${id}`
}
