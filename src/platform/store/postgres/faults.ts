import { codeOf, StoreBusyError, StoreUnavailableError } from '../errors.ts'

/** The connection is lost, and with it all uncommitted changes. It is not known whether a COMMIT that was under way took effect (D123). */
export class ConnectionLostError extends StoreUnavailableError {
  override readonly name = 'ConnectionLostError'
  override readonly passes = true
}

/** Two commands blocked each other; one of them was rolled back, and may run again. */
export class ConflictError extends StoreUnavailableError {
  override readonly name = 'ConflictError'
  override readonly passes = true
}

export const DISK_FULL = '53100'

const PUBLIC_TEXTS: readonly (readonly [codes: RegExp, publicText: string])[] = [
  [new RegExp(DISK_FULL), 'The disk of the database is full'],
  [/^25006/, 'The database cannot be written'],
  [/^(53300|53200)/, 'The database has too much to do'],
  [/^(28|3D000|42501|55000)/, 'The database refuses this server'],
  [/^58/, 'The disk of the database cannot be read or written'],
]

// An error without an SQL code comes from the connection. Code 08 means the same; 57P01 to 57P05 mean that the server closes it.
const LOST = /^(08...|57P0[1-5]|25P03|E[A-Z]+)$/

/**
 * Turns an error of PostgreSQL's into the one that the call reports. A broken constraint, or a fault of our own, stays as it is. `lose` is called
 * when the connection is gone.
 */
export function faultOf(error: unknown, lose: () => void): unknown {
  const code = codeOf(error)
  if (code === undefined || LOST.test(code)) {
    lose()
    return lostError(error)
  }
  if (code === '40001' || code === '40P01')
    return new ConflictError(
      `Two commands were in each other's way (${code}).`,
      'The store has too much to do. Try again in a second.',
      { cause: error, code },
    )
  if (code === '55P03' || code === '57014')
    return new StoreBusyError('The database was locked for too long.', { cause: error, code })
  // The connection stays read-only as it was opened: after a failover the next one finds the server that accepts writes.
  if (code === '25006') lose()
  const publicText = PUBLIC_TEXTS.find(([codes]) => codes.test(code))?.[1]
  return publicText === undefined
    ? error
    : new StoreUnavailableError(`${publicText} (${code}).`, `${publicText}.`, { cause: error, code })
}

/** `cause` is the driver's error. */
export function lostError(cause: unknown): ConnectionLostError {
  const why = cause instanceof Error ? `: ${cause.message}` : '.'
  return new ConnectionLostError(
    `The connection to the database was lost${why}`,
    'The database cannot be reached. Try again in a second.',
    { cause, code: codeOf(cause) },
  )
}
