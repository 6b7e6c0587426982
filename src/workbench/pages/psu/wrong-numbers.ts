import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../bank/context.ts'
import { MOST_WRONG_NUMBERS } from '../../../domain/authorisations.ts'

const HELD_MS = 2_000

/** Delays an answer after too many wrong numbers. A right number is delayed as well, but never refused (D75). */
export async function holdBack(wrongNumbers: number, { stopping }: Pick<Deps, 'stopping'>): Promise<void> {
  if (wrongNumbers <= MOST_WRONG_NUMBERS) return
  // A stopping server does not wait.
  await sleep(HELD_MS, undefined, { signal: stopping }).catch(() => undefined)
}
