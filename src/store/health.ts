import { StoreUnavailableError, unavailable } from './errors.ts'

/** Whether the store can be used, and if not, which part of it fails. */
export type Health =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly part: 'files' | 'writing' | 'reading'
      readonly reason: string
      /** The file that is at fault, and SQLite's own code, where these are known. */
      readonly file: string | undefined
      readonly code: string | undefined
    }

type Parts = Readonly<Record<'files' | 'writing' | 'reading', () => void | Promise<void>>>

const ONCE_IN_MS = 1_000

/** Looks at each part in turn. At most once a second, however often it is asked: whoever comes in between gets the same answer. */
export function createHealth(file: string, parts: Parts): () => Promise<Health> {
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= ONCE_IN_MS) last = { at: now, health: look(file, parts) }
    return last.health
  }
}

async function look(file: string, parts: Parts): Promise<Health> {
  for (const part of ['files', 'writing', 'reading'] as const) {
    try {
      await parts[part]()
    } catch (error) {
      const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
      const reason = fault?.told ?? 'It failed; the log of the server says why.'
      return { ok: false, part, reason, file: fault?.file ?? (fault?.code && file), code: fault?.code }
    }
  }
  return { ok: true }
}
