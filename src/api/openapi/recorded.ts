import { addDays, daysBetween } from '../../domain/calendar.ts'
import { readBuilt } from '../../platform/files/built.ts'

/** The standard world's answer to the example of an operation (D108). */
export type RecordedAnswer = {
  readonly status: number
  /** As sent. */
  readonly body: string
}

export type AnswersByOperation = Readonly<Record<string, RecordedAnswer>>

/** The day of the called world: one on which banks book. */
export const RECORDED_ON = '2026-01-14'

/** Stands in recorded answers and in the OpenAPI document for the origin by which their reader has reached the bank (D19). */
export const HERE_ORIGIN = 'sandbank:here'

/** A text for a reader who has reached the bank by this origin. */
export function atOrigin(text: string, origin: string | undefined): string {
  return text.replaceAll(HERE_ORIGIN, JSON.stringify(origin ?? '').slice(1, -1))
}

/** The answers recorded by the build, with their days counted from `today`. None if the program was never built. */
export function recordedAnswers(today: string): AnswersByOperation {
  const later = daysBetween(RECORDED_ON, today)
  return JSON.parse((readBuilt('answers.json') ?? '{}').replaceAll(DAY, day => addDays(day, later)))
}

// No id has digits and hyphens in this form.
const DAY = /\b20\d\d-[01]\d-[0-3]\d(?=\\?"|T\d\d:)/g
