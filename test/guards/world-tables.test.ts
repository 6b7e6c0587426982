import { expect, it } from 'vitest'
import type { Store } from '../../src/platform/store/db.ts'
import { WORLD_TABLES } from '../../src/platform/store/world-tables.ts'
import { openTestStore } from '../support/harness/stores.ts'

type Column = { name: string; pk: bigint }

const columnsOf = ({ reader }: Store, table: string) =>
  reader.$queryRawUnsafe<Column[]>(`SELECT "name", "pk" FROM pragma_table_info('${table}')`)

it('the list of tables that hold rows of worlds is that of the schema: no world is copied or deleted by half', async () => {
  const store = await openTestStore()
  const all = await store.reader.$queryRaw<{ name: string }[]>`
    SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
  const holding: string[] = []
  for (const { name } of all)
    if ((await columnsOf(store, name)).some(column => column.name === 'worldId')) holding.push(name)
  const known = WORLD_TABLES.map(({ table }) => table)
  expect(known.toSorted()).toEqual(holding.toSorted())
})

it('names all columns of each table, and what distinguishes its rows', async () => {
  const store = await openTestStore()
  for (const { table, columns, key } of WORLD_TABLES) {
    const found = await columnsOf(store, table)
    expect([table, ['worldId', ...columns].toSorted()]).toEqual([table, found.map(({ name }) => name).toSorted()])
    const primary = found.filter(({ pk }) => pk > 0n).sort((one, other) => Number(one.pk - other.pk))
    expect([table, 'worldId', ...key]).toEqual([table, ...primary.map(({ name }) => name)])
  }
})

it('has each table after those that it refers to', async () => {
  const { reader } = await openTestStore()
  const before = new Set(['World'])
  for (const { table } of WORLD_TABLES) {
    const parents = await reader.$queryRawUnsafe<{ parent: string }[]>(
      `SELECT "table" AS "parent" FROM pragma_foreign_key_list('${table}')`,
    )
    for (const { parent } of parents) expect([table, parent, before.has(parent)]).toEqual([table, parent, true])
    before.add(table)
  }
})
