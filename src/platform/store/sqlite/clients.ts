import type { PrismaClient } from '../../../generated/client.ts'
import { createCalls } from '../queries/calls.ts'
import { type CallHooks, prepareCalls } from '../queries/client.ts'
import type { Engine, OnQuery, UnpreparedListener } from '../queries/engine.ts'
import { createRawCalls } from '../queries/raw.ts'
import { createStatements, type Guard } from '../queries/statements.ts'
import { type Turn, tracked } from '../turn-clients.ts'
import { yieldCommand } from '../turns.ts'
import { type Connection, requireTransaction } from './adapter.ts'

// GraphQL documents may request ever new views, and each statement takes about 30 kB.
const MOST_VIEWS = 200

type PreparedOptions = {
  /** Prisma's client for the same connection. */
  readonly client: () => PrismaClient
  readonly onQuery?: OnQuery | undefined
  readonly onUnprepared?: UnpreparedListener | undefined
  /** Called when a call may have read rows. */
  readonly onRead?: () => void
  readonly guard?: Guard
  readonly engine?: Engine | undefined
  readonly hooks?: CallHooks
}

/** The client of a connection, whose known calls are prepared statements, unless the engine is Prisma. */
export function preparedOn(
  { prepare }: Pick<Connection, 'prepare'>,
  { client, onQuery, onUnprepared, onRead, guard, engine, hooks }: PreparedOptions,
): PrismaClient {
  const common = { prepare, onQuery, onUse: onRead, guard }
  const statements = createStatements(common)
  const views = createStatements({ ...common, most: MOST_VIEWS })
  const withListeners = { ...hooks, onAnswer: onRead, onUnprepared, engine }
  return prepareCalls(client, createCalls(statements), createRawCalls(statements, views), withListeners)
}

type ClientOptions = Pick<PreparedOptions, 'onQuery' | 'onUnprepared' | 'onRead' | 'engine'>

/** The client of a connection that only reads. */
export function readingClient(connection: Connection, options: ClientOptions): PrismaClient {
  return preparedOn(connection, { ...options, client: connection.prisma })
}

/** The client of the connection that writes: each statement is part of the turn that is running, `current`. */
export function writingClient(
  connection: Connection,
  options: ClientOptions,
  current: () => Turn | undefined,
): PrismaClient {
  const noteWrite = () => {
    const turn = current()
    if (turn !== undefined) turn.wrote = true
  }
  // A command that only reads after SQLite has ended the transaction fails at its end, with its group.
  const guard = () => {
    requireTransaction(connection.database)
    noteWrite()
  }
  // The sync begins now, not when a caller waits for it, and the turn that started it awaits it.
  const hold: CallHooks['hold'] = call => tracked(current(), call)
  const hooks: CallHooks = {
    before: yieldCommand,
    hold,
    begin: (call, writes) => {
      if (writes) noteWrite()
      return hold(call())
    },
  }
  return preparedOn(connection, { ...options, client: connection.prisma, guard, hooks })
}
