import { Temporal } from 'temporal-polyfill'

const LONGEST_MS = 366 * 86_400_000

/**
 * The instant that is an ISO 8601 duration of up to a year after another. Months and days are those of Oslo's calendar, so that P1D over a change to
 * summer time lands on the same hour. `undefined` for what is no such duration.
 */
export function after(instant: Date, duration: string): Date | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Europe/Oslo')
    const end = start.add(Temporal.Duration.from(duration)).epochMilliseconds
    return end >= instant.getTime() && end - instant.getTime() <= LONGEST_MS ? new Date(end) : undefined
  } catch {
    return undefined
  }
}
