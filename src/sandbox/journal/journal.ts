import { type AnsweredCall, causeOf, type EndedCall, type Journal, type LostCalls } from '../../domain/calls.ts'
import { BACKLOG_LIMITS, type BacklogLimits, createBacklog, lostCalls } from './backlog.ts'
import type { JournalEngine } from './engine.ts'
import { createOutages } from './outages.ts'
import { secretsOf } from './secrets.ts'
import { createJournalReader } from './sql-reader.ts'
import { openJournalFile } from './sqlite.ts'
import { watchJournal } from './watch.ts'
import { JournalWriter } from './writer.ts'

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
  const writer = new JournalWriter({
    ...options,
    engine,
    backlog,
    secrets,
    outages,
    patienceMs,
    beforeWrite: followers.passOn,
    afterWrite: () => void watching.look(),
  })
  return {
    ...reader,
    lost: async world => [
      ...(await lost(world)),
      ...backlog.losses().flatMap(loss => (world === undefined || loss.world === world ? lostCalls(loss) : [])),
    ],
    waiting: backlog.size,
    fault: outages.text,
    add: call => writer.add(call),
    ready: () => writer.ready(),
    follow: followers.add,
    ...watching,
    close: async () => {
      engine.waitFor(patienceMs)
      await writer.close()
      watching.stop()
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
