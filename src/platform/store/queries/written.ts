import { CURRENCIES, minorUnits } from '../../../domain/money.ts'
import {
  type ColumnForm,
  type Members,
  OfKinds,
  RowText,
  type Source,
  type Sources,
  type View,
} from '../../../domain/views.ts'
import type { Shape } from './shapes.ts'
import type { SqliteStatement } from './statements.ts'
import type { Field, Table } from './tables.ts'
import { type Bound, unknown } from './values.ts'

/** How rows of a table are read in a view: one text for each row, followed by the columns of the order if they are wanted. */
export type WrittenShape = {
  /** Equal for equal views of the same table. */
  readonly key: string
  readonly columns: string
  readonly read: (statement: SqliteStatement, values: readonly Bound[]) => object[]
}

/** The shape of a view. `packed` makes the rows that SQL cannot write; undefined when SQL can write none. */
export function writtenShape(
  table: Table,
  view: View,
  packed: NonNullable<Shape['packed']>,
  order: readonly string[],
): WrittenShape | undefined {
  const known = shapes.get(view)
  if (known?.table === table && known.order === order) return known.shape
  const shape = build(table, view, packed, view.keys ? order : [])
  shapes.set(view, { table, order, shape })
  return shape
}

type ShapeInOrder = {
  readonly table: Table
  readonly order: readonly string[]
  readonly shape: WrittenShape | undefined
}
const shapes = new WeakMap<View, ShapeInOrder>()

function build(
  table: Table,
  { key, members, absent }: View,
  packed: NonNullable<Shape['packed']>,
  order: readonly string[],
): WrittenShape | undefined {
  const cases = casesOf(table, members, absent === 'null' ? withNulls : withoutNulls)
  const [only] = cases
  if (only === undefined) return undefined
  const whens = cases.map(({ conditions, text }) => `WHEN ${[...conditions].join(' AND ')} THEN ${text}`)
  const column = only.conditions.size === 0 ? only.text : `CASE ${whens.join(' ')} ELSE ${packed.columns} END`
  return {
    key: `${table.name}~${key}`,
    columns: [column, ...order.map(textOf)].join(', '),
    read: (statement, values) => {
      if (order.length === 0)
        return statement
          .pluck()
          .all(values)
          .map(text => rowOf(packed, String(text)))
      return statement.all(values).map(row => {
        const [text, ...keys] = Array.isArray(row) ? row : unknown()
        return rowOf(packed, String(text), Object.fromEntries(order.map((name, place) => [name, keys[place]])))
      })
    },
  }
}

/** A way to write rows, and the conditions under which a row is written so. Without any it is the only one. */
type Case = { readonly conditions: ReadonlySet<string>; readonly text: string }

function casesOf(table: Table, members: Members, write: WriteObject): readonly Case[] {
  if (!(members instanceof OfKinds)) return caseOf({ table, conditions: new Set() }, members, write)
  const field = table.fields.get(members.column)
  if (field?.type !== 'Enum') return []
  const kinds = [...field.values].map(kind => {
    const sources = members.kinds[kind]
    const cases = sources === undefined ? [] : caseOf({ table, conditions: new Set() }, sources, write)
    return { kind, cases }
  })
  const [first] = kinds
  // Often each kind is written in the same way.
  if (first !== undefined && new Set(kinds.map(({ cases }) => shownCases(cases))).size === 1) return first.cases
  return kinds.flatMap(({ kind, cases }) =>
    cases.map(({ conditions, text }) => ({
      conditions: new Set([`${field.sql} = ${quote(kind)}`, ...conditions]),
      text,
    })),
  )
}

function caseOf(draft: Draft, members: Sources, write: WriteObject): readonly Case[] {
  const text = write(draft, members)
  return text === undefined ? [] : [{ conditions: draft.conditions, text }]
}

const shownCases = (cases: readonly Case[]) => cases.map(({ conditions, text }) => [...conditions, text].join()).join()

// JavaScript's numbers cannot hold 18 digits.
function textOf(name: string): string {
  return name.endsWith('Minor') ? `CAST("${name}" AS TEXT)` : `"${name}"`
}

// A packed row is a JSON array, a row written by SQL an object.
function rowOf(
  { decode }: NonNullable<Shape['packed']>,
  text: string,
  keys?: Readonly<Record<string, unknown>>,
): object {
  return text.startsWith('[') ? decode(text) : new RowText(text, keys)
}

/** A row is written only if all `conditions` hold. */
type Draft = { readonly table: Table; readonly conditions: Set<string> }

// SQLite's functions take at most 127 arguments; names and values count.
const MOST_MEMBERS = 60

/** SQL for an object whose missing members are null. */
function withNulls(draft: Draft, members: Sources): string | undefined {
  const parts = Object.entries(members).map(([name, source]) => {
    const value = valueSql(draft, source, withNulls)
    if (value === undefined) return undefined
    const absent = source.is === 'object' && source.unless !== undefined ? allNull(source.unless) : undefined
    return `'${name}', ${absent === undefined ? value : `iif(${absent}, NULL, ${value})`}`
  })
  return parts.length > MOST_MEMBERS || parts.includes(undefined) ? undefined : `json_object(${parts.join(', ')})`
}

/** SQL for an object whose missing members are left out. */
function withoutNulls(draft: Draft, members: Sources): string | undefined {
  const shown = Object.entries(members).filter(([, source]) => source.is !== 'stored' || !addsNoMember(draft, source))
  const parts = shown.map(([name, source]) => member(draft, name, source))
  if (parts.length > MOST_MEMBERS || parts.includes(undefined)) return undefined
  const [first, ...others] = parts.flatMap(part => part ?? [])
  if (first === undefined) return undefined
  // Each member begins with a comma. When the first member is always there, its comma is removed here; otherwise SQLite removes it in each row, which
  // costs time.
  return first.startsWith("',")
    ? `concat('{${first.slice(2)}, ${[...others, "'}'"].join(', ')})`
    : `concat('{', substr(concat(${[first, ...others].join(', ')}), 2), '}')`
}

/** A member with its comma, as arguments of concat. */
function member(draft: Draft, name: string, source: Source): readonly string[] | undefined {
  const value = valueSql(draft, source, withoutNulls)
  if (value === undefined) return undefined
  const [label, text] = [`',"${name}":'`, source.is === 'object' ? value : `json_quote(${value})`]
  const absence = absenceOf(draft.table, source)
  return absence === undefined ? [label, text] : [`iif(${absence}, '', ${label} || ${text})`]
}

/** The condition under which a value is missing; undefined for a value that never is. */
function absenceOf({ fields }: Table, source: Source): string | undefined {
  if (source.is === 'object') return source.unless === undefined ? undefined : allNull(source.unless)
  return source.is === 'column' && fields.get(source.column)?.nullable === true
    ? `"${source.column}" IS NULL`
    : undefined
}

const allNull = (columns: readonly string[]) => columns.map(name => `"${name}" IS NULL`).join(' AND ')

type WriteObject = (draft: Draft, members: Sources) => string | undefined

function valueSql(draft: Draft, source: Source, writeObject: WriteObject): string | undefined {
  switch (source.is) {
    case 'constant':
      return quote(source.text)
    case 'column':
      return columnValue(draft, source.column, source.as, source.required === true)
    case 'amount':
      return amountValue(draft, source.minor, source.currency)
    case 'stored':
      return source.required !== true && addsNoMember(draft, source) ? 'NULL' : undefined
    case 'object': {
      const { members, unless = [], required } = source
      const mayBeNull = unless.length > 0 && required === true
      return mayBeNull || !unless.every(name => draft.table.fields.has(name)) ? undefined : writeObject(draft, members)
    }
  }
}

/** A row with stored JSON is not written by SQL. */
function addsNoMember({ table, conditions }: Draft, { column }: { readonly column: string }): boolean {
  const field = table.fields.get(column)
  if (field?.nullable === true) conditions.add(`${field.sql} IS NULL`)
  return field?.nullable === true
}

function columnValue(draft: Draft, column: string, as: ColumnForm, required: boolean): string | undefined {
  const field = draft.table.fields.get(column)
  if (field === undefined) return undefined
  // Of some kinds of rows a column is never empty that is so of others.
  if (required && field.nullable) draft.conditions.add(`${field.sql} IS NOT NULL`)
  if (typeof as !== 'string') return isAmong(field, as) ? field.sql : undefined
  if (as === 'text') return field.type === 'String' ? field.sql : undefined
  if (as === 'int') return field.type === 'Int' ? field.sql : undefined
  if (as === 'boolean') return field.type === 'Boolean' ? `json(iif(${field.sql}, 'true', 'false'))` : undefined
  if (field.type !== 'DateTime' || field.nullable) return undefined
  // Instants as they are bound: ISO 8601 in UTC, to the millisecond.
  draft.conditions.add(`length(${field.sql}) = 29`)
  return `substr(${field.sql}, 1, 23) || 'Z'`
}

const isAmong = ({ type, values }: Field, words: readonly string[]) =>
  type === 'Enum' && [...values].every(value => words.includes(value))

// Rows with a currency that does not have two digits are made in JavaScript.
const OTHER_DIGITS = CURRENCIES.filter(code => minorUnits(code) !== 2)

function amountValue({ table, conditions }: Draft, minorColumn: string, currencyColumn: string): string | undefined {
  const [minor, currency] = [table.fields.get(minorColumn), table.fields.get(currencyColumn)]
  if (minor?.type !== 'BigInt' || minor.nullable || currency?.type !== 'String' || currency.nullable) return undefined
  // Nearly all amounts are in kroner, and a search in the list costs as much as writing the amount.
  conditions.add(`(${currency.sql} = 'NOK' OR ${currency.sql} NOT IN (${OTHER_DIGITS.map(quote).join(', ')}))`)
  const more = `printf('%d.%02d', ${minor.sql} / 100, abs(${minor.sql} % 100))`
  return `iif(${minor.sql} BETWEEN -99 AND -1, printf('-0.%02d', -${minor.sql}), ${more})`
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
