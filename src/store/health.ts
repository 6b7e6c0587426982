import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError, unavailable } from './errors.ts'

/** Whether the store can be used, and if not, which part of it fails. */
export type Health =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** The store works, but another process writes, or too many calls wait: this call's turn did not come in time. */
      readonly busy?: true | undefined
      readonly part: 'files' | 'writing' | 'reading'
      readonly reason: string
      /** The file that is at fault, and SQLite's own code, where these are known. */
      readonly file: string | undefined
      readonly code: string | undefined
    }

type Parts = Readonly<Record<'files' | 'writing' | 'reading', () => void | Promise<void>>> & {
  /** Fulfilled as soon as the database answers anything at all: then it is busy, and not gone (D127). */
  readonly answer?: () => Promise<unknown>
}

const ONCE_IN_MS = 1_000
/** A health request is answered within a second (D74): a part that waits longer for its turn counts as busy. */
const PATIENCE_MS = 800

const BUSY: Health = {
  ok: false,
  busy: true,
  part: 'writing',
  reason: 'The store could not be written for a second: another process may hold it.',
  file: undefined,
  code: undefined,
}

const AWAY: Health = { ...BUSY, busy: undefined, reason: 'The database does not answer.' }

/** Checks each part in turn, at most once a second; a request in between gets the last answer. */
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
    let late = parts.answer === undefined ? BUSY : AWAY
    const hear = () => {
      late = BUSY
    }
    if (!last.isOver) parts.answer?.().then(hear, () => undefined)
    const end = new AbortController()
    const waiting = sleep(PATIENCE_MS, undefined, { signal: end.signal }).catch(() => undefined)
    const health = (await Promise.race([last.health, waiting])) ?? late
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
