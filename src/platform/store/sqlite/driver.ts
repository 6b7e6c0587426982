import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { searched } from '../searched-texts.ts'
import { codeName } from './codes.ts'

const require = createRequire(import.meta.url)

/** SQLite as the file of a library that comes compiled and has the interface of node:sqlite, which Node 20 lacks. It is loaded with the first file. */
export const LIBRARY = require.resolve('@photostructure/sqlite')

export type Value = string | number | bigint | null | Uint8Array

type OpenOptions = {
  readonly readonly?: boolean
  readonly fileMustExist?: boolean
  /** How long a statement waits for the lock of another connection, in ms, and blocks the process. */
  readonly timeout?: number
}

/** The address of a file that SQLite must not create. */
export const existing = (path: string) => `${pathToFileURL(path).href}?mode=rw`

/** A connection. Each fault of SQLite has SQLite's own name as its `code`. */
export class Database {
  readonly #native: DatabaseSyncInstance
  #open = true

  constructor(path: string, { readonly = false, fileMustExist = false, timeout = 5_000 }: OpenOptions = {}) {
    const { DatabaseSync } = require(LIBRARY)
    this.#native = named(
      () =>
        new DatabaseSync(fileMustExist && !readonly ? existing(path) : path, {
          readOnly: readonly,
          timeout,
          defensive: false,
        }),
    )
  }

  get open(): boolean {
    return this.#open
  }

  get inTransaction(): boolean {
    return this.#open && this.#native.isTransaction
  }

  prepare<Row = unknown>(sql: string): Statement<Row> {
    return new Statement(
      this,
      named(() => this.#native.prepare(sql)),
      sql,
    )
  }

  exec(sql: string): this {
    named(() => this.#native.exec(sql))
    return this
  }

  /** Sets or reads a pragma; returns the first value of its answer. Some work on while their rows are read. */
  pragma(text: string): unknown {
    return this.prepare(`PRAGMA ${text}`).pluck().all()[0]
  }

  /** Runs a function in a transaction that has the lock for writing from the start. Nothing of it is written if the function throws. */
  transaction<T>(run: () => T): T {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      this.exec('COMMIT')
      return result
    } catch (error) {
      if (this.inTransaction) this.exec('ROLLBACK')
      throw error
    }
  }

  serialize(): Uint8Array {
    return this.#native.serialize()
  }

  /** Closes all files, and ends all statements. */
  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#native.close()
  }
}

/** A prepared statement, whose rows come as objects unless `raw` or `pluck` is called. */
export class Statement<Row = unknown> {
  /** The library ends all statements of a connection that is collected as garbage. */
  readonly database: Database
  readonly source: string
  /** It writes nothing. */
  readonly readonly: boolean
  readonly #native: StatementSyncInstance
  #plucks = false
  #reader: boolean | undefined

  constructor(database: Database, native: StatementSyncInstance, source: string) {
    this.database = database
    this.#native = native
    this.source = source
    this.readonly = READING.test(source)
  }

  /** It answers with rows. */
  get reader(): boolean {
    this.#reader ??= this.#native.columns().length > 0
    return this.#reader
  }

  /** Rows come as arrays. */
  raw(): this {
    this.#native.setReturnArrays(true)
    return this
  }

  /** Of each row only the first value comes. */
  pluck(): this {
    this.#plucks = true
    return this.raw()
  }

  /** Whole numbers come as BigInt. */
  safeIntegers(wanted = true): this {
    this.#native.setReadBigInts(wanted)
    return this
  }

  columns(): readonly { readonly name: string; readonly type: string | null }[] {
    return this.#native.columns()
  }

  get(values: readonly Value[] = []): Row | undefined {
    try {
      const row = this.#native.get(...this.#bindable(values))
      return this.#plucks ? row?.[0] : row
    } catch (error) {
      throw withName(error)
    }
  }

  all(values: readonly Value[] = []): Row[] {
    try {
      const rows = this.#native.all(...this.#bindable(values))
      return this.#plucks ? rows.map(([first]) => first) : rows
    } catch (error) {
      throw withName(error)
    }
  }

  run(values: readonly Value[] = []): { readonly changes: number; readonly lastInsertRowid: number } {
    try {
      const { changes, lastInsertRowid } = this.#native.run(...this.#bindable(values))
      // SQLite says how many rows the last statement has changed that could change any.
      return { changes: this.readonly ? 0 : Number(changes), lastInsertRowid: Number(lastInsertRowid) }
    } catch (error) {
      throw withName(error)
    }
  }

  #bindable(values: readonly Value[]): readonly Value[] {
    for (const value of values)
      if (typeof value === 'number' || (typeof value === 'string' && value.includes('\0')))
        return values.map(one => this.#toBind(one))
    return values
  }

  // The library binds every number as REAL, and cuts a text at U+0000.
  #toBind(value: Value): Value {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
    if (typeof value !== 'string' || !value.includes('\0')) return value
    if (!this.readonly) throw new RangeError('A text with U+0000 cannot be stored.')
    return searched(value)
  }
}

const READING = /^\s*(?:SELECT|PRAGMA|EXPLAIN|WITH(?![\s\S]*\b(?:INSERT|UPDATE|DELETE)\b))/

function named<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw withName(error)
  }
}

function withName(error: unknown): unknown {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' && error instanceof Error ? Object.assign(error, { code: codeName(code) }) : error
}
