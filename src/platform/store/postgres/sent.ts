import pg from 'pg'
import type { Bound } from '../queries/values.ts'
import { searched } from '../searched-texts.ts'

declare module 'pg' {
  // The statements that a connection has prepared, by name, and those that are being prepared.
  interface Connection {
    readonly parsedStatements: Readonly<Record<string, string | undefined>>
    readonly submittedNamedStatements: Record<string, string>
  }
}

/** The answer to a statement: rows of text as PostgreSQL writes them, which the shapes read. */
export type Answer = {
  readonly rows: unknown[][]
  readonly columns: readonly Column[]
  /** How many rows the statement changed. */
  readonly changes: number
  /** PostgreSQL's name of what it did: a COMMIT may be reported as ROLLBACK. */
  readonly command: string
}

export type Column = { readonly name: string; readonly dataTypeID: number }

/**
 * A statement's text, the name under which connections prepare it, and its columns once they are known: to receive their description again costs as
 * much as a row.
 */
type StatementText = {
  readonly text: string
  readonly name: string | undefined
  columns: readonly Column[] | undefined
}

/** A text with thousands of values rarely occurs again, and PostgreSQL keeps prepared statements until the connection ends. */
const LONGEST_NAMED = 20_000
const MOST_NAMED = 2_000

// These statements need no plan.
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

function textOf(value: Bound): string | null {
  if (typeof value === 'string') return searched(value)
  return value === null ? null : String(value)
}

/**
 * A statement under way. The pg package's own query object creates an object for each row and requests the columns each time, which costs more than
 * all the rest.
 */
export class Sent extends pg.Query {
  /** The name under which pg tracks prepared statements. */
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
