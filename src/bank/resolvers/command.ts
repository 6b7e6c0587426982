import { nameOf, unknownWorld } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { CommandKind } from '../../platform/store/engine.ts'
import { StoreBusyError, StoreUnavailableError, WorldHeldError } from '../../platform/store/errors.ts'
import type { Tx } from '../../platform/store/transaction.ts'
import { pause } from '../../platform/store/turns.ts'
import { type Context, follow, withTransaction } from '../context.ts'
import { TooMuch } from './work.ts'

/**
 * How long a command waits for a world whose rows are being replaced, and how often it checks. Only callers of that world wait, in turns of their own
 * (D74), and each has its answer within 15 seconds (D127).
 */
const PATIENCE_MS = 14_000
const LOOK_MS = 10

/**
 * Calls, by their abort signals, one of whose commands has waited the full time in vain. Their next command is not tried, since a call is answered
 * within 15 seconds (D127).
 */
const lateCalls = new WeakSet<AbortSignal>()
const LATE_MS = 3_000

type Entering = 'WAIT' | 'PASS' | 'CLAIM'

/**
 * The only way to write. Runs `run` in one transaction on the writing connection, with a context bound to it; nothing is acknowledged before the
 * commit. A command inside a command joins the outer transaction, so that several changes, and the record that makes a call repeatable (D15), succeed
 * or fail as one. It waits while the rows of the world are being replaced, unless it may PASS. One that CLAIMs its world fails with a WorldHeldError
 * when another process holds that (D125). A REPEATABLE one has no effect outside of the transaction, so it may run twice; this is cheaper. `beside`
 * are the ids of nameless worlds to which it also writes.
 */
export function command<Result>(
  ctx: Context,
  run: (tx: Context) => Promise<Result>,
  entering: Entering = 'WAIT',
  kind: CommandKind = 'ONCE',
  beside: readonly string[] = [],
): Promise<Result> {
  if (ctx.inTransaction) return run(ctx)
  const { hungUp } = ctx
  if (hungUp !== undefined && lateCalls.has(hungUp))
    return Promise.reject(new StoreBusyError('A command of the same call has waited for the store in vain.'))
  const scope = { kind, beside }
  const lateAt = performance.now() + LATE_MS
  return runInTurn(ctx, run, entering, scope).catch(error => {
    if (error instanceof StoreUnavailableError && hungUp !== undefined && performance.now() > lateAt)
      lateCalls.add(hungUp)
    if (!(error instanceof TooMuch)) throw error
    return error.prepare(ctx, made => runInTurn(ctx, tx => run(Object.assign(tx, { made })), 'PASS', scope))
  })
}

async function runInTurn<Result>(
  ctx: Context,
  run: (tx: Context) => Promise<Result>,
  entering: Entering,
  { kind, beside }: { readonly kind: CommandKind; readonly beside: readonly string[] },
): Promise<Result> {
  const { store, sandbox } = ctx.deps
  const until = performance.now() + PATIENCE_MS
  let worldId = ctx.world.id
  for (;;) {
    const own = worldId
    const done = await store.transaction(
      async db => {
        // Read again: while this call waited for its turn the world may have been deleted or replaced, or its clock moved (D40).
        const same = await db.world.findUnique({ where: { id: own } })
        const world = same?.name == null ? await successorOf(ctx, db) : same
        worldId = world.id
        // The world that replaced it has a turn of its own (D124).
        if (worldId !== own) return undefined
        if (entering !== 'PASS' && (await sandbox.isBeingReplaced({ world, db, deps: ctx.deps }))) return undefined
        const tx = withTransaction(ctx, await sandbox.beforeCommand({ ...ctx, db }, world), db)
        const result = await run(tx)
        return { result, world: tx.world }
      },
      { worlds: [own, ...beside], kind, claims: entering === 'CLAIM' },
    )
    if (done !== undefined) {
      store.changes.report(done.world.id)
      return see(ctx, done)
    }
    if (entering === 'CLAIM' || performance.now() > until)
      throw new WorldHeldError('The rows of the world are still being replaced.')
    if (worldId === own) await pause(LOOK_MS)
  }
}

// Later reads of the same call see the state after the command.
function see<Result>(ctx: Context, { result, world }: { result: Result; world: World }): Result {
  if (world.id === ctx.world.id) ctx.load.clearAll()
  else follow(ctx, world)
  return result
}

async function successorOf(ctx: Context, db: Tx): Promise<World> {
  const name = nameOf(ctx.world)
  const successor = await db.world.findUnique({ where: { name } })
  if (successor === null) throw unknownWorld(name)
  return successor
}
