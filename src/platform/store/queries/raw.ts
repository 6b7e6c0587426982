import type { View } from '../../../domain/views.ts'
import { Prisma } from '../../../generated/client.ts'
import type { Maybe } from './maybe.ts'
import { wholeRow } from './shapes.ts'
import type { SqliteStatement, Statements } from './statements.ts'
import { tables } from './tables.ts'
import { type Bound, bindInstant, unknown } from './values.ts'
import { writtenShape } from './written.ts'

/** Our own SQL, with the results that Prisma would give. */
export type RawCalls = {
  /** For text columns and computed numbers; Prisma converts other kinds. */
  readonly $queryRaw: (args: readonly unknown[]) => unknown
  readonly $executeRaw: (args: readonly unknown[]) => unknown
  /** Whole rows of a table, by the SQL behind its name, or in a view where that is possible. Prisma has no such call. */
  readonly $rows: (table: string, tail: Prisma.Sql, as?: RowTextRequest) => Maybe<object[]>
}

/** A view of rows, and the columns of their order. */
export type RowTextRequest = { readonly view: View; readonly order: readonly string[] }

/** `written` are the statements of views, which the caller composes. */
export function createRawCalls(
  { statement }: Statements<SqliteStatement>,
  written: Statements<SqliteStatement>,
): RawCalls {
  const names = new Map<string, readonly string[]>()

  function namesOf(sql: string, made: SqliteStatement): readonly string[] {
    const known = names.get(sql)
    if (known !== undefined) return known
    const columns = made.columns()
    if (columns.some(({ type }) => type !== null && type !== 'TEXT')) unknown()
    const found = columns.map(({ name }) => name)
    if (names.size > 500) names.clear()
    names.set(sql, found)
    return found
  }

  return {
    $queryRaw: args => {
      const { sql, values } = sqlOf(args)
      const made = statement(sql, () => sql, true)
      if (!made.reader) unknown()
      const columns = namesOf(sql, made)
      return made.all(values.map(bound)).map(row => {
        const entries = Array.isArray(row)
          ? row.map((value: unknown, place) => [columns[place], plain(value)])
          : unknown()
        return Object.fromEntries(entries)
      })
    },
    $executeRaw: args => {
      const { sql, values } = sqlOf(args)
      const made = statement(sql, () => sql, true)
      return made.reader ? unknown() : made.run(values.map(bound)).changes
    },
    $rows: (name, tail, as) => {
      const { table, packed, from } = wholeRow(tables.get(name) ?? unknown())
      const { columns, decode } = packed ?? unknown()
      const shape = as && writtenShape(table, as.view, { columns, decode }, as.order)
      if (shape !== undefined) {
        const sql = () => `SELECT ${shape.columns} ${from} ${tail.sql}`
        return shape.read(written.statement(`${shape.key}${tail.sql}`, sql, false), tail.values.map(bound))
      }
      const text = `SELECT ${columns} ${from} ${tail.sql}`
      return statement(text, () => text, false)
        .all(tail.values.map(bound))
        .map(row => decode(Array.isArray(row) ? row[0] : undefined))
    },
  }
}

export function sqlOf([first, ...values]: readonly unknown[]): Prisma.Sql {
  if (first instanceof Prisma.Sql) return first
  return isTemplate(first) ? Prisma.sql(first, ...values) : unknown()
}

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

export function bound(value: unknown): Bound {
  if (value === null || typeof value === 'bigint') return value
  if (typeof value === 'string') return value.isWellFormed() ? value : unknown()
  if (value instanceof Date) return bindInstant(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : unknown()
}

const plain = (value: unknown): unknown =>
  value === null || typeof value === 'string' || typeof value === 'bigint' ? value : unknown()
