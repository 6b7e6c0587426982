import type { PrismaClient } from '../../generated/client.ts'
import type { Changes } from './changes.ts'
import type { StoreLostError, StoreUnavailableError } from './errors.ts'
import type { Health } from './health.ts'
import type { ENGINES, OnQuery, UnpreparedListener } from './queries/engine.ts'
import type { Db, Tx } from './transaction.ts'

/** The bank's store, on either engine (D120). */
export type Store = {
  /** Sees committed rows, including those that are not on the disk yet. A write through it fails. */
  readonly reader: PrismaClient
  /** Statements run in this process, one after the other: no read waits for a network, and none is held up by another one (D127). */
  readonly inProcess: boolean
  /** Runs reads that all see one state of the store, however many statements and turns of the event loop they take (D74). */
  atOneMoment<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** The machine's time, where the engine decides it: several machines share the store (D125). */
  readonly machineNow?: () => Date
  /** The time that decides when locks of worlds begin and end, where it is not this process's. Read in the transaction that decides (D125). */
  readonly lockTime?: (db: Db) => Promise<Date>
  /** The latest machine time that the store had recorded when it was opened (D40). */
  readonly latestMachineTime: Date | undefined
  /** Records a machine time before it is shown, even when nothing is committed; `kill -9` does not lose it. */
  noteTime(time: Date): void
  /** What was acknowledged but is missing in the log that this store was opened with, in words. */
  readonly leftOut: string | undefined
  /** How many deleted worlds are cleared in parallel, and how many rows of one world a transaction deletes (D74). */
  readonly sweeping: { readonly worlds: number; readonly rows: number }
  /** Reports commits, including those of other processes (D99). */
  readonly changes: Changes
  /** Another process had the store open when this one opened it. */
  readonly shared: boolean
  /** The reason why the store can serve no more calls, once there is one: its files are not those that were opened. */
  readonly lost: () => StoreLostError | undefined
  /**
   * A commit that is not on the disk yet, if there is one. A caller that has read may have seen its rows, and waits for it before it answers. Rejects
   * with a StoreLostError when the disk fails.
   */
  readonly pendingCommit: () => Promise<void> | undefined
  /**
   * Runs `run` in a transaction. Transactions of a world run one at a time, in the order of the calls. When the promise is fulfilled, the changes are
   * on the disk; when it is rejected, nothing was written. Throws a StoreUnavailableError when the store cannot do this now.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>, scope?: Scope): Promise<T>
  /** Counts of this process: commands that wait, commands that have run, and commits (several commands may share one). */
  readonly figures: () => StoreFigures
  /** Gives some unused pages back to the file system. Returns whether more are left. */
  giveBackPages(): Promise<boolean>
  /** Receives each fault that a call met. A damaged file stays damaged: `health` reports it from then on. */
  noteFault(fault: StoreUnavailableError): void
  /** Writes a row, reads it and checks the files; at most once a second. */
  health(): Promise<Health>
  /** Waits for all transactions that have begun or wait, writes the log into the main file, and closes. */
  close(): Promise<void>
}

export type StoreFigures = { readonly waiting: number; readonly commands: number; readonly commits: number }

/** Which worlds a command touches. SQLite has one writer and does not need this; PostgreSQL writes several worlds in parallel (D124). */
export type Scope = {
  /** The ids of the worlds whose rows it reads and writes; empty when it creates a world or works on the list of all worlds. */
  readonly worlds?: readonly string[]
  readonly kind?: CommandKind | undefined
  /** When another process holds one of these worlds, fails with a WorldHeldError instead of waiting (D125). */
  readonly claims?: boolean
}

/** A repeatable command has no effect outside of the transaction, so it may run twice; this is cheaper. */
export type CommandKind = 'ONCE' | 'REPEATABLE'

export type StoreOptions = {
  /** What answers the calls of Prisma's client on SQLite: prepared statements by default. PostgreSQL has no other engine. */
  readonly engine?: (typeof ENGINES)[number] | undefined
  /** Receives each SQL statement of both connections, for tests that count them. */
  readonly onQuery?: OnQuery
  /**
   * Receives each call that no prepared statement answers. For tests: the first such call creates Prisma's client, which delays all others by a tenth
   * of a second.
   */
  readonly onUnprepared?: UnpreparedListener
  /** Opens a store whose log lacks acknowledged changes. Without it such a store is refused. */
  readonly acceptLoss?: boolean | undefined
  /** Refuses a file of an earlier version, instead of bringing it up to this one. */
  readonly asItIs?: boolean
  /**
   * A hash of the settings that servers of one store must share; it reveals none of them. A server with another mark does not start beside the
   * others.
   */
  readonly mark?: string | undefined
  /** Where the migrations are, if they are not in this package. */
  readonly migrations?: URL
  /** How long a transaction waits for another process that writes, before StoreBusyError. 15,000 ms by default. */
  readonly patienceMs?: number
  /** How long waiting transactions may join one commit. 50 ms by default. */
  readonly groupMs?: number
  /** How long one transaction may take before it is rolled back. A minute by default. */
  readonly limitMs?: number
  /** How long a database that is not there yet may take to start. Not at all by default. `onWaiting` is called once, with the reason. */
  readonly startMs?: number
  readonly onWaiting?: ((reason: string) => void) | undefined
  /** The machine's time, which each commit records. */
  readonly machineNow?: () => Date
  /** Called once, when the files turn out not to be those that were opened. */
  readonly onLost?: (error: StoreLostError) => void
}
