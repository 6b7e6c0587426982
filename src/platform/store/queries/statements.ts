import type { Prepare } from '../sqlite/adapter.ts'
import { SQLITE, type Words } from './dialect.ts'
import type { OnQuery } from './engine.ts'
import type { Maybe } from './maybe.ts'
import type { Decode, Shape } from './shapes.ts'
import type { Bound } from './values.ts'

/** A prepared statement whose rows come as arrays; without a promise on SQLite. */
export type Statement = {
  readonly all: (values: readonly Bound[]) => Maybe<unknown[]>
  readonly get: (values: readonly Bound[]) => Maybe<unknown>
  readonly run: (values: readonly Bound[]) => Maybe<{ readonly changes: number }>
}

/** The prepared statements of a connection, found by a key that is shorter than their text. */
export type Statements<Made extends Statement = Statement> = {
  readonly statement: (key: string, text: () => string, bigInts: boolean) => Made
  readonly words: Words
  /** The function that makes a row from a statement's values. */
  readonly decoderOf: (shape: Shape) => Decode
  /** Rows of worlds that a transaction read when it locked them, by key and value. */
  readonly worlds?: ReadonlyMap<string, Promise<object | null>> | undefined
  /** Inserts are not awaited; a failed one fails the transaction. */
  readonly ahead: boolean
}

// More than the program's texts, unless a client invents random calls.
const MOST_CACHED = 2_000
// A text with thousands of values rarely occurs again.
const LONGEST_CACHED = 20_000

/** Called before each statement that can write. */
export type Guard = () => void

/** SQLite's own prepared statement. */
export type SqliteStatement = ReturnType<Prepare>

export type StatementOptions = {
  readonly prepare: Prepare
  /** Receives the text of each statement. */
  readonly onQuery?: OnQuery | undefined
  /** Called when a statement is taken; it runs at once. */
  readonly onUse?: (() => void) | undefined
  readonly guard?: Guard | undefined
  readonly most?: number
}

export function createStatements({
  prepare,
  onQuery,
  onUse,
  guard,
  most = MOST_CACHED,
}: StatementOptions): Statements<SqliteStatement> {
  const cache = new Map<string, SqliteStatement>()
  const prepareText = (sql: string, bigInts: boolean): SqliteStatement => {
    const made = prepare(sql).safeIntegers(bigInts)
    return made.reader ? made.raw() : made
  }

  return {
    statement: (key, text, bigInts) => {
      let made = cache.get(key)
      if (made === undefined) {
        made = prepareText(text(), bigInts)
        if (cache.size >= most) cache.clear()
        if (made.source.length <= LONGEST_CACHED) cache.set(key, made)
      }
      if (!made.readonly) guard?.()
      onQuery?.(made.source)
      onUse?.()
      return made
    },
    words: SQLITE.words,
    decoderOf: shape => shape.decode,
    ahead: false,
  }
}
