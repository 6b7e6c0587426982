import type { Context } from '../../../../bank/context.ts'
import type { CallSummary } from '../../../../domain/calls.ts'
import type { Snapshot } from '../../../../generated/client.ts'
import { noteDocument } from '../../../../platform/http/notes.ts'
import { endTurn } from '../../../../platform/http/turns.ts'
import { latestRequests, readyJournal } from '../../../../sandbox/journal/requests.ts'
import { pageOfSnapshots } from '../../../../sandbox/worlds/snapshots/snapshots.ts'
import type { PagesOptions } from '../../options.ts'
import { clockTime } from '../frame.tsx'
import { ACTIONS, type Action, type ActionName } from './actions.ts'
import { noteAction, noteUndone } from './notices.ts'
import { outcomeOf, refusalOf } from './outcomes.ts'

/** How many steps can be undone: each stores a whole state of the world. */
const STEPS = 5
const NAME = /^back-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})-([a-z-]+)$/
// The name of a snapshot has at most 63 characters: small letters, digits and hyphens.
const shortOf = (action: string) => action.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** The state of the world before an action, which Undo restores (D98). */
export type Step = {
  readonly snapshot: string
  readonly takenAt: Date
  readonly before: string
}

/** The steps that can be undone, the latest first. */
export async function stepsOf(ctx: Context): Promise<Step[]> {
  const steps: Step[] = []
  for (let after: string | undefined; ; ) {
    const page = await pageOfSnapshots(ctx, { first: 1_000, after })
    for (const { name, takenAt } of page.rows) {
      const before = NAME.exec(name)?.at(-1)
      if (before !== undefined) steps.unshift({ snapshot: name, takenAt, before: TITLES.get(before)?.title ?? before })
    }
    const last = page.rows.at(-1)
    if (!page.hasNextPage || last === undefined) return steps
    after = page.cursorOf(last)
  }
}

/** Whether a snapshot was taken for Undo, and not by a person. */
export function isStep({ name }: Snapshot): boolean {
  return NAME.test(name)
}

/** The title of a snapshot on pages: its name; for a snapshot of Undo the action and the time. */
export function snapshotTitle(name: string): string {
  const [, year, month, day, hours, minutes, seconds, , before = ''] = NAME.exec(name) ?? []
  if (year === undefined) return name
  const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? name : `before “${TITLES.get(before)?.title ?? before}”, ${clockTime(at)}`
}

const TITLES = new Map(Object.entries<Action>(ACTIONS).map(([name, action]) => [shortOf(name), action]))

/** Takes a snapshot before an action. Returns a function to call at its end: an action that failed leaves no step. */
export async function beginStep({ operate }: PagesOptions, ctx: Context, action: ActionName) {
  const stamp = ctx.deps.machineNow().toISOString().replace(/\D/g, '')
  const name = `back-${stamp}-${shortOf(action)}`
  await operate(ctx, { query: `mutation { takeSnapshot(name: "${name}", expiresAfter: "P1D") { name } }` })
  return async (isDone: boolean): Promise<void> => {
    const old = isDone ? (await stepsOf(ctx)).slice(STEPS).map(({ snapshot }) => snapshot) : [name]
    for (const one of old) await operate(ctx, { query: `mutation { deleteSnapshot(name: "${one}") { name } }` })
    if (isDone) await noteAction(ctx, action, name)
  }
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
  noteDocument(sent, 'restoreSnapshot', { query: `mutation { restoreSnapshot(name: ${name}) { name } }` })
  const text = await operate(ctx, {
    query: `mutation { restoreSnapshot(name: ${name}) { name } deleteSnapshot(name: ${name}) { name } }`,
  })
  const refusal = refusalOf(outcomeOf(text).faults)
  if (refusal !== undefined) throw refusal
  noteUndone(ctx, latest.before)
}
