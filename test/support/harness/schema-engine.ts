import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg'
import { plainAdapter } from '../../platform/store/sqlite/plain-adapter.ts'
import { migrationsPath, type Provider } from './migrations.ts'
import { sharedPostgres } from './postgres.ts'
import { schemaForPostgres, withCollation } from './postgres-schema.ts'

export const SCHEMA_PATH = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url))

const NO_FILTERS = { externalTables: [], externalEnums: [] }

/**
 * The SQL that leads from what the migrations make to what the schema wants; undefined when they agree.
 * Nothing is downloaded: the schema engine runs as WebAssembly, on a database in memory or on a PostgreSQL of the tests.
 */
export async function diffMigrationsToSchema(provider: Provider): Promise<string | undefined> {
  const engine = await openSchemaEngine(
    provider,
    provider === 'sqlite' ? acceptScripts(plainAdapter(':memory:')) : await postgresAdapter(),
  )
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(provider)) },
      to: { tag: 'schemaDatamodel', files: await readSchema(provider) },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    })
    const script = stdout?.trim() ?? ''
    if (!/^\s*[^-\s]/m.test(script)) return undefined
    return `${provider === 'sqlite' ? script : withCollation(script)}\n`
  } finally {
    engine.free()
  }
}

/** What Prisma's own engine says about the migrations recorded in the database at `path`. */
export async function diagnoseHistory(path: string): Promise<glue.DiagnoseMigrationHistoryOutput> {
  const engine = await openSchemaEngine('sqlite', acceptScripts(plainAdapter(path)))
  try {
    return await engine.diagnoseMigrationHistory({
      migrationsList: await readMigrations('sqlite'),
      optInToShadowDatabase: true,
      filters: NO_FILTERS,
    })
  } finally {
    engine.free()
  }
}

async function readSchema(provider: Provider): Promise<glue.SchemaContainer[]> {
  const content = await readFile(SCHEMA_PATH, 'utf8')
  return [{ path: SCHEMA_PATH, content: provider === 'sqlite' ? content : schemaForPostgres(content) }]
}

async function openSchemaEngine(
  provider: Provider,
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<glue.SchemaEngine> {
  await startEngine()
  const datamodels = (await readSchema(provider)).map(({ path, content }): [string, string] => [path, content])
  return glue.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(factory))
}

/** On an empty database; the migrations are tried in another one. */
async function postgresAdapter(): Promise<SqlMigrationAwareDriverAdapterFactory> {
  const server = await sharedPostgres()
  const open = async (): Promise<SqlDriverAdapter> => {
    const database = await server.createDatabase()
    const adapter = await new PrismaPg({ connectionString: server.urlOf(database) }).connect()
    return Object.assign(adapter, {
      queryRaw: asTexts(adapter.queryRaw.bind(adapter)),
      // Its own cuts a script at each semicolon, also within a function.
      executeScript: async (script: string) => void (await server.query(database, script)),
    })
  }
  return { provider: 'postgres', adapterName: '@prisma/adapter-pg', connect: open, connectToShadowDb: open }
}

// The engine asks for columns of the type "char", which its adapter does not know.
const asTexts =
  (query: SqlDriverAdapter['queryRaw']): SqlDriverAdapter['queryRaw'] =>
  given =>
    query({
      ...given,
      sql: given.sql
        .replace('constr.contype AS', 'constr.contype::text AS')
        .replaceAll(/^\s+con\.(confdeltype|confupdtype)/gm, '$&::text AS $1'),
    })

// It asks for the text of a partial index by a name in double quotes, which SQLite takes for a column.
const quoted = (sql: string) => sql.replace(/(type = 'index' AND name = )"(\w+)"/, "$1'$2'")

/** The engine sends whole migrations as if they were one statement; SQLite runs those only as scripts. */
function acceptScripts(factory: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory {
  const accept = (adapter: SqlDriverAdapter): SqlDriverAdapter => ({
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: query => adapter.queryRaw({ ...query, sql: quoted(query.sql) }),
    executeRaw: async query => {
      if (query.args.length > 0) return adapter.executeRaw(query)
      await adapter.executeScript(query.sql)
      return 0
    },
    executeScript: script => adapter.executeScript(script),
    startTransaction: level => adapter.startTransaction(level),
    dispose: () => adapter.dispose(),
  })
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => accept(await factory.connect()),
    connectToShadowDb: async () => accept(await factory.connectToShadowDb()),
  }
}

// Node has it; the types of Node 20 do not.
declare global {
  namespace WebAssembly {
    function compile(bytes: Uint8Array): Promise<Module>
    function instantiate(module: Module, imports: object): Promise<{ exports: { __wbindgen_start(): void } }>
  }
}

let started: Promise<void> | undefined

function startEngine(): Promise<void> {
  started ??= instantiateEngine()
  return started
}

/** Joins the engine's WebAssembly module to its JavaScript glue; Node 20 does not import `.wasm` files by itself. */
async function instantiateEngine(): Promise<void> {
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const module = await WebAssembly.compile(await readFile(join(dirname(gluePath), 'schema_engine_bg.wasm')))
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(exports)
  exports.__wbindgen_start()
}

async function readMigrations(provider: Provider): Promise<glue.MigrationList> {
  const baseDir = migrationsPath(provider)
  const entries = await readdir(baseDir, { withFileTypes: true })
  const names = entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort()
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"\n` },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async name => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  }
}
