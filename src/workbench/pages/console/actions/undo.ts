import type { Context } from '../../../../bank/context.ts'
import type { CallSummary } from '../../../../domain/calls.ts'
import type { Snapshot } from '../../../../generated/client.ts'
import { noteDocument } from '../../../../platform/http/notes.ts'
import { endTurn } from '../../../../platform/http/turns.ts'
import { latestRequests, readyJournal } from '../../../../sandbox/journal/requests.ts'
import { findSnapshot, latestForUndo } from '../../../../sandbox/worlds/snapshots/snapshots.ts'
import { stepName, UNDO } from '../../../explain/stories/undone.ts'
import type { PagesOptions } from '../../options.ts'
import { clockTime } from '../frame.tsx'
import { noteAction, noteUndone } from './notices.ts'
import { outcomeOf, refusalOf } from './outcomes.ts'
import { wordsOfAct } from './words.ts'

/** How many steps can be undone: each stores a whole state of the world. */
const STEPS = 5
/** More snapshots for Undo than a world has, unless somebody takes them by calls. */
const MOST = 100

/** The state of the world before an action, which Undo restores (D98). */
export type Step = {
  readonly snapshot: string
  readonly takenAt: Date
  readonly before: string
}

/** The steps that can be undone, the latest first. */
export async function stepsOf(ctx: Context): Promise<Step[]> {
  const found = await latestForUndo(ctx, MOST)
  return found.map(({ name, takenAt, beforeAction }) => ({ snapshot: name, takenAt, before: titleOf(beforeAction) }))
}

/** Whether a snapshot was taken for Undo, and not by a person. */
export function isStep({ beforeAction }: Snapshot): boolean {
  return beforeAction !== null
}

/** The title of a snapshot on pages: its name; for a snapshot of Undo the action and the time. */
export function snapshotTitle({ name, takenAt, beforeAction }: Snapshot): string {
  return beforeAction === null ? name : `before “${titleOf(beforeAction)}”, ${clockTime(takenAt)}`
}

function titleOf(action: string | null): string {
  const name = action ?? ''
  return wordsOfAct(name)?.title ?? name
}

/** Takes a snapshot before an action. Returns a function to call at its end: an action that failed leaves no step. */
export async function beginStep({ operate }: PagesOptions, ctx: Context, action: string) {
  const name = stepName(ctx.deps.machineNow(), action)
  const query = `mutation { takeSnapshot(name: "${name}", expiresAfter: "P1D", beforeAction: "${action}") { snapshot { name } } }`
  await operate(ctx, { query })
  return async (isDone: boolean): Promise<void> => {
    const old = isDone ? (await stepsOf(ctx)).slice(STEPS).map(({ snapshot }) => snapshot) : [name]
    for (const one of old)
      await operate(ctx, { query: `mutation { deleteSnapshot(name: "${one}") { snapshot { name } } }` })
    if (isDone) await noteAction(ctx, action, name)
  }
}

/** Restores what an action changed, as the journal records it: a story knows by the alias what to go back to (D104). */
export function undoDocument(name: string): { readonly query: string } {
  return { query: `mutation { ${UNDO}: restoreSnapshot(name: ${JSON.stringify(name)}) { world { name } } }` }
}

/** Whether this world has a snapshot of this name for Undo. */
export async function isOfUndo(ctx: Context, name: string | undefined): Promise<boolean> {
  return name !== undefined && isStep(await findSnapshot(ctx, name, 'name'))
}

/** How many calls are read from the journal at once. */
const READ_AT_ONCE = 500

/** The calls of TPPs and PSUs that were accepted since a step and may have written, the latest first: Undo takes back what they did, too. */
export async function callsSince(ctx: Context, { takenAt }: Step): Promise<CallSummary[]> {
  await readyJournal(ctx)
  const filter = { by: ['TPP', 'PSU'], refused: false } as const
  const found: CallSummary[] = []
  for (let until: number | undefined; ; ) {
    await endTurn()
    const calls = await latestRequests(ctx, false, filter, { after: 0, until, take: READ_AT_ONCE })
    const later = calls.filter(({ at }) => at > takenAt)
    found.push(...later.filter(({ method }) => method !== 'GET' && method !== 'HEAD'))
    // Calls are read in the order of their ends: one that ended earlier may have begun later than another.
    if (later.length === 0 || calls.length < READ_AT_ONCE) return found
    until = calls.at(-1)?.place
    if (until !== undefined) until -= 1
  }
}

/** Restores the state before a step. */
export async function stepBack({ operate }: PagesOptions, sent: Request, ctx: Context, latest: Step): Promise<void> {
  const name = JSON.stringify(latest.snapshot)
  noteDocument(sent, 'restoreSnapshot', undoDocument(latest.snapshot))
  const text = await operate(ctx, {
    query: `mutation { restoreSnapshot(name: ${name}) { world { name } } deleteSnapshot(name: ${name}) { snapshot { name } } }`,
  })
  const refusal = refusalOf(outcomeOf(text).faults)
  if (refusal !== undefined) throw refusal
  noteUndone(ctx, latest.before)
}
