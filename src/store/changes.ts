/** Reports commits. */
export type Changes = {
  /** A command in the world of this key has committed, and is on the disk. */
  report(worldId: string): void
  /** Calls `onCommit` from now on after each commit of a command, and without a key soon after another process has committed. Answers how to stop that. */
  follow(onCommit: CommitFollower): () => void
}

type CommitFollower = (worldId: string | undefined) => void

/** How often is looked for what another process has committed: one number of SQLite, and only while a follower waits. */
const LOOK_MS = 50

/** `version` changes when another process commits. */
export function createChanges(version: () => unknown): Changes {
  const followers = new Set<CommitFollower>()
  let timer: NodeJS.Timeout | undefined
  let known: unknown
  const report: CommitFollower = worldId => {
    for (const follower of followers) follower(worldId)
  }
  const look = () => {
    const now = version()
    if (now === known) return
    known = now
    report(undefined)
  }
  return {
    report,
    follow: onCommit => {
      known = followers.size === 0 ? version() : known
      followers.add(onCommit)
      timer ??= setInterval(look, LOOK_MS).unref()
      return () => {
        followers.delete(onCommit)
        if (followers.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
