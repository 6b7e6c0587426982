import { isDeepStrictEqual } from 'node:util'
import type { ReadCheck } from '../../../../src/platform/store/queries/engine.ts'

// Between the two answers others may have committed; more often than that they have not.
const ATTEMPTS = 5

/** Rows that prepared statements have read, if Prisma reads the same. */
export const sameByPrisma: ReadCheck = async (call, args, rows, fast, slow) => {
  const isSame = (one: unknown, other: unknown) =>
    isDeepStrictEqual(one, other) || isDeepStrictEqual(comparable(one, args), comparable(other, args))
  let found = rows
  for (let attempt = 1; ; attempt += 1) {
    const wanted = await slow()
    if (isSame(found, wanted)) return found
    const again = fast()
    if (isSame(again, wanted)) return again
    found = again
    if (attempt === ATTEMPTS)
      throw new Error(
        `${call}(${shown(args)}) is ${shown(found)} by prepared statements, and ${shown(wanted)} by Prisma.`,
      )
  }
}

// Where a call says no order, rows come in any.
function comparable(value: unknown, args: object): unknown {
  if (Array.isArray(value) && 'orderBy' in args) return value.map(sorted)
  return sorted(value)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).toSorted((one, other) => (shown(one) < shown(other) ? -1 : 1))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]))
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)) ?? 'undefined'
}
