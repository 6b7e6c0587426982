import { formatAmount } from './money.ts'

/**
 * What an answer shows of a row, in one table. JavaScript follows it for a row that is at hand; the store may follow it for rows of a list, and
 * write them as JSON without making them (store/queries/written.ts): to make two hundred rows only to take them apart is most of what a list
 * costs. Tests hold both to the same bytes.
 */

/** A member of an answer: its value, by JavaScript and by its source. */
export type Part<Row, Value> = { readonly of: (row: Row) => Value; readonly source: Source }

/** Where a value comes from, in terms that the store knows: the columns of a table. */
export type Source =
  | { readonly is: 'column'; readonly column: string; readonly as: ColumnForm; readonly required?: boolean }
  /** Minor units of a currency, written as a decimal number. */
  | { readonly is: 'amount'; readonly minor: string; readonly currency: string }
  /** JSON that was stored. It is read by a schema, so that a row that has any is made. */
  | { readonly is: 'stored'; readonly column: string; readonly required?: boolean }
  | {
      readonly is: 'object'
      readonly members: Sources
      /** It is null where all these columns are. */
      readonly unless?: readonly string[]
      readonly required?: boolean
    }
  | { readonly is: 'constant'; readonly text: string }
export type Sources = Readonly<Record<string, Source>>

/** How a column's value is written: texts as they are, instants as RFC 3339 has them, an enum where it has no other words than these. */
export type ColumnForm = 'text' | 'int' | 'boolean' | 'instant' | readonly string[]

/** How the rows of a list are wanted, where they can be had so. */
export type View = {
  /** Its name among all views. */
  readonly key: number
  readonly members: Sources
  /** What has no value: is left out, or is null. */
  readonly absent: 'omitted' | 'null'
  /** Whether the list's order is wanted too, for cursors. */
  readonly keys: boolean
}

/** Stands in a list for a row that the store has written as JSON. A list holds it only where its arguments have a view. */
export class RowText {
  readonly text: string

  constructor(text: string, keys?: Readonly<Record<string, unknown>>) {
    this.text = text
    Object.assign(this, keys)
  }
}

/** Where a list's arguments carry the view that its rows are wanted in. A symbol, since the arguments are the caller's otherwise. */
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

/** An account by its number: nothing where neither iban nor bban is known. */
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

/** What a JSON column holds, as it is read. */
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

/** A row as its parts show it. What has no value is left out (D19). */
export function showParts<Row, const Members extends Parts<Row>>(members: Members, row: Row): ObjectOf<Members>
export function showParts(members: Parts<unknown>, row: unknown): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  for (const name in members) {
    const value = members[name]?.of(row)
    if (value !== null && value !== undefined) shown[name] = value
  }
  return shown
}

/** All parts but some. */
export function without<Members extends object, const Name extends keyof Members & string>(
  members: Members,
  names: readonly Name[],
): Omit<Members, Name>
export function without(members: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

/** The view of parts whose absent members are left out. */
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
