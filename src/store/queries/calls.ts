import { appendOrder, appendSet, appendWindow, wholeNumber } from './clauses.ts'
import { type Maybe, then } from './maybe.ts'
import { namedBy, newRows, requireKey, requireSameRow } from './row-keys.ts'
import { type RowQuery, type Shape, wanted } from './shapes.ts'
import type { Statements } from './statements.ts'
import type { Table } from './tables.ts'
import { type Bound, unknown } from './values.ts'
import { appendWhere, asObject, Tail } from './where.ts'

/**
 * The calls of Prisma Client that are answered by prepared statements. The grammar that they know:
 *
 *     findUnique, findUniqueOrThrow, findFirst, findFirstOrThrow, findMany
 *               { where, select | include, orderBy: { COLUMN: asc | desc } | [ … ], take: 0 …, skip: 0 … }
 *     select    { COLUMN: true, ONE: true | { select | include }, LIST: true | { where, orderBy, select | include } }
 *     include   the same, without columns
 *     count     { where }
 *     create    { data, select: { COLUMN: true } }          update   { where, data, select: { COLUMN: true } }
 *     createMany, createManyAndReturn { data: row | [row …] }
 *     updateMany { where, data }     deleteMany { where, limit: 1 … }      delete   { where, select: { COLUMN: true } }
 *     upsert    { where: KEY, create, update, select: { COLUMN: true } }, where KEY and `create` name the same row
 *     data      { COLUMN: value }; in an update also { increment: n }
 *
 * `where` is described in where.ts, `orderBy`, `take`, `skip` and what an update sets in clauses.ts, values in values.ts. Whatever else a call says throws NOT_KNOWN before anything was done; a call that
 * finds nothing where there must be something, or breaks a constraint, does so too or throws SQLite's error, and has done nothing.
 */
export type Calls = Readonly<Record<Operation, (table: Table, args: object) => unknown>>

export const READS = ['findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow', 'findMany', 'count'] as const
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
type Operation = (typeof READS)[number] | (typeof WRITES)[number]

/** The calls that a connection's statements answer. */
export function createCalls({ statement, decoderOf, words, worlds, ahead }: Statements): Calls {
  function readAll({ shape, args }: RowQuery, tail: Tail): Maybe<object[]> {
    const text = () => `SELECT ${shape.columns} ${shape.from}${tail.sql}`
    const read = statement(`${shape.key}${tail.sql}`, text, shape.bigInts).all(tail.values)
    return then(read, raw => finish(shape, args, raw))
  }

  function finish(shape: Shape, args: readonly object[], raw: readonly unknown[]): Maybe<object[]> {
    const rows = raw.map(decoderOf(shape))
    return shape.lists.length === 0 ? rows : readLists(shape, args, 0, raw, rows)
  }

  function readLists(
    shape: Shape,
    args: readonly object[],
    place: number,
    parents: readonly unknown[],
    rows: object[],
  ): Maybe<object[]> {
    if (place === shape.lists.length) return rows
    const read = readList(shape, args, place, parents, rows)
    return then(read, () => readLists(shape, args, place + 1, parents, rows))
  }

  /** The rows of a list for all its parents, in one statement. */
  function readList(
    { lists }: Shape,
    args: readonly object[],
    place: number,
    parents: readonly unknown[],
    rows: readonly object[],
  ): Maybe<void> {
    const list = lists[place]
    if (list === undefined) return
    const { relation, name, places } = list
    const { where, orderBy, select, include } = onlyArgs(args[place] ?? {}, 'where', 'orderBy', 'select', 'include')
    const { table, to } = relation
    const inner = wanted(table, select, include)
    const last = places.length - 1
    const condition: Record<string, unknown> = {}
    // Also without parents: the call's arguments may be wrong, and then Prisma reports that.
    to.forEach((column, at) => {
      const keys = parents.map(parent => valueAt(parent, places[at]))
      if (at === last) condition[column] = { in: keys }
      else if (keys.every(key => key === keys[0])) condition[column] = keys[0]
      else unknown()
    })
    const tail = tailFor(table, where === undefined ? condition : { AND: [condition, asObject(where)] })
    appendOrder(tail, table, orderBy)
    if (rows.length === 0) return
    const key = `${table.sql}."${to[last]}"`
    const text = () => `SELECT ${inner.shape.columns}, ${key} ${inner.shape.from}${tail.sql}`
    const read = statement(`${inner.shape.key}+${key}${tail.sql}`, text, inner.shape.bigInts).all(tail.values)
    return then(read, raw =>
      then(finish(inner.shape, inner.args, raw), found => {
        const own = new Map<unknown, object[]>(parents.map(parent => [valueAt(parent, places[last]), []]))
        raw.forEach((values, at) => void own.get(valueAt(values, inner.shape.width))?.push(found[at] ?? {}))
        rows.forEach((row, at) => void Reflect.set(row, name, own.get(valueAt(parents[at], places[last])) ?? []))
      }),
    )
  }

  function tailFor(table: Table, where: unknown): Tail {
    const tail = new Tail(words)
    if (where === undefined) return tail
    tail.sql = ' WHERE '
    appendWhere(tail, table, table.sql, asObject(where))
    return tail
  }

  function find(table: Table, args: object, limit?: 1): Maybe<object[]> {
    const { where, select, include, orderBy, take, skip } = onlyArgs(args, ...FIND_ARGS)
    const shape = wanted(table, select, include)
    const tail = tailFor(table, where)
    appendOrder(tail, table, orderBy)
    if (limit !== undefined) {
      if (take !== undefined || skip !== undefined) unknown()
      tail.sql += ' LIMIT 1'
    } else appendWindow(tail, take, skip)
    return readAll(shape, tail)
  }

  function findOne(table: Table, args: object): Maybe<object | null> {
    const { where, select, include } = onlyArgs(args, 'where', 'select', 'include')
    const named = namedBy(table, where)
    if (named === undefined) {
      requireKey(table, args)
      return then(find(table, args), firstOf)
    }
    const { shape, args: lists } = wanted(table, select, include)
    const { key, values } = named
    const read = () => {
      const text = () => `SELECT ${shape.columns} ${shape.from}${key.sql}`
      return then(statement(key.statementOf(shape), text, shape.bigInts).get(values), row =>
        row === undefined ? null : then(finish(shape, lists, [row]), firstOf),
      )
    }
    const isWorld = table.name === 'World' && select === undefined && include === undefined
    return (isWorld ? worlds?.get(`${key.name} ${values}`) : undefined) ?? read()
  }

  /** The new row is the written one, so nothing is read back. */
  function insert(table: Table, data: unknown, select: unknown): Maybe<object> {
    const { shape } = wanted(table, select, undefined)
    const decode = shape.ofWritten ?? unknown()
    const { key, text, valuesOf } = newRows(table)
    const values = valuesOf(asObject(data))
    const written = statement(key, text, false).run(values)
    return ahead ? decode(values) : then(written, () => decode(values))
  }

  /** The same for many rows by one statement: returns the given rows. */
  function insertMany(table: Table, data: unknown): Maybe<readonly Bound[][]> {
    const { valuesOf } = newRows(table)
    const rows = (Array.isArray(data) ? data : [data]).map(row => valuesOf(asObject(row)))
    if (rows.length === 0) return rows
    // A column without a value in any row is left out: to read it out of the JSON costs as much as any other.
    const columns = [...table.fields.values()].flatMap(({ type, sql }, place) =>
      rows.some(row => row[place] !== null) ? [{ type, sql, place }] : [],
    )
    const names = columns.map(({ sql }) => sql).join(', ')
    const text = () =>
      `INSERT INTO ${table.sql} (${names}) SELECT ${columns.map((field, place) => words.member(field, place)).join(', ')} FROM ${words.elements('?')}`
    const json = JSON.stringify(rows.map(row => columns.map(({ place }) => toJson(row[place] ?? null))))
    const written = statement(`*${table.name}${names}`, text, false).run([json])
    return ahead ? rows : then(written, () => rows)
  }

  function insertOrUpdate(
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
    const written = statement(`${key}${shape.key}${conflict}`, whole, shape.bigInts).get([...values, ...more])
    return then(written, row => (row === undefined ? unknown() : decoderOf(shape)(row)))
  }

  function change(table: Table, args: object, verb: string, what: string, tail: Tail, returning?: Shape): unknown {
    const where = Reflect.get(args, 'where')
    tail.sql = `${what}${where === undefined ? '' : ' WHERE '}`
    if (where !== undefined) appendWhere(tail, table, table.sql, asObject(where))
    const back = returning === undefined ? '' : ` RETURNING ${returning.returning ?? unknown()}`
    const text = () => `${verb} ${table.sql}${tail.sql}${back}`
    const made = statement(`${verb} ${table.name}${tail.sql}${returning?.key}`, text, returning?.bigInts ?? false)
    if (returning === undefined) return countOf(made.run(tail.values))
    return then(made.get(tail.values), row => (row === undefined ? unknown() : decoderOf(returning)(row)))
  }

  return {
    findUnique: findOne,
    findUniqueOrThrow: (table, args) => then(findOne(table, args), row => row ?? unknown()),
    findFirst: (table, args) => then(find(table, args, 1), firstOf),
    findFirstOrThrow: (table, args) => then(find(table, args, 1), rows => firstOf(rows) ?? unknown()),
    findMany: (table, args) => find(table, args),
    count: (table, args) => {
      const { where } = onlyArgs(args, 'where')
      const tail = tailFor(table, where)
      const text = () => `SELECT COUNT(*) FROM ${table.sql}${tail.sql}`
      return then(statement(`#${table.name}${tail.sql}`, text, false).get(tail.values), row => Number(valueAt(row, 0)))
    },
    create: (table, args) => {
      const { data, select } = onlyArgs(args, 'data', 'select')
      return insert(table, data, select)
    },
    createMany: (table, args) => {
      const rows = insertMany(table, onlyArgs(args, 'data').data)
      return then(rows, ({ length }) => ({ count: length }))
    },
    createManyAndReturn: (table, args) => {
      const decode = wanted(table, undefined, undefined).shape.ofWritten ?? unknown()
      return then(insertMany(table, onlyArgs(args, 'data').data), rows => rows.map(decode))
    },
    update: (table, args) => {
      const { data, select } = onlyArgs(args, 'where', 'data', 'select')
      requireKey(table, args)
      const tail = new Tail(words)
      return change(table, args, 'UPDATE', appendSet(tail, table, data), tail, wanted(table, select, undefined).shape)
    },
    updateMany: (table, args) => {
      const { data } = onlyArgs(args, 'where', 'data')
      const tail = new Tail(words)
      return change(table, args, 'UPDATE', appendSet(tail, table, data), tail)
    },
    upsert: (table, args) => {
      const { where, create, update, select } = onlyArgs(args, 'where', 'create', 'update', 'select')
      const key = requireKey(table, args)
      requireSameRow(table, key, asObject(where), asObject(create))
      const tail = new Tail(words)
      const set = appendSet(tail, table, update)
      return insertOrUpdate(
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
      return change(table, args, 'DELETE FROM', '', new Tail(words), wanted(table, select, undefined).shape)
    },
    deleteMany: (table, args) => {
      const { where, limit } = onlyArgs(args, 'where', 'limit')
      if (limit === undefined) return change(table, args, 'DELETE FROM', '', new Tail(words))
      const tail = new Tail(words)
      appendWhere(tail, table, table.sql, where === undefined ? {} : asObject(where))
      tail.values.push(wholeNumber(limit))
      const [columns = unknown()] = table.uniques.values()
      const key = columns.map(name => `"${name}"`).join(', ')
      const text = () =>
        `DELETE FROM ${table.sql} WHERE (${key}) IN (SELECT ${key} FROM ${table.sql} WHERE ${tail.sql} LIMIT ?)`
      return countOf(statement(`-${table.name}${tail.sql}`, text, false).run(tail.values))
    },
  }
}

const FIND_ARGS = ['where', 'orderBy', 'select', 'include', 'take', 'skip'] as const

function onlyArgs<Name extends string>(args: object, ...allowed: readonly Name[]): Partial<Record<Name, unknown>> {
  const names: readonly string[] = allowed
  for (const name in args) if (!names.includes(name) && Reflect.get(args, name) !== undefined) unknown()
  return args
}

const valueAt = (row: unknown, place: number | undefined): unknown =>
  Array.isArray(row) && place !== undefined ? row[place] : undefined

const firstOf = (rows: readonly object[]): object | null => rows[0] ?? null

const countOf = (ran: Maybe<{ readonly changes: number }>) => then(ran, ({ changes }) => ({ count: changes }))

// As in insertMany: whole numbers that a double cannot hold are text, which the column turns into a number again.
function toJson(value: Bound): string | number | null {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return typeof value === 'string' && value.includes('\0') ? unknown() : value
}
