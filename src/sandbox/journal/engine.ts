import type { StoreUnavailableError } from '../../platform/store/errors.ts'
import type { Maybe } from '../../platform/store/queries/maybe.ts'

/** The values that lists show and filters compare, a column each. */
export const COLUMNS = [
  'place',
  'world',
  'id',
  'at',
  'by',
  'door',
  'operation',
  'tppId',
  'method',
  'target',
  'requestId',
  'traceId',
  'status',
  'code',
  'durationMs',
  'cause',
] as const
export type Column = (typeof COLUMNS)[number]
type CallRow = Readonly<Record<Column, string | number | null>>

/** A value of a row. Neither U+0000 nor half of a surrogate pair can be stored in a text. */
export function storable<Kept>(value: Kept): Kept | string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u2400') : value
}

/** The maximum number of calls in a batch: the place of a call is the number of its batch times this, plus its place in the batch. */
export const PLACES = 1_000

/** Calls of a world that are written together: their rows without the places, and the messages of all (messages.ts), which no list reads. */
export type Batch = {
  readonly world: string
  readonly rows: readonly Omit<CallRow, 'place'>[]
  readonly messages: Buffer
}

export type Loss = { readonly world: string; readonly first: number; readonly last: number; readonly calls: number }

/** Where a journal stores its calls: a file of SQLite, or the PostgreSQL database of the bank (D126). */
export type JournalEngine = {
  /** Its name in error messages. */
  readonly name: string
  /** The SQL function that finds a text within another. */
  readonly find: 'instr' | 'strpos'
  /** SQL for a call's duration, with this many digits. */
  readonly microseconds: (digits: number) => string
  /**
   * Writes all or nothing, and deletes what exceeds JOURNAL_LIMITS or is older than `oldest`. Places are in the order of commits, for all processes.
   */
  readonly write: (batches: readonly Batch[], losses: readonly Loss[], oldest: number) => Maybe<void>
  /** Rows of a statement of sql-reader.ts, as stored. */
  readonly rows: (sql: string, values: readonly (string | number)[]) => Maybe<readonly unknown[][]>
  readonly messages: (batch: number) => Maybe<Buffer | undefined>
  /** The error to report when the engine, and not the statement, is at fault; else undefined. */
  readonly faultOf: (error: unknown) => StoreUnavailableError | undefined
  /** From now on a write waits this long for another process. */
  readonly waitFor: (ms: number) => void
  readonly close: () => Maybe<void>
}
