import type { Context } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PagesOptions } from '../../options.ts'
import { ACTIONS, type ActionName, hasUndo } from './actions.ts'
import { documentOf, type FieldValues } from './documents.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { beginStep } from './undo.ts'

/** Runs the mutation of an action through the graph, so that no rule of it stands here (D98). */
export async function runAction(
  options: PagesOptions,
  ctx: Context,
  action: ActionName,
  entered: FieldValues,
): Promise<Outcome> {
  const document = entered['fixture'] ?? ''
  const request = read(action, entered)
  if ('faults' in request) return request
  const act = async () => outcomeOf(await options.operate(ctx, request), document)
  if (!hasUndo(ACTIONS[action])) return act()
  const end = await beginStep(options, ctx, action)
  const outcome = await act()
  await end(outcome.faults.length === 0)
  return outcome
}

function read(action: ActionName, entered: FieldValues) {
  try {
    return documentOf(action, entered)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { data: null, faults: error.faults.map(({ text, path }) => ({ text, path })) }
  }
}
