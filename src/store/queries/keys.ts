import type { Shape } from './shapes.ts'
import type { Field, Table } from './tables.ts'
import { type Bound, bind } from './values.ts'

/** What names one row of a table, and the condition that finds it. */
type Key = {
  readonly name: string
  readonly fields: readonly Field[]
  readonly sql: string
  /** What stands for the statement that reads a shape of the row. */
  readonly statementOf: (shape: Shape) => string
}

/** A row that is named by a key and by nothing else. */
type KeyedRow = { readonly key: Key; readonly values: Bound[] }

/** The key that a `where` consists of; undefined where it says anything else. */
export function namedBy(table: Table, where: unknown): KeyedRow | undefined {
  if (typeof where !== 'object' || where === null) return undefined
  let only: string | undefined
  for (const name in where) {
    if (only !== undefined) return undefined
    only = name
  }
  const key = only === undefined ? undefined : keysOf(table).get(only)
  if (key === undefined || only === undefined) return undefined
  const { fields } = key
  const value: unknown = Reflect.get(where, only)
  const row = fields.length === 1 && fields[0]?.name === only ? where : value
  if (typeof row !== 'object' || row === null) return undefined
  let given = 0
  for (const _ in row) given += 1
  if (given !== fields.length) return undefined
  const values: Bound[] = []
  for (const field of fields) {
    const part: unknown = Reflect.get(row, field.name)
    if (part === undefined || part === null || (typeof part === 'object' && !(part instanceof Date))) return undefined
    values.push(bind(field, part))
  }
  return { key, values }
}

const keys = new Map<Table, ReadonlyMap<string, Key>>()

function keysOf(table: Table): ReadonlyMap<string, Key> {
  const known = keys.get(table)
  if (known !== undefined) return known
  const found = readKeys(table)
  keys.set(table, found)
  return found
}

function readKeys(table: Table): ReadonlyMap<string, Key> {
  return new Map(
    [...table.uniques].map(([name, columns]) => {
      const fields = columns.flatMap(column => table.fields.get(column) ?? [])
      const sql = ` WHERE ${fields.map(field => `${table.sql}.${field.sql} = ?`).join(' AND ')}`
      const statements = new Map<Shape, string>()
      const statementOf = (shape: Shape) => {
        const known = statements.get(shape)
        if (known !== undefined) return known
        const made = `${shape.key}=${name}`
        statements.set(shape, made)
        return made
      }
      return [name, { name, fields, sql, statementOf }]
    }),
  )
}
