import type { DraftStep } from './values.ts'

/** The alias of `restoreSnapshot` by which the journal records an Undo of the console (D98), apart from any other restore. */
export const UNDO = 'undo'

/** The name of the snapshot that the console takes at an instant before an action. At most 63 of a-z, 0-9 and hyphens. */
export function stepName(at: Date, action: string): string {
  return `back-${stampOf(at)}-${action.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}

/** An Undo in the journal, with what the console named its snapshot by. */
const RESTORED = new RegExp(`\\b${UNDO}: restoreSnapshot\\(name: "(back-(\\d{17})-([a-z-]+))"\\)`)

/** Whether a document undoes an action of the console. */
export function isUndo(query: string): boolean {
  return RESTORED.test(query)
}

/**
 * The steps, where each one that was undone takes its snapshot itself, as the console did in the same call. An Undo of something before the story is
 * left out.
 */
export function takingSnapshots(drafts: readonly DraftStep[]): DraftStep[] {
  const taken = [...drafts]
  for (const [place, draft] of drafts.entries()) {
    if (draft.step.kind !== 'OPERATION') continue
    const [, name, at = '', action = ''] = RESTORED.exec(draft.step.query) ?? []
    if (name === undefined) continue
    const field = action.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const undone = taken.findLastIndex(
      ({ step }, before) =>
        before < place && step.kind === 'OPERATION' && stampOf(step.call.at) <= at && step.query.includes(field),
    )
    const one = taken[undone]
    if (one?.step.kind !== 'OPERATION') taken[place] = { ...draft, isInStory: false }
    else {
      const query = one.step.query.replace(
        /^(mutation[^{]*\{)/,
        `$1 takeSnapshot(name: "${name}", beforeAction: "${field}") { snapshot { name } }`,
      )
      taken[undone] = { ...one, step: { ...one.step, query, short: undefined } }
    }
  }
  return taken
}

/** An instant in the form of such names. */
function stampOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '')
}
