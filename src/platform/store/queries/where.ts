import { isObject } from '../../../domain/given.ts'
import type { Words } from './dialect.ts'
import type { Field, Relation, Table } from './tables.ts'
import { type Bound, bind, unknown } from './values.ts'

/** The part of a statement that changes from call to call: its text, and its parameters in order. */
export class Tail {
  sql = ''
  readonly values: Bound[] = []
  readonly words: Words
  private aliases = 0

  constructor(words: Words) {
    this.words = words
  }

  alias(): string {
    this.aliases += 1
    return `e${this.aliases}`
  }
}

/**
 * The condition that a `where` makes on the rows of `alias`, appended to a tail. What may stand in it:
 *
 *     where     { COLUMN: condition, KEY: { COLUMN: value … }, LIST: { some: where, every: where, none: where }, ONE: where, OR: [where …], AND: where | [where …] }
 *     condition value | null | { equals, not, in: [value …], notIn: [value …], lt, lte, gt, gte }
 *
 * An undefined member counts as missing, as in Prisma. An element of OR must not be empty.
 */
export function appendWhere(tail: Tail, table: Table, alias: string, where: object): void {
  let conditions = 0
  const and = () => {
    if (conditions > 0) tail.sql += ' AND '
    conditions += 1
  }
  for (const name in where) {
    const value: unknown = Reflect.get(where, name)
    if (value === undefined) continue
    const field = table.fields.get(name)
    if (field !== undefined) appendCondition(tail, field, alias, value, and)
    else if (name === 'OR') appendOr(tail, table, alias, value, and)
    else if (name === 'AND')
      for (const one of Array.isArray(value) ? value : [value]) appendAll(tail, table, alias, one, and)
    else if (table.uniques.has(name)) appendAll(tail, table, alias, value, and)
    else appendRelated(tail, table.relations.get(name) ?? unknown(), alias, value, and)
  }
  if (conditions === 0) tail.sql += 'TRUE'
}

type And = () => void

function appendAll(tail: Tail, table: Table, alias: string, value: unknown, and: And): void {
  const where = asObject(value)
  if (!isGiven(where)) return
  and()
  appendWhere(tail, table, alias, where)
}

function appendOr(tail: Tail, table: Table, alias: string, value: unknown, and: And): void {
  if (!Array.isArray(value) || value.length === 0) unknown()
  and()
  const before = tail.sql
  const conditions = value.map(one => {
    const where = asObject(one)
    if (!isGiven(where)) unknown()
    tail.sql = ''
    appendWhere(tail, table, alias, where)
    return tail.sql
  })
  // With a FALSE in it, SQLite would use no index for the others.
  const possible = conditions.filter(condition => condition !== 'FALSE')
  tail.sql = `${before}${possible.length === 0 ? 'FALSE' : `(${possible.map(condition => `(${condition})`).join(' OR ')})`}`
}

function appendRelated(tail: Tail, relation: Relation, alias: string, value: unknown, and: And): void {
  const filter = asObject(value)
  if (!relation.list) {
    // In Prisma an empty condition also holds when there is no such row.
    if ('is' in filter || 'isNot' in filter || !isGiven(filter)) unknown()
    appendExists(tail, relation, alias, filter, and)
    return
  }
  if (!isGiven(filter)) unknown()
  for (const name in filter) {
    const where: unknown = Reflect.get(filter, name)
    if (where === undefined) continue
    if (name === 'some') appendExists(tail, relation, alias, asObject(where), and)
    else if (name === 'none') appendExists(tail, relation, alias, asObject(where), and, 'NOT ')
    else if (name === 'every') appendExists(tail, relation, alias, asObject(where), and, 'NOT ', 'NOT ')
    else unknown()
  }
}

/** A condition that a row of the other table exists, or none does, for which the condition holds or fails. */
function appendExists(
  tail: Tail,
  relation: Relation,
  alias: string,
  where: object,
  and: And,
  there: '' | 'NOT ' = '',
  holds: '' | 'NOT ' = '',
): void {
  const own = tail.alias()
  and()
  tail.sql += `${there}EXISTS (SELECT 1 FROM ${relation.table.sql} AS ${own} WHERE ${joined(relation, alias, own)} AND ${holds}(`
  appendWhere(tail, relation.table, own, where)
  tail.sql += '))'
}

/** The columns that are equal where rows of two tables belong together. */
export function joined({ from, to }: Relation, own: string, other: string): string {
  return from.map((column, place) => `${other}."${to[place]}" = ${own}."${column}"`).join(' AND ')
}

function appendCondition(tail: Tail, field: Field, alias: string, value: unknown, and: And): void {
  if (field.type === 'Json') unknown()
  const column = `${alias}.${field.sql}`
  if (value === null || typeof value !== 'object' || value instanceof Date) {
    and()
    appendEquals(tail, field, column, value)
    return
  }
  for (const name in value) {
    const operand: unknown = Reflect.get(value, name)
    if (operand === undefined) continue
    and()
    if (!FILTERS[field.type].has(name)) unknown()
    const operator = OPERATORS.get(name)
    if (operator !== undefined) {
      if (operand === null) unknown()
      tail.sql += `${column} ${operator} ?`
      tail.values.push(bind(field, operand))
    } else if (name === 'equals') appendEquals(tail, field, column, operand)
    else if (name === 'in' || name === 'notIn') appendList(tail, field, column, operand, name === 'in')
    else if (name === 'not' && operand === null) tail.sql += `${column} IS NOT NULL`
    else if (name === 'not' && (typeof operand !== 'object' || operand instanceof Date)) {
      tail.sql += `${column} <> ?`
      tail.values.push(bind(field, operand))
    } else unknown()
  }
}

// As in Prisma's types: Prisma refuses a filter that the column does not support, in its own words.
const SAME = ['equals', 'not']
const LISTED = [...SAME, 'in', 'notIn']
const ORDERED = [...LISTED, 'lt', 'lte', 'gt', 'gte']
const FILTERS = {
  String: new Set(ORDERED),
  Int: new Set(ORDERED),
  BigInt: new Set(ORDERED),
  DateTime: new Set(ORDERED),
  Enum: new Set(LISTED),
  Boolean: new Set(SAME),
  Json: new Set<string>(),
} as const satisfies Record<Field['type'], ReadonlySet<string>>

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
])

function appendEquals(tail: Tail, field: Field, column: string, value: unknown): void {
  if (value === null) {
    if (!field.nullable) unknown()
    tail.sql += `${column} IS NULL`
    return
  }
  tail.sql += `${column} = ?`
  tail.values.push(bind(field, value))
}

// SQLite accepts 32,766 parameters in one statement, for all lists together.
const MOST_PLACES = 1_024

// The number of places is rounded up to a power of two and filled with the last value, so that few texts serve all lengths. A longer list travels as
// one JSON text.
function appendList(tail: Tail, field: Field, column: string, list: unknown, within: boolean): void {
  if (!Array.isArray(list)) unknown()
  if (list.length === 0) {
    tail.sql += within ? 'FALSE' : 'TRUE'
    return
  }
  if (list.length === 1 && within) {
    if (list[0] === null) unknown()
    appendEquals(tail, field, column, list[0])
    return
  }
  if (list.length > MOST_PLACES) {
    if (field.type !== 'String') unknown()
    tail.values.push(JSON.stringify(list.map(value => (value === null ? unknown() : bind(field, value)))))
    tail.sql += `${column} ${within ? 'IN' : 'NOT IN'} (SELECT ${tail.words.element} FROM ${tail.words.elements('?')})`
    return
  }
  const places = 2 ** Math.ceil(Math.log2(list.length))
  for (let place = 0; place < places; place += 1) {
    const value: unknown = list[Math.min(place, list.length - 1)]
    if (value === null) unknown()
    tail.values.push(bind(field, value))
  }
  tail.sql += `${column} ${within ? 'IN' : 'NOT IN'} (${'?, '.repeat(places - 1)}?)`
}

function isGiven(where: object): boolean {
  for (const name in where) if (Reflect.get(where, name) !== undefined) return true
  return false
}

/** A value that must be a plain object. */
export function asObject(value: unknown): object {
  return isObject(value) ? value : unknown()
}
