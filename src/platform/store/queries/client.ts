import type { Prisma, PrismaClient } from '../../../generated/client.ts'
import { sqliteCode } from '../errors.ts'
import type { Calls } from './calls.ts'
import { type Dialect, SQLITE } from './dialect.ts'
import { type Engine, engineOfAll, type UnpreparedListener } from './engine.ts'
import type { RawCalls, RowTextRequest } from './raw.ts'
import { READS } from './reads.ts'
import { type Table, tables } from './tables.ts'
import { NOT_KNOWN, unknown } from './values.ts'
import { WRITES } from './writes.ts'

/** What a connection provides for its calls. */
export type CallHooks = {
  /** What to await before a statement, if anything: a pause for other calls (D74). */
  readonly before?: () => Promise<void> | undefined
  /** Makes a transaction wait for a call that itself still waits and has begun nothing. */
  readonly hold?: <T>(call: Promise<T>) => Promise<T>
  /** Begins a call that does not answer at once; the transaction waits for it. */
  readonly begin?: <T>(call: () => Promise<T>, writes: boolean) => Promise<T>
  /** Called when Prisma has answered a call, or refused it. */
  readonly onAnswer?: (() => void) | undefined
  /** Receives each call that goes to Prisma because it is not known here. */
  readonly onUnprepared?: UnpreparedListener | undefined
  readonly engine?: Engine | undefined
  readonly dialect?: Dialect
}

/**
 * A Prisma Client that answers known calls by prepared statements and passes all others to Prisma's own client: calls it cannot express, and calls
 * that fail, so that errors are Prisma's own. With the engine `prisma` it passes on every call. Prisma's client is created on demand: that takes a quarter of the start, and many banks never need it.
 * For this reason it is no extension (`$extends`), which begins with a client.
 */
export function prepareCalls(
  client: () => PrismaClient,
  calls: Calls,
  raw: RawCalls,
  hooks: CallHooks = {},
): PrismaClient {
  const answer = answering(hooks)
  const rawMethods = Object.fromEntries(
    OWN_RAW.map(name => [
      name,
      (...args: unknown[]) =>
        answer({
          fast: () => raw[name](args),
          slow: () => Reflect.apply(Reflect.get(client(), name), client(), args),
          writes: true,
        }),
    ]),
  )
  const $rows = (table: string, tail: Prisma.Sql, as?: RowTextRequest) =>
    answer({
      fast: () => raw.$rows(table, tail, as),
      slow: () => Promise.reject(NOT_KNOWN),
      writes: false,
      isOurs: true,
    })
  const models = [...tables.values()].map(
    table => [delegateOf(table), methodsOf(client, table, calls, answer)] as const,
  )
  const own = new Map<string | symbol, unknown>([
    ...Object.entries({ ...rawMethods, $rows, $dialect: hooks.dialect ?? SQLITE }),
    ...models,
  ])
  return new Proxy<PrismaClient>(Object.create(null), {
    get: (_, name) => (own.has(name) ? own.get(name) : beneath(client, name)),
  })
}

const OWN_RAW = ['$queryRaw', '$executeRaw'] as const

/** Our own SQL, as a client runs it. */
export const RAW: ReadonlySet<string | symbol> = new Set([...OWN_RAW, '$rows'])

// When a promise is fulfilled with a client, JavaScript asks whether it has `then`; this must not reach Prisma.
function beneath(client: () => PrismaClient, name: string | symbol): unknown {
  if (typeof name !== 'string' || name === 'then') return undefined
  const found: unknown = Reflect.get(client(), name)
  return typeof found === 'function' ? found.bind(client()) : found
}

type Answer = (call: Call) => Promise<unknown>

type Call = {
  /** By prepared statements. */
  readonly fast: () => unknown
  /** By Prisma's client. */
  readonly slow: () => Promise<unknown>
  readonly writes: boolean
  /** The call as Prisma names it, when it is one of a model. */
  readonly ofModel?: { readonly name: string; readonly args: object }
  /** Prisma has no such call. */
  readonly isOurs?: true
}

function answering({
  before = () => undefined,
  hold = call => call,
  begin = call => call(),
  onAnswer,
  onUnprepared,
  engine = engineOfAll(),
}: CallHooks): Answer {
  const later = (call: () => Promise<unknown>, writes: boolean) => {
    // If one of several parallel calls threw at once, nothing would await the others.
    const running = begin(async () => call(), writes)
    if (onAnswer !== undefined) running.then(onAnswer, onAnswer)
    return running
  }
  const now: Answer = ({ fast, slow, writes, ofModel, isOurs = false }) => {
    if (engine === 'prisma' && !isOurs) return later(slow, writes)
    const byPrisma = (error: unknown) => {
      // A statement that breaks a constraint has changed nothing. Prisma's own call fails in the same way, with Prisma's error. Our own SQL fails as
      // SQLite reports it.
      const isBroken = ofModel !== undefined && sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') === true
      if (error !== NOT_KNOWN && !isBroken) return Promise.reject(error)
      if (error === NOT_KNOWN)
        onUnprepared?.(new Error(`This call is not prepared: ${ofModel?.name ?? 'SQL of our own'}.`))
      return later(slow, writes)
    }
    try {
      const rows = fast()
      if (rows instanceof Promise) return rows.catch(byPrisma)
      if (ofModel === undefined || writes || typeof engine === 'string') return Promise.resolve(rows)
      return later(() => engine(ofModel.name, ofModel.args, rows, fast, slow), false)
    } catch (error) {
      return byPrisma(error)
    }
  }
  return call => {
    const wait = before()
    return wait === undefined ? now(call) : hold(wait.then(() => now(call)))
  }
}

function methodsOf(client: () => PrismaClient, table: Table, calls: Calls, answer: Answer) {
  const name = delegateOf(table)
  const slow = (operation: string, args: unknown[]) => (): Promise<unknown> => {
    const delegate: unknown = Reflect.get(client(), name)
    if (typeof delegate !== 'object' || delegate === null) throw new Error(`Prisma has no ${table.name}.`)
    return Reflect.apply(Reflect.get(delegate, operation), delegate, args)
  }
  const method = (operation: string, fast: (args: object) => unknown, writes: boolean) => {
    return (args: object = {}) =>
      answer({
        fast: () => fast(args),
        slow: slow(operation, [args]),
        writes,
        ofModel: { name: `${name}.${operation}`, args },
      })
  }
  return Object.fromEntries([
    ...READS.map(one => [one, method(one, args => calls[one](table, args), false)]),
    ...WRITES.map(one => [one, method(one, args => calls[one](table, args), true)]),
    ...['aggregate', 'groupBy'].map(one => [one, method(one, unknown, false)]),
    ['updateManyAndReturn', method('updateManyAndReturn', unknown, true)],
  ])
}

function delegateOf({ name }: Table): string {
  return `${name[0]?.toLowerCase()}${name.slice(1)}`
}

/** The property of a client for a table. */
export const DELEGATES: readonly string[] = [...tables.values()].map(delegateOf)
