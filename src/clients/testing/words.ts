// The exact words of these types come from the bank's own tables: the build writes them into the declarations of the package
// (src/build/declarations.ts). Here they are as wide as the values that a caller without types may send.

/** A fixture (D82): what is in a world, as one document. */
export type FixtureDocument = object

/** An outcome to force, such as `error; code=ACCESS_EXCEEDED` or `lose-answer` (D88). */
export type ScenarioText = string

/** Habits of a statement, such as `missing=creditorName; value-date=+20D` (D133). */
export type HabitText = string

/** The name of an operation, such as `createPayment`. */
export type OperationName = string
