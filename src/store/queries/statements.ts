import type { Prepare } from '../sqlite/adapter.ts'
import { SQLITE, type Words } from './dialect.ts'
import type { OnQuery } from './engine.ts'
import type { Maybe } from './maybe.ts'
import type { Decode, Shape } from './shapes.ts'
import type { Bound } from './values.ts'

/** A prepared statement, by which of them the rows come as arrays: at once where the engine waits for nothing, as SQLite's do. */
export type Statement = {
  readonly all: (values: readonly Bound[]) => Maybe<unknown[]>
  readonly get: (values: readonly Bound[]) => Maybe<unknown>
  readonly run: (values: readonly Bound[]) => Maybe<{ readonly changes: number }>
}

/** The prepared statements of a connection, each found again by a key that stands for its text. */
export type Statements<Made extends Statement = Statement> = {
  readonly statement: (key: string, text: () => string, bigInts: boolean) => Made
  readonly words: Words
  /** What makes a row of a shape of what a statement gives. */
  readonly decoderOf: (shape: Shape) => Decode
  /** Rows of worlds that a transaction has read when it locked them, by key and value. */
  readonly worlds?: ReadonlyMap<string, Promise<object | null>> | undefined
  /** Rows are inserted without waiting for it: what fails of that, fails the transaction. */
  readonly ahead: boolean
}

// More texts than the program has, unless calls are made up at random.
const MOST_CACHED = 2_000
// A text that names thousands of values is seldom the same again.
const LONGEST_CACHED = 20_000

/** Is called before each statement, and gets each that can write. */
export type Guard = { readonly before: () => void; readonly writes: () => void }

/** SQLite's own. */
export type SqliteStatement = ReturnType<Prepare>

export type StatementOptions = {
  readonly prepare: Prepare
  /** Gets the text of each statement. */
  readonly onQuery?: OnQuery | undefined
  /** Called when a statement is taken, which is run at once. */
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
      guard?.before()
      let made = cache.get(key)
      if (made === undefined) {
        made = prepareText(text(), bigInts)
        if (cache.size >= most) cache.clear()
        if (made.source.length <= LONGEST_CACHED) cache.set(key, made)
      }
      if (!made.readonly) guard?.writes()
      onQuery?.(made.source)
      onUse?.()
      return made
    },
    words: SQLITE.words,
    decoderOf: shape => shape.decode,
    ahead: false,
  }
}
