import { CALLERS, type CallSummary, type Journal } from './calls.ts'

/** How often the file is read for calls that another process has written, and how many calls are passed on at once. */
const LOOK_MS = 1_000
const MOST = 1_000

/** Passes on the calls of a journal's file, whichever process wrote them (D95). Without watchers nothing is read. */
export function watchJournal({ list }: Pick<Journal, 'list'>, onFault: (error: unknown) => void) {
  const watchers = new Set<(call: CallSummary) => void>()
  let timer: NodeJS.Timeout | undefined
  let lastPlace = 0

  /** The latest calls that were written since the last look, in their order. */
  const next = (take: number): readonly CallSummary[] => {
    try {
      const window = { take, order: 'WRITTEN', backwards: false, older: undefined, newer: String(lastPlace) } as const
      const calls = list(undefined, { by: CALLERS }, window)
      lastPlace = calls[0]?.place ?? lastPlace
      return calls.toReversed()
    } catch (error) {
      onFault(error)
      return []
    }
  }

  const look = () => {
    if (watchers.size === 0) return
    for (const call of next(MOST)) for (const watcher of watchers) watcher(call)
  }

  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }

  return {
    look,
    watch: (watcher: (call: CallSummary) => void) => {
      if (watchers.size === 0) next(1)
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
