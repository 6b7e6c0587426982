import pg from 'pg'
import type { Bound } from '../queries/values.ts'

declare module 'pg' {
  // What a connection has prepared by which name, and what is on its way there.
  interface Connection {
    readonly parsedStatements: Readonly<Record<string, string | undefined>>
    readonly submittedNamedStatements: Record<string, string>
  }
}

/** What a statement answered: rows of texts as PostgreSQL writes them, which the shapes read. */
export type Answer = {
  readonly rows: unknown[][]
  readonly columns: readonly Column[]
  /** How many rows it changed. */
  readonly changes: number
  /** What PostgreSQL says that it did: a COMMIT may be a ROLLBACK. */
  readonly command: string
}

export type Column = { readonly name: string; readonly dataTypeID: number }

/** A text, by which name connections have it prepared, and what its rows have as columns, once that is known: to receive it again costs as much as a row. */
type StatementText = {
  readonly text: string
  readonly name: string | undefined
  columns: readonly Column[] | undefined
}

/** A text that names thousands of values is seldom the same again, and PostgreSQL holds what is named until the connection ends. */
const LONGEST_NAMED = 20_000
const MOST_NAMED = 2_000

// There is nothing to plan in these.
const PLAIN = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/

const named = new Map<string, StatementText>()

function preparedOf(text: string): StatementText {
  const known = named.get(text)
  if (known !== undefined) return known
  const isNamed = text.length <= LONGEST_NAMED && !PLAIN.test(text) && named.size < MOST_NAMED
  const made = { text, name: isNamed ? `s${named.size}` : undefined, columns: undefined }
  if (isNamed) named.set(text, made)
  return made
}

// PostgreSQL holds no U+0000. What is written has none, and what is looked for with one is not there, as with this in its place.
const NOWHERE = '\u{10ffff}\u{10fffe}'

function textOf(value: Bound): string | null {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', NOWHERE) : value
  return value === null ? null : String(value)
}

/** A statement on its way. pg's own makes an object of each row, and asks for the columns each time: more than the rest of it costs. */
export class Sent extends pg.Query {
  /** By which pg tracks what it has prepared. */
  readonly name: string | undefined
  readonly #prepared: StatementText
  readonly #values: readonly Bound[]
  readonly #answered: (answer: Answer) => void
  readonly #failed: (error: Error) => void
  readonly #rows: unknown[][] = []
  #columns: readonly Column[] | undefined
  #tag = ''

  constructor(
    text: string,
    values: readonly Bound[],
    answered: (answer: Answer) => void,
    failed: (error: Error) => void,
  ) {
    const prepared = preparedOf(text)
    super(text)
    this.name = prepared.name
    this.#prepared = prepared
    this.#values = values
    this.#answered = answered
    this.#failed = failed
  }

  requiresPreparation(): boolean {
    return this.#prepared.name !== undefined || this.#values.length > 0
  }

  prepare(connection: pg.Connection): void {
    const { text, name = '', columns } = this.#prepared
    const { parsedStatements, submittedNamedStatements } = connection
    if (name === '' || (parsedStatements[name] ?? submittedNamedStatements[name]) === undefined) {
      connection.parse({ text, name, types: [] }, true)
      if (name !== '') submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values: this.#values.map(textOf) }, true)
    if (columns === undefined) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#columns = fields
  }

  handleDataRow({ fields }: { readonly fields: unknown[] }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text
    this.#prepared.columns ??= this.#columns ?? []
  }

  handleError(error: Error): void {
    this.#failed(error)
  }

  handleReadyForQuery(): void {
    const [command = '', ...counts] = this.#tag.split(' ')
    const columns = this.#columns ?? this.#prepared.columns ?? []
    this.#answered({ rows: this.#rows, columns, changes: Number(counts.at(-1) ?? 0), command })
  }
}
