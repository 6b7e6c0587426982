import { Temporal } from 'temporal-polyfill'

const LONGEST_MS = 366 * 86_400_000

/**
 * The instant that is an ISO 8601 duration after another, or before it when the duration is negative. Months and days are those of Oslo's calendar, so that
 * P1D over a change to summer time lands on the same hour. `undefined` for what is no duration or leads out of the calendar.
 */
export function addDuration(instant: Date, duration: string | Temporal.DurationLike): Date | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Europe/Oslo')
    return new Date(start.add(Temporal.Duration.from(duration)).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** The same for a duration of up to a year that is not negative; `undefined` for others. */
export function after(instant: Date, duration: string): Date | undefined {
  const end = addDuration(instant, duration)
  if (end === undefined) return undefined
  const distance = end.getTime() - instant.getTime()
  return distance >= 0 && distance <= LONGEST_MS ? end : undefined
}

/** The smallest id that can be made at an instant: ids are UUID v7 (D20), so all that were made before it sort before it. */
export function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
