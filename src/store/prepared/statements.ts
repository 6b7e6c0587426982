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

/** Is asked before each statement, and told of each that can write. */
export type Guard = { readonly before: () => void; readonly writes: () => void }

/** `onQuery` is told the text of each statement. */
export function createStatements(
  prepare: Prepare,
  onQuery: OnQuery | undefined,
  guard: Guard | undefined,
  most = KEPT,
): Statements {
  const kept = new Map<string, Statement>()
  return {
    statement: (key, text, bigInts) => {
      guard?.before()
      const known = kept.get(key)
      if (known !== undefined) {
        if (!known.readonly) guard?.writes()
        onQuery?.(known.source)
        return known
      }
      const made = prepare(text()).safeIntegers(bigInts)
      if (made.reader) made.raw()
      if (kept.size >= most) kept.clear()
      if (made.source.length <= LONGEST_KEPT) kept.set(key, made)
      if (!made.readonly) guard?.writes()
      onQuery?.(made.source)
      return made
    },
  }
}
