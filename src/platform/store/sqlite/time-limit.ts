/** A command did not finish in time; it is not tried again. */
export class TooLongError extends Error {}

/** Ends the wait for a command after `limitMs`. Commands run one at a time, and each resets the one timer: that costs less than a timer of its own. */
export function createTimeLimit(limitMs: number) {
  let giveUp: (error: Error) => void = () => undefined
  const timer = setTimeout(() => {
    giveUp(new TooLongError(`A transaction was not over after ${limitMs} ms. Does it wait for itself, in another one?`))
  }, limitMs).unref()

  return {
    within<T>(running: Promise<T>): Promise<T> {
      timer.refresh()
      return new Promise((resolve, reject) => {
        giveUp = reject
        running.then(resolve, reject)
      })
    },
    stop: () => clearTimeout(timer),
  }
}
