/** Is told each SQL statement. */
export type OnQuery = (sql: string) => void

/** Gets each call that goes to Prisma because it is not known. The stack of the error shows who called. */
export type UnpreparedListener = (call: Error) => void
