/**
 * The machine's time as the bank takes it: like the machine's, but it never goes back (D40). Where the machine's clock is put back, by
 * a minute or a year, this one goes on from the latest time that was seen, and is the machine's again when that has come so far.
 * `latest` is what an earlier run remembered; `elapsedMs` a clock that nobody sets.
 */
export function neverBack(machineNow: () => Date, elapsedMs: () => number, latest: Date | undefined): () => Date {
  let seenMs = latest?.getTime() ?? 0
  let atMs = elapsedMs()
  return () => {
    const passedMs = elapsedMs()
    const machineMs = machineNow().getTime()
    const goneOnMs = seenMs + Math.trunc(passedMs - atMs)
    if (machineMs < goneOnMs) return new Date(goneOnMs)
    seenMs = machineMs
    atMs = passedMs
    return new Date(machineMs)
  }
}
