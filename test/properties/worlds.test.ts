import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../src/domain/errors.ts'
import { UNFINISHED_STATUSES } from '../../src/domain/status.ts'
import { fixture as fixtureSchema } from '../../src/inputs/fixtures.ts'
import { parseInput } from '../../src/inputs/parse.ts'
import { audit } from '../../src/resolvers/audit.ts'

import { exportFixture } from '../../src/resolvers/fixtures/export/document.ts'
import { putFixture } from '../../src/resolvers/fixtures/put.ts'
import { restoreSnapshot } from '../../src/resolvers/snapshots/restore.ts'
import { takeSnapshot } from '../../src/resolvers/snapshots/take.ts'
import { createWorld } from '../../src/resolvers/worlds/create.ts'
import { diffWorlds } from '../../src/resolvers/worlds/differences.ts'
import { sweepWorlds } from '../../src/resolvers/worlds/end.ts'
import { resetWorld } from '../../src/resolvers/worlds/reset.ts'
import { WORLD_TABLES } from '../../src/store/world-tables.ts'
import type { Books } from '../support/books.ts'
import { openBooks } from '../support/books.ts'
import { addTown, anyOperation, type Operation, perform, type Town } from '../support/ledger-operations.ts'
import { openTestStore } from '../support/stores.ts'

/** How many stories are told: `npm run fuzz` says 5,000. A failure prints its seed and path, which repeat it. */
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 25), interruptAfterTimeLimit: 1_700_000 }

const steps = fc.array(anyOperation, { minLength: 1, maxLength: 8 })

/** A refusal is an outcome like any other; everything else is a fault. */
async function tell(town: Town, story: readonly Operation[]): Promise<void> {
  for (const operation of story)
    await perform(town, operation).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
}

/** All rows of a world, byte for byte but for the key of the world. */
async function rowsOf({ store, world }: Books): Promise<string> {
  const { id } = await store.reader.world.findUniqueOrThrow({ where: { name: world } })
  const tables: unknown[] = []
  for (const { table, key } of WORLD_TABLES) {
    const order = key.map(column => `"${column}"`).join(', ')
    const rows = await store.reader.$queryRawUnsafe<object[]>(
      `SELECT * FROM "${table}" WHERE "worldId" = '${id}' ORDER BY ${order}`,
    )
    tables.push([table, rows.map(row => ({ ...row, worldId: '' }))])
  }
  return JSON.stringify(tables, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

const sameAsSnapshot = async (books: Books) =>
  (await (await diffWorlds(await books.operator(), { snapshot: 's' }, {}, { first: 1 })).count()) === 0

it('a snapshot, whatever is done, and its restoring: nothing is different, and the clock stands where it stood', {
  timeout: 1_800_000,
}, async () => {
  const store = await openTestStore()
  let stories = 0
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      stories += 1
      const town = await addTown(store, `w-${stories}`)
      const { books } = town
      await tell(town, before)
      const [rows, now] = [await rowsOf(books), (await books.operator()).now]
      await takeSnapshot(await books.operator(), 's')
      await tell(town, after)
      const changed = (await rowsOf(books)) !== rows
      expect(await sameAsSnapshot(books)).toBe(!changed)

      await restoreSnapshot(await books.operator(), 's')
      expect(await sameAsSnapshot(books)).toBe(true)
      expect(await rowsOf(books)).toBe(rows)
      expect((await books.operator()).now).toEqual(now)
    }),
    RUNS,
  )
})

it('a copy, and whatever is done to one of the two: the other is unchanged, byte for byte, and a reset makes both alike again', {
  timeout: 1_800_000,
}, async () => {
  const store = await openTestStore()
  let stories = 0
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.boolean(), async (before, after, toTheCopy) => {
      stories += 1
      const town = await addTown(store, `w-${stories}`)
      await tell(town, before)
      const name = `c-${stories}`
      await createWorld(await town.books.operator(), { name, copyOf: town.books.world })
      const copy = { ...town, books: openBooks(store, name) }
      const rows = await rowsOf(town.books)
      expect(await rowsOf(copy.books)).toBe(rows)
      const [worked, left] = toTheCopy ? [copy, town] : [town, copy]
      await tell(worked, after)
      expect(await rowsOf(left.books)).toBe(rows)
      await resetWorld(await copy.books.operator(), name)
      expect(await rowsOf(copy.books)).toBe(rows)
    }),
    RUNS,
  )
})

/** What REST and GraphQL read of sandbox data, consents and open payments: the rows, but for what tells how they came about. */
async function readable(books: Books): Promise<unknown> {
  const tables: [string, Record<string, unknown>[]][] = JSON.parse(await rowsOf(books))
  const rowsIn = (name: string) => tables.find(([table]) => table === name)?.[1] ?? []
  const open = new Map(
    rowsIn('Payment')
      .filter(row => OPEN.has(String(row['status'])))
      .map(row => [row['id'], row]),
  )
  const without = (rows: Record<string, unknown>[], ...names: string[]) =>
    rows
      .map(row => Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))))
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return [
    ...SANDBOX.map(table => [table, without(rowsIn(table), 'paymentId')]),
    // A payment that has been cancelled or rejected since is no reason to hold money back.
    ['Payment', without([...open.values()], 'history', 'changedAt', 'duplicateKey', 'basketId')],
    ['PaymentEntry', without(rowsIn('PaymentEntry').filter(row => open.has(row['paymentId'])))],
  ]
}

const OPEN = new Set<string>(UNFINISHED_STATUSES)
const SANDBOX = [
  'Customer',
  'Agreement',
  'Account',
  'Engagement',
  'Transaction',
  'CardAccount',
  'CardTransaction',
  'Consent',
  'ConsentAccount',
  'ConsentCardAccount',
  'ContactInformation',
]

it('what is exported makes a world that reads the same, and applied again it changes nothing (D85)', {
  timeout: 1_800_000,
}, async () => {
  const store = await openTestStore()
  let stories = 0
  await fc.assert(
    fc.asyncProperty(steps, async story => {
      stories += 1
      const town = await addTown(store, `w-${stories}`)
      await tell(town, story)

      const fixture = parseInput(fixtureSchema, await exportFixture(await town.books.operator()))
      const name = `f-${stories}`
      await createWorld(await town.books.operator(), { name, fixture })
      const made = openBooks(store, name)
      expect(await readable(made)).toEqual(await readable(town.books))
      expect((await audit(await made.operator())).findings).toEqual([])
      const rows = await rowsOf(made)
      await putFixture(await made.operator(), fixture)
      expect(await rowsOf(made)).toBe(rows)
    }),
    RUNS,
  )
})

it('what worlds leave behind goes, and nothing else', async () => {
  const store = await openTestStore()
  const town = await addTown(store, 'w')
  const operator = await town.books.operator()
  await takeSnapshot(operator, 's')
  await createWorld(operator, { name: 'c', snapshot: 's' })
  for (let times = 0; times < 3; times += 1) await restoreSnapshot(await town.books.operator(), 's')
  const later = { ...operator.deps, machineNow: () => new Date(operator.deps.machineNow().getTime() + 60_000) }
  const rows = [await rowsOf(town.books), await rowsOf({ ...town.books, world: 'c' })]
  await sweepWorlds(later)
  expect([await rowsOf(town.books), await rowsOf({ ...town.books, world: 'c' })]).toEqual(rows)
  // The world, the other one, and the snapshot that both go back to.
  expect(await store.reader.world.count()).toBe(3)
  for (const { table } of WORLD_TABLES) {
    const found = await store.reader.$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT COUNT(DISTINCT "worldId") AS "n" FROM "${table}"`,
    )
    expect([table, Number(found[0]?.n) <= 3]).toEqual([table, true])
  }
})
