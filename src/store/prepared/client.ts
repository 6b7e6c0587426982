import type { Prisma, PrismaClient } from '../../generated/client.ts'
import { sqliteCode } from '../errors.ts'
import { type Calls, OPERATIONS, type Operation } from './calls.ts'
import type { RawCalls } from './raw.ts'
import { type Table, tables } from './tables.ts'
import { NOT_KNOWN, unknown } from './values.ts'

/** What a connection asks of its calls. */
export type Manners = {
  /** Something to wait for before a statement, if there is: that others had their turn (D74). */
  readonly before?: () => Promise<void> | undefined
  /** Begins a call that does not answer at once, and for which a transaction must wait. */
  readonly begin?: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * A Prisma Client that answers the calls it knows by prepared statements, and gives all others to the client beneath: what it cannot
 * express, and what fails, so that errors are Prisma's own. An extension by Prisma's own means; the component `model` costs next to nothing.
 */
export function prepareCalls(client: PrismaClient, calls: Calls, raw: RawCalls, manners: Manners = {}): PrismaClient {
  const answer = answering(manners)
  const model = Object.fromEntries(
    [...tables.values()].map(table => [delegateOf(table), methodsOf(client, table, calls, answer)]),
  )
  const rawMethods = Object.fromEntries(
    (['$queryRaw', '$executeRaw'] as const).map(name => [
      name,
      (...args: unknown[]) =>
        answer(
          () => raw[name](args),
          () => Reflect.apply(Reflect.get(client, name), client, args),
        ),
    ]),
  )
  const $rows = (table: string, tail: Prisma.Sql) =>
    answer(
      () => raw.$rows(table, tail),
      () => Promise.reject(NOT_KNOWN),
    )
  const extend: unknown = Reflect.get(client, '$extends')
  if (typeof extend !== 'function') throw new Error('This version of Prisma Client has no $extends.')
  return Reflect.apply(extend, client, [{ name: 'prepared calls', model, client: { ...rawMethods, $rows } }])
}

type Answer = (fast: () => unknown, slow: () => Promise<unknown>) => Promise<unknown>

function answering({ before = () => undefined, begin = call => call() }: Manners): Answer {
  const now: Answer = (fast, slow) => {
    try {
      return Promise.resolve(fast())
    } catch (error) {
      return isForPrisma(error) ? begin(slow) : Promise.reject(error)
    }
  }
  return (fast, slow) => {
    const wait = before()
    return wait === undefined ? now(fast, slow) : begin(() => wait.then(() => now(fast, slow)))
  }
}

function methodsOf(client: PrismaClient, table: Table, calls: Calls, answer: Answer) {
  const beneath: unknown = Reflect.get(client, delegateOf(table))
  if (typeof beneath !== 'object' || beneath === null) throw new Error(`Prisma has no ${table.name}.`)
  const slow = (operation: string, args: unknown[]) => (): Promise<unknown> =>
    Reflect.apply(Reflect.get(beneath, operation), beneath, args)
  const fast =
    (operation: Operation) =>
    (args: object = {}) =>
      answer(() => calls[operation](table, args), slow(operation, [args]))
  const others = ['createManyAndReturn', 'updateManyAndReturn', 'aggregate', 'groupBy']
  return Object.fromEntries([
    ...OPERATIONS.map(operation => [operation, fast(operation)]),
    ...others.map(operation => [operation, (...args: unknown[]) => answer(unknown, slow(operation, args))]),
  ])
}

// A statement that breaks a constraint has done nothing; Prisma's own fails alike, and names what is broken in its own way.
function isForPrisma(error: unknown): boolean {
  return error === NOT_KNOWN || sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') === true
}

const delegateOf = ({ name }: Table) => `${name[0]?.toLowerCase()}${name.slice(1)}`
