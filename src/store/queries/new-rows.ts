import type { Field, Table } from './tables.ts'
import { type Bound, bind, unknown } from './values.ts'

/** How rows of a table are made: by one statement, whatever columns a call names. What is not named is what the schema says, or null. */
export type NewRows = {
  readonly key: string
  readonly text: () => string
  /** The values of all columns, in their order. */
  readonly valuesOf: (row: object) => Bound[]
}

/** How rows of a table are made. */
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
