export type Changes = {
  /** A command in the world of this key has committed, and is on the disk. */
  report(worldId: string): void
  /**
   * From now on calls `onCommit` after each commit of a command, and without a key soon after another process has committed. Returns a function that
   * stops this.
   */
  follow(onCommit: CommitFollower): () => void
}

type CommitFollower = (worldId: string | undefined) => void

/** How often the store looks for commits of other processes. A look reads one number of SQLite, and happens only while a follower waits. */
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
