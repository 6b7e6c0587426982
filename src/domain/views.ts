import { formatAmount } from './money.ts'

/**
 * The members of an answer and how a row gives them, in one table. JavaScript uses it for a row in memory; the store may use it for rows of a list
 * and write them as JSON directly (store/queries/written.ts), because to create two hundred row objects is most of the cost of a list. Tests check
 * that both give the same bytes.
 */

/** A member of an answer: its value, by JavaScript and by its source. */
export type Part<Row, Value> = { readonly of: (row: Row) => Value; readonly source: Source }

/** The source of a value, in terms of the store: the columns of a table. */
export type Source =
  | { readonly is: 'column'; readonly column: string; readonly as: ColumnForm; readonly required?: boolean }
  /** Minor units of a currency, written as a decimal number. */
  | { readonly is: 'amount'; readonly minor: string; readonly currency: string }
  /** Stored JSON. A schema must read it, so a row with any is made in JavaScript. */
  | { readonly is: 'stored'; readonly column: string; readonly required?: boolean }
  | {
      readonly is: 'object'
      readonly members: Sources
      /** Null when all these columns are null. */
      readonly unless?: readonly string[]
      readonly required?: boolean
    }
  | { readonly is: 'constant'; readonly text: string }
export type Sources = Readonly<Record<string, Source>>

/** The members of rows: the same of each, or those of its kind, which a column of an enum says. Rows of a kind without members are made in JavaScript. */
export type Members = Sources | OfKinds
export class OfKinds {
  readonly column: string
  readonly kinds: Readonly<Record<string, Sources | undefined>>

  constructor(column: string, kinds: OfKinds['kinds']) {
    this.column = column
    this.kinds = kinds
  }
}

/** How a column's value is written: text unchanged, instants as in RFC 3339, an enum by this table of words if it has one. */
export type ColumnForm = 'text' | 'int' | 'boolean' | 'instant' | readonly string[]

/** In which view the rows of a list are wanted, where that view is available. */
export type View = {
  /** Its name among all views. */
  readonly key: number
  readonly members: Members
  /** Whether a missing value is left out or null. */
  readonly absent: 'omitted' | 'null'
  /** Whether the columns of the list's order are wanted, too, for cursors. */
  readonly keys: boolean
}

/** Stands in a list for a row that the store has written as JSON. Only lists whose arguments name a view contain it. */
export class RowText {
  readonly text: string

  constructor(text: string, keys?: Readonly<Record<string, unknown>>) {
    this.text = text
    Object.assign(this, keys)
  }
}

/** The property of a list's arguments that holds the wanted view. A symbol, since all other properties are the caller's. */
export const VIEW: unique symbol = Symbol('view')

/** A text that every row has. */
export function column<const Name extends string>(name: Name): Part<Readonly<Record<Name, string>>, string> {
  return { of: row => row[name], source: { is: 'column', column: name, as: 'text', required: true } }
}

/** A text that a row may lack. */
export function optional<const Name extends string>(
  name: Name,
): Part<Readonly<Record<Name, string | null>>, string | null> {
  return { of: row => row[name], source: { is: 'column', column: name, as: 'text' } }
}

/** Minor units as a decimal number of their currency (D21). */
export function amountIn<const Minor extends string, const Currency extends string>(
  minor: Minor,
  currency: Currency,
): Part<Readonly<Record<Minor, bigint>> & Readonly<Record<Currency, string>>, string> {
  return { of: row => formatAmount(row[minor], row[currency]), source: { is: 'amount', minor, currency } }
}

/** Several members together. */
export function together<const Members extends Parts<never>>(members: Members): Part<RowOf<Members>, ObjectOf<Members>>
export function together(members: Parts<unknown>): Part<unknown, unknown> {
  return { of: row => showParts(members, row), source: { is: 'object', members: sourcesOf(members), required: true } }
}

/** An account by its number; undefined when neither iban nor bban is known. */
export function referenceIn<const Iban extends string, const Bban extends string, const Currency extends string>(
  iban: Iban,
  bban: Bban,
  currency: Currency,
) {
  const members = { iban: optional(iban), bban: optional(bban), currency: optional(currency) }
  type Row = Readonly<Record<Iban | Bban | Currency, string | null>>
  return {
    of: (row: Row) => (row[iban] === null && row[bban] === null ? null : showParts(members, row)),
    source: { is: 'object', members: sourcesOf(members), unless: [iban, bban] },
  } satisfies Part<Row, unknown>
}

/** The value of a JSON column, read by a schema. */
export function storedIn<const Column extends string, Value>(
  name: Column,
  read: (value: unknown) => Value,
): Part<Readonly<Record<Column, unknown>>, Value> {
  return { of: row => read(row[name]), source: { is: 'stored', column: name } }
}

type Parts<Row> = Readonly<Record<string, Part<Row, unknown>>>
type RowOf<Members> = Members[keyof Members] extends Part<infer Row, unknown> ? Row : never
type ValueOf<One> = One extends Part<never, infer Value> ? Value : never
type ObjectOf<Members> = {
  readonly [Name in keyof Members]: Exclude<ValueOf<Members[Name]>, null> | Absent<ValueOf<Members[Name]>>
}
type Absent<Value> = null extends Value ? undefined : never

/** A row with these members. Missing values are left out (D19). */
export function showParts<Row, const Members extends Parts<Row>>(members: Members, row: Row): ObjectOf<Members>
export function showParts(members: Parts<unknown>, row: unknown): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  for (const name in members) {
    const value = members[name]?.of(row)
    if (value !== null && value !== undefined) shown[name] = value
  }
  return shown
}

/** All members but some. */
export function without<Members extends object, const Name extends keyof Members & string>(
  members: Members,
  names: readonly Name[],
): Omit<Members, Name>
export function without(members: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

/** The view of members, without missing ones. */
export function viewOf(members: Parts<never>): View {
  return newView({ members: sourcesOf(members), absent: 'omitted', keys: false })
}

let made = 0

export function newView(view: Omit<View, 'key'>): View {
  made += 1
  return { ...view, key: made }
}

function sourcesOf(members: Parts<never>): Sources {
  return Object.fromEntries(Object.entries(members).map(([name, { source }]) => [name, source]))
}
