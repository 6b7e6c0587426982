import { addDays, daysBetween } from '../domain/calendar.ts'
import { readBuilt } from '../files/built.ts'

/** What the standard world answered to the example of an operation (D108). */
export type RecordedAnswer = {
  readonly status: number
  /** As it was sent. */
  readonly body: string
}

export type AnswersByOperation = Readonly<Record<string, RecordedAnswer>>

/** The day of the world that was called: one on which banks book. */
export const RECORDED_ON = '2026-01-14'

/** The answers as the build has recorded them, with their days counted from `today`. None where the program was never built. */
export function recordedAnswers(today: string): AnswersByOperation {
  const later = daysBetween(RECORDED_ON, today)
  return JSON.parse((readBuilt('answers.json') ?? '{}').replaceAll(DAY, day => addDays(day, later)))
}

// No id has digits and hyphens of this form.
const DAY = /\b20\d\d-[01]\d-[0-3]\d(?=\\?"|T\d\d:)/g
