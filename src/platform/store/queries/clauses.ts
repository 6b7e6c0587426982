import type { Field, Table } from './tables.ts'
import { bind, NOT_KNOWN, unknown } from './values.ts'
import { asObject, type Tail } from './where.ts'

export function appendOrder(tail: Tail, table: Table, orderBy: unknown): void {
  if (orderBy === undefined) return
  let separator = ' ORDER BY '
  for (const one of Array.isArray(orderBy) ? orderBy : [orderBy]) {
    const names = Object.keys(asObject(one))
    const [name = ''] = names
    const field = table.fields.get(name)
    const direction: unknown = Reflect.get(one, name)
    if (names.length !== 1 || field === undefined || (direction !== 'asc' && direction !== 'desc')) throw NOT_KNOWN
    tail.sql += `${separator}${table.sql}.${field.sql} ${direction === 'asc' ? 'ASC' : 'DESC'}`
    separator = ', '
  }
}

/** LIMIT and OFFSET. */
export function appendWindow(tail: Tail, take: unknown, skip: unknown): void {
  if (take === undefined && skip === undefined) return
  tail.sql += ' LIMIT ? OFFSET ?'
  tail.values.push(take === undefined ? ALL : wholeNumber(take), skip === undefined ? 0 : wholeNumber(skip))
}

// No table has more rows. SQLite needs a LIMIT before an OFFSET, and PostgreSQL accepts no negative one.
const ALL = Number.MAX_SAFE_INTEGER

export const wholeNumber = (value: unknown): number =>
  typeof value === 'number' && (value | 0) === value && value >= 0 ? value : unknown()

/** The SET of an update; a tail takes its values. */
export function appendSet(tail: Tail, table: Table, data: unknown): string {
  let sql = ''
  const row = asObject(data)
  for (const name in row) {
    const value: unknown = Reflect.get(row, name)
    if (value === undefined) continue
    const field = table.fields.get(name) ?? unknown()
    sql += `${sql === '' ? ' SET' : ','} ${field.sql} = ${appendNew(tail, table, field, value)}`
  }
  return sql === '' ? unknown() : sql
}

function appendNew(tail: Tail, table: Table, field: Field, value: unknown): string {
  const isNumber = field.type === 'Int' || field.type === 'BigInt'
  if (!isNumber || typeof value !== 'object' || value === null) {
    tail.values.push(bind(field, value))
    return '?'
  }
  const names = Object.keys(value)
  if (names.length !== 1 || names[0] !== 'increment') unknown()
  tail.values.push(bind(field, Reflect.get(value, 'increment')))
  // In an upsert an unqualified name could mean the column of either row.
  return `${table.sql}.${field.sql} + ?`
}

/** The arguments of a call that has no others. */
export function onlyArgs<Name extends string>(
  args: object,
  ...allowed: readonly Name[]
): Partial<Record<Name, unknown>> {
  const names: readonly string[] = allowed
  for (const name in args) if (!names.includes(name) && Reflect.get(args, name) !== undefined) unknown()
  return args
}
