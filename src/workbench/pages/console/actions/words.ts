import { wordsOf } from '../sheets/sheets.ts'
import { ACTIONS, type Action, isAction } from './actions.ts'

/** The title of an act of the console, and what it did: of an action with a page of its own, or of a sheet. */
export function wordsOfAct(name: string): Pick<Action, 'title' | 'done'> | undefined {
  return isAction(name) ? ACTIONS[name] : wordsOf(name)
}
