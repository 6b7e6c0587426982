import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

async function ask({ url }: ServerProcess, query: string, variables: object = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return answer.json()
}

const BEGIN = 'mutation { made: beginFixture(fixture: {}) }'
const ADD =
  'mutation ($id: ID!, $entries: JSON!) { made: addFixtureEntries(id: $id, at: "customers", entries: $entries) }'
const FINISH = 'mutation ($id: ID!) { finishFixture(id: $id) { ids { key } } }'
const customers = (...names: readonly string[]) =>
  names.map(name => ({ key: name, customerNumber: `7${name}`, name, type: 'PRIVATE' }))

it('a fixture in parts goes on at another server of the same store, and its parts are deleted when it was used', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-two-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  await fillHome(home)
  const [one, other] = await Promise.all([
    startServerProcess({ SANDBANK_HOME: home }),
    startServerProcess({ SANDBANK_HOME: home }),
  ])
  const id = (await ask(one, BEGIN)).data.made
  expect((await ask(other, ADD, { id, entries: customers('1', '2') })).data.made).toBe(2)
  expect((await ask(one, ADD, { id, entries: customers('3') })).data.made).toBe(3)
  expect((await ask(other, ADD, { id, entries: customers('4') })).data.made).toBe(4)
  const { data } = await ask(one, FINISH, { id })
  expect(data.finishFixture.ids).toEqual(['1', '2', '3', '4'].map(key => ({ key })))
  expect((await ask(other, ADD, { id, entries: [] })).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')

  const database = new Database(join(home, 'sandbank.db'), { readonly: true })
  onTestFinished(() => void database.close())
  const left = database
    .prepare('SELECT (SELECT COUNT(*) FROM "FixturePart") + (SELECT COUNT(*) FROM "FixtureUpload")')
    .pluck()
  await vi.waitFor(() => expect(left.get()).toBe(0), { timeout: 20_000 })
  for (const server of [one, other]) server.kill('SIGTERM')
  expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
})
