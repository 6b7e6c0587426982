import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../context.ts'
import { MOST_WRONG_NUMBERS } from '../../domain/authorisations.ts'

type Clock = Pick<Deps, 'machineNow' | 'stopping'>

/** The wrong numbers of one caller. */
export type WrongNumbers = {
  add(): void
  /** Holds an answer back where there are too many of them. */
  hold(): Promise<void>
}

/** How long wrong numbers count against those who try more, and how long each answer then takes. */
const TRIES_MS = 60_000
const HELD_MS = 2_000

/** Holds an answer back where so many wrong numbers are too many, that to a right one too, which is always taken (D75). */
export async function holdBack(wrongNumbers: number, { stopping }: Pick<Clock, 'stopping'>): Promise<void> {
  if (wrongNumbers <= MOST_WRONG_NUMBERS) return
  // A server that stops waits for none of them.
  await sleep(HELD_MS, undefined, { signal: stopping }).catch(() => undefined)
}

/**
 * The wrong numbers where none is named that is meant, of each address in each world and minute of the machine's clock: behind one address are several people, and the
 * mistakes of one shut out no other (D75). Counted in memory, since guesses would fill a table.
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
