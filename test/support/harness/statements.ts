import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { madeFolder } from './made-folder.ts'
import { migratedDatabase } from './postgres-schema.ts'

/** What SQLite says otherwise than PostgreSQL (store/queries/dialect.ts). All other statements are the same text for both. */
const DIALECT = /\b(jsonb?_(each|extract|object|array|quote)|iif|printf|date)\(|\btemp\.|^(CREATE TEMP|PRAGMA) /

const NOTING = Symbol.for('noting statements')

/** Notes in `folder` the texts of all statements that the store prepares in this process. Each file of tests asks for it; the first one does it for all of a worker. */
export function noteStatements(folder: string): void {
  const { prepare } = Database.prototype
  if (Reflect.has(prepare, NOTING)) return
  const seen = new Set<string>()
  const noting = function (this: unknown, sql: string) {
    if (!seen.has(sql)) {
      seen.add(sql)
      if (new Error().stack?.includes('/store/queries/') === true)
        appendFileSync(join(folder, `statements-${process.pid}`), `${JSON.stringify(sql)}\n`)
    }
    return Reflect.apply(prepare, this, [sql])
  }
  Reflect.set(Database.prototype, 'prepare', Object.assign(noting, { [NOTING]: true }))
}

/** What `npm test`, which needs no PostgreSQL, leaves for the run that asks it. */
const KEPT = madeFolder('statements')

export function keepStatements(folder: string): void {
  rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT)
  writeFileSync(join(KEPT, 'statements-of-quick-tests'), notedIn(folder).join('\n'))
}

function notedIn(folder: string): string[] {
  const lists = existsSync(folder) ? readdirSync(folder).filter(file => file.startsWith('statements-')) : []
  return lists.flatMap(file => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
}

/** Has PostgreSQL prepare what all processes of this run have noted, and those of `npm test` before it. The run fails with what it does not take. */
export async function requireCommonWords(folder: string): Promise<void> {
  const lines = [folder, KEPT].flatMap(notedIn)
  // The product quotes all names; what quotes none is a test's own.
  const texts = [...new Set(lines)]
    .map(line => String(JSON.parse(line)))
    .filter(text => text.includes('"') && !DIALECT.test(text))
  const refused = await refusedByPostgres(texts).catch(error => [String(error)])
  console.log(
    [`PostgreSQL was asked to prepare ${texts.length} statements. It refused ${refused.length}:`, ...refused].join(
      '\n',
    ),
  )
  // What is thrown after the last test has no effect on how the run ends.
  if (refused.length > 0) process.exitCode = 1
}

async function refusedByPostgres(texts: readonly string[]): Promise<string[]> {
  const { server, database } = await migratedDatabase()
  const client = new pg.Client({ connectionString: server.urlOf(database) })
  await client.connect()
  const refused: string[] = []
  for (const [place, text] of texts.entries())
    await client
      .query(`PREPARE s${place} AS ${numbered(text)}`)
      .catch(error => refused.push(`${error.message}: ${text.slice(0, 1_000)}`))
  await client.end()
  await server.stop()
  return refused
}

// PostgreSQL numbers its parameters. A question mark within a text stays.
function numbered(sql: string): string {
  let count = 0
  return sql.replaceAll(/'(?:[^']|'')*'|\?/g, found => {
    if (found !== '?') return found
    count += 1
    return `$${count}`
  })
}
