import { Prisma } from '../../../generated/client.ts'
import type { Db } from '../transaction.ts'
import { type Field, tables } from './tables.ts'

export type Words = {
  /** The elements of a JSON array, or of an array within a JSON object: `"each"."value"`. */
  readonly elements: (json: string, member?: string) => string
  /** A member of such an element (an array) as a value of this column. */
  readonly member: (field: Pick<Field, 'type'>, place: number) => string
  /** Such an element as text. */
  readonly element: string
  /** A column in the form that text and JSON have on both engines: true is 1. */
  readonly plain: (field: Pick<Field, 'type'>, sql: string) => string
  /** Values as one JSON array. */
  readonly array: (values: readonly string[]) => string
  /** Text values as one JSON object. */
  readonly object: (members: readonly (readonly [name: string, text: string])[]) => string
  /** The ids that a query reads, in its order: `"picked"."value"`, and `"picked"."key"` for the order. */
  readonly picked: readonly [before: string, after: string]
  /** The day that lies a number of days after another, as text. */
  readonly dayAfter: (day: Prisma.Sql, days: Prisma.Sql) => Prisma.Sql
}

/** The SQL in which SQLite and PostgreSQL differ (D120). All other SQL is common to both. */
export class Dialect {
  readonly words: Words
  constructor(words: Words) {
    this.words = words
  }

  /** The elements of a JSON text that is bound as a value. */
  elements(json: string, member?: string): Prisma.Sql {
    const [before = '', after = ''] = this.words.elements('?', member).split('?')
    return Prisma.sql`${Prisma.raw(before)}${json}${Prisma.raw(after)}`
  }

  /** A member of an element as a value of a column of a table. */
  member(table: string, column: string, place: number): string {
    return this.words.member(fieldOf(table, column), place)
  }

  /** Columns of a table as one JSON array. */
  array(table: string, columns: readonly string[]): string {
    return this.words.array(columns.map(column => this.words.plain(fieldOf(table, column), `"${column}"`)))
  }

  /** Columns of one side of a join as one JSON object, each as text. */
  texts(table: string, side: string, columns: readonly string[]): string {
    const textOf = (column: string) =>
      `CAST(${this.words.plain(fieldOf(table, column), `"${side}"."${column}"`)} AS TEXT)`
    return this.words.object(columns.map(column => [column, textOf(column)]))
  }

  picked(query: Prisma.Sql): Prisma.Sql {
    const [before, after] = this.words.picked
    return Prisma.sql`${Prisma.raw(before)}${query}${Prisma.raw(after)}`
  }
}

const fieldOf = (table: string, column: string): Pick<Field, 'type'> =>
  tables.get(table)?.fields.get(column) ?? { type: 'String' }

export const SQLITE = new Dialect({
  elements: (json, member) => `jsonb_each(${json}${member === undefined ? '' : `, '$.${member}'`}) AS "each"`,
  member: (_, place) => `json_extract("each"."value", '$[${place}]')`,
  element: '"each"."value"',
  plain: (_, sql) => sql,
  array: values => `json_array(${values.join(', ')})`,
  object: members => `json_object(${members.map(([name, text]) => `'${name}', ${text}`).join(', ')})`,
  picked: ['json_each((SELECT json_group_array("id") FROM (', ') AS "few")) AS "picked"'],
  dayAfter: (day, days) => Prisma.sql`date(${day}, ${days} || ' days')`,
})

/** The dialect of a client's engine. */
export function dialectOf(db: Db): Dialect {
  const found: unknown = Reflect.get(db, '$dialect')
  return found instanceof Dialect ? found : SQLITE
}
