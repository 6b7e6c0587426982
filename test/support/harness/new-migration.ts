// Writes the next migration of the books, for each engine that needs one: npm run migration -- NAME
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { migrationsPath } from './migrations.ts'
import { sharedPostgres } from './postgres.ts'
import { diffMigrationsToSchema } from './schema-engine.ts'

const [name = '', ...rest] = process.argv.slice(2)

if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(name) || rest.length > 0) {
  console.error('Say what the migration does in a word or two: npm run migration -- add-payments')
  process.exitCode = 2
} else {
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  for (const provider of ['sqlite', 'postgresql'] as const) {
    const sql = await diffMigrationsToSchema(provider)
    if (sql === undefined) {
      console.log(`Nothing to do: the migrations of ${provider} make what prisma/schema.prisma wants.`)
      continue
    }
    const directory = join(migrationsPath(provider), `${timestamp}_${name.replaceAll('-', '_')}`)
    await mkdir(directory)
    await writeFile(join(directory, 'migration.sql'), sql)
    console.log(`Written: ${relative(process.cwd(), directory)}/migration.sql. Read it, then: npm run generate`)
  }
  await (await sharedPostgres()).stop()
}
