/** A value or a promise of it: SQLite answers in the same turn, without a promise. */
export type Maybe<Value> = Value | Promise<Value>

/** Continues with a value; at once if it is no promise. */
export function then<Value, Next>(value: Maybe<Value>, next: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
