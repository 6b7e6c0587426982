import { MOST_WRONG_NUMBERS } from '../../domain/authorisations.ts'

/** How long wrong numbers count against those who try more. */
export const TRIES_MS = 60_000

/** Counts a wrong number of a caller. False when it is one too many. */
export type CountWrongNumber = (world: string, address: string) => boolean

/**
 * As many wrong numbers as an authorisation stands, of each address in each world and minute of the machine's clock. A right number counts nothing and is
 * always taken: behind one address are several people, and the mistakes of one shut out no other (D75). Kept in memory: a page without
 * a session has no one to count for, and a table of guesses would be one more thing that guessing fills.
 */
export function boundTries(machineNow: () => Date): CountWrongNumber {
  const counts = new Map<string, { made: number; readonly until: number }>()
  return (world, address) => {
    const now = machineNow().getTime()
    for (const [known, { until }] of counts) if (until <= now) counts.delete(known)
    const key = `${world} ${address}`
    const count = counts.get(key) ?? { made: 0, until: now + TRIES_MS }
    counts.set(key, count)
    count.made += 1
    return count.made <= MOST_WRONG_NUMBERS
  }
}
