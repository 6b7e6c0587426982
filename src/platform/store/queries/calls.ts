import { type Reads, readsOf } from './reads.ts'
import type { Statements } from './statements.ts'
import { type Writes, writesOf } from './writes.ts'

/**
 * The calls of Prisma Client that are answered by prepared statements. The grammar that they know:
 *
 *     findUnique, findUniqueOrThrow, findFirst, findFirstOrThrow, findMany
 *               { where, select | include, orderBy: { COLUMN: asc | desc } | [ … ], take: 0 …, skip: 0 … }
 *     select    { COLUMN: true, ONE: true | { select | include }, LIST: true | { where, orderBy, select | include } }
 *     include   the same, without columns
 *     count     { where }
 *     create    { data, select: { COLUMN: true } }          update   { where, data, select: { COLUMN: true } }
 *     createMany, createManyAndReturn { data: row | [row …] }
 *     updateMany { where, data }     deleteMany { where, limit: 1 … }      delete   { where, select: { COLUMN: true } }
 *     upsert    { where: KEY, create, update, select: { COLUMN: true } }, where KEY and `create` name the same row
 *     data      { COLUMN: value }; in an update also { increment: n }
 *
 * where.ts describes `where`; clauses.ts describes `orderBy`, `take`, `skip` and the data of an update; values.ts describes values. Any other call throws
 * NOT_KNOWN before it does anything. A call that does not find its row, or breaks a constraint, throws NOT_KNOWN or SQLite's error, and changes nothing.
 */
export type Calls = Reads & Writes

/** The calls that a connection's statements answer. */
export function createCalls(statements: Statements): Calls {
  return { ...readsOf(statements), ...writesOf(statements) }
}
