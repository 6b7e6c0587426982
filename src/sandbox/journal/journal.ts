import { setTimeout as sleep } from 'node:timers/promises'
import { type AnsweredCall, causeOf, type EndedCall, type Journal, type LostCalls } from '../../domain/calls.ts'
import { StoreBusyError, StoreUnavailableError } from '../../platform/store/errors.ts'
import type { Maybe } from '../../platform/store/queries/maybe.ts'
import { yieldTurn } from '../../platform/store/turns.ts'
import { BACKLOG_LIMITS, BATCH, type BacklogLimits, createBacklog, lostCalls } from './backlog.ts'
import { JOURNAL_LIMITS, type JournalEngine } from './engine.ts'
import { batchesOf } from './messages.ts'
import { createOutages } from './outages.ts'
import { secretsOf } from './secrets.ts'
import { createJournalReader } from './sql-reader.ts'
import { openJournalFile } from './sqlite.ts'
import { watchJournal } from './watch.ts'

export type JournalOptions = {
  readonly machineNow: () => Date
  /** A secret of the server that must never reach the journal. */
  readonly token: string | undefined
  /** Called once when calls cannot be written; they are answered anyway, and wait. */
  readonly onFault?: (error: unknown) => void
  /** Called with the losses, once the last of them is known. */
  readonly onLost?: (lost: LostCalls) => void
  readonly limits?: Partial<BacklogLimits>
}

/** How long a call waits to be written; how soon a failed write is repeated, also by a waiting reader. */
const FLUSH_MS = 150
const RETRY_MS = 1_000
const READER_RETRY_MS = 20

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that stores nothing. */
export function openJournal(path: string, options: JournalOptions): Journal {
  return createJournal(openJournalFile(path, options), options)
}

/** The journal on an open engine. */
export function createJournal(engine: JournalEngine, options: JournalOptions): Journal {
  const { patienceMs, ...limits } = { ...BACKLOG_LIMITS, ...options.limits }
  const backlog = createBacklog(limits)
  const secrets = secretsOf(options.token)
  const outages = createOutages(engine, patienceMs, options.onFault)
  const { lost, ...reader } = createJournalReader(engine, options.machineNow, outages.faultOf)
  const watching = watchJournal(reader, error => options.onFault?.(error))
  const followers = createFollowers(backlog, secrets)
  let timer: NodeJS.Timeout | undefined
  /** A write that is under way; SQLite's ends at once. */
  let writing: Promise<StoreUnavailableError | undefined> | undefined
  /** How many of the next calls are written one by one, since their batch failed. */
  let alone = 0

  /** Writes the next batch. Returns the reason if it cannot be written now: then it waits (D95). */
  function flush(): Maybe<StoreUnavailableError | undefined> {
    if (writing !== undefined) return writing
    clearTimeout(timer)
    timer = undefined
    followers.passOn()
    const calls = backlog.batch(alone > 0 ? 1 : BATCH)
    if (calls.length === 0 && backlog.losses().length === 0) return undefined
    const losses = backlog.takeLosses()
    const written = () => {
      backlog.take(calls.length)
      alone = Math.max(0, alone - calls.length)
      outages.end()
      for (const loss of losses) options.onLost?.(lostCalls(loss))
      void watching.look()
      // The rest gets a turn of its own, so that calls are answered in between (D74).
      if (isWaiting()) later(0)
      return undefined
    }
    const failed = (error: unknown) => {
      backlog.restoreLosses(losses)
      const fault = outages.faultOf(error)
      if (fault !== undefined || calls.length === 0)
        return wait(
          fault ?? new StoreUnavailableError(String(error), 'The journal cannot be written', { cause: error }),
        )
      if (calls.length > 1) alone = calls.length
      else {
        alone -= 1
        backlog.lose(1)
        options.onFault?.(error)
      }
      later(0)
      return undefined
    }
    try {
      const done = engine.write(batchesOf(calls, secrets), losses, oldest())
      if (!(done instanceof Promise)) return written()
      writing = done.then(written, failed).finally(() => {
        writing = undefined
      })
      return writing
    } catch (error) {
      return failed(error)
    }
  }

  const oldest = () => options.machineNow().getTime() - JOURNAL_LIMITS.ms
  const isWaiting = () => backlog.size() > 0 || backlog.losses().length > 0

  function lose(count: number): void {
    if (count === 0) return
    followers.passOn()
    backlog.lose(count)
  }

  function wait(fault: StoreUnavailableError): StoreUnavailableError {
    outages.note(fault)
    later(RETRY_MS)
    return fault
  }

  function later(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  return {
    ...reader,
    lost: async world => [
      ...(await lost(world)),
      ...backlog.losses().flatMap(loss => (world === undefined || loss.world === world ? lostCalls(loss) : [])),
    ],
    waiting: backlog.size,
    fault: outages.text,
    add: call => {
      backlog.add(call)
      if (outages.isNow() || writing !== undefined) return lose(backlog.surplus())
      if (backlog.isPressing()) return void flush()
      // The garbage collector must move waiting calls, so a full batch does not wait longer.
      if (backlog.size() !== BATCH) return later(FLUSH_MS)
      clearTimeout(timer)
      timer = undefined
      later(0)
    },
    ready: async () => {
      const [until, begun] = [backlog.added(), performance.now()]
      while (backlog.gone() < until || backlog.losses().length > 0) {
        const fault = await flush()
        if (fault === undefined) await yieldTurn()
        else if (fault instanceof StoreBusyError && performance.now() - begun < patienceMs) await sleep(READER_RETRY_MS)
        else throw fault
      }
    },
    follow: followers.add,
    ...watching,
    close: async () => {
      engine.waitFor(patienceMs)
      while (backlog.size() > 0 && (await flush()) === undefined);
      lose(backlog.size())
      for (const loss of backlog.takeLosses()) options.onLost?.(lostCalls(loss))
      watching.stop()
      clearTimeout(timer)
      await engine.close()
    },
  }
}

/** Passes answered calls on to those who follow them, without secrets. */
function createFollowers(backlog: ReturnType<typeof createBacklog>, { hide }: ReturnType<typeof secretsOf>) {
  const followers = new Set<(call: EndedCall) => void>()
  let passed = 0
  const endedCall = (call: AnsweredCall): EndedCall => {
    const { requestHeaders, requestBody, answerHeaders, answerBody, steps, faults, clock, ...ended } = call
    const [fault] = faults
    return { ...ended, target: hide(ended.target), cause: fault === undefined ? undefined : hide(causeOf(fault)) }
  }
  return {
    add: (follower: (call: EndedCall) => void) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    /** Passes on the calls that came after the last ones. */
    passOn: (): void => {
      const calls = backlog.since(passed)
      passed = backlog.added()
      if (followers.size > 0) for (const call of calls.map(endedCall)) for (const follower of followers) follower(call)
    },
  }
}
