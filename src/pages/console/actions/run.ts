import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { DomainError } from '../../../domain/errors.ts'
import { parseJson } from '../../../domain/texts.ts'
import { linesOf } from '../../../fixtures/inputs/files.ts'
import type { PagesOptions } from '../../options.ts'
import { ACTIONS, type ActionName, hasUndo } from './actions.ts'
import { documentOf, type FieldValues, MOST_YAML } from './documents.ts'
import { beginStep } from './undo.ts'

/** What was wrong with an action: as the graph says it, with the line where a document was entered. */
export type ActionFault = {
  readonly text: string
  readonly path?: string | undefined
  readonly line?: number | undefined
}

/** What became of an action. */
export type Outcome = { readonly data: unknown; readonly faults: readonly ActionFault[] }

const answered = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({
          code: z.string(),
          tppMessages: z.array(z.object({ text: z.string(), path: z.string().optional() })),
        }),
      }),
    )
    .default([]),
})

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

/** The answer of the graph as a page shows it. */
export function outcomeOf(text: string, document = ''): Outcome {
  const { data, errors } = answered.parse(parseJson(text))
  const faults = errors.flatMap(({ extensions }) => extensions.tppMessages)
  if (document === '' || document.length > MOST_YAML || faults.length === 0) return { data, faults }
  const places = faults.flatMap(({ path }) => (path === undefined ? [] : [placeIn(path)]))
  const lines = linesOf(document, places)
  return { data, faults: faults.map(fault => ({ ...fault, line: lines.get(placeIn(fault.path ?? '')) })) }
}

// The graph may say of which argument a place is.
function placeIn(path: string): string {
  return path.replace(/^fixture\.?/, '')
}
