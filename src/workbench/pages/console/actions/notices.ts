import type { Context } from '../../../../bank/context.ts'
import { DEFAULT_WORLD, nameOf } from '../../../../domain/worlds.ts'
import type { Store } from '../../../../platform/store/db.ts'
import { getClock } from '../../../../sandbox/worlds/clock.ts'
import { changesSince } from '../../../../sandbox/worlds/differences.ts'
import { refusalOf } from '../../../../sandbox/worlds/doors.ts'
import { sentenceOf } from '../changes.tsx'
import { instant } from '../frame.tsx'
import { wordsOfAct } from './words.ts'

/** What an action has done, as it was at its end: what others do afterwards does not belong to it. */
export type Notice = {
  readonly text: string
  /** The state before it, when it can be undone. */
  readonly snapshot: string | undefined
}

/** How long the pages of a world show it. */
const SHOWN_MS = 60_000
/** With more payments in the world, or more changed rows, only the comparison says what changed (D74). */
const MOST_PAYMENTS = 1_000
const MOST_ROWS = 200
const NAMED_KINDS = new Set(['Customer', 'Account', 'Payment', 'Authorisation', 'Consent'])

const all = new WeakMap<Store, Map<string, Notice>>()

/** The latest action of a world, for a minute. */
export function latestNotice({ deps, world }: Context): Notice | undefined {
  return all.get(deps.store)?.get(nameOf(world))
}

/** Stores what an action has done, for the pages of its world; those of the first world when it deleted its own. */
export async function noteAction(ctx: Context, action: string, snapshot?: string): Promise<void> {
  const done = wordsOfAct(action)?.done
  if (done === undefined) return
  if (action === 'deleteWorld') return note(ctx, DEFAULT_WORLD, { text: `${done}: ${nameOf(ctx.world)}.`, snapshot })
  try {
    const changed = snapshot === undefined ? '' : await changedSince(ctx, snapshot)
    const time = IS_OF_CLOCK.has(action) ? ` ${instant((await getClock(ctx)).now)}` : ''
    note(ctx, nameOf(ctx.world), { text: `${done}${time}.${changed === '' ? '' : ` ${changed}.`}`, snapshot })
  } catch (error) {
    // Another person has deleted the snapshot or the world meanwhile: the action is done all the same.
    if (refusalOf(error) === undefined) throw error
  }
}

/** Stores that the latest step of a world was undone. */
export function noteUndone(ctx: Context, title: string): void {
  note(ctx, nameOf(ctx.world), { text: `Undone: ${title}.`, snapshot: undefined })
}

const IS_OF_CLOCK: ReadonlySet<string> = new Set(['advanceClock', 'freezeClock', 'resumeClock'])

function note({ deps: { store } }: Context, world: string, notice: Notice): void {
  const known = all.get(store) ?? new Map<string, Notice>()
  all.set(store, known.set(world, notice))
  setTimeout(() => {
    if (known.get(world) === notice) known.delete(world)
  }, SHOWN_MS).unref()
}

async function changedSince(ctx: Context, snapshot: string): Promise<string> {
  if ((await ctx.load.rowsInWorld('payments', ctx.world.id)) > MOST_PAYMENTS) return ''
  const rows = await changesSince(ctx, snapshot, NAMED_KINDS, MOST_ROWS + 1)
  return rows.length > MOST_ROWS ? `More than ${MOST_ROWS} rows differ` : sentenceOf(rows)
}
