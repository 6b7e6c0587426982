import { appendOrder, appendWindow, onlyArgs } from './clauses.ts'
import { type Maybe, then } from './maybe.ts'
import { namedBy, requireKey } from './row-keys.ts'
import { type RowQuery, type Shape, wanted } from './shapes.ts'
import type { Statements } from './statements.ts'
import type { Table } from './tables.ts'
import { unknown } from './values.ts'
import { appendWhere, asObject, Tail } from './where.ts'

export const READS = ['findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow', 'findMany', 'count'] as const
export type Reads = Readonly<Record<(typeof READS)[number], (table: Table, args: object) => unknown>>

export function readsOf(statements: Statements): Reads {
  return {
    findUnique: (table, args) => findOne(statements, table, args),
    findUniqueOrThrow: (table, args) => then(findOne(statements, table, args), row => row ?? unknown()),
    findFirst: (table, args) => then(find(statements, table, args, 1), firstOf),
    findFirstOrThrow: (table, args) => then(find(statements, table, args, 1), rows => firstOf(rows) ?? unknown()),
    findMany: (table, args) => find(statements, table, args),
    count: (table, args) => {
      const { where } = onlyArgs(args, 'where')
      const tail = tailFor(statements, table, where)
      const text = () => `SELECT COUNT(*) FROM ${table.sql}${tail.sql}`
      return then(statements.statement(`#${table.name}${tail.sql}`, text, false).get(tail.values), row =>
        Number(valueAt(row, 0)),
      )
    },
  }
}

const FIND_ARGS = ['where', 'orderBy', 'select', 'include', 'take', 'skip'] as const

function readAll(statements: Statements, { shape, args }: RowQuery, tail: Tail): Maybe<object[]> {
  const text = () => `SELECT ${shape.columns} ${shape.from}${tail.sql}`
  const read = statements.statement(`${shape.key}${tail.sql}`, text, shape.bigInts).all(tail.values)
  return then(read, raw => finish(statements, shape, args, raw))
}

function finish(
  statements: Statements,
  shape: Shape,
  args: readonly object[],
  raw: readonly unknown[],
): Maybe<object[]> {
  const rows = raw.map(statements.decoderOf(shape))
  return shape.lists.length === 0 ? rows : readLists(statements, shape, args, 0, raw, rows)
}

function readLists(
  statements: Statements,
  shape: Shape,
  args: readonly object[],
  place: number,
  parents: readonly unknown[],
  rows: object[],
): Maybe<object[]> {
  if (place === shape.lists.length) return rows
  const read = readList(statements, shape, args, place, parents, rows)
  return then(read, () => readLists(statements, shape, args, place + 1, parents, rows))
}

/** The rows of a list for all its parents, in one statement. */
function readList(
  statements: Statements,
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
  const tail = tailFor(statements, table, where === undefined ? condition : { AND: [condition, asObject(where)] })
  appendOrder(tail, table, orderBy)
  if (rows.length === 0) return
  const key = `${table.sql}."${to[last]}"`
  const text = () => `SELECT ${inner.shape.columns}, ${key} ${inner.shape.from}${tail.sql}`
  const read = statements.statement(`${inner.shape.key}+${key}${tail.sql}`, text, inner.shape.bigInts).all(tail.values)
  return then(read, raw =>
    then(finish(statements, inner.shape, inner.args, raw), found => {
      const own = new Map<unknown, object[]>(parents.map(parent => [valueAt(parent, places[last]), []]))
      raw.forEach((values, at) => void own.get(valueAt(values, inner.shape.width))?.push(found[at] ?? {}))
      rows.forEach((row, at) => void Reflect.set(row, name, own.get(valueAt(parents[at], places[last])) ?? []))
    }),
  )
}

function tailFor(statements: Statements, table: Table, where: unknown): Tail {
  const tail = new Tail(statements.words)
  if (where === undefined) return tail
  tail.sql = ' WHERE '
  appendWhere(tail, table, table.sql, asObject(where))
  return tail
}

function find(statements: Statements, table: Table, args: object, limit?: 1): Maybe<object[]> {
  const { where, select, include, orderBy, take, skip } = onlyArgs(args, ...FIND_ARGS)
  const shape = wanted(table, select, include)
  const tail = tailFor(statements, table, where)
  appendOrder(tail, table, orderBy)
  if (limit !== undefined) {
    if (take !== undefined || skip !== undefined) unknown()
    tail.sql += ' LIMIT 1'
  } else appendWindow(tail, take, skip)
  return readAll(statements, shape, tail)
}

function findOne(statements: Statements, table: Table, args: object): Maybe<object | null> {
  const { where, select, include } = onlyArgs(args, 'where', 'select', 'include')
  const named = namedBy(table, where)
  if (named === undefined) {
    requireKey(table, args)
    return then(find(statements, table, args), firstOf)
  }
  const { shape, args: lists } = wanted(table, select, include)
  const { key, values } = named
  const read = () => {
    const text = () => `SELECT ${shape.columns} ${shape.from}${key.sql}`
    return then(statements.statement(key.statementOf(shape), text, shape.bigInts).get(values), row =>
      row === undefined ? null : then(finish(statements, shape, lists, [row]), firstOf),
    )
  }
  const isWorld = table.name === 'World' && select === undefined && include === undefined
  return (isWorld ? statements.worlds?.get(`${key.name} ${values}`) : undefined) ?? read()
}

const valueAt = (row: unknown, place: number | undefined): unknown =>
  Array.isArray(row) && place !== undefined ? row[place] : undefined

const firstOf = (rows: readonly object[]): object | null => rows[0] ?? null
