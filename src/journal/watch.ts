import { CALLERS, type CallSummary, type Journal } from './calls.ts'

/** How often the file is read for calls that another process has written, and how many calls are passed on in one turn (D74). */
const LOOK_MS = 1_000
const MOST = 200
/** How long watchers have for so many, when there are more: what was written at once is not to find them behind (D99). */
const PACE_MS = 20

/** Passes on the calls of a journal's file, whichever process wrote them (D95). Without watchers nothing is read. */
export function watchJournal({ list }: Pick<Journal, 'list'>, onFault: (error: unknown) => void) {
  const watchers = new Set<(calls: readonly CallSummary[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let pace: NodeJS.Timeout | undefined
  let lastPlace = 0

  /** Calls that were written since the last look, in their order: the first of them, or else the latest. */
  const next = (take: number, isFirst: boolean): readonly CallSummary[] => {
    try {
      const window = { take, order: 'WRITTEN', backwards: isFirst, older: undefined, newer: String(lastPlace) } as const
      const calls = list(undefined, { by: CALLERS }, window)
      lastPlace = calls.at(-1)?.place ?? lastPlace
      return calls
    } catch (error) {
      onFault(error)
      return []
    }
  }

  const look = () => {
    if (watchers.size === 0 || pace !== undefined) return
    const calls = next(MOST, true)
    if (calls.length > 0) for (const watcher of watchers) watcher(calls)
    if (calls.length < MOST) return
    pace = setTimeout(() => {
      pace = undefined
      look()
    }, PACE_MS).unref()
  }

  const stop = () => {
    watchers.clear()
    clearInterval(timer)
    timer = undefined
    clearTimeout(pace)
    pace = undefined
  }

  return {
    look,
    watch: (watcher: (calls: readonly CallSummary[]) => void) => {
      if (watchers.size === 0) next(1, false)
      watchers.add(watcher)
      timer ??= setInterval(look, LOOK_MS).unref()
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) stop()
      }
    },
    stop,
  }
}
