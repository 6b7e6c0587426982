import { Prisma } from '../../../../src/generated/client.ts'
import type { Field, Relation, Table } from '../../../../src/platform/store/queries/tables.ts'

/** A number from 0 to 1, the same row of them for the same seed. */
export type Random = () => number

/** A call of Prisma Client, made up at random from the data model; `total` when its order leaves nothing open. */
export type RandomCall = { readonly operation: string; readonly args: Record<string, unknown>; readonly total: boolean }

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
const some = <T>(random: Random, list: readonly T[], share = 0.4): T[] => list.filter(() => random() < share)

const POOLS = {
  String: ['a', 'b', 'c', '', 'ÆØÅ', '%_', "o'b", 'a\u0000b', '🏦'],
  Int: [0, 1, -1, 2_147_483_647, -2_147_483_648, 7],
  BigInt: [0n, 1n, -5n, 9_007_199_254_740_993n, -9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
  Boolean: [true, false],
  DateTime: [0, 1, -1_000, Date.UTC(2026, 2, 1), Date.UTC(1999, 11, 31, 23, 59, 59, 999)].map(ms => new Date(ms)),
  Json: [[], {}, 'text', 0, true, [1, 'zwei', null, { drei: [3] }], { b: 1, a: [null], 'Ø "': '\\' }],
} as const

/** A value that a column may hold. */
function randomValue(field: Field, random: Random): unknown {
  if (field.nullable && random() < 0.3) return field.type === 'Json' ? Prisma.DbNull : null
  // Rows must find each other.
  if (/^(id|worldId|\w+Id)$/.test(field.name) && random() < 0.9)
    return pick(random, field.name === 'worldId' ? ['a', 'b'] : ['a', 'b', 'c'])
  if (field.type === 'Enum') return pick(random, [...field.values])
  return pick<unknown>(random, POOLS[field.type])
}

/** A whole row, now and then without what has a default. */
export function rowOf(table: Table, random: Random): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const field of table.fields.values()) {
    if ((field.nullable || field.default !== undefined) && random() < 0.2) continue
    row[field.name] = randomValue(field, random)
  }
  return row
}

export function readingCall(table: Table, random: Random): RandomCall {
  const operation = pick(random, [
    'findMany',
    'findMany',
    'findFirst',
    'findFirstOrThrow',
    'findUnique',
    'findUniqueOrThrow',
    'count',
  ])
  if (operation === 'count') return { operation, args: { where: whereOf(table, random) }, total: true }
  const shape = shapeOf(table, random, 2)
  if (operation === 'findUnique' || operation === 'findUniqueOrThrow')
    return { operation, args: { where: keyOf(table, random), ...shape }, total: true }
  const isList = operation === 'findMany'
  const total = !isList || random() < 0.7
  const window =
    isList && total ? { take: pick(random, [undefined, 0, 1, 3]), skip: pick(random, [undefined, 0, 2]) } : {}
  const where = random() < 0.9 ? { where: whereOf(table, random) } : {}
  return {
    operation: operation ?? '',
    args: { ...where, ...shape, ...window, ...(total ? { orderBy: orderOf(table, random) } : {}) },
    total,
  }
}

export function writingCall(table: Table, random: Random): RandomCall {
  const operation =
    pick(random, [
      'create',
      'create',
      'createMany',
      'update',
      'update',
      'updateMany',
      'delete',
      'deleteMany',
      'upsert',
    ]) ?? ''
  const select = random() < 0.3 ? { select: columnsOf(table, random) } : {}
  const row = rowOf(table, random)
  const args: Record<string, Record<string, unknown>> = {
    create: { data: row, ...select },
    createMany: { data: Array.from({ length: 1 + Math.floor(random() * 3) }, () => rowOf(table, random)) },
    update: { where: keyOf(table, random), data: changesOf(table, random), ...select },
    updateMany: { where: whereOf(table, random), data: changesOf(table, random) },
    delete: { where: keyOf(table, random), ...select },
    // More than exist: the order of deletion is not defined.
    deleteMany: { where: whereOf(table, random), ...(random() < 0.5 ? { limit: 10_000 } : {}) },
    upsert: {
      where: random() < 0.8 ? keyOf(table, random, row) : keyOf(table, random),
      create: row,
      update: changesOf(table, random),
      ...select,
    },
  }
  return { operation, args: args[operation] ?? {}, total: true }
}

function changesOf(table: Table, random: Random): Record<string, unknown> {
  const fields = some(random, [...table.fields.values()], 0.2)
  return Object.fromEntries(
    fields.map(field => [
      field.name,
      field.type === 'Int' && random() < 0.3
        ? { increment: pick(random, [1, 2, -1]) }
        : random() < 0.1
          ? undefined
          : randomValue(field, random),
    ]),
  )
}

/** Names one row, by any of the table's keys. */
function keyOf(table: Table, random: Random, row?: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [name = '', columns = []] = pick(random, [...table.uniques]) ?? []
  const parts = Object.fromEntries(columns.map(column => [column, row?.[column] ?? plain(table, column, random)]))
  return columns.length === 1 ? parts : { [name]: parts }
}

function plain(table: Table, column: string, random: Random): unknown {
  const field = table.fields.get(column)
  return field === undefined ? undefined : randomValue({ ...field, nullable: false }, random)
}

function whereOf(table: Table, random: Random, depth = 2): Record<string, unknown> {
  const fields = some(
    random,
    [...table.fields.values()].filter(field => field.type !== 'Json'),
    1.5 / table.fields.size,
  )
  const where: Record<string, unknown> = Object.fromEntries(
    fields.map(field => [field.name, conditionOf(field, random)]),
  )
  if (depth > 0 && random() < 0.2)
    where['OR'] = [whereOf(table, random, 0), whereOf(table, random, 0)].slice(0, 1 + Math.floor(random() * 2))
  if (depth > 0 && random() < 0.1)
    where['AND'] = random() < 0.5 ? whereOf(table, random, 0) : [whereOf(table, random, 0), whereOf(table, random, 0)]
  if (depth > 0 && random() < 0.05) where['NOT'] = whereOf(table, random, 0)
  const relation = pick(random, [...table.relations.values()])
  if (depth > 0 && relation !== undefined && random() < 0.25) where[relation.name] = relatedTo(relation, random)
  return where
}

function relatedTo({ list, table }: Relation, random: Random): Record<string, unknown> {
  if (!list) return whereOf(table, random, 0)
  const filters = random() < 0.8 ? 1 : 2
  return Object.fromEntries(
    Array.from({ length: filters }, () => [
      pick(random, ['some', 'some', 'some', 'none', 'every']),
      random() < 0.1 ? {} : whereOf(table, random, 0),
    ]),
  )
}

function conditionOf(field: Field, random: Random): unknown {
  const value = () => plainValue(field, random)
  const kinds: (() => unknown)[] = [
    value,
    value,
    () => undefined,
    () => (field.nullable ? null : value()),
    () => ({ in: Array.from({ length: Math.floor(random() * 5) }, value) }),
    () => ({ notIn: Array.from({ length: Math.floor(random() * 4) }, value) }),
    () => ({ not: field.nullable && random() < 0.5 ? null : value() }),
    () => ({ equals: value() }),
    () =>
      field.type === 'Boolean' || field.type === 'Enum'
        ? value()
        : { gte: value(), lt: random() < 0.5 ? undefined : value() },
    () => (field.type === 'Boolean' || field.type === 'Enum' ? value() : { gt: value(), lte: value() }),
    () => (field.type === 'String' ? { contains: 'a' } : value()),
  ]
  return pick(random, kinds)?.()
}

const plainValue = (field: Field, random: Random) => randomValue({ ...field, nullable: false }, random)

function shapeOf(table: Table, random: Random, depth: number): Record<string, unknown> {
  const dice = random()
  if (dice < 0.4) return {}
  if (dice < 0.6) return { select: { ...columnsOf(table, random), ...relatedIn(table, random, depth) } }
  return { include: relatedIn(table, random, depth) }
}

/** At least one, or the call says nothing. */
function columnsOf(table: Table, random: Random): Record<string, true> {
  const [first = ''] = table.fields.keys()
  return Object.fromEntries([first, ...some(random, [...table.fields.keys()], 0.3)].map(name => [name, true]))
}

function relatedIn(table: Table, random: Random, depth: number): Record<string, unknown> {
  if (depth === 0) return {}
  return Object.fromEntries(
    some(random, [...table.relations.values()], 1.2 / table.relations.size).map(relation => {
      const shape = shapeOf(relation.table, random, depth - 1)
      if (!relation.list) return [relation.name, random() < 0.4 ? true : shape]
      const where = random() < 0.3 ? { where: whereOf(relation.table, random, 0) } : {}
      return [relation.name, { ...shape, ...where, orderBy: orderOf(relation.table, random) }]
    }),
  )
}

/** Ends in a key, so that it is total. */
function orderOf(table: Table, random: Random): Record<string, 'asc' | 'desc'>[] {
  const [, key = []] = [...table.uniques][0] ?? []
  const first = some(
    random,
    [...table.fields.values()].filter(field => field.type !== 'Json' && !key.includes(field.name)),
    1 / table.fields.size,
  )
  return [...first.map(field => field.name), ...key].map(name => ({ [name]: random() < 0.5 ? 'asc' : 'desc' }))
}
