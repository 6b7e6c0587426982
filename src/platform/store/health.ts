import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailableError, unavailable } from './errors.ts'

/** Whether the store can be used, and if not, which part of it fails. */
export type Health =
  | { readonly ok: true }
  | {
      readonly ok: false
      /** Only slow as yet: the row was not written in time, for less than ten seconds (D127). */
      readonly busy: boolean
      readonly part: 'files' | 'writing' | 'reading'
      readonly reason: string
      /** The file that is at fault, and SQLite's own code, where these are known. */
      readonly file: string | undefined
      readonly code: string | undefined
    }

type Parts = Readonly<Record<'files' | 'writing' | 'reading', () => void | Promise<void>>> & {
  /** Fulfilled as soon as the database answers anything at all: then it is slow, and not gone (D127). */
  readonly answer?: () => Promise<unknown>
}

const ONCE_IN_MS = 1_000
/** A health request is answered within a second (D74). */
const PATIENCE_MS = 800
/** A store that only waits is busy for this long, and cannot be written from then on: a proxy keeps the servers of a slow host (D127). */
const BUSY_MS = 10_000

/** Checks each part in turn, at most once a second; a request in between gets the last answer. */
export function createHealth(file: string, parts: Parts): () => Promise<Health> {
  let last: { readonly at: number; readonly looked: Promise<Finding>; isOver: boolean } | undefined
  /** The first look since the last one that found everything well. */
  let unwellSince: number | undefined

  function begin(at: number) {
    const looking = { at, looked: look(file, parts), isOver: false }
    unwellSince ??= at
    looking.looked.then(({ health }) => {
      looking.isOver = true
      if (health.ok) unwellSince = undefined
    })
    return looking
  }

  return async () => {
    const now = performance.now()
    if (last === undefined || (last.isOver && now - last.at >= ONCE_IN_MS)) last = begin(now)
    let answers = parts.answer === undefined
    const hear = () => {
      answers = true
    }
    if (!last.isOver) parts.answer?.().then(hear, () => undefined)
    const end = new AbortController()
    const waiting = sleep(PATIENCE_MS, undefined, { signal: end.signal }).catch(() => undefined)
    const found = await Promise.race([last.looked, waiting])
    end.abort()
    const busy = performance.now() - (unwellSince ?? now) < BUSY_MS
    if (found === undefined) return late(answers, busy)
    return found.health.ok ? found.health : { ...found.health, busy: busy && found.passes }
  }
}

function late(answers: boolean, busy: boolean): Health {
  const slow = `The store could not be written for ${busy ? 'a second' : `${BUSY_MS / 1_000} seconds`}: another process may hold it.`
  const reason = answers ? slow : 'The database does not answer.'
  return { ok: false, busy, part: 'writing', reason, file: undefined, code: undefined }
}

/** `passes`: what was found may be over in a moment. */
type Finding = { readonly health: Health; readonly passes: boolean }

async function look(file: string, parts: Parts): Promise<Finding> {
  for (const part of ['files', 'writing', 'reading'] as const) {
    try {
      await parts[part]()
    } catch (error) {
      const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
      const reason = fault?.publicText ?? 'It failed; the log of the server says why.'
      const at = { file: fault?.file ?? (fault?.code && file), code: fault?.code }
      return { health: { ok: false, busy: false, part, reason, ...at }, passes: fault?.passes === true }
    }
  }
  return { health: { ok: true }, passes: false }
}
