import { byRule, DomainError } from '../../domain/errors.ts'
import { ACTING_FOR, isSameCall, otherParts } from '../../domain/fingerprints.ts'
import { isObject } from '../../domain/given.ts'
import type { Request as ReplayRecord } from '../../generated/client.ts'
import type { Store } from '../../platform/store/db.ts'
import type { Context } from '../context.ts'
import { command } from './command.ts'

/** A call that must have its effect once (D15). `fingerprint` is the same for the same method, target, body, PSU and redirect address. */
export type OnceCall = { readonly tppId: string; readonly requestId: string; readonly fingerprint: string }

export type StoredAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * How long an answer stays stored for repeated calls, by the machine's clock: a client that repeats a call knows nothing of a world's clock (D15).
 */
const STORED_MS = 24 * 60 * 60 * 1000

/** How many old records a call deletes: more than it adds, so that they do not accumulate, and few, so that no call waits for it. */
const PRUNED = 20

/** How long no call looks for old records of a world when the last look found fewer than that. */
const LOOK_AGAIN_MS = 60_000

/**
 * Runs a call once (D15). The same call again within 24 hours gets the stored answer and has no second effect. Another call with the same
 * X-Request-ID, or the same call while the first still runs, is refused with CONFLICT. The record is read and written in the transaction of the
 * effect; `run` may run twice. `toStore` makes the stored answer from a result or a refusal; `undefined` when the same call may rightly get another
 * answer later.
 */
export async function runOnce<Result>(
  ctx: Context,
  call: OnceCall,
  run: (tx: Context) => Promise<Result>,
  toStore: (ended: Result | DomainError) => StoredAnswer | undefined,
): Promise<Outcome<Result>> {
  const key = `${ctx.world.id}\n${call.tppId}\n${call.requestId}`
  const { running } = ctx.deps
  if (running.has(key)) throw stillRunning()
  running.add(key)
  try {
    return await runAndStore(ctx, call, run, toStore).catch(async error => {
      const answer = error instanceof DomainError ? toStore(error) : undefined
      if (answer === undefined) throw error
      // The effect is rolled back; the refusal is stored separately, unless another server answered the call meanwhile.
      const done = await runAndStore(
        ctx,
        call,
        async () => undefined,
        () => answer,
      )
      if ('earlier' in done) return done
      throw error
    })
  } finally {
    running.delete(key)
  }
}

/** The outcome of a call: its result, or the answer stored earlier. */
type Outcome<Result> = { readonly result: Result } | { readonly earlier: StoredAnswer }

/** Runs a call in a command that stores its answer, or finds the earlier answer. */
async function runAndStore<Result>(
  ctx: Context,
  call: OnceCall,
  run: (tx: Context) => Promise<Result>,
  toStore: (result: Result) => StoredAnswer | undefined,
): Promise<Outcome<Result>> {
  const once = async (tx: Context) => {
    const found = await tx.db.request.findUnique({ where: recordKey(tx, call) })
    const record = earlierAnswer(tx, call, found)
    if (record !== 'NONE' && record !== 'STALE') return { record }
    const result = await run(tx)
    // The effect may have given the world other rows.
    if (record === 'STALE')
      await tx.db.request.deleteMany({
        where: { worldId: tx.world.id, tppId: call.tppId, requestId: call.requestId },
      })
    const answer = toStore(result)
    if (answer !== undefined) await storeAnswer(tx, call, answer)
    return { result }
  }
  const done = await command(ctx, once, 'WAIT', 'REPEATABLE')
  return 'record' in done ? { earlier: earlierOf(done.record, call) } : done
}

/** What is known of a call: its answer, or that another call has its id, or nothing. */
type EarlierAnswer = StoredAnswer | OtherCall | 'STALE' | 'NONE'

/** The earlier use of an X-Request-ID: when, and in which part that call differed, if known. */
type OtherCall = { readonly since: Date; readonly other: readonly string[] }

function earlierAnswer(ctx: Context, call: OnceCall, record: ReplayRecord | null): EarlierAnswer {
  if (record === null) return 'NONE'
  if (record.createdAt <= staleBefore(ctx.deps.machineNow())) return 'STALE'
  if (!isSameCall(record.fingerprint, call.fingerprint))
    return { since: record.createdAt, other: otherParts(record.fingerprint, call.fingerprint) }
  return { status: record.status, headers: headersOf(record), body: record.body }
}

/** The stored answer; CONFLICT when another call has the id. */
function earlierOf(record: StoredAnswer | OtherCall, call: OnceCall): StoredAnswer {
  if ('status' in record) return record
  const { since, other } = record
  const what = other.length === 0 ? 'other method, path, PSU, redirect address or body' : `other ${other.join(', ')}`
  throw new DomainError(
    'CONFLICT',
    byRule.D15`X-Request-ID ${call.requestId} was used for another call (${what}) at ${since.toISOString()}. Each call needs an id of its own. Repeated with it, for 24 hours, may be only a call with the same method, path, query, ${ACTING_FOR.join(', ')} and body.`,
    'X-Request-ID',
  )
}

async function storeAnswer(tx: Context, call: OnceCall, answer: StoredAnswer): Promise<void> {
  const { tppId, requestId, fingerprint } = call
  const { status, headers, body } = answer
  if (mayHaveOld(tx)) await prune(tx)
  const createdAt = tx.deps.machineNow()
  await tx.db.request.create({
    data: { worldId: tx.world.id, tppId, requestId, fingerprint, status, headers, body, createdAt },
  })
}

// When a world was last searched for old records; the map lives as long as the store.
const lookedAt = new WeakMap<Store, Map<string, number>>()
const MOST_LOOKED_AT = 10_000

function mayHaveOld({ deps, world }: Context): boolean {
  const last = lookedAt.get(deps.store)?.get(world.id)
  return last === undefined || deps.machineNow().getTime() - last >= LOOK_AGAIN_MS
}

async function prune({ db, deps, world }: Context): Promise<void> {
  const now = deps.machineNow()
  const looked = lookedAt.get(deps.store) ?? new Map<string, number>()
  lookedAt.set(deps.store, looked)
  const old = { worldId: world.id, createdAt: { lte: staleBefore(now) } }
  const { count } = await db.request.deleteMany({ where: old, limit: PRUNED })
  if (looked.size > MOST_LOOKED_AT) looked.clear()
  if (count < PRUNED) looked.set(world.id, now.getTime())
}

function stillRunning(): DomainError {
  return new DomainError(
    'CONFLICT',
    byRule.D15`A call with this X-Request-ID is still running. Wait for its answer, then repeat the call to get it.`,
    'X-Request-ID',
  )
}

function recordKey(ctx: Context, { tppId, requestId }: OnceCall) {
  return { worldId_tppId_requestId: { worldId: ctx.world.id, tppId, requestId } }
}

function staleBefore(now: Date): Date {
  return new Date(now.getTime() - STORED_MS)
}

function headersOf({ headers }: ReplayRecord): Record<string, string> {
  if (!isObject(headers)) return {}
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
