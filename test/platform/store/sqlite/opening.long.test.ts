import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../../src/platform/store/db.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { builtProgram } from '../../../support/harness/built.ts'
import { makeDirectory, urlOf } from '../../../support/harness/stores.ts'
import { copyMigrations, makeStoreFile } from './store-files.ts'

it('is the same in a new file from what the build keeps as from the migrations one by one, with records of its own', async () => {
  await builtProgram('main.js')
  const { directory, url } = await copyMigrations()
  const names = (await readdir(directory, { withFileTypes: true }))
    .filter(one => one.isDirectory())
    .map(one => one.name)
  await rm(join(directory, names.sort().at(-1) ?? ''), { recursive: true })
  const before = Date.now()
  // An earlier version's file: this one could write no world into it.
  const grown = join(await makeDirectory(), 'books.db')
  await (await openStore(urlOf(grown), { migrations: url })).close()
  await (await openStore(urlOf(grown))).close()
  const [kept, other] = [await makeStoreFile(), await makeStoreFile()]

  const [made, copied] = [recordsOf(grown), recordsOf(kept)]
  expect(copied.map(({ migration_name, checksum }) => [migration_name, checksum])).toEqual(
    made.map(({ migration_name, checksum }) => [migration_name, checksum]),
  )
  expect(schemaOf(kept)).toEqual(schemaOf(grown))
  for (const { id, started_at, finished_at, logs, rolled_back_at, applied_steps_count } of [...made, ...copied]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([logs, rolled_back_at, applied_steps_count]).toEqual([null, null, 1])
    for (const instant of [started_at, finished_at]) expect(Number(instant)).toBeGreaterThanOrEqual(before)
  }
  const ids = [...copied, ...recordsOf(other)].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

function recordsOf(path: string): Record<string, unknown>[] {
  const database = new Database(path, { readonly: true })
  const rows = database.prepare('SELECT * FROM _prisma_migrations ORDER BY migration_name').all()
  database.close()
  return rows.map(row => Object.fromEntries(Object.entries(row ?? {})))
}

function schemaOf(path: string): unknown[] {
  const database = new Database(path, { readonly: true })
  const things = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
  database.close()
  return things
}
