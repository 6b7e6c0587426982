import type { StoreUnavailableError } from './errors.ts'

/** What a line of the log says of a fault of the files. */
export type FaultLine = {
  readonly text: string
  readonly requestId: string | undefined
  readonly file: string
  readonly code: string | undefined
  /** How often the same was met since the line before, when it was. */
  readonly again: number | undefined
}

const QUIET_MS = 60_000

/**
 * Tells each kind of fault once a minute, with the call that met it first: a disk that is full is met by every call. How often it was met meanwhile, the next line
 * says. `books` is the file that it is where none is named.
 */
export function oncePerMinute(
  books: string,
  tell: (line: FaultLine) => void,
): (fault: StoreUnavailableError, requestId: string | undefined) => void {
  const kinds = new Map<string, { readonly at: number; more: number }>()
  return ({ message, file = books, code }, requestId) => {
    const kind = `${file} ${code ?? message}`
    const now = performance.now()
    const last = kinds.get(kind)
    if (last !== undefined && now - last.at < QUIET_MS) {
      last.more += 1
      return
    }
    kinds.set(kind, { at: now, more: 0 })
    tell({ text: message, requestId, file, code, again: last === undefined || last.more === 0 ? undefined : last.more })
  }
}
