import type { PrismaClient } from '../../generated/client.ts'
import { sqliteCode } from '../errors.ts'
import { type Calls, OPERATIONS, type Operation } from './calls.ts'
import { type Table, tables } from './tables.ts'
import { NOT_KNOWN } from './values.ts'

/** Is told of a call that goes on to Prisma, for which a transaction must wait. */
export type OnSlow = <T>(begin: () => Promise<T>) => Promise<T>

/**
 * A Prisma Client that answers the calls it knows by prepared statements, and gives all others to the client beneath: what it cannot
 * express, and what fails, so that errors are Prisma's own. An extension by Prisma's own means; the component `model` costs next to nothing.
 */
export function prepareCalls(client: PrismaClient, calls: Calls, onSlow: OnSlow = begin => begin()): PrismaClient {
  const model = Object.fromEntries(
    [...tables.values()].map(table => [delegateOf(table), methodsOf(client, table, calls, onSlow)]),
  )
  const extend: unknown = Reflect.get(client, '$extends')
  if (typeof extend !== 'function') throw new Error('This version of Prisma Client has no $extends.')
  return Reflect.apply(extend, client, [{ name: 'prepared calls', model }])
}

function methodsOf(client: PrismaClient, table: Table, calls: Calls, onSlow: OnSlow) {
  const beneath: unknown = Reflect.get(client, delegateOf(table))
  if (typeof beneath !== 'object' || beneath === null) throw new Error(`Prisma has no ${table.name}.`)
  const slow = (operation: string, args: unknown[]): Promise<unknown> =>
    onSlow(() => Reflect.apply(Reflect.get(beneath, operation), beneath, args))
  const fast =
    (operation: Operation) =>
    (args: object = {}): Promise<unknown> => {
      try {
        return Promise.resolve(calls[operation](table, args))
      } catch (error) {
        return isForPrisma(error) ? slow(operation, [args]) : Promise.reject(error)
      }
    }
  const others = ['createManyAndReturn', 'updateManyAndReturn', 'aggregate', 'groupBy']
  return Object.fromEntries([
    ...OPERATIONS.map(operation => [operation, fast(operation)]),
    ...others.map(operation => [operation, (...args: unknown[]) => slow(operation, args)]),
  ])
}

// A statement that breaks a constraint has done nothing; Prisma's own fails alike, and names what is broken in its own way.
function isForPrisma(error: unknown): boolean {
  return error === NOT_KNOWN || sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT') === true
}

const delegateOf = ({ name }: Table) => `${name[0]?.toLowerCase()}${name.slice(1)}`
