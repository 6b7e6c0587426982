import { setTimeout as sleep } from 'node:timers/promises'
import type { AnsweredCall, LostCalls } from '../../domain/calls.ts'
import { StoreBusyError, StoreUnavailableError } from '../../platform/store/errors.ts'
import type { Maybe } from '../../platform/store/queries/maybe.ts'
import { yieldTurn } from '../../platform/store/turns.ts'
import { BATCH, type createBacklog, lostCalls } from './backlog.ts'
import type { JournalEngine, Loss } from './engine.ts'
import { JOURNAL_LIMITS } from './limits.ts'
import { batchesOf } from './messages.ts'
import type { createOutages } from './outages.ts'
import type { secretsOf } from './secrets.ts'

/** How long a call waits to be written; how soon a failed write is repeated, also by a waiting reader. */
const FLUSH_MS = 150
const RETRY_MS = 1_000
const READER_RETRY_MS = 20

type WriterOptions = {
  readonly engine: JournalEngine
  readonly backlog: ReturnType<typeof createBacklog>
  readonly secrets: ReturnType<typeof secretsOf>
  readonly outages: ReturnType<typeof createOutages>
  readonly machineNow: () => Date
  readonly patienceMs: number
  readonly onFault?: (error: unknown) => void
  readonly onLost?: (lost: LostCalls) => void
  /** Runs before waiting calls are written or dropped, and after they were written. */
  readonly beforeWrite: () => void
  readonly afterWrite: () => void
}

/** Writes the waiting calls in batches; those that cannot be written now wait (D95). */
export class JournalWriter {
  private readonly options: WriterOptions
  private timer: NodeJS.Timeout | undefined
  /** A write that is under way; SQLite's ends at once. */
  private writing: Promise<StoreUnavailableError | undefined> | undefined
  /** How many of the next calls are written one by one, since their batch failed. */
  private alone = 0

  constructor(options: WriterOptions) {
    this.options = options
  }

  add(call: AnsweredCall): void {
    const { backlog, outages } = this.options
    backlog.add(call)
    if (outages.isNow() || this.writing !== undefined) this.lose(backlog.surplus())
    else if (backlog.isPressing()) void this.flush()
    // The garbage collector must move waiting calls, so a full batch does not wait longer.
    else if (backlog.size() === BATCH) this.soon()
    else this.later(FLUSH_MS)
  }

  /** Fulfilled when all calls that were added by now can be read. */
  async ready(): Promise<void> {
    const { backlog, patienceMs } = this.options
    const [until, begun] = [backlog.added(), performance.now()]
    while (backlog.gone() < until || backlog.losses().length > 0) {
      const fault = await this.flush()
      if (fault === undefined) await yieldTurn()
      else if (fault instanceof StoreBusyError && performance.now() - begun < patienceMs) await sleep(READER_RETRY_MS)
      else throw fault
    }
  }

  /** Writes what can be written, and counts the rest as lost. */
  async close(): Promise<void> {
    const { backlog, onLost } = this.options
    while (backlog.size() > 0 && (await this.flush()) === undefined);
    this.lose(backlog.size())
    for (const loss of backlog.takeLosses()) onLost?.(lostCalls(loss))
    clearTimeout(this.timer)
  }

  /** Writes the next batch. Returns the reason if it cannot be written now. */
  private flush(): Maybe<StoreUnavailableError | undefined> {
    if (this.writing !== undefined) return this.writing
    const { engine, backlog, secrets, machineNow, beforeWrite } = this.options
    this.stopTimer()
    beforeWrite()
    const calls = backlog.batch(this.alone > 0 ? 1 : BATCH)
    if (calls.length === 0 && backlog.losses().length === 0) return undefined
    const losses = backlog.takeLosses()
    const failed = (error: unknown) => this.failed(calls.length, losses, error)
    try {
      const done = engine.write(batchesOf(calls, secrets), losses, machineNow().getTime() - JOURNAL_LIMITS.ms)
      if (!(done instanceof Promise)) return this.written(calls.length, losses)
      this.writing = done
        .then(() => this.written(calls.length, losses), failed)
        .finally(() => {
          this.writing = undefined
        })
      return this.writing
    } catch (error) {
      return failed(error)
    }
  }

  private written(calls: number, losses: readonly Loss[]): undefined {
    const { backlog, outages, onLost, afterWrite } = this.options
    backlog.take(calls)
    this.alone = Math.max(0, this.alone - calls)
    outages.end()
    for (const loss of losses) onLost?.(lostCalls(loss))
    afterWrite()
    // The rest gets a turn of its own, so that calls are answered in between (D74).
    if (backlog.size() > 0 || backlog.losses().length > 0) this.later(0)
  }

  private failed(calls: number, losses: readonly Loss[], error: unknown): StoreUnavailableError | undefined {
    const { backlog, outages } = this.options
    backlog.restoreLosses(losses)
    const fault = outages.faultOf(error)
    if (fault !== undefined) return this.wait(fault)
    if (calls === 0)
      return this.wait(new StoreUnavailableError(String(error), 'The journal cannot be written', { cause: error }))
    if (calls > 1) this.alone = calls
    else this.dropOne(error)
    this.later(0)
    return undefined
  }

  private wait(fault: StoreUnavailableError): StoreUnavailableError {
    this.options.outages.note(fault)
    this.later(RETRY_MS)
    return fault
  }

  private dropOne(error: unknown): void {
    this.alone -= 1
    this.options.backlog.lose(1)
    this.options.onFault?.(error)
  }

  private lose(count: number): void {
    if (count === 0) return
    this.options.beforeWrite()
    this.options.backlog.lose(count)
  }

  private soon(): void {
    this.stopTimer()
    this.later(0)
  }

  private later(ms: number): void {
    this.timer ??= setTimeout(() => this.flush(), ms).unref()
  }

  private stopTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
