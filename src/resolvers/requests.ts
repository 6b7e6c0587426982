import type { Context } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import type { Request } from '../generated/client.ts'
import { uniqueViolation } from '../store/db.ts'
import { command } from './command.ts'

/** A call that must have its effect once (D15). `fingerprint` is the same for the same method, target, body, PSU and redirect address. */
export type OnceCall = { readonly tppId: string; readonly requestId: string; readonly fingerprint: string }

export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What has the effect and makes the answer. */
type Run = (tx: Context) => Promise<KeptAnswer>

/** How long an answer is kept for repeated calls, on the machine's clock: a client's retry does not know of a world's (D15). */
const KEPT_MS = 24 * 60 * 60 * 1000

/** How many old records a call takes away with it. More than it adds, so that they do not pile up, and few, so that none waits for it. */
const PRUNED = 20

/**
 * Runs a call once (D15). The same call again within 24 hours gets the kept answer and has no second effect; another call
 * under its X-Request-ID, or the same one while the first still runs, is refused with CONFLICT. The record is written in
 * the transaction of the effect. `prepare` checks what needs no transaction; `refuse` makes a refusal's answer, or `undefined` for one that is not kept.
 */
export async function runOnce(
  ctx: Context,
  call: OnceCall,
  prepare: () => Run,
  refuse: (error: DomainError) => KeptAnswer | undefined,
): Promise<Outcome> {
  const key = `${ctx.world.id}\n${call.tppId}\n${call.requestId}`
  const { running } = ctx.deps
  if (running.has(key)) throw stillRunning()
  running.add(key)
  try {
    return (await replayOf(ctx, call)) ?? (await runAndKeep(ctx, call, prepare, refuse))
  } finally {
    running.delete(key)
  }
}

type Outcome = { readonly answer: KeptAnswer; readonly replayed: boolean }

async function runAndKeep(
  ctx: Context,
  call: OnceCall,
  prepare: () => Run,
  refuse: (error: DomainError) => KeptAnswer | undefined,
): Promise<Outcome> {
  try {
    const run = prepare()
    return await keepOnce(ctx, call, run)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const answer = refuse(error)
    if (answer === undefined) throw error
    return keepOnce(ctx, call, async () => answer)
  }
}

/** Runs and keeps. When another process of the same bank was faster with the same id, what counts is what it kept. */
async function keepOnce(ctx: Context, call: OnceCall, run: Run): Promise<Outcome> {
  try {
    return { answer: await command(ctx, async tx => keep(tx, call, await run(tx))), replayed: false }
  } catch (error) {
    if (uniqueViolation(error)?.includes('requestId') !== true) throw error
    const replay = await replayOf(ctx, call)
    if (replay !== undefined) return replay
    throw stillRunning()
  }
}

async function replayOf(ctx: Context, call: OnceCall): Promise<Outcome | undefined> {
  const answer = await findKept(ctx, call)
  return answer === undefined ? undefined : { answer, replayed: true }
}

async function findKept(ctx: Context, call: OnceCall): Promise<KeptAnswer | undefined> {
  const record = await ctx.db.request.findUnique({ where: recordKey(ctx, call) })
  if (record === null || isStale(record, ctx.deps.machineNow())) return undefined
  if (record.fingerprint === call.fingerprint)
    return { status: record.status, headers: headersOf(record), body: record.body }
  throw new DomainError(
    'CONFLICT',
    `X-Request-ID ${call.requestId} was used for another call (other method, path, PSU, redirect address or body) less than 24 hours ago. Each call needs an id of its own (D15).`,
    'X-Request-ID',
  )
}

async function keep(tx: Context, call: OnceCall, answer: KeptAnswer): Promise<KeptAnswer> {
  const { tppId, requestId, fingerprint } = call
  const now = tx.deps.machineNow()
  const old = { worldId: tx.world.id, createdAt: { lte: staleBefore(now) } }
  await tx.db.request.deleteMany({ where: { ...old, tppId, requestId } })
  await tx.db.request.deleteMany({ where: old, limit: PRUNED })
  await tx.db.request.create({
    data: {
      worldId: tx.world.id,
      tppId,
      requestId,
      fingerprint,
      status: answer.status,
      headers: answer.headers,
      body: answer.body,
      createdAt: now,
    },
  })
  return answer
}

function stillRunning(): DomainError {
  return new DomainError(
    'CONFLICT',
    'A call with this X-Request-ID is still running. Wait for its answer, then repeat the call to get it (D15).',
    'X-Request-ID',
  )
}

function recordKey(ctx: Context, { tppId, requestId }: OnceCall) {
  return { worldId_tppId_requestId: { worldId: ctx.world.id, tppId, requestId } }
}

function isStale(record: Request, now: Date): boolean {
  return record.createdAt <= staleBefore(now)
}

function staleBefore(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS)
}

function headersOf({ headers }: Request): Record<string, string> {
  if (headers === null || typeof headers !== 'object' || Array.isArray(headers)) return {}
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
