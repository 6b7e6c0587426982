import type { OnQuery } from '../queries/listeners.ts'
import type { Statement, Statements } from '../queries/statements.ts'
import type { RunText } from './connection.ts'
import { POSTGRES } from './words.ts'

// More texts than the program has, unless calls are made up at random.
const MOST_KEPT = 2_000

/** The statements of the prepared calls, run on a connection or on whichever is free; `worlds` are those that a transaction has locked. */
export function createStatements(
  run: RunText,
  onQuery: OnQuery | undefined,
  worlds: ReadonlyMap<string, Promise<object | null>> | undefined,
): Statements {
  const kept = new Map<string, Statement>()

  function make(text: string): Statement {
    const tell: RunText = (sql, values) => {
      onQuery?.(sql)
      return run(sql, values)
    }
    return {
      all: values => tell(text, values).then(({ rows }) => rows),
      get: values => tell(text, values).then(({ rows }) => rows[0]),
      run: values => tell(text, values),
    }
  }

  return {
    statement: (key, text) => {
      const found = kept.get(key) ?? make(numbered(text()))
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, found)
      return found
    },
    words: POSTGRES.words,
    decoderOf: shape => shape.ofTexts,
    worlds,
    ahead: worlds !== undefined,
  }
}

/** PostgreSQL counts its parameters. No text of ours has a question mark of its own. */
export function numbered(text: string): string {
  let place = 0
  return text.replaceAll('?', () => {
    place += 1
    return `$${place}`
  })
}
