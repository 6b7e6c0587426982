import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { Prisma, PrismaClient } from '../../../../src/generated/client.ts'
import { openStore } from '../../../../src/platform/store/db.ts'
import { type Table, tables } from '../../../../src/platform/store/queries/tables.ts'
import { preparedOn } from '../../../../src/platform/store/sqlite/clients.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import type { Db } from '../../../../src/platform/store/transaction.ts'
import { storiesOf } from '../../../support/harness/property-runs.ts'
import { LONG } from '../../../support/harness/property-time.ts'
import { makeDirectory, openTestStore, urlOf } from '../../../support/harness/stores.ts'
import { seeded } from '../../../torture/clients.ts'
import { plainAdapter } from './plain-adapter.ts'
import { type RandomCall, readingCall, rowOf, writingCall } from './random-calls.ts'
import { sameByPrisma } from './same-by-prisma.ts'

const SEED = 20_261_121
const CALLS = storiesOf('preparedCalls')
const delegateOf = ({ name }: Table) => `${name[0]?.toLowerCase()}${name.slice(1)}`

/** A store's file with two clients: Prisma's own, and one with prepared calls that counts what it gave to Prisma. */
async function openBoth(path: string) {
  await (await openStore(urlOf(path))).close()
  // Errors in one line: to find where in the program a call stands takes longer than the call.
  const open = () => new PrismaClient({ adapter: plainAdapter(path), errorFormat: 'minimal' })
  const [plain, beneath] = [open(), open()]
  const database = new Database(path)
  database.pragma('foreign_keys = ON')
  let slow = 0
  const prepared = preparedOn(
    { prepare: sql => database.prepare(sql) },
    {
      client: () => beneath,
      engine: 'prepared',
      hooks: {
        begin: call => {
          slow += 1
          return call()
        },
      },
    },
  )
  // Without Prisma: its explanation of an impossible row takes longer than ten other rows.
  const quick = preparedOn(
    { prepare: sql => database.prepare(sql) },
    {
      client: () => {
        throw new Error('not prepared')
      },
      engine: 'prepared',
    },
  )
  onTestFinished(async () => {
    database.close()
    await Promise.all([plain.$disconnect(), beneath.$disconnect()])
  })
  return { plain, prepared, quick, database, slow: () => slow }
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

async function outcomeOf(client: Db, table: Table, { operation, args }: RandomCall): Promise<Outcome> {
  const delegate: unknown = Reflect.get(client, delegateOf(table))
  if (typeof delegate !== 'object' || delegate === null) throw new Error(`no ${table.name}`)
  try {
    return { value: await Reflect.apply(Reflect.get(delegate, operation), delegate, [args]) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return {
      error: {
        name: error.constructor.name,
        message: error.message,
        code: Reflect.get(error, 'code'),
        meta: Reflect.get(error, 'meta'),
      },
    }
  }
}

/** Without an order, rows may come in any. */
function comparable(outcome: Outcome, { total }: RandomCall): unknown {
  if (total || !('value' in outcome) || !Array.isArray(outcome.value)) return outcome
  const text = (row: unknown) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return { value: outcome.value.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)) }
}

function inspected(value: unknown): string {
  return JSON.stringify(
    value,
    (_, one) => (typeof one === 'bigint' ? `${one}n` : one === undefined ? 'undefined' : one),
    1,
  )
}

/** Rows at random, those that a constraint refuses are left out, until each table has some. What the client answers does not matter. */
async function fill(database: Database, client: PrismaClient, random: () => number): Promise<void> {
  const all = [...tables.values()]
  const isEmpty = ({ sql }: Table) => database.prepare(`SELECT 1 FROM ${sql} LIMIT 2`).all().length < 2
  for (let round = 0; round < 25 || (round < 4000 && all.some(isEmpty)); round += 1)
    for (const table of round < 25 ? all : all.filter(isEmpty))
      await outcomeOf(client, table, { operation: 'create', args: { data: rowOf(table, random) }, total: true })
  expect(all.filter(isEmpty).map(({ name }) => name)).toEqual([])
}

it(
  'hundreds of reading calls, made up at random, have the same rows and the same errors as without preparation',
  async () => {
    const { plain, prepared, quick, database, slow } = await openBoth(join(await makeDirectory(), 'books.db'))
    const random = seeded(SEED)
    await fill(database, quick, random)
    const all = [...tables.values()]
    const before = slow()
    let found = 0
    for (let place = 0; place < CALLS; place += 1) {
      const table = all[place % all.length]
      if (table === undefined) continue
      const call = readingCall(table, random)
      const [wanted, got] = [await outcomeOf(plain, table, call), await outcomeOf(prepared, table, call)]
      if (!isDeepStrictEqual(comparable(got, call), comparable(wanted, call)))
        expect(inspected(got), `${table.name}.${call.operation}(${inspected(call.args)})`).toBe(inspected(wanted))
      if ('value' in wanted && wanted.value !== null && inspected(wanted.value) !== '[]') found += 1
    }
    // Calls that find nothing, or that Prisma answered itself, would prove nothing.
    expect(found).toBeGreaterThan(CALLS / 4)
    expect(slow() - before).toBeLessThanOrEqual(CALLS * 0.4)
  },
  LONG.timeout,
)

it('whole rows of our own SQL are those of Prisma, whatever stands in them', async () => {
  const { plain, prepared, quick, database } = await openBoth(join(await makeDirectory(), 'books.db'))
  await fill(database, quick, seeded(SEED + 2))
  const read = Reflect.get(prepared, '$rows')
  for (const table of tables.values()) {
    const wanted = await outcomeOf(plain, table, { operation: 'findMany', args: {}, total: true })
    const got = { value: await Reflect.apply(read, prepared, [table.name, Prisma.sql`WHERE ${1} ORDER BY rowid`]) }
    const call: RandomCall = { operation: 'findMany', args: {}, total: false }
    expect(comparable(got, call), table.name).toEqual(comparable(wanted, call))
  }
})

it(
  'writing calls leave the same rows, answer the same and fail alike',
  async () => {
    const directory = await makeDirectory()
    const [one, other] = [await openBoth(join(directory, 'one.db')), await openBoth(join(directory, 'other.db'))]
    for (const { database } of [one, other]) database.pragma('synchronous = OFF')
    const start = seeded(SEED)
    const again = seeded(SEED)
    await fill(one.database, one.plain, start)
    await fill(other.database, other.quick, again)
    const random = seeded(SEED + 1)
    const all = [...tables.values()]
    let done = 0
    for (let place = 0; place < CALLS / 2; place += 1) {
      const table = all[place % all.length]
      if (table === undefined) continue
      const call = writingCall(table, random)
      const [wanted, got] = [await outcomeOf(one.plain, table, call), await outcomeOf(other.prepared, table, call)]
      const what = `${table.name}.${call.operation}(${inspected(call.args)})`
      if (!isDeepStrictEqual(got, wanted)) expect(inspected(got), what).toBe(inspected(wanted))
      if (place % 20 === 0) expect(contentOf(other.database), what).toEqual(contentOf(one.database))
      if ('value' in wanted) done += 1
    }
    expect(contentOf(other.database)).toEqual(contentOf(one.database))
    expect(done).toBeGreaterThan(CALLS / 10)
  },
  LONG.timeout,
)

it(
  'what a row points to, and what points to it, is read with what these point to and what points to them',
  async () => {
    const path = join(await makeDirectory(), 'books.db')
    const { plain, quick, database } = await openBoth(path)
    await fill(database, quick, seeded(SEED + 3))
    const store = await openTestStore(path)
    for (const table of tables.values())
      for (const { name, table: other } of table.relations.values()) {
        const inner = Object.fromEntries([...other.relations.keys()].map(one => [one, true]))
        const call: RandomCall = {
          operation: 'findMany',
          args: { include: { [name]: { include: inner } } },
          total: false,
        }
        const wanted = comparable(await outcomeOf(plain, table, call), call)
        expect(wanted).toHaveProperty('value')
        const what = `${table.name}.${name}`
        expect(comparable(await outcomeOf(store.reader, table, call), call), what).toEqual(wanted)
        const within = await store.transaction(tx => outcomeOf(tx, table, call))
        expect(comparable(within, call), what).toEqual(wanted)
      }
  },
  LONG.timeout,
)

it('a read is refused, where both engines answer it, unless they have the same rows', async () => {
  const [one, other] = [join(await makeDirectory(), 'one.db'), join(await makeDirectory(), 'other.db')]
  const { plain: ofOne, database } = await openBoth(one)
  const { plain: ofOther } = await openBoth(other)
  for (const client of [ofOne, ofOther]) await client.world.create({ data: { id: 'a', createdAt: new Date(0) } })
  const answeredBy = (client: PrismaClient) =>
    preparedOn({ prepare: sql => database.prepare(sql) }, { client: () => client, engine: sameByPrisma })
  expect(await answeredBy(ofOther).world.findMany()).toEqual(await ofOther.world.findMany())
  await ofOther.world.update({ where: { id: 'a' }, data: { createdAt: new Date(1) } })
  expect(await answeredBy(ofOne).world.count({ where: { createdAt: new Date(0) } })).toBe(1)
  await expect(answeredBy(ofOther).world.count({ where: { createdAt: new Date(0) } })).rejects.toThrow(
    'world.count({"where":{"createdAt":"1970-01-01T00:00:00.000Z"}}) is 1 by prepared statements, and 0 by Prisma.',
  )
})

/** All rows as SQLite keeps them, with the kind of each value. */
function contentOf(database: Database): unknown[] {
  return [...tables.values()].map(({ sql, fields, uniques }) => {
    const [key = []] = uniques.values()
    const columns = [...fields.values()].map(field => `${field.sql}, typeof(${field.sql})`).join(', ')
    return database.prepare(`SELECT ${columns} FROM ${sql} ORDER BY ${key.join()}`).safeIntegers().raw().all()
  })
}
