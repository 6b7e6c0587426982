import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreBusyError, StoreUnavailableError, unavailable } from '../store/errors.ts'
import { isBusy } from '../store/sqlite/adapter.ts'
import { letOthersIn } from '../store/turns.ts'
import { BACKLOG_LIMITS, BATCH, type BacklogLimits, createBacklog, createLosses } from './backlog.ts'
import { type AnsweredCall, causeOf, type EndedCall, JOURNAL_LIMITS, type Journal, type LostCalls } from './calls.ts'
import { openJournalFile } from './file.ts'
import { createJournalReader } from './reading.ts'
import { watchJournal } from './watch.ts'
import { prepareWriting } from './writing.ts'

export type JournalOptions = {
  readonly machineNow: () => Date
  /** A secret of the server that no call may leave in the journal. */
  readonly token: string | undefined
  /** Called once when calls cannot be written; they are answered all the same, and wait. */
  readonly onFault?: (error: unknown) => void
  /** Called with what was lost, once that is known to be all. */
  readonly onLost?: (lost: LostCalls) => void
  readonly limits?: Partial<BacklogLimits>
}

/** How long a call waits to be written, how soon a file that could not be written is tried again, by a reader that waits, too. */
const FLUSH_MS = 150
const RETRY_MS = 1_000
const READER_RETRY_MS = 20
const PRUNE_MS = 60_000

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that leaves nothing behind. */
export function openJournal(path: string, options: JournalOptions): Journal {
  const database = openJournalFile(path, options)
  const { patienceMs, ...limits } = { ...BACKLOG_LIMITS, ...options.limits }
  const backlog = createBacklog(limits)
  const losses = createLosses(database)
  const { hide, add, prune, recount, expire } = prepareWriting(database, options.token)
  const reader = createJournalReader(database, options.machineNow, guarded)
  const watching = watchJournal(reader, error => options.onFault?.(error))
  const followers = new Set<(call: EndedCall) => void>()
  const file = basename(path)
  let timer: NodeJS.Timeout | undefined
  let expiredAt = -PRUNE_MS
  let outage: Outage | undefined
  let damage: StoreUnavailableError | undefined
  /** How many of all calls that came the followers have. */
  let followed = 0

  const oldest = () => options.machineNow().getTime() - JOURNAL_LIMITS.ms
  const addTogether = database.transaction(add)

  /** Writes calls, those of a world together. Returns those that can never be written: the file takes them neither together nor alone. */
  const write = database.transaction((calls: readonly AnsweredCall[]): AnsweredCall[] => {
    const unwritable: AnsweredCall[] = []
    const addEach = (own: readonly AnsweredCall[]) => {
      try {
        addTogether(own)
      } catch (error) {
        if (faultOf(error) !== undefined) throw error
        if (own.length > 1) for (const call of own) addEach([call])
        else {
          unwritable.push(...own)
          recount()
          options.onFault?.(error)
        }
      }
    }
    for (const world of new Set(calls.map(call => call.world))) {
      const own = calls.filter(call => call.world === world)
      addEach(own)
      prune(world, own.length)
    }
    losses.write(oldest())
    const now = performance.now()
    // More than one turn has time for goes with the next batch.
    if (now - expiredAt >= PRUNE_MS && expire(oldest())) expiredAt = now
    return unwritable
  })

  /** Writes the next batch. Returns why the file cannot take it now: then it waits (D95). */
  function flush(): StoreUnavailableError | undefined {
    clearTimeout(timer)
    timer = undefined
    follow()
    const calls = backlog.batch()
    if (calls.length === 0 && !losses.areUnwritten()) return undefined
    try {
      const unwritable = write(calls)
      backlog.take(calls.length)
      outage = undefined
      for (const lost of losses.written()) options.onLost?.(lost)
      losses.count(unwritable)
    } catch (error) {
      recount()
      return waitForFile(
        faultOf(error) ??
          new StoreUnavailableError(String(error), 'The journal cannot be written', { cause: error, file }),
      )
    }
    watching.look()
    // The rest has a turn of its own, so that calls are answered in between (D74).
    if (backlog.size() > 0 || losses.areUnwritten()) later(0)
    return undefined
  }

  function follow(): void {
    const calls = backlog.since(followed)
    followed = backlog.added()
    if (followers.size > 0) for (const call of calls.map(endedCall)) for (const follower of followers) follower(call)
  }

  function endedCall(call: AnsweredCall): EndedCall {
    const { requestHeaders, requestBody, answerHeaders, answerBody, steps, faults, ...ended } = call
    const [fault] = faults
    return { ...ended, target: hide(ended.target), cause: fault === undefined ? undefined : hide(causeOf(fault)) }
  }

  function drop(count: number): void {
    if (count === 0) return
    follow()
    losses.count(backlog.take(count))
  }

  function waitForFile(fault: StoreUnavailableError): StoreUnavailableError {
    const now = performance.now()
    outage ??= { fault, since: now, isReported: false }
    outage.fault = fault
    // Another server on the file mostly lets go of it at once.
    if (!outage.isReported && (!(fault instanceof StoreBusyError) || now - outage.since > patienceMs)) {
      outage.isReported = true
      options.onFault?.(
        new StoreUnavailableError(
          `The journal cannot be written: ${fault.message} Calls are answered all the same; they wait for it, and it is tried again each second.`,
          fault.told,
          { cause: fault, file, code: fault.code },
        ),
      )
    }
    later(RETRY_MS)
    return fault
  }

  /** What SQLite says of the file, and not of what was asked; else undefined. */
  function faultOf(error: unknown): StoreUnavailableError | undefined {
    if (isBusy(error))
      return new StoreBusyError(`Another process has held ${file} for too long.`, { cause: error, file })
    const fault = unavailable(error, { what: 'journal', file })
    if (fault?.code?.startsWith('SQLITE_CORRUPT') === true) damage ??= fault
    return fault
  }

  function guarded<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw faultOf(error) ?? error
    }
  }

  function later(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  return {
    ...reader,
    lost: world => guarded(() => losses.list(world, oldest())),
    waiting: backlog.size,
    fault: () => {
      const fault = damage ?? (outage?.isReported === true ? outage.fault : undefined)
      return fault === undefined ? undefined : `${file}: ${fault.message}`
    },
    add: call => {
      backlog.add(call)
      if (outage !== undefined) return drop(backlog.surplus())
      if (backlog.isPressing()) return void flush()
      // What waits is moved about by the garbage collector, so a full batch waits no longer.
      if (backlog.size() !== BATCH) return later(FLUSH_MS)
      clearTimeout(timer)
      timer = undefined
      later(0)
    },
    ready: async () => {
      const [until, begun] = [backlog.added(), performance.now()]
      while (backlog.gone() < until || losses.areUnwritten()) {
        const fault = flush()
        if (fault === undefined) await letOthersIn()
        else if (fault instanceof StoreBusyError && performance.now() - begun < patienceMs) await sleep(READER_RETRY_MS)
        else throw fault
      }
    },
    follow: follower => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    watch: watching.watch,
    close: () => {
      database.pragma(`busy_timeout = ${patienceMs}`)
      while (backlog.size() > 0 && flush() === undefined);
      drop(backlog.size())
      for (const lost of losses.written()) options.onLost?.(lost)
      watching.stop()
      clearTimeout(timer)
      database.close()
    },
  }
}

/** While the file cannot be written. */
type Outage = { fault: StoreUnavailableError; readonly since: number; isReported: boolean }
