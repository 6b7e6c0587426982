/** Runs a function when the process exits without a signal while stores are open. Returns a function that cancels this. */
export function atExit(run: () => void): () => void {
  if (waiting.size === 0) process.once('exit', runAll)
  waiting.add(run)
  return () => {
    waiting.delete(run)
    if (waiting.size === 0) process.off('exit', runAll)
  }
}

// One listener for all stores: a test process has many.
const waiting = new Set<() => void>()

function runAll(): void {
  for (const run of waiting) {
    try {
      run()
    } catch {
      // A connection with a running statement cannot be closed: the next start finds the log.
    }
  }
}
