import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../../bank/context.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { fieldOf } from '../../../../domain/given.ts'
import { messageOf, noteDocument, noteOf } from '../../../../platform/http/notes.ts'
import { JOURNAL_LIMITS } from '../../../../sandbox/journal/limits.ts'
import type { PagesOptions } from '../../options.ts'
import { ACTIONS, type ActionName, hasUndo } from './actions.ts'
import { documentOf, type FieldValues, fieldsByPlace, fieldsThatCount, readEntered } from './documents.ts'
import { noteAction } from './notices.ts'
import { faultsOf, type Outcome, outcomeOf } from './outcomes.ts'
import { beginStep, isOfUndo, undoDocument } from './undo.ts'

/** Runs the mutation of an action through the graph, which has all its rules (D98). */
export async function runAction(
  options: PagesOptions,
  c: HonoContext,
  ctx: Context,
  action: ActionName,
  entered: FieldValues,
): Promise<Outcome & { readonly fixture?: object | undefined }> {
  const faults = faultsOf(action, entered)
  if (faults.length > 0) return { data: null, faults }
  const takesFixture = fieldsThatCount(ACTIONS[action], entered).some(({ kind }) => kind === 'fixture')
  const text = takesFixture ? (entered['fixture']?.trim() ?? '') : ''
  const read = text === '' ? {} : await readFixture(text)
  if ('faults' in read) return read
  const { fixture } = read
  const request = documentOf(action, entered, fixture)
  // The journal would cut off a longer document, and a story could not use it.
  if (text.length < JOURNAL_LIMITS.bodyBytes) {
    const isUndo = action === 'restoreSnapshot' && (await isOfUndo(ctx, entered['name']))
    noteDocument(c.req.raw, action, isUndo ? undoDocument(entered['name'] ?? '') : request)
  }
  const act = async () => {
    const answer = await options.operate(ctx, request, options.originOf(messageOf(c), c.req.url))
    noteOf(c.req.raw).answer = answer
    return { ...outcomeOf(answer, fieldsByPlace(action, entered), text), fixture }
  }
  if (!hasUndo(ACTIONS[action])) {
    const outcome = await act()
    if (outcome.faults.length === 0) await noteAction(ctx, action)
    return outcome
  }
  const end = await beginStep(options, ctx, action)
  const outcome = await act()
  await end(outcome.faults.length === 0)
  return outcome
}

/** The reason why an action failed after its page was answered. A fault of ours is reported. */
export function faultIn({ report }: PagesOptions, result: unknown): string | undefined {
  const error = fieldOf(result, 'error')
  if (error === undefined) return undefined
  if (error instanceof DomainError) return error.message
  report(error, undefined)
  return 'It failed by a fault of the bank itself, which its log has.'
}

/** Reads an entered document; its faults stand at `at`. */
export async function readFixture(text: string, at?: string): Promise<{ readonly fixture?: object } | Outcome> {
  try {
    return { fixture: await readEntered(text) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { data: null, faults: error.faults.map(({ text, path }) => ({ text, path: at ?? path })) }
  }
}
