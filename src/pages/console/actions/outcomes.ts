import { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { parseJson } from '../../../domain/texts.ts'
import { linesOf } from '../../../fixtures/inputs/files.ts'
import { ACTIONS, type ActionName } from './actions.ts'
import { type FieldValues, fieldsThatCount, MOST_YAML, NUMBER } from './documents.ts'

/** What was wrong with an action: as the graph says it, with the line where a document was entered. */
export type ActionFault = {
  readonly text: string
  readonly path?: string | undefined
  readonly line?: number | undefined
  /** The bank cannot do it now: the same may be sent again. */
  readonly isPassing?: boolean
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

/** The answer of the graph as a page shows it. */
export function outcomeOf(text: string, document = ''): Outcome {
  const { data, errors } = answered.parse(parseJson(text))
  const faults = errors.flatMap(({ extensions: { code, tppMessages } }): ActionFault[] =>
    tppMessages.map(message => ({ ...message, isPassing: code === 'UNAVAILABLE' })),
  )
  if (document === '' || document.length > MOST_YAML || faults.length === 0) return { data, faults }
  const places = faults.flatMap(({ path }) => (path === undefined ? [] : [placeIn(path)]))
  const lines = linesOf(document, places)
  return { data, faults: faults.map(fault => ({ ...fault, line: lines.get(placeIn(fault.path ?? '')) })) }
}

/** What is wrong with what was entered that the form itself can say: a field that is empty and may not be, or a number that is none. */
export function faultsOf(name: ActionName, entered: FieldValues): ActionFault[] {
  return fieldsThatCount(ACTIONS[name], entered).flatMap(({ name: path, label, kind, choices, required }) => {
    const value = entered[path]?.trim() ?? ''
    if (value === '') return required === true ? [{ path, text: `${label} is missing.` }] : []
    if (kind === 'number' && !NUMBER.test(value)) return [{ path, text: `${label} takes a number, such as 3.` }]
    if (choices !== undefined && !choices.includes(value)) return [{ path, text: `${label} is none of those offered.` }]
    return []
  })
}

/** What the page of an action refuses, if anything: its first fault, and that of the bank before those of what was entered (D127). */
export function refusalOf(faults: readonly ActionFault[]): DomainError | undefined {
  const passing = faults.find(({ isPassing }) => isPassing)
  const fault = passing ?? faults[0]
  return fault && new DomainError(passing === undefined ? 'BAD_REQUEST' : 'UNAVAILABLE', fault.text, fault.path)
}

// The graph may say of which argument a place is.
function placeIn(path: string): string {
  return path.replace(/^fixture\.?/, '')
}
