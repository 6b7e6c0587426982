import { defineConfig } from 'prisma/config'

// The CLI insists on its native schema engine even for `generate`, which does not use it; any existing file satisfies it,
// so that an installation needs nothing but the package registry.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations/sqlite' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'file:.sandbank/sandbank.db' },
})
