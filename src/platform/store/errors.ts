/** The store cannot do this now; the caller may try again later (503, D17). `publicText` is what a client may read of it (D16). */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  readonly publicText: string
  /** It may end by itself in a moment. */
  readonly passes: boolean = false
  /** The file, and SQLite's own code for its fault, where they are known. */
  readonly file: string | undefined
  readonly code: string | undefined

  constructor(message: string, publicText: string, { file, code, ...options }: FaultOptions = {}) {
    super(message, options)
    this.publicText = publicText
    this.file = file
    this.code = code
  }
}

type FaultOptions = ErrorOptions & { readonly file?: string | undefined; readonly code?: string | undefined }

/** The store is overloaded, or another process holds its lock. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly name = 'StoreBusyError'
  override readonly passes = true

  constructor(message: string, options?: FaultOptions) {
    super(message, 'The store has too much to do. Try again in a second.', options)
  }
}

/** Another process holds a world that is claimed, or a copy of the world is being made (D125). */
export class WorldHeldError extends StoreBusyError {}

/** The files are no longer those that were opened. A write would be lost at the next restart, so none is acknowledged. */
export class StoreLostError extends StoreUnavailableError {
  override readonly name = 'StoreLostError'

  constructor(message: string, options: ErrorOptions & { readonly publicText?: string } = {}) {
    super(
      message,
      options.publicText ?? 'The files of the store were changed under the server. It must be started again.',
      options,
    )
  }
}

/** The store, unless the caller names another file. */
type FaultyFile = { readonly what: string; readonly file: string | undefined }

/** The error to pass on when SQLite reports a fault of the disk and not of the call; else undefined. */
export function unavailable(
  error: unknown,
  { what, file }: FaultyFile = { what: 'store', file: undefined },
): StoreUnavailableError | undefined {
  const code = sqliteCode(error)
  const found = DISK_FAULTS.find(([prefix]) => code?.startsWith(prefix))
  if (found === undefined) return undefined
  const publicText = found[1](what)
  return new StoreUnavailableError(`${publicText} (${code}).`, publicText, { cause: error, file, code })
}

const DISK_FAULTS: readonly (readonly [code: string, publicText: (what: string) => string])[] = [
  ['SQLITE_FULL', what => `The disk of the ${what} is full`],
  ['SQLITE_IOERR', what => `The disk of the ${what} cannot be read or written`],
  ['SQLITE_CANTOPEN', what => `The files of the ${what} cannot be opened`],
  ['SQLITE_READONLY', what => `The ${what} cannot be written`],
  ['SQLITE_CORRUPT', what => `The ${what} is damaged`],
  ['SQLITE_NOTADB', what => `The ${what} is damaged`],
]

/** Whether a database reports that a row breaks a constraint. SQLite says it by a name, PostgreSQL by the class of its code. */
export function breaksConstraint(error: unknown): boolean {
  return /^23\d{3}$/.test(codeOf(error) ?? '') || sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') === true
}

/** The code of an error of Node, PostgreSQL or SQLite. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** SQLite's own code, also where the adapter or Prisma has wrapped the error. */
export function sqliteCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth += 1) {
    for (const name of ['code', 'originalCode']) {
      const code: unknown = Reflect.get(at, name)
      if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
    }
    at = Reflect.get(at, 'cause') ?? Reflect.get(Reflect.get(at, 'meta') ?? {}, 'driverAdapterError')
  }
  return undefined
}

/** Why a file cannot be used at the start, and what to do about it. */
const START_FAULTS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^SQLITE_NOTADB/, 'it is not an SQLite database'],
  [/^SQLITE_CORRUPT/, 'it is damaged'],
  [/^SQLITE_CANTOPEN|^EISDIR|^ENOTDIR/, 'it is a directory, or may not be read, or its directory cannot be used'],
  [
    /^SQLITE_READONLY|^EACCES|^EPERM|^EROFS/,
    'it cannot be written: make it, its -wal and its folder writable for the user that starts the bank, or choose another SANDBANK_HOME',
  ],
  [/^SQLITE_BUSY/, 'another process holds it: stop that one, or wait for its end'],
  [/^SQLITE_FULL|^ENOSPC|^EDQUOT/, 'the disk is full: make room on it, or choose another SANDBANK_HOME'],
  [/^EMFILE|^ENFILE/, 'too many files are open: allow more with `ulimit -n 4096`'],
  [/^SQLITE_IOERR/, 'the disk cannot be read or written'],
]

/** The library's message has several lines, and words that few readers know. */
const NO_FILE = `SQLite (@photostructure/sqlite) has no file that can be loaded on this machine (${process.platform} ${process.arch}, Node ${process.versions.node}): run \`npm rebuild @photostructure/sqlite\` where sandbank is installed, which compiles it with python3, make and a C++ compiler`

/** A fault at the start in one sentence: what failed, why, and what to do. */
export function startFault(what: string, error: unknown): Error {
  const code = sqliteCode(error) ?? codeOf(error) ?? ''
  const text = messageOf(error)
  if (code === 'ERR_DLOPEN_FAILED' || text.startsWith('No native build was found'))
    return new Error(`${what}: ${NO_FILE}.`, { cause: error })
  const reason = START_FAULTS.find(([codes]) => codes.test(code))?.[1]
  return new Error(`${what}: ${reason === undefined ? text : `${reason} (${text})`}`, { cause: error })
}

/** A line of the log on a fault of the files. */
export type FaultLine = {
  readonly text: string
  readonly requestId: string | undefined
  readonly file: string
  readonly code: string | undefined
  /** How often the same fault occurred since the last line, if it did. */
  readonly again: number | undefined
}

const QUIET_MS = 60_000

/**
 * Reports each kind of fault once a minute, with the first call that met it: every call meets a full disk. The next line says how often it occurred
 * meanwhile. `books` is the file to name when the fault names none.
 */
export function oncePerMinute(
  books: string,
  write: (line: FaultLine) => void,
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
    write({
      text: message,
      requestId,
      file,
      code,
      again: last === undefined || last.more === 0 ? undefined : last.more,
    })
  }
}
