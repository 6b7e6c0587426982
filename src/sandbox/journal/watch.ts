import { setTimeout as sleep } from 'node:timers/promises'
import { CALLERS, type CallSummary, type Journal } from '../../domain/calls.ts'

/** How often the calls of other processes are looked for, and how many calls are passed on in one turn (D74). */
const LOOK_MS = 1_000
const MOST = 200
/** How long watchers get for this many, when there are more, so that many calls written at once do not leave them behind (D99). */
const PACE_MS = 20

/** Passes on the calls of a journal, whichever process wrote them (D95). Without watchers nothing is read. */
export function watchJournal({ list }: Pick<Journal, 'list'>, onFault: (error: unknown) => void) {
  const watchers = new Set<(calls: readonly CallSummary[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let place: number | undefined
  let looking: Promise<void> | undefined
  let isDueAgain = false

  async function passOn(): Promise<void> {
    while (watchers.size > 0) {
      isDueAgain = false
      const after = place
      // A new watcher has all calls written by now.
      const window = { take: after === undefined ? 1 : MOST, order: 'WRITTEN', backwards: after !== undefined } as const
      const calls = await list(undefined, { by: CALLERS }, { ...window, older: undefined, newer: after?.toString() })
      if (watchers.size === 0) return
      place = calls.at(-1)?.place ?? after ?? 0
      if (after !== undefined && calls.length > 0) for (const watcher of watchers) watcher(calls)
      if (after !== undefined && calls.length === MOST) await sleep(PACE_MS, undefined, { ref: false })
      else if (!isDueAgain) return
    }
  }

  async function look(): Promise<void> {
    isDueAgain = true
    looking ??= passOn()
      .catch(onFault)
      .finally(() => {
        looking = undefined
      })
    await looking
  }

  const stop = () => {
    watchers.clear()
    clearInterval(timer)
    timer = undefined
    place = undefined
  }

  return {
    look,
    place: () => place ?? 0,
    watch: (watcher: (calls: readonly CallSummary[]) => void) => {
      watchers.add(watcher)
      timer ??= setInterval(look, LOOK_MS).unref()
      if (place === undefined) void look()
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) stop()
      }
    },
    stop,
  }
}
