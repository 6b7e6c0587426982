import { randomBytes } from 'node:crypto'
import type { Journal } from '../domain/calls.ts'
import type { FreshWorld } from '../domain/customers.ts'
import type { SeededHabits } from '../domain/habits.ts'
import type { KeyedKind } from '../domain/keys.ts'
import { type LocalTpp, OPERATOR_TPP_ID } from '../domain/tpps.ts'
import { worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import type { Store } from '../platform/store/db.ts'
import { createLoaders, type Loaders } from '../platform/store/loaders/loaders.ts'
import type { Tx } from '../platform/store/transaction.ts'
import type { Holders } from '../platform/store/world-copies.ts'

/** The caller: a TPP known by its certificate, or the operator at the GraphQL door. */
export type Caller =
  | { readonly kind: 'tpp'; readonly tppId: string; readonly tppName: string }
  | { readonly kind: 'operator' }

/** The things that the whole server shares. Clock and ids may be fixed only in tests. */
export type Deps = {
  readonly store: Store
  /** The machine's clock; a world's own is `Context.now`. */
  readonly machineNow: () => Date
  /** What a test bank does beneath the bank's commands. */
  readonly sandbox: SandboxHooks
  /** A new UUID v7, so that ids sort by creation (D20). */
  readonly newId: () => string
  /**
   * Calls that are running now: each REST call, and, by world, TPP and X-Request-ID, those that may be repeated, to refuse a twin early (D15). The
   * store decides finally.
   */
  readonly running: Set<string>
  /** Records every call (D95). Absent when a bank is created without its doors. */
  readonly journal?: Journal
  /** How many worlds there may be at once (D75). No limit when absent. */
  readonly mostWorlds?: number
  /** Aborted when the server stops, so that long work ends at the point that it has reached. */
  readonly stopping?: AbortSignal
  /** The TPPs that `sandbank tpp new` has created, as they are now. Absent when there are none. */
  readonly localTpps?: () => readonly LocalTpp[] | Promise<readonly LocalTpp[]>
}

/** What a test bank does beneath the bank's commands. The bank does not know what testers get: the edge hands these functions in. */
export type SandboxHooks = {
  /** Whether rows are being prepared that will replace a world's, so that nothing may be written in it. */
  readonly isBeingReplaced: (tx: Pick<Context, 'world' | 'db' | 'deps'>) => Promise<boolean>
  /** Called before each command: the world, whose original state is stored before its first change (D81). */
  readonly beforeCommand: (ctx: Pick<Context, 'db' | 'newId'>, world: World) => World | Promise<World>
  /** Prepares the rows of this world without the lines of some accounts, and lets `finish` put them in their place. */
  readonly withReplacement: <Result>(
    ctx: Context,
    made: { readonly without: Holders },
    finish: (replacement: Replacement) => Promise<Result>,
  ) => Promise<Result>
  /** Replaces the world's rows with the prepared ones. */
  readonly takePlace: (tx: Context, replacement: Replacement) => Promise<void>
  /** Fills the world with the standard set (D30). */
  readonly initialize: (ctx: Context) => Promise<FreshWorld>
  /** The habits that the world has for what a TPP reads of an account or card account (D133). Called only for a world that has some. */
  readonly habitsOf: (ctx: Context, tppId: string, holderId: string) => Promise<readonly SeededHabits[]>
}

/** Rows prepared in a nameless world, to replace the world's rows in one moment. */
export type Replacement = {
  readonly world: World
  /** The lock under which they were prepared. */
  readonly token: string
  /** How many lines were left out. */
  readonly lines: number
}

/** What every resolver receives: one world, seen through one connection, at one instant. */
export type Context = {
  readonly deps: Deps
  readonly world: World
  /** The reader; inside a command, its transaction. */
  readonly db: Tx
  readonly inTransaction: boolean
  /** The world's time (D40). */
  readonly now: Date
  /** A new id. With the kind of a thing that may get a key, it may be derived from that (D83). */
  readonly newId: (of?: KeyedKind | 'PSU') => string
  readonly caller: Caller
  readonly load: Loaders
  /** Rows prepared for the running command, to replace the world's rows. */
  readonly made?: Replacement | undefined
  /** Aborted when the caller disconnects. */
  readonly hungUp?: AbortSignal | undefined
  /** Records the things on which a scenario may act after a successful call (D88). Absent when none can act. */
  readonly touched?: ChangedRows
}

/**
 * The ids of SCAs that a call started, of payments that it created, and of consents that it used; and the status that such payments show instead of
 * RCVD.
 */
export type ChangedRows = {
  readonly shows?: 'ACCP' | 'ACWP' | undefined
  readonly authorisations: string[]
  readonly payments: string[]
  readonly consents: string[]
}

/** The TPP of operator's calls that name none (D71). */
export const BUILT_IN_TPP = { kind: 'tpp', tppId: OPERATOR_TPP_ID, tppName: 'Sandbank' } as const satisfies Caller

/** The TPP that a call belongs to (D3). */
export function tppOf(ctx: Context): { readonly tppId: string; readonly tppName: string } {
  return ctx.caller.kind === 'tpp' ? ctx.caller : BUILT_IN_TPP
}

/** The same world for another caller: the operator acting as a TPP (D71). */
export function actingAs(ctx: Context, caller: Caller): Context {
  return { ...ctx, caller }
}

/** The machine's own clock and ids. */
export const systemClockAndIds = { machineNow: () => new Date(), newId: createIds() } satisfies Omit<
  Deps,
  'store' | 'running' | 'sandbox'
>

/** A context that reads committed rows only. */
export function createContext(deps: Deps, world: World, caller: Caller, hungUp?: AbortSignal): Context {
  return contextOn(deps, world, caller, deps.store.reader, false, hungUp)
}

/** The same caller's context inside a transaction: own loaders, own instant, nothing shared with the outer one. */
export function withTransaction(ctx: Context, world: World, tx: Tx): Context {
  return contextOn(ctx.deps, world, ctx.caller, tx, true, ctx.hungUp)
}

/** Runs a function with the same caller's context on rows of one moment, which no other call changes meanwhile. */
export function atOneMoment<Result>(ctx: Context, run: (at: Context) => Promise<Result>): Promise<Result> {
  return ctx.deps.store.atOneMoment(async db => {
    const world = await db.world.findUnique({ where: { id: ctx.world.id } })
    return run(contextOn(ctx.deps, world ?? ctx.world, ctx.caller, db, false, ctx.hungUp))
  })
}

/** The operator's context inside a transaction that no call began: for a world under construction. */
export function contextIn(deps: Deps, world: World, tx: Tx): Context {
  return contextOn(deps, world, { kind: 'operator' }, tx, true)
}

/**
 * Updates a context after its world was reset or restored: the world then has other rows under the same name, and later reads of the same call must
 * see them.
 */
export function follow(ctx: Context, world: World): void {
  const { now, load } = contextOn(ctx.deps, world, ctx.caller, ctx.db, ctx.inTransaction)
  Object.assign(ctx, { world, now, load })
}

/** Whether no caller waits for the end of long work any more: the caller has disconnected, or the server stops. */
export function isOver({ hungUp, deps }: Context): boolean {
  return hungUp?.aborted === true || deps.stopping?.aborted === true
}

function contextOn(
  deps: Deps,
  world: World,
  caller: Caller,
  db: Tx,
  inTransaction: boolean,
  hungUp?: AbortSignal,
): Context {
  return {
    deps,
    world,
    db,
    inTransaction,
    now: worldNow(world, deps.machineNow()),
    newId: deps.newId,
    caller,
    load: createLoaders(db, world.id),
    hungUp,
  }
}

/**
 * UUIDs of version 7 (RFC 9562, 5.7), each greater than the one before: 48 bits for the millisecond, 26 for a counter within it that starts at a
 * random number below half of its range, and 48 random bits. Most calls need several, so random bytes are drawn in bulk.
 */
export function createIds(now: () => number = Date.now): () => string {
  let [digits, used] = ['', 0]
  const random = (length: number) => {
    if (used + length > digits.length) [digits, used] = [randomBytes(RANDOM_BYTES).toString('hex'), 0]
    used += length
    return digits.slice(used - length, used)
  }
  let [ms, head, place] = [Number.NEGATIVE_INFINITY, '', 0]
  const begin = (at: number) => {
    const time = at.toString(16).padStart(12, '0')
    ms = at
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`
    place = Number.parseInt(random(7), 16) % (PLACES / 2)
  }
  return () => {
    const at = now()
    place += 1
    if (at > ms) begin(at)
    // When the clock stands still or goes back, two ids still differ.
    else if (place === PLACES) begin(ms + 1)
    const inMiddle = (place >>> 14).toString(16).padStart(3, '0')
    return `${head}${inMiddle}-${(0x8000 | (place & 0x3fff)).toString(16)}-${random(12)}`
  }
}

const RANDOM_BYTES = 3_072

const PLACES = 2 ** 26
