import type { Context } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PagesOptions } from '../../options.ts'
import { ACTIONS, type ActionName, hasUndo } from './actions.ts'
import { documentOf, type FieldValues, readEntered } from './documents.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { beginStep } from './undo.ts'

/** Runs the mutation of an action through the graph, so that no rule of it stands here (D98). */
export async function runAction(
  options: PagesOptions,
  ctx: Context,
  action: ActionName,
  entered: FieldValues,
): Promise<Outcome & { readonly fixture?: object | undefined }> {
  const text = entered['fixture']?.trim() ?? ''
  const read = text === '' ? {} : await readFixture(text)
  if ('faults' in read) return read
  const { fixture } = read
  const request = documentOf(action, entered, fixture)
  const act = async () => ({ ...outcomeOf(await options.operate(ctx, request), text), fixture })
  if (!hasUndo(ACTIONS[action])) return act()
  const end = await beginStep(options, ctx, action)
  const outcome = await act()
  await end(outcome.faults.length === 0)
  return outcome
}

async function readFixture(text: string): Promise<{ readonly fixture?: object } | Outcome> {
  try {
    return { fixture: await readEntered(text) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { data: null, faults: error.faults.map(({ text, path }) => ({ text, path })) }
  }
}
