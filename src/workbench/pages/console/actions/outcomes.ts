import { z } from 'zod'
import { DomainError } from '../../../../domain/errors.ts'
import { parseJson } from '../../../../domain/texts.ts'
import { linesOf } from '../../../../sandbox/fixtures/inputs/files.ts'
import { ACTIONS, type ActionName } from './actions.ts'
import { type FieldValues, fieldsThatCount, MOST_YAML, NUMBER } from './documents.ts'

/** A fault of an action in the words of the graph; for an entered document with the line. */
export type ActionFault = {
  readonly text: string
  readonly path?: string | undefined
  readonly line?: number | undefined
  /** The bank cannot do it now; the same form may be sent again. */
  readonly isPassing?: boolean
}

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

/** Reads an answer of the graph. A fault of a value stands at its field. */
export function outcomeOf(text: string, fields: ReadonlyMap<string, string> = NO_FIELDS, document = ''): Outcome {
  const { data, errors } = answered.parse(parseJson(text))
  const faults = errors.flatMap(({ extensions: { code, tppMessages } }): ActionFault[] =>
    tppMessages.map(message => ({
      ...message,
      path: message.path && fieldAt(fields, message.path),
      isPassing: code === 'UNAVAILABLE',
    })),
  )
  if (document === '' || document.length > MOST_YAML || faults.length === 0) return { data, faults }
  const places = faults.flatMap(({ path }) => (path === undefined ? [] : [placeIn(path)]))
  const lines = linesOf(document, places)
  const placed = faults.map(fault => ({ ...fault, line: lines.get(placeIn(fault.path ?? '')) }))
  return { data, faults: placed.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)) }
}

const NO_FIELDS: ReadonlyMap<string, string> = new Map()

/** The place of a fault in the form, where its value has a field: `fields` are their names by their places in the mutation. */
function fieldAt(fields: ReadonlyMap<string, string>, path: string): string {
  const [place] = [...fields.keys()].filter(one => isBelow(path, one)).sort((one, other) => other.length - one.length)
  return place === undefined ? path : `${fields.get(place)}${path.slice(place.length)}`
}

/** Whether a place is another one, or within that. */
export function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)
}

/** The faults that need no call of the graph: a missing value, a text that is not a number, an unknown choice. */
export function faultsOf(name: ActionName, entered: FieldValues): ActionFault[] {
  return fieldsThatCount(ACTIONS[name], entered).flatMap(({ name: path, label, kind, choices, required, range }) => {
    const value = entered[path]?.trim() ?? ''
    if (value === '') return required === true ? [{ path, text: `${label} is missing.` }] : []
    const { least = 0, most = Number.POSITIVE_INFINITY, example = '3' } = range ?? {}
    const isFitting = NUMBER.test(value) && Number(value) >= least && Number(value) <= most
    if (kind === 'number' && !isFitting) return [{ path, text: `${label} takes a number, such as ${example}.` }]
    if (choices !== undefined && !choices.includes(value)) return [{ path, text: `${label} is none of those offered.` }]
    return []
  })
}

/** The refusal of the page: a passing fault of the bank if there is one (D127), else the first fault. */
export function refusalOf(faults: readonly ActionFault[]): DomainError | undefined {
  const passing = faults.find(({ isPassing }) => isPassing)
  const fault = passing ?? faults[0]
  return fault && new DomainError(passing === undefined ? 'BAD_REQUEST' : 'UNAVAILABLE', fault.text, fault.path)
}

// The graph's path may begin with the name of the argument.
function placeIn(path: string): string {
  return path.replace(/^(?:source\.)?fixture\.?/, '')
}
