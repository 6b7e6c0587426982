/** What may be there at once: SQLite answers in the same turn, and no promise is made on it. */
export type Maybe<Value> = Value | Promise<Value>

/** Goes on with a value: at once where it is there. */
export function then<Value, Next>(value: Maybe<Value>, next: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
