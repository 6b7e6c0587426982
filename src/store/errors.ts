/** The store cannot do this now; the caller may try again later (503, D17). `told` is what a client may read of it (D16). */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  readonly told: string

  constructor(message: string, told: string, options?: ErrorOptions) {
    super(message, options)
    this.told = told
  }
}

/** The store has too much to do, or another process holds it. */
export class StoreBusyError extends StoreUnavailableError {
  override readonly name = 'StoreBusyError'

  constructor(message: string, options?: ErrorOptions) {
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

/** What SQLite says when the disk, and not the call, is at fault: the error to pass on in its place; else undefined. */
export function unavailable(error: unknown): StoreUnavailableError | undefined {
  const code = sqliteCode(error)
  const found = DISK_FAULTS.find(([prefix]) => code?.startsWith(prefix))
  return found === undefined
    ? undefined
    : new StoreUnavailableError(`${found[1]} (${code}).`, found[1], { cause: error })
}

const DISK_FAULTS = [
  ['SQLITE_FULL', 'The disk of the store is full'],
  ['SQLITE_IOERR', 'The disk of the store cannot be read or written'],
  ['SQLITE_CANTOPEN', 'The files of the store cannot be opened'],
  ['SQLITE_READONLY', 'The store cannot be written'],
  ['SQLITE_CORRUPT', 'The store is damaged'],
  ['SQLITE_NOTADB', 'The store is damaged'],
] as const

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
