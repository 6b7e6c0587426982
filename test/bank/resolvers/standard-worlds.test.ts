import { expect, it } from 'vitest'
import { createContext } from '../../../src/bank/context.ts'
import { WORLD_TABLES } from '../../../src/platform/store/world-tables.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { createWorld } from '../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { openTestStore } from '../../support/harness/stores.ts'

/** A bank whose machine stands at an instant. */
async function bankAt(instant: string) {
  const store = await openTestStore()
  const machine = { now: new Date(instant) }
  const deps = { store, running: new Set<string>(), ...systemDeps, machineNow: () => machine.now }
  await ensureDefaultWorld(deps, 'EMPTY')
  const make = async (name: string) => {
    const ctx = createContext(deps, await getWorld(deps, 'default'), { kind: 'operator' })
    return (await createWorld(ctx, { name, from: 'STANDARD' })).id
  }
  return { store, machine, make }
}

/** All rows of a world, but for the world and the instant that they came. */
async function rowsOf({ store }: Awaited<ReturnType<typeof bankAt>>, worldId: string) {
  const found: Record<string, unknown> = {}
  for (const { table, columns, key } of WORLD_TABLES) {
    const delegate: unknown = Reflect.get(store.reader, `${table[0]?.toLowerCase()}${table.slice(1)}`)
    const findMany: unknown = Reflect.get(Object(delegate), 'findMany')
    if (typeof findMany !== 'function') throw new Error(`There is no ${table}.`)
    const rows: Record<string, unknown>[] = await findMany({
      where: { worldId },
      orderBy: key.map(column => ({ [column]: 'asc' })),
    })
    const came = new Set(rows.flatMap(row => [row['createdAt'] ?? row['bookedAt'] ?? []].flat().map(String)))
    const kept = columns.filter(name => !['createdAt', 'bookedAt'].includes(name))
    found[table] = { came: [...came], rows: rows.map(row => kept.map(name => row[name])) }
  }
  return found
}

it('A standard world is the same whether it is the first of its day or a later one, but for when it came', async () => {
  const bank = await bankAt('2026-03-02T09:00:00.000Z')
  const first = await rowsOf(bank, await bank.make('first'))
  expect(await rowsOf(bank, await bank.make('second'))).toEqual(first)
  bank.machine.now = new Date('2026-03-02T15:30:00.000Z')
  const third = await rowsOf(bank, await bank.make('third'))
  const other = await bankAt('2026-03-02T15:30:00.000Z')
  expect(third).toEqual(await rowsOf(other, await other.make('first')))
  expect(third).toMatchObject({ Transaction: { came: [String(bank.machine.now)] } })
})

it('A standard world of the next day has the dates of that day, also when another was refused before it', async () => {
  const bank = await bankAt('2026-03-02T09:00:00.000Z')
  await bank.make('first')
  bank.machine.now = new Date('2026-03-03T09:00:00.000Z')
  await expect(bank.make('first')).rejects.toMatchObject({ code: 'CONFLICT' })
  const next = await bankAt('2026-03-03T09:00:00.000Z')
  const wanted = await rowsOf(next, await next.make('first'))
  for (const name of ['second', 'third']) expect(await rowsOf(bank, await bank.make(name))).toEqual(wanted)
})
