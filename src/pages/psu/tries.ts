import { MOST_WRONG_NUMBERS } from '../../domain/authorisations.ts'

/** How long wrong numbers count against those who try more. */
export const TRIES_MS = 60_000

/** What bounds the guessing of numbers where there is no authorisation that could fail. */
export type Tries = {
  /** Counts a try before it is made, so that many at once are bounded too. False when none is left. */
  begin(world: string): boolean
  /** A right number costs nothing. */
  takeBack(world: string): void
}

/**
 * As many wrong numbers as an authorisation stands, in each world and minute of the machine's clock. Kept in memory: a page without
 * a session has nobody to count for, and a table of guesses would be one more thing that guessing fills.
 */
export function boundTries(machineNow: () => Date): Tries {
  const counts = new Map<string, { made: number; readonly until: number }>()
  return {
    begin: world => {
      const now = machineNow().getTime()
      for (const [known, { until }] of counts) if (until <= now) counts.delete(known)
      const count = counts.get(world) ?? { made: 0, until: now + TRIES_MS }
      if (count.made >= MOST_WRONG_NUMBERS) return false
      count.made += 1
      counts.set(world, count)
      return true
    },
    takeBack: world => {
      const count = counts.get(world)
      if (count !== undefined && count.made > 0) count.made -= 1
    },
  }
}
