import type { PrismaClient } from '../generated/client.ts'
import type { Changes } from './changes.ts'
import type { StoreLostError, StoreUnavailableError } from './errors.ts'
import type { Health } from './health.ts'
import type { OnQuery, UnpreparedListener } from './queries/engine.ts'
import type { Db, Tx } from './transaction.ts'

/** The bank's books, in any engine (D120). */
export type Store = {
  /** Sees committed rows only, also those that are on their way to the disk. Writing through it fails. */
  readonly reader: PrismaClient
  /** Runs reads that see one state of the store, however many statements and turns of the event loop they take (D74). */
  atOneMoment<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** The machine's time, where the engine has the last word on it, since several machines share the books (D125). */
  readonly machineNow?: () => Date
  /** The time by which locks of worlds begin and end, where that is not this process's: read in the transaction that decides (D125). */
  readonly lockTime?: (db: Db) => Promise<Date>
  /** The latest time of the machine that was remembered when this store was opened (D40). */
  readonly latestMachineTime: Date | undefined
  /** Remembers a time of the machine that is about to be shown, also where nothing is committed; a `kill -9` does not lose it. */
  noteTime(time: Date): void
  /** What was acknowledged and is gone from the log that this store was opened with, in words. */
  readonly leftOut: string | undefined
  /** How many worlds that are gone are deleted side by side, and how many rows of one in a transaction (D74). */
  readonly sweeping: { readonly worlds: number; readonly rows: number }
  /** Reports commits, those of other processes too (D99). */
  readonly changes: Changes
  /** Another process had the store open when this one opened it. */
  readonly shared: boolean
  /** Why the store can serve no call any more, once that is so: its files are not those that were opened. */
  readonly lost: () => StoreLostError | undefined
  /**
   * What is committed and on its way to the disk, if anything is: who has read may have seen it, and waits for it before any answer. Rejects with a
   * StoreLostError when the disk cannot take it.
   */
  readonly pendingCommit: () => Promise<void> | undefined
  /**
   * Runs `run` in a transaction: those of a world one at a time, in the order of the calls. When the promise is fulfilled, what was
   * written is on the disk; when it is rejected, nothing was written. Throws a StoreUnavailableError when that cannot be done now.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, scope?: Scope): Promise<T>
  /** Of this process: commands that wait for their turn, that had it, and commits, which several may share. */
  readonly figures: () => StoreFigures
  /** Gives some pages that nothing uses back to the file system. Answers whether there are more. */
  giveBackPages(): Promise<boolean>
  /** Gets the fault that a call met: a damaged file stays so, and `health` reports it from then on. */
  noteFault(fault: StoreUnavailableError): void
  /** Writes a row, reads it, and looks at the files; at most once a second. */
  health(): Promise<Health>
  /** Waits for the transactions that have begun or wait, writes the log into the main file, and closes. */
  close(): Promise<void>
}

export type StoreFigures = { readonly waiting: number; readonly commands: number; readonly commits: number }

/** What a command touches. SQLite has one writer, who needs to know nothing of it; elsewhere worlds are written side by side (D124). */
export type Scope = {
  /** The ids of the worlds whose rows it reads and writes; none where it makes one, or works in the register of all. */
  readonly worlds?: readonly string[]
  readonly kind?: CommandKind | undefined
  /** Leaves worlds that another process holds, by a WorldHeldError, rather than wait for them (D125). */
  readonly claims?: boolean
}

/** A REPEATABLE command leaves no trace but what it writes, so that it may run twice; it costs less. */
export type CommandKind = 'ONCE' | 'REPEATABLE'

export type StoreOptions = {
  /** Gets each SQL statement of both connections, for tests that count them. */
  readonly onQuery?: OnQuery
  /** Gets each call that no prepared statement answers, for tests: the client that the first one makes holds all others for a tenth of a second. */
  readonly onUnprepared?: UnpreparedListener
  /** Opens a store whose log lacks what was acknowledged. Without it such a store is refused. */
  readonly acceptLoss?: boolean | undefined
  /** What servers that share the books must have in common, as a word that says nothing of it: one with another mark does not start beside others. */
  readonly mark?: string | undefined
  /** Where the migrations are, if not in this package. */
  readonly migrations?: URL
  /** How long a transaction waits for another process that writes, before StoreBusyError. 15,000 ms by default. */
  readonly patienceMs?: number
  /** For how long transactions that wait may join one commit. By default 25 ms, on PostgreSQL 50. */
  readonly groupMs?: number
  /** How long one transaction may take before it is taken back. A minute by default. */
  readonly limitMs?: number
  /** The machine's time, to be remembered with each commit. */
  readonly machineNow?: () => Date
  /** Is called once, when the files turn out not to be those that were opened. */
  readonly onLost?: (error: StoreLostError) => void
}
