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
 * `where` is described in where.ts, `orderBy`, `take`, `skip` and what an update sets in clauses.ts, values in values.ts. Whatever else a call says throws NOT_KNOWN before anything was done; a call that
 * finds nothing where there must be something, or breaks a constraint, does so too or throws SQLite's error, and has done nothing.
 */
export type Calls = Reads & Writes

/** The calls that a connection's statements answer. */
export function createCalls(statements: Statements): Calls {
  return { ...readsOf(statements), ...writesOf(statements) }
}
