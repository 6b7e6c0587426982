import type { OnQuery } from '../queries/listeners.ts'
import { then } from '../queries/maybe.ts'
import { bound, type RawCalls, sqlOf } from '../queries/raw.ts'
import { wholeRow } from '../queries/shapes.ts'
import type { Statements } from '../queries/statements.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import type { RunText } from './connection.ts'
import type { Answer } from './sent.ts'
import { numbered } from './statements.ts'

/** SQL of our own on PostgreSQL. Whole rows come as their columns: to write views as text is the doors' there. */
export function createRawCalls(
  run: RunText,
  { statement, decoderOf }: Statements,
  onQuery: OnQuery | undefined,
): RawCalls {
  const runSql = (args: readonly unknown[]) => {
    const { sql, values } = sqlOf(args)
    const text = numbered(sql)
    onQuery?.(text)
    return run(text, values.map(bound))
  }
  return {
    $queryRaw: args => runSql(args).then(recordsOf),
    $executeRaw: args => runSql(args).then(({ changes }) => changes),
    $rows: (name, tail) => {
      const shape = wholeRow(tables.get(name) ?? unknown())
      const text = `SELECT ${shape.columns} ${shape.from} ${tail.sql}`
      return then(statement(text, () => text, false).all(tail.values.map(bound)), rows => rows.map(decoderOf(shape)))
    },
  }
}

// Whole numbers are BigInt, as SQLite gives them: the sum of some is numeric here.
const BOOLEAN = 16
const NUMBERS = new Set([20, 21, 23, 1700])

function recordsOf({ rows, columns }: Answer): object[] {
  return rows.map(row =>
    Object.fromEntries(columns.map(({ name, dataTypeID }, place) => [name, plain(row[place], dataTypeID)])),
  )
}

function plain(value: unknown, type: number): unknown {
  if (typeof value !== 'string') return value
  if (type === BOOLEAN) return value === 't' ? 1n : 0n
  return NUMBERS.has(type) ? BigInt(value) : value
}
