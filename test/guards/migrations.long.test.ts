import { expect, it } from 'vitest'
import { migratedDatabase } from '../support/harness/postgres-schema.ts'
import { diffMigrationsToSchema } from '../support/harness/schema-engine.ts'

it('has migrations of PostgreSQL that add up to the schema', async () => {
  expect(await diffMigrationsToSchema('postgresql'), 'Run: npm run migration -- NAME').toBeUndefined()
})

it('keeps texts of PostgreSQL in the order of their bytes, whatever the collation of the database', async () => {
  const { server, database } = await migratedDatabase()
  const texts = `SELECT table_name, column_name, collation_name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type LIKE '%char%' OR table_schema = 'public' AND data_type = 'text'`
  const found = await server.query(database, texts)

  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(column => column['collation_name'] !== 'C')).toEqual([])
})
