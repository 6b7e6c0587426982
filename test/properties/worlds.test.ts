import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInput } from '../../src/bank/inputs/parse.ts'
import { audit } from '../../src/bank/resolvers/audit.ts'
import { DomainError } from '../../src/domain/errors.ts'
import { WORLD_TABLES } from '../../src/platform/store/world-tables.ts'
import { exportFixture } from '../../src/sandbox/fixtures/export/export.ts'
import { fixture as fixtureSchema } from '../../src/sandbox/fixtures/inputs/fixtures.ts'
import { applyToWorld } from '../../src/sandbox/fixtures/run/to-world.ts'
import { createWorld } from '../../src/sandbox/worlds/create.ts'
import { diffWorlds } from '../../src/sandbox/worlds/differences.ts'
import { sweepWorlds } from '../../src/sandbox/worlds/end.ts'
import { resetWorld } from '../../src/sandbox/worlds/reset.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/sandbox/worlds/snapshots/snapshots.ts'
import { openTowns, type Town } from '../support/builders/populated-world.ts'
import { type Books, openBooks } from '../support/builders/resolver-world.ts'
import { openRows } from '../support/builders/row-texts.ts'
import { isFuzz, storiesOf } from '../support/harness/property-runs.ts'
import { LONG } from '../support/harness/property-time.ts'
import { anyTownOperation, performInTown, type TownOperation } from './world-operations.ts'

const RUNS = { numRuns: storiesOf('worlds') }

/** `npm run fuzz` runs longer ones too. */
const steps = fc.array(anyTownOperation, { minLength: 1, maxLength: isFuzz ? 8 : 5 })

/** A refusal is an outcome like any other; everything else is a fault. */
async function perform(town: Town, story: readonly TownOperation[]): Promise<void> {
  for (const operation of story)
    await performInTown(town, operation).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
}

/** What is booked on each account, whatever the ids are. */
async function linesOf(books: Books): Promise<string[]> {
  const accounts = await books.store.reader.account.findMany({ where: { worldId: await books.id() } })
  const lines = await books.store.reader.transaction.findMany({ where: { worldId: await books.id() } })
  const ibans = new Map(accounts.map(({ id, iban }) => [id, iban]))
  return lines
    .map(({ accountId, amountMinor, bookingDate, creditorName }) =>
      [ibans.get(accountId), bookingDate, amountMinor, creditorName].join(' '),
    )
    .toSorted()
}

const sameAsSnapshot = async (books: Books) =>
  (await (await diffWorlds(await books.operator(), { snapshot: 's' }, {}, { first: 1 })).count()) === 0

it(
  'a snapshot, whatever is done, and its restoring: nothing is different, and the clock stands where it stood',
  LONG,
  async () => {
    const towns = await openTowns()
    const rowsOf = openRows(towns.file)
    let stories = 0
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        stories += 1
        const town = await towns.add(`w-${stories}`)
        const { books } = town
        await perform(town, before)
        const [rows, now] = [rowsOf(books.world), (await books.operator()).now]
        await takeSnapshot(await books.operator(), 's')
        await perform(town, after)
        const changed = rowsOf(books.world) !== rows
        expect(await sameAsSnapshot(books)).toBe(!changed)

        await restoreSnapshot(await books.operator(), 's')
        expect(await sameAsSnapshot(books)).toBe(true)
        expect(rowsOf(books.world)).toBe(rows)
        expect((await books.operator()).now).toEqual(now)
      }),
      RUNS,
    )
  },
)

it(
  'a copy, and whatever is done to one of the two: the other is unchanged, byte for byte, and a reset makes both alike again',
  LONG,
  async () => {
    const towns = await openTowns()
    const rowsOf = openRows(towns.file)
    let stories = 0
    await fc.assert(
      fc.asyncProperty(steps, steps, fc.boolean(), async (before, after, toTheCopy) => {
        stories += 1
        const town = await towns.add(`w-${stories}`)
        await perform(town, before)
        const name = `c-${stories}`
        await createWorld(await town.books.operator(), { name, copyOf: town.books.world })
        const copy = { ...town, books: openBooks(towns.store, name, { tpp: towns.tpp }) }
        const rows = rowsOf(town.books.world)
        expect(rowsOf(name)).toBe(rows)
        const [worked, left] = toTheCopy ? [copy, town] : [town, copy]
        await perform(worked, after)
        expect(rowsOf(left.books.world)).toBe(rows)
        await resetWorld(await copy.books.operator(), name)
        expect(rowsOf(name)).toBe(rows)
      }),
      RUNS,
    )
  },
)

it(
  'what is exported makes a world with the same lines and the same export, and applied again it changes nothing (D85)',
  LONG,
  async () => {
    const towns = await openTowns()
    const rowsOf = openRows(towns.file)
    let stories = 0
    await fc.assert(
      fc.asyncProperty(steps, async story => {
        stories += 1
        const town = await towns.add(`w-${stories}`)
        await perform(town, story)
        const document = await exportFixture(await town.books.operator())
        const fixture = parseInput(fixtureSchema, document)
        const name = `f-${stories}`
        await createWorld(await town.books.operator(), { name, fixture: { fixture } })
        const made = openBooks(towns.store, name)
        expect((await audit(await made.operator())).findings).toEqual([])
        expect(await exportFixture(await made.operator())).toEqual(document)
        const rows = rowsOf(name)
        await applyToWorld(await made.operator(), fixture)
        expect(rowsOf(name)).toBe(rows)
        expect(await linesOf(made)).toEqual(await linesOf(town.books))
      }),
      RUNS,
    )
  },
)

it('what worlds leave behind goes, and nothing else', async () => {
  const towns = await openTowns()
  const { store } = towns
  const rowsOf = openRows(towns.file)
  const before = await store.reader.world.count()
  const town = await towns.add('w')
  const operator = await town.books.operator()
  await takeSnapshot(operator, 's')
  await createWorld(operator, { name: 'c', snapshot: { name: 's' } })
  for (let times = 0; times < 3; times += 1) await restoreSnapshot(await town.books.operator(), 's')
  const later = { ...operator.deps, machineNow: () => new Date(operator.deps.machineNow().getTime() + 60_000) }
  const rows = [rowsOf('w'), rowsOf('c')]
  await sweepWorlds(later)
  expect([rowsOf('w'), rowsOf('c')]).toEqual(rows)
  // The world, the other one, and the snapshot that both go back to.
  expect(await store.reader.world.count()).toBe(before + 3)
  for (const { table } of WORLD_TABLES) {
    const found = await store.reader.$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT COUNT(DISTINCT "worldId") AS "n" FROM "${table}"`,
    )
    expect([table, Number(found[0]?.n) <= before + 3]).toEqual([table, true])
  }
})
