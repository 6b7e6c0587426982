import { Prisma } from '../../../generated/client.ts'
import type { Field } from './tables.ts'

/** Thrown for calls outside of the grammar: Prisma answers them, with all its checks and errors. */
export const NOT_KNOWN = Symbol('a call that is not prepared')

export type Bound = string | number | bigint | null

/**
 * A value in its stored form, to write it into a column or compare it with one. Accepts only values that Prisma accepts and stores in the same way.
 */
export function bind(field: Field, value: unknown): Bound {
  if (value === null && field.nullable && field.type !== 'Json') return null
  return BINDERS[field.type](value, field)
}

type Binder = (value: unknown, field: Field) => Bound

const BINDERS = {
  String: value => (typeof value === 'string' && value.isWellFormed() ? value : unknown()),
  Enum: (value, field) => (typeof value === 'string' && field.values.has(value) ? value : unknown()),
  Boolean: value => (typeof value === 'boolean' ? Number(value) : unknown()),
  Int: value => (typeof value === 'number' && (value | 0) === value ? value : unknown()),
  BigInt: value => {
    if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return value
    return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : unknown()
  },
  DateTime: value => (value instanceof Date ? bindInstant(value) : unknown()),
  Json: (value, field) => {
    if (value === Prisma.DbNull) return field.nullable ? null : unknown()
    if (value === Prisma.JsonNull) return 'null'
    if (value === null || value === Prisma.AnyNull || !isPlain(value)) return unknown()
    return JSON.stringify(value)
  },
} as const satisfies Record<Field['type'], Binder>

/** An instant as Prisma's adapter writes it: ISO 8601 with an offset. Remembers the last one, because the next row usually has the same. */
export function bindInstant(instant: Date): string {
  const time = instant.getTime()
  if (time === latest.time) return latest.text
  if (!(time >= YEAR_0 && time < YEAR_10000)) return unknown()
  latest = { time, text: `${instant.toISOString().slice(0, -1)}+00:00` }
  return latest.text
}

let latest = { time: Number.NaN, text: '' }

const YEAR_0 = Date.UTC(0, 0, 1) - 1900 * 366 * 86_400_000
const YEAR_10000 = Date.UTC(10_000, 0, 1)

// A value that JSON preserves: no instance with its own toJSON, no undefined, nothing that JSON would leave out.
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const [name, member] of Object.entries(value))
    if (!name.isWellFormed() || name === 'toJSON' || !isPlain(member)) return false
  return true
}

/** Passes a call on to Prisma. */
export function unknown(): never {
  throw NOT_KNOWN
}
