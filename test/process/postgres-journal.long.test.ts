import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { LostCalls } from '../../src/domain/calls.ts'
import type { BacklogLimits } from '../../src/sandbox/journal/backlog.ts'
import { createJournal } from '../../src/sandbox/journal/journal.ts'
import { openPostgresJournal } from '../../src/sandbox/journal/postgres.ts'
import { ALL, callAt } from '../support/clients/answered-calls.ts'
import { runHere } from '../support/clients/cli.ts'
import { subscribe } from '../support/clients/subscriber.ts'
import { newDatabase } from '../support/harness/database.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, SHARED, startServerProcess } from '../support/harness/server-process.ts'

const postgres = await sharedPostgres()
const nameOf = (url: string) => new URL(url.replace('///', '//host/')).pathname.slice(1)
const idsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)

/** The journal in a new database, at a time that the test moves. */
async function openHere(limits: Partial<BacklogLimits> = {}) {
  const url = await newDatabase()
  const clock = { now: new Date('2026-03-02T09:30:00.000Z') }
  const faults: unknown[] = []
  const lost: LostCalls[] = []
  const open = async () => {
    const machineNow = () => clock.now
    const journal = createJournal(await openPostgresJournal(url, machineNow), {
      machineNow,
      token: 'the-token-of-the-operator',
      onFault: fault => faults.push(fault),
      onLost: one => lost.push(one),
      limits,
    })
    onTestFinished(() => journal.close())
    return journal
  }
  const query = (sql: string) => postgres.query(nameOf(url), sql)
  const allowConnections = async (allowed: boolean) => {
    await postgres.query('postgres', `ALTER DATABASE ${nameOf(url)} ALLOW_CONNECTIONS ${allowed}`)
    if (!allowed)
      await postgres.query(
        'postgres',
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`,
      )
  }
  return { open, clock, faults, lost, query, allowConnections }
}

it('a journal of the version without traces has its calls still, and takes traces (D112)', async () => {
  const { open, clock, query } = await openHere()
  const before = await open()
  before.add(callAt(1, clock.now, {}))
  await before.close()
  await query('ALTER TABLE journal.call DROP COLUMN "traceId"; UPDATE journal.state SET version = 1')
  const again = await open()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  again.add(callAt(2, clock.now, { traceId }))
  await again.ready()
  expect((await again.list('default', {}, ALL)).map(call => call.traceId)).toEqual([traceId, undefined])
})

it('every server of a database shows the calls of all, explains them, and follows them as they come (D126)', async () => {
  const settings = { ...SHARED, DATABASE_URL: await newDatabase() }
  const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sandbank-')))
  onTestFinished(() => homes.forEach(home => void rmSync(home, { recursive: true, force: true })))
  const servers = await Promise.all(homes.map(home => startServerProcess({ ...settings, SANDBANK_HOME: home })))
  const [one, other] = servers
  if (one === undefined || other === undefined) throw new Error('Not both have started.')
  const followed = await subscribe(other.url, 'subscription { calls(filter: { door: REST }) { id } }', {
    headers: BEARER,
  })
  await followed.until(1)
  const ids: string[] = []
  for (const { url } of [one, other, one])
    for (const place of [1, 2]) {
      const answer = await fetch(`${url}/v1/sandbox/customers?n=${place}`, { headers: { 'X-Request-ID': 'r' } })
      ids.push(answer.headers.get('Sandbank-Request') ?? '')
    }
  const seen = () => followed.answers.flatMap(({ data }) => data.calls.map(({ id }: { id: string }) => id))
  await expect.poll(() => seen().toSorted(), { timeout: 10_000 }).toEqual(ids.toSorted())
  const list = '{ calls(filter: { door: REST, contains: "CUSTOMERS?N=" }) { totalCount nodes { id status } } }'
  for (const { url } of servers) {
    const answer = await fetch(`${url}/graphql?query=${encodeURIComponent(list)}`, { headers: BEARER })
    const { data } = await answer.json()
    expect(data.calls.totalCount).toBe(6)
    expect(data.calls.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    // A call of the other server, with its steps and headers.
    const { exitCode, stdout } = await runHere(['why', ids[url === one.url ? 2 : 0] ?? '', '--base', url], settings)
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('CERTIFICATE_MISSING') })
  }
  followed.stop()
  for (const server of servers) {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
  // Nothing is left at a server.
  expect(homes.flatMap(home => readdirSync(home)).filter(name => name.includes('calls'))).toEqual([])
})

it('keeps the last 10,000 calls of a world together with another server, and drops days of which none is shown', async () => {
  const { open, clock, query } = await openHere()
  const [one, other] = [await open(), await open()]
  for (let n = 0; n < 10_400; n += 1) {
    const journal = n % 400 < 200 ? one : other
    journal.add(callAt(n, clock.now))
    if (n % 200 === 199) await journal.ready()
  }
  one.add(callAt(1, clock.now, { world: 'other', target: '/a%_\\b', requestBody: 'the-token-of-the-operator\0' }))
  await one.ready()
  expect(await other.count('default', {})).toBe(10_000)
  expect(await other.find('default', callAt(399, clock.now).id)).toBeUndefined()
  expect((await other.find('default', callAt(400, clock.now).id))?.answer.body).toBe('{}')
  expect((await other.find('other', callAt(1, clock.now).id))?.request.body).toBe('[hidden]\0')
  expect(await one.count(undefined, { contains: 'A%_\\' })).toBe(1)
  expect(await one.count(undefined, { path: '/A%' })).toBe(0)
  const byDuration = { ...ALL, take: 3, order: 'DURATION_DESC' } as const
  one.add(callAt(7, clock.now, { world: 'other', durationMs: 20.5 }))
  one.add(callAt(8, clock.now, { world: 'other', durationMs: 3 }))
  await one.ready()
  expect((await one.list('other', {}, byDuration)).map(({ id }) => Number(id))).toEqual([7, 8, 1])
  const [{ batches } = {}] = await query('SELECT count(*)::int AS batches FROM journal.batch')
  expect(batches).toBe(52)

  const partitions = async () =>
    (await query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'call\\_%' ORDER BY 1")).length
  const days = []
  for (const day of ['2026-03-03T09:29:00Z', '2026-03-03T09:31:00Z', '2026-03-04T00:00:01Z']) {
    clock.now = new Date(day)
    other.add(callAt(20_000 + days.length, clock.now))
    await other.ready()
    days.push([await one.count('default', {}), await partitions()])
  }
  // What is older than a day is shown no more, and gone with the day after it.
  expect(days).toEqual([
    [10_000, 2],
    [2, 2],
    [3, 2],
  ])
})

it('keeps a call whose target or cause has half of a character, and those beside it in one batch', async () => {
  const { open, clock, faults, lost, query } = await openHere()
  const journal = await open()
  for (const [id, target] of ['/a', '/half-\ud83d', '/\ude00', '/z\0'].entries())
    journal.add(callAt(id, clock.now, { target, requestId: target }))
  await journal.ready()
  const targets = (await journal.list('default', {}, ALL)).map(({ target }) => target)
  expect(targets.toReversed()).toEqual(['/a', '/half-\ufffd', '/\ufffd', '/z\u2400'])
  expect([faults, lost]).toEqual([[], []])
  expect(await query('SELECT count(*)::int AS batches FROM journal.batch')).toEqual([{ batches: 1 }])
})

it('keeps each call once, however often its connections are cut while calls are written', async () => {
  const { open, clock, lost, query } = await openHere()
  const [one, other] = [await open(), await open()]
  const cut =
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  for (let round = 0; round < 10; round += 1) {
    for (const id of idsFrom(round * 200, round * 200 + 200)) (id % 2 === 0 ? one : other).add(callAt(id, clock.now))
    const writing = Promise.allSettled([one.ready(), other.ready()])
    await query(cut)
    await writing
  }
  await expect
    .poll(
      () =>
        Promise.all([one.ready(), other.ready()]).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  const ids = (await one.list('default', {}, ALL)).map(({ id }) => Number(id))
  expect(ids).toEqual(idsFrom(0, 2_000).toReversed())
  const places = (await one.list('default', {}, { ...ALL, order: 'WRITTEN' })).map(({ place }) => place)
  expect(new Set(places).size).toBe(2_000)
  expect((await one.find('default', callAt(1_999, clock.now).id))?.answer.body).toBe('{}')
  expect(lost).toEqual([])
})

it('keeps no more than its bound while the database is away, and says how many calls are lost', async () => {
  const { open, clock, faults, lost, allowConnections } = await openHere({ mostBytes: 60_000 })
  const journal = await open()
  journal.add(callAt(0, clock.now))
  await journal.ready()
  await allowConnections(false)
  for (let n = 1; n < 31; n += 1) {
    journal.add(callAt(n, clock.now))
    if (n === 1) await expect.poll(() => journal.fault(), { timeout: 20_000 }).toContain('the database: ')
  }
  expect(faults).toEqual([
    expect.objectContaining({ message: expect.stringContaining('The journal cannot be written: ') }),
  ])
  await expect(journal.ready()).rejects.toThrow()
  await allowConnections(true)
  await expect
    .poll(
      () =>
        journal.ready().then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  const losses = [{ world: 'default', from: clock.now, to: clock.now, calls: 19 }]
  expect([lost, await journal.lost('default'), journal.fault()]).toEqual([losses, losses, undefined])
  expect((await journal.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual([
    ...idsFrom(20, 31).toReversed(),
    0,
  ])
})
