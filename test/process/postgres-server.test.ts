import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sharedPostgres } from '../support/postgres.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/server-process.ts'

const newHome = () => mkdtempSync(join(tmpdir(), 'sandbank-'))
const isLoaded = (server: ServerProcess) => server.output().includes('postgres.cjs')

async function ask(server: ServerProcess, query: string) {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, body: await answer.json() }
}

it('serves the filled bank from a database, which a second server and a restart find as it was left', async () => {
  const postgres = await sharedPostgres()
  const settings = { DATABASE_URL: postgres.urlOf(await postgres.createDatabase()), NODE_DEBUG: 'module' }
  // Both make the tables: one does, the other waits.
  const [one, other] = await Promise.all(
    [newHome(), newHome()].map(home => startServerProcess({ ...settings, SANDBANK_HOME: home })),
  )
  if (one === undefined || other === undefined) throw new Error('Not both have started.')
  expect(isLoaded(one)).toBe(true)
  expect((await fetch(`${one.url}/health`)).status).toBe(200)
  const made = await ask(one, 'mutation { createWorld(name: "shared", from: STANDARD) { name } }')
  expect(made.body).toEqual({ data: { createWorld: { name: 'shared' } } })
  const count = '{ worlds { nodes { name counts { customers accounts transactions } } } }'
  const seen = await ask(one, count)
  expect(seen.body.data.worlds.nodes.map(({ name }: { name: string }) => name)).toEqual(['default', 'shared'])
  expect(seen.body.data.worlds.nodes[1].counts.customers).toBeGreaterThan(0)
  expect((await ask(other, count)).body).toEqual(seen.body)
  for (const server of [one, other]) {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
  const again = await startServerProcess({ ...settings, SANDBANK_HOME: newHome() })
  expect((await ask(again, count)).body).toEqual(seen.body)
  again.kill('SIGTERM')
  expect(await again.exited).toBe(0)
})

it('opens no file of its driver on SQLite', async () => {
  const server = await startServerProcess({ SANDBANK_HOME: newHome(), NODE_DEBUG: 'module' })
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect(server.output()).toContain('better-sqlite3')
  expect(isLoaded(server)).toBe(false)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('says in one sentence why a database cannot be used, and ends with 1', async () => {
  const postgres = await sharedPostgres()
  const foreign = await postgres.createDatabase()
  await postgres.query(foreign, 'CREATE TABLE "Invoice" ("id" TEXT)')
  const newer = await postgres.createDatabase()
  const first = await startServerProcess({ DATABASE_URL: postgres.urlOf(newer), SANDBANK_HOME: newHome() })
  first.kill('SIGTERM')
  await first.exited
  await postgres.query(newer, `UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_later'`)
  const latin = `latin_${foreign}`
  await postgres.query(
    'postgres',
    `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  )
  for (const [url, reason] of [
    [postgres.urlOf(foreign), 'it is a database of something else: it has the table Invoice, and none of ours'],
    [
      postgres.urlOf(newer),
      'it has the migration 29990101000000_later, which this version does not know: it belongs to a newer version',
    ],
    [postgres.urlOf(latin), "its texts are in LATIN1: make a database with ENCODING 'UTF8'"],
    [postgres.urlOf('missing'), 'database "missing" does not exist'],
    ['postgresql://127.0.0.1:1/bank', 'connect ECONNREFUSED 127.0.0.1:1'],
  ] as const) {
    const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: newHome(), DATABASE_URL: url })
    expect({ code: end.code, stderr: end.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Sandbank cannot start\.\nCannot open the database that DATABASE_URL names: .*\n$/,
      ),
    })
    expect(end.stderr).toContain(reason)
  }
})
