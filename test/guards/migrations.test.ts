import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diagnoseHistory, diffMigrationsToSchema, SCHEMA_PATH } from '../support/harness/schema-engine.ts'
import { makeDirectory, openTestStore } from '../support/harness/stores.ts'

// What SQLite has not or keeps as a float, and PostgreSQL keeps otherwise. Comments may speak of it.
const NOT_SHARED = [
  /^\s+\w+\s+\w+\[\]/,
  /@db\./,
  /\b(Decimal|Float|Bytes|Unsupported)\b/,
  /@default\((autoincrement|dbgenerated)\b/,
]

/** The schema's lines without comments, and the names of its models: a list of a model is a relation, not a scalar list. */
async function readSchema(): Promise<{ lines: string[]; models: string[] }> {
  const lines = (await readFile(SCHEMA_PATH, 'utf8')).split('\n').map(line => line.replace(/\/\/.*/, ''))
  return { lines, models: lines.flatMap(line => /^model (\w+)/.exec(line)?.slice(1) ?? []) }
}

it('has migrations of SQLite that add up to the schema', async () => {
  expect(await diffMigrationsToSchema('sqlite'), 'Run: npm run migration -- NAME').toBeUndefined()
})

it('keeps the schema to what SQLite and PostgreSQL share', async () => {
  const { lines, models } = await readSchema()
  const relation = new RegExp(`^\\s+\\w+\\s+(${models.join('|')})\\[\\]`)

  expect(models.length).toBeGreaterThan(5)
  expect(lines.filter(line => !relation.test(line) && NOT_SHARED.some(pattern => pattern.test(line)))).toEqual([])
})

it("leaves a record of the migrations that Prisma's own engine goes on from", async () => {
  const path = join(await makeDirectory(), 'books.db')
  await (await openTestStore(path)).close()

  expect(await diagnoseHistory(path)).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  })
})
