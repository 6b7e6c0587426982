import type { StoreOptions } from '../engine.ts'
import { StoreLostError } from '../errors.ts'
import type { watchFiles } from './files.ts'

export type Loss = ReturnType<typeof createLoss>

const LOOK_EVERY_MS = 1_000

/**
 * Remembers that the files of a store are no longer those that were opened, or that the disk refused to store their content. From then on each caller
 * gets that error, also one that only reads: so the files are checked once a second, whatever is called.
 */
export function createLoss(files: ReturnType<typeof watchFiles>, onLost: StoreOptions['onLost']) {
  let lost: StoreLostError | undefined

  function loseBy(error: unknown): never {
    if (error instanceof StoreLostError) {
      lost = error
      onLost?.(error)
    }
    throw error
  }

  function check(): void {
    if (lost !== undefined) throw lost
    try {
      files.check()
    } catch (error) {
      loseBy(error)
    }
  }

  const looking = setInterval(() => {
    try {
      check()
    } catch {
      // The error is stored, and each later caller gets it.
    }
  }, LOOK_EVERY_MS).unref()

  return {
    error: () => lost,
    check,
    force: () => files.force().catch(loseBy),
    stopLooking: () => clearInterval(looking),
  }
}
