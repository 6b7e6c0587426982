import type { OnQuery, Prepare } from '../sqlite-adapter.ts'

export type Statement = ReturnType<Prepare>

/** The prepared statements of a connection, each found again by a key that stands for its text. */
export type Statements = {
  readonly statement: (key: string, text: () => string, bigInts: boolean) => Statement
}

// More texts than the program has, unless calls are made up at random.
const KEPT = 2_000
// A text that names thousands of values is seldom the same again.
const LONGEST_KEPT = 20_000

/** `require` is asked before each statement, `onQuery` is told its text. */
export function createStatements(
  prepare: Prepare,
  onQuery: OnQuery | undefined,
  require: () => void,
  most = KEPT,
): Statements {
  const kept = new Map<string, Statement>()
  return {
    statement: (key, text, bigInts) => {
      require()
      const known = kept.get(key)
      if (known !== undefined) {
        onQuery?.(known.source)
        return known
      }
      const made = prepare(text()).safeIntegers(bigInts)
      if (made.reader) made.raw()
      if (kept.size >= most) kept.clear()
      if (made.source.length <= LONGEST_KEPT) kept.set(key, made)
      onQuery?.(made.source)
      return made
    },
  }
}
