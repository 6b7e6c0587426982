import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../src/domain/errors.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/resolvers/snapshots.ts'
import { diffWorlds } from '../../src/resolvers/world-differences.ts'
import { sweepWorlds } from '../../src/resolvers/world-ends.ts'
import { createWorld, resetWorld } from '../../src/resolvers/worlds.ts'
import { WORLD_TABLES } from '../../src/store/world-tables.ts'
import type { Books } from '../support/books.ts'
import { openBooks } from '../support/books.ts'
import { addTown, anyOperation, type Operation, perform, type Town } from '../support/ledger-operations.ts'
import { openTestStore } from '../support/stores.ts'

/** How many stories are told: `npm run fuzz` says 10,000. A failure prints its seed and path, which repeat it. */
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 12), interruptAfterTimeLimit: 1_700_000 }

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
