import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError, unavailable } from './errors.ts'

/** Whether the store can be used, and if not, which part of it fails. */
export type Health =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** It works, and another process writes, or too many wait: it was not this one's turn in time. */
      readonly busy?: true
      readonly part: 'files' | 'writing' | 'reading'
      readonly reason: string
      /** The file that is at fault, and SQLite's own code, where these are known. */
      readonly file: string | undefined
      readonly code: string | undefined
    }

type Parts = Readonly<Record<'files' | 'writing' | 'reading', () => void | Promise<void>>>

const ONCE_IN_MS = 1_000
/** A request for health is answered within a second (D74): a part that waits longer for its turn is busy. */
const PATIENCE_MS = 800

const BUSY: Health = {
  ok: false,
  busy: true,
  part: 'writing',
  reason: 'The store could not be written for a second: another process may hold it.',
  file: undefined,
  code: undefined,
}

/** Looks at each part in turn, at most once a second: a request in between gets the same answer. */
export function createHealth(file: string, parts: Parts): () => Promise<Health> {
  let last: { readonly at: number; readonly health: Promise<Health>; isOver: boolean } | undefined
  return async () => {
    const now = performance.now()
    if (last === undefined || (last.isOver && now - last.at >= ONCE_IN_MS)) {
      const looking = { at: now, health: look(file, parts), isOver: false }
      looking.health.then(() => {
        looking.isOver = true
      })
      last = looking
    }
    const end = new AbortController()
    const busy = sleep(PATIENCE_MS, BUSY, { signal: end.signal }).catch(() => BUSY)
    const health = await Promise.race([last.health, busy])
    end.abort()
    return health
  }
}

async function look(file: string, parts: Parts): Promise<Health> {
  for (const part of ['files', 'writing', 'reading'] as const) {
    try {
      await parts[part]()
    } catch (error) {
      const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
      const reason = fault?.publicText ?? 'It failed; the log of the server says why.'
      return { ok: false, part, reason, file: fault?.file ?? (fault?.code && file), code: fault?.code }
    }
  }
  return { ok: true }
}
