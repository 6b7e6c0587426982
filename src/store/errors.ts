/** The store cannot do this now; the caller may try again later (503, D17). `told` is what a client may read of it (D16). */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  readonly told: string
  /** Which file it is, and SQLite's own code for what is wrong with it, where that is known. */
  readonly file: string | undefined
  readonly code: string | undefined

  constructor(message: string, told: string, { file, code, ...options }: FaultOptions = {}) {
    super(message, options)
    this.told = told
    this.file = file
    this.code = code
  }
}

type FaultOptions = ErrorOptions & { readonly file?: string | undefined; readonly code?: string | undefined }

/** The store has too much to do, or another process holds it. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly name = 'StoreBusyError'

  constructor(message: string, options?: FaultOptions) {
    super(message, 'The store has too much to do. Try again in a second.', options)
  }
}

/** The files are not any more what was opened: what is written now would be gone after a restart, so nothing is acknowledged. */
export class StoreLostError extends StoreUnavailableError {
  override readonly name = 'StoreLostError'

  constructor(message: string, options: ErrorOptions & { readonly told?: string } = {}) {
    super(
      message,
      options.told ?? 'The files of the store were changed under the server. It must be started again.',
      options,
    )
  }
}

/** The books, unless it is said which other file it is. */
type FaultyFile = { readonly what: string; readonly file: string | undefined }

/** What SQLite says when the disk, and not the call, is at fault: the error to pass on in its place; else undefined. */
export function unavailable(
  error: unknown,
  { what, file }: FaultyFile = { what: 'store', file: undefined },
): StoreUnavailableError | undefined {
  const code = sqliteCode(error)
  const found = DISK_FAULTS.find(([prefix]) => code?.startsWith(prefix))
  if (found === undefined) return undefined
  const told = found[1](what)
  return new StoreUnavailableError(`${told} (${code}).`, told, { cause: error, file, code })
}

const DISK_FAULTS: readonly (readonly [code: string, told: (what: string) => string])[] = [
  ['SQLITE_FULL', what => `The disk of the ${what} is full`],
  ['SQLITE_IOERR', what => `The disk of the ${what} cannot be read or written`],
  ['SQLITE_CANTOPEN', what => `The files of the ${what} cannot be opened`],
  ['SQLITE_READONLY', what => `The ${what} cannot be written`],
  ['SQLITE_CORRUPT', what => `The ${what} is damaged`],
  ['SQLITE_NOTADB', what => `The ${what} is damaged`],
]

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
