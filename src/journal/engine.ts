import type { StoreUnavailableError } from '../store/errors.ts'
import type { Maybe } from '../store/queries/maybe.ts'

/** What lists show and filters compare, a column each. */
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

/** How many calls one batch may have at most: the place of a call is the number of its batch times this, and its own in it. */
export const PLACES = 1_000

/** Calls of a world that are written together: their rows but for the places, and the messages of all (messages.ts), which no list reads. */
export type Batch = {
  readonly world: string
  readonly rows: readonly Omit<CallRow, 'place'>[]
  readonly messages: Buffer
}

export type Loss = { readonly world: string; readonly first: number; readonly last: number; readonly calls: number }

/** How many losses are stored, of all worlds together. */
export const MOST_LOSSES = 1_000

/** Where the calls of a journal lie: a file of SQLite, or the database of PostgreSQL that has the books (D126). */
export type JournalEngine = {
  /** What a fault calls it. */
  readonly name: string
  /** The function that finds a text in another. */
  readonly find: 'instr' | 'strpos'
  /** SQL for how long a call took, in so many digits. */
  readonly microseconds: (digits: number) => string
  /** Writes all or nothing, and removes what exceeds JOURNAL_LIMITS or is older than `oldest`. Places are in the order of commits, whichever process writes. */
  readonly write: (batches: readonly Batch[], losses: readonly Loss[], oldest: number) => Maybe<void>
  /** Rows of a statement of sql-reader.ts, as they are stored. */
  readonly rows: (sql: string, values: readonly (string | number)[]) => Maybe<readonly unknown[][]>
  readonly messages: (batch: number) => Maybe<Buffer | undefined>
  /** The error to report where the engine, and not the statement, is at fault; else undefined. */
  readonly faultOf: (error: unknown) => StoreUnavailableError | undefined
  /** From now on a write waits so long for another process. */
  readonly waitFor: (ms: number) => void
  readonly close: () => Maybe<void>
}

/** D95: the last 10,000 calls of a world, or 24 hours. */
export const JOURNAL_LIMITS = { calls: 10_000, ms: 86_400_000, bodyBytes: 65_536 } as const
