import type { Shape } from './shapes.ts'
import type { Field, Table } from './tables.ts'
import { type Bound, bind, unknown } from './values.ts'
import { asObject } from './where.ts'

/** The key of one row of a table, and the condition that finds it. */
type Key = {
  readonly name: string
  readonly fields: readonly Field[]
  readonly sql: string
  /** Identifies the statement that reads a shape of the row. */
  readonly statementOf: (shape: Shape) => string
}

/** A `where` that consists of a key alone. */
type KeyedRow = { readonly key: Key; readonly values: Bound[] }

/** The key that a `where` consists of; undefined when it contains anything else. */
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

/** The columns of a key, when `where` names all of them. */
export function requireKey(table: Table, args: object): readonly string[] {
  const where = asObject(Reflect.get(args, 'where'))
  for (const [name, columns] of table.uniques) {
    const value: unknown = Reflect.get(where, name)
    if (value == null) continue
    if (columns.length === 1 && columns[0] === name) return columns
    const parts = asObject(value)
    if (columns.every(column => Reflect.get(parts, column) != null)) return columns
  }
  return unknown()
}

/** Only then does SQLite's own upsert do the same as Prisma's: look for the row that would be created. */
export function requireSameRow(table: Table, key: readonly string[], where: object, create: object): void {
  const names = Object.keys(where)
  const [name = ''] = names
  const given: unknown = key.length === 1 && key[0] === name ? where : Reflect.get(where, name)
  if (names.length !== 1 || table.uniques.get(name) !== key) unknown()
  for (const column of key) if (Reflect.get(asObject(given), column) !== Reflect.get(create, column)) unknown()
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

/** How rows of a table are created: one statement for any set of named columns. Others get the schema's default, or null. */
export type NewRows = {
  readonly key: string
  readonly text: () => string
  /** The values of all columns, in their order. */
  readonly valuesOf: (row: object) => Bound[]
}

/** How rows of a table are created. */
export function newRows(table: Table): NewRows {
  const known = made.get(table)
  if (known !== undefined) return known
  const built = build(table)
  made.set(table, built)
  return built
}

const made = new Map<Table, NewRows>()

function build(table: Table): NewRows {
  const fields = [...table.fields.values()]
  const text = `INSERT INTO ${table.sql} (${fields.map(({ sql }) => sql).join(', ')}) VALUES (${fields.map(() => '?').join(', ')})`
  const binders = fields.map(field => ({ name: field.name, bindTo: binderOf(field) }))
  return {
    key: `+${table.name}`,
    text: () => text,
    valuesOf: row => {
      for (const name in row) if (!table.fields.has(name) && Reflect.get(row, name) !== undefined) unknown()
      return binders.map(({ name, bindTo }) => bindTo(Reflect.get(row, name)))
    },
  }
}

type Binder = (value: unknown) => Bound

function binderOf(field: Field): Binder {
  if (field.type === 'String' && field.default === undefined && !field.made && !field.nullable)
    return value => (typeof value === 'string' && value.isWellFormed() ? value : unknown())
  const { default: ofSchema } = field
  return value => {
    if (value !== undefined) return bind(field, value)
    if (ofSchema !== undefined) return bind(field, ofSchema)
    return field.nullable && !field.made ? null : unknown()
  }
}
