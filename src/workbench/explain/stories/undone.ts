import type { DraftStep } from './values.ts'

/** Before an action the console takes a snapshot with such a name; Undo restores it (D98). */
const RESTORED = /\brestoreSnapshot\(name: "(back-(\d{8})(\d{6})(\d{3})-([a-z-]+))"\)/

/**
 * The steps, where each one that was undone takes its snapshot itself, as the console did in the same call. An Undo of something before the story is
 * left out.
 */
export function takingSnapshots(drafts: readonly DraftStep[]): DraftStep[] {
  const taken = [...drafts]
  for (const [place, draft] of drafts.entries()) {
    if (draft.step.kind !== 'OPERATION') continue
    const [, name, day = '', time = '', ms = '', action = ''] = RESTORED.exec(draft.step.query) ?? []
    if (name === undefined) continue
    const field = action.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const at = `${day}${time}${ms}`
    const undone = taken.findLastIndex(
      ({ step }, before) =>
        before < place && step.kind === 'OPERATION' && stampOf(step.call.at) <= at && step.query.includes(field),
    )
    const one = taken[undone]
    if (one?.step.kind !== 'OPERATION') taken[place] = { ...draft, isInStory: false }
    else {
      const query = one.step.query.replace(/^(mutation[^{]*\{)/, `$1 takeSnapshot(name: "${name}") { name }`)
      taken[undone] = { ...one, step: { ...one.step, query, short: undefined } }
    }
  }
  return taken
}

/** An instant in the form of such names. */
function stampOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '')
}
