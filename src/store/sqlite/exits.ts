/** Runs something when the process ends without a signal, before its stores were closed. Answers what calls it off. */
export function atExit(run: () => void): () => void {
  if (waiting.size === 0) process.once('exit', runAll)
  waiting.add(run)
  return () => {
    waiting.delete(run)
    if (waiting.size === 0) process.off('exit', runAll)
  }
}

// One listener for all: a process of tests has many stores.
const waiting = new Set<() => void>()

function runAll(): void {
  for (const run of waiting) {
    try {
      run()
    } catch {
      // A statement that runs keeps its connection: the next start finds the log.
    }
  }
}
