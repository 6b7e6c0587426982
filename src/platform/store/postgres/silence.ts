import type { Socket } from 'node:net'

/** How long a connection may leave its statements without any answer (D127). PostgreSQL ends a statement, or its wait for a lock, before that. */
export const SILENCE_MS = 9_000

/** How long a lost connection to a database was silent. An idle connection that has received nothing since then is checked before use. */
const silentSince = new Map<string, number>()

/** Counts the statements of a connection and their answers, and breaks its socket when statements are without any answer for too long. */
export function watchSilence(url: string, socket: Socket) {
  let [open, answers, heardAt, silenceMs] = [0, 0, 0, SILENCE_MS]
  let watching: NodeJS.Timeout | undefined
  const leftMs = () => heardAt + silenceMs - performance.now()

  function watch(): void {
    watching = setTimeout(look, leftMs()).unref()
  }

  function look(): void {
    watching = undefined
    if (open > 0 && leftMs() > 0) watch()
    // Answers that arrived while this process was blocked are read first.
    else if (open > 0) setImmediate(() => (open > 0 && leftMs() <= 0 ? drop() : open > 0 && watch()))
  }

  function drop(): void {
    silentSince.set(url, Math.max(heardAt, silentSince.get(url) ?? 0))
    socket.destroy(new Error(`it has not answered for ${silenceMs / 1000} s`))
  }

  return {
    sent: (): void => {
      if (open === 0) heardAt = performance.now()
      open += 1
      if (watching === undefined) watch()
    },
    heard: (): void => {
      open -= 1
      answers += 1
      heardAt = performance.now()
    },
    opened: (): void => {
      heardAt = performance.now()
    },
    /** Another connection was silent since this one has heard anything. */
    isDoubtful: () => open === 0 && heardAt < (silentSince.get(url) ?? 0),
    open: () => open,
    answered: () => answers,
    patience: (ms: number): void => {
      const isShorter = ms < silenceMs
      silenceMs = ms
      if (!isShorter || watching === undefined) return
      clearTimeout(watching)
      look()
    },
  }
}
