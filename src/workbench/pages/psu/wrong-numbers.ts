import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../bank/context.ts'
import { MOST_WRONG_NUMBERS } from '../../../domain/authorisations.ts'

type Clock = Pick<Deps, 'machineNow' | 'stopping'>

/** The wrong numbers of one caller. */
export type WrongNumbers = {
  add(): void
  /** Delays an answer when there are too many. */
  hold(): Promise<void>
}

/** How long wrong numbers are counted, and how long each answer is then delayed. */
const TRIES_MS = 60_000
const HELD_MS = 2_000

/** Delays an answer after too many wrong numbers. A right number is delayed as well, but never refused (D75). */
export async function holdBack(wrongNumbers: number, { stopping }: Pick<Clock, 'stopping'>): Promise<void> {
  if (wrongNumbers <= MOST_WRONG_NUMBERS) return
  // A stopping server does not wait.
  await sleep(HELD_MS, undefined, { signal: stopping }).catch(() => undefined)
}

/**
 * Counts wrong numbers on pages that name no customer, for each address and world, in a minute of the machine's clock. Several people share an address, so
 * no PSU is shut out for the mistakes of another (D75). The count is in memory, because guesses would fill a table.
 */
export function countWrongNumbers(clock: Clock) {
  const counts = new Map<string, { made: number; readonly until: number }>()
  return (caller: string): WrongNumbers => ({
    add: () => {
      const now = clock.machineNow().getTime()
      for (const [known, { until }] of counts) if (until <= now) counts.delete(known)
      const count = counts.get(caller) ?? { made: 0, until: now + TRIES_MS }
      counts.set(caller, count)
      count.made += 1
    },
    hold: async () => {
      const { made = 0, until = 0 } = counts.get(caller) ?? {}
      if (until > clock.machineNow().getTime()) await holdBack(made, clock)
    },
  })
}
