import { appendSet, onlyArgs, wholeNumber } from './clauses.ts'
import { type Maybe, then } from './maybe.ts'
import { newRows, requireKey, requireSameRow } from './row-keys.ts'
import { type Shape, wanted } from './shapes.ts'
import type { Statements } from './statements.ts'
import type { Table } from './tables.ts'
import { type Bound, unknown } from './values.ts'
import { appendWhere, asObject, Tail } from './where.ts'

export const WRITES = [
  'create',
  'createMany',
  'createManyAndReturn',
  'update',
  'updateMany',
  'upsert',
  'delete',
  'deleteMany',
] as const
export type Writes = Readonly<Record<(typeof WRITES)[number], (table: Table, args: object) => unknown>>

export function writesOf(statements: Statements): Writes {
  return {
    create: (table, args) => {
      const { data, select } = onlyArgs(args, 'data', 'select')
      return insert(statements, table, data, select)
    },
    createMany: (table, args) => {
      const rows = insertMany(statements, table, onlyArgs(args, 'data').data)
      return then(rows, ({ length }) => ({ count: length }))
    },
    createManyAndReturn: (table, args) => {
      const decode = wanted(table, undefined, undefined).shape.ofWritten ?? unknown()
      return then(insertMany(statements, table, onlyArgs(args, 'data').data), rows => rows.map(decode))
    },
    update: (table, args) => {
      const { data, select } = onlyArgs(args, 'where', 'data', 'select')
      requireKey(table, args)
      const tail = new Tail(statements.words)
      return change(
        statements,
        table,
        args,
        'UPDATE',
        appendSet(tail, table, data),
        tail,
        wanted(table, select, undefined).shape,
      )
    },
    updateMany: (table, args) => {
      const { data } = onlyArgs(args, 'where', 'data')
      const tail = new Tail(statements.words)
      return change(statements, table, args, 'UPDATE', appendSet(tail, table, data), tail)
    },
    upsert: (table, args) => {
      const { where, create, update, select } = onlyArgs(args, 'where', 'create', 'update', 'select')
      const key = requireKey(table, args)
      requireSameRow(table, key, asObject(where), asObject(create))
      const tail = new Tail(statements.words)
      const set = appendSet(tail, table, update)
      return insertOrUpdate(
        statements,
        table,
        create,
        select,
        ` ON CONFLICT (${key.map(name => `"${name}"`).join(', ')}) DO UPDATE${set}`,
        tail.values,
      )
    },
    delete: (table, args) => {
      const { select } = onlyArgs(args, 'where', 'select')
      requireKey(table, args)
      return change(
        statements,
        table,
        args,
        'DELETE FROM',
        '',
        new Tail(statements.words),
        wanted(table, select, undefined).shape,
      )
    },
    deleteMany: (table, args) => {
      const { where, limit } = onlyArgs(args, 'where', 'limit')
      if (limit === undefined) return change(statements, table, args, 'DELETE FROM', '', new Tail(statements.words))
      const tail = new Tail(statements.words)
      appendWhere(tail, table, table.sql, where === undefined ? {} : asObject(where))
      tail.values.push(wholeNumber(limit))
      const [columns = unknown()] = table.uniques.values()
      const key = columns.map(name => `"${name}"`).join(', ')
      const text = () =>
        `DELETE FROM ${table.sql} WHERE (${key}) IN (SELECT ${key} FROM ${table.sql} WHERE ${tail.sql} LIMIT ?)`
      return countOf(statements.statement(`-${table.name}${tail.sql}`, text, false).run(tail.values))
    },
  }
}

/** The new row is the written one, so nothing is read back. */
function insert(statements: Statements, table: Table, data: unknown, select: unknown): Maybe<object> {
  const { shape } = wanted(table, select, undefined)
  const decode = shape.ofWritten ?? unknown()
  const { key, text, valuesOf } = newRows(table)
  const values = valuesOf(asObject(data))
  const written = statements.statement(key, text, false).run(values)
  return statements.ahead ? decode(values) : then(written, () => decode(values))
}

/** The same for many rows by one statement: returns the given rows. One row needs no JSON. */
function insertMany(statements: Statements, table: Table, data: unknown): Maybe<readonly Bound[][]> {
  const { key, text: ofOne, valuesOf } = newRows(table)
  const rows = (Array.isArray(data) ? data : [data]).map(row => valuesOf(asObject(row)))
  const [first, ...others] = rows
  if (first === undefined) return rows
  if (others.length === 0) {
    const written = statements.statement(key, ofOne, false).run(first)
    return statements.ahead ? rows : then(written, () => rows)
  }
  // A column without a value in any row is left out: to read it out of the JSON costs as much as any other.
  const columns = [...table.fields.values()].flatMap(({ type, sql }, place) =>
    rows.some(row => row[place] !== null) ? [{ type, sql, place }] : [],
  )
  const names = columns.map(({ sql }) => sql).join(', ')
  const text = () =>
    `INSERT INTO ${table.sql} (${names}) SELECT ${columns.map((field, place) => statements.words.member(field, place)).join(', ')} FROM ${statements.words.elements('?')}`
  const json = JSON.stringify(rows.map(row => columns.map(({ place }) => toJson(row[place] ?? null))))
  const written = statements.statement(`*${table.name}${names}`, text, false).run([json])
  return statements.ahead ? rows : then(written, () => rows)
}

function insertOrUpdate(
  statements: Statements,
  table: Table,
  data: unknown,
  select: unknown,
  conflict: string,
  more: readonly Bound[],
): Maybe<object> {
  const { shape } = wanted(table, select, undefined)
  const returning = shape.returning ?? unknown()
  const { key, text, valuesOf } = newRows(table)
  const values = valuesOf(asObject(data))
  const whole = () => `${text()}${conflict} RETURNING ${returning}`
  const written = statements.statement(`${key}${shape.key}${conflict}`, whole, shape.bigInts).get([...values, ...more])
  return then(written, row => (row === undefined ? unknown() : statements.decoderOf(shape)(row)))
}

function change(
  statements: Statements,
  table: Table,
  args: object,
  verb: string,
  what: string,
  tail: Tail,
  returning?: Shape,
): unknown {
  const where = Reflect.get(args, 'where')
  tail.sql = `${what}${where === undefined ? '' : ' WHERE '}`
  if (where !== undefined) appendWhere(tail, table, table.sql, asObject(where))
  const back = returning === undefined ? '' : ` RETURNING ${returning.returning ?? unknown()}`
  const text = () => `${verb} ${table.sql}${tail.sql}${back}`
  const made = statements.statement(
    `${verb} ${table.name}${tail.sql}${returning?.key}`,
    text,
    returning?.bigInts ?? false,
  )
  if (returning === undefined) return countOf(made.run(tail.values))
  return then(made.get(tail.values), row => (row === undefined ? unknown() : statements.decoderOf(returning)(row)))
}

const countOf = (ran: Maybe<{ readonly changes: number }>) => then(ran, ({ changes }) => ({ count: changes }))

// As in insertMany: whole numbers that a double cannot hold are text, which the column turns into a number again.
function toJson(value: Bound): string | number | null {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return typeof value === 'string' && value.includes('\0') ? unknown() : value
}
