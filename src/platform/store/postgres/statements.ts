import { Prisma } from '../../../generated/client.ts'
import { Dialect } from '../queries/dialect.ts'
import type { OnQuery } from '../queries/engine.ts'
import { then } from '../queries/maybe.ts'
import { bound, type RawCalls, sqlOf } from '../queries/raw.ts'
import { wholeRow } from '../queries/shapes.ts'
import type { Statement, Statements } from '../queries/statements.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import type { RunText } from './connection.ts'
import type { Answer } from './sent.ts'

// More than the program's texts, unless a client invents random calls.
const MOST_CACHED = 2_000

/** The statements of the prepared calls, on one connection or on any free one. `worlds` are the worlds that the transaction has locked. */
export function createStatements(
  run: RunText,
  onQuery: OnQuery | undefined,
  worlds: ReadonlyMap<string, Promise<object | null>> | undefined,
): Statements {
  const cache = new Map<string, Statement>()

  function make(text: string): Statement {
    const runText: RunText = (sql, values) => {
      onQuery?.(sql)
      return run(sql, values)
    }
    return {
      all: values => runText(text, values).then(({ rows }) => rows),
      get: values => runText(text, values).then(({ rows }) => rows[0]),
      run: values => runText(text, values),
    }
  }

  return {
    statement: (key, text) => {
      const found = cache.get(key) ?? make(numbered(text()))
      if (cache.size >= MOST_CACHED) cache.clear()
      cache.set(key, found)
      return found
    },
    words: POSTGRES.words,
    decoderOf: shape => shape.ofTexts,
    worlds,
    ahead: worlds !== undefined,
  }
}

/** PostgreSQL numbers its parameters. None of our texts contains any other question mark. */
export function numbered(text: string): string {
  let place = 0
  return text.replaceAll('?', () => {
    place += 1
    return `$${place}`
  })
}

/** Our own SQL on PostgreSQL. Whole rows come as columns: there the doors write views as text. */
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

// Whole numbers are BigInt, as with SQLite: PostgreSQL gives some sums as numeric.
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

// A value out of JSON is text, which PostgreSQL does not convert to a number by itself.
const CASTS = {
  Int: '::integer',
  BigInt: '::bigint',
  Boolean: '::boolean',
  String: '',
  Enum: '',
  DateTime: '',
  Json: '',
}

export const POSTGRES = new Dialect({
  elements: (json, member) =>
    `json_array_elements(${json}::json${member === undefined ? '' : ` -> '${member}'`}) AS "each" ("value")`,
  member: ({ type }, place) => `("each"."value" ->> ${place})${CASTS[type]}`,
  element: `("each"."value" #>> '{}')`,
  plain: ({ type }, sql) => (type === 'Boolean' ? `${sql}::integer` : sql),
  array: values => `json_build_array(${values.join(', ')})`,
  object: members => `json_object(ARRAY[${members.map(([name, text]) => `'${name}', ${text}`).join(', ')}])`,
  picked: [
    'json_array_elements_text((SELECT json_agg("id") FROM (',
    ') AS "few")) WITH ORDINALITY AS "picked" ("value", "key")',
  ],
  dayAfter: (day, days) => Prisma.sql`to_char(${day}::date + ${days}::integer, 'YYYY-MM-DD')`,
})

/** Whether a statement writes nothing. */
export const isRead = (text: string): boolean => text.startsWith('SELECT')
