import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createContext, type Deps, systemClockAndIds } from '../../../src/bank/context.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { advanceClock, freezeClock, getClock } from '../../../src/sandbox/worlds/clock.ts'
import { createWorld } from '../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { sharedPostgres } from '../../support/harness/postgres.ts'
import { BEARER, startServerProcess } from '../../support/harness/server-process.ts'
import { moveDatabaseClock, withMovableClock } from '../../support/hostile/movable-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
// A server takes the middle of the time in which the database answers, and gives up an answer after 5 s: it is never wrong by more than half of them.
const NEAR_MS = 2_600

/** What a server on the database has, whose own clock goes before that of the others. */
async function openAhead(url: string, ms: number): Promise<Deps> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const { machineNow, newId } = systemClockAndIds
  return { store, running: new Set(), sandbox, newId, machineNow: () => new Date(machineNow().getTime() + ms) }
}

it.each([3, 400, 20_000])(
  'moves the clock of a world by each of the calls that come at once to two servers whose clocks are %i ms apart, one after the other (D125)',
  async ms => {
    const postgres = await sharedPostgres()
    const url = postgres.urlOf(await postgres.createDatabase())
    const servers = [await openAhead(url, 0), await openAhead(url, ms)]
    const [one] = servers
    if (one === undefined) throw new Error('There are two.')
    await ensureDefaultWorld(one, 'EMPTY')
    const operator = createContext(one, await getWorld(one, 'default'), { kind: 'operator' })
    const { id } = await createWorld(operator, { name: 'moved', from: 'EMPTY' })
    const enter = async (deps: Deps) => createContext(deps, await getWorld(deps, 'moved'), { kind: 'operator' })
    const { now } = await freezeClock(await enter(one))
    const moves = Array.from({ length: 20 }, async (_, place) => {
      const deps = servers[place % 2]
      return deps === undefined ? undefined : advanceClock(await enter(deps), { by: 'P1D' })
    })
    expect((await Promise.allSettled(moves)).filter(({ status }) => status === 'rejected')).toEqual([])
    const left = await Promise.all(servers.map(async deps => (await getClock(await enter(deps))).now.getTime()))
    expect(left).toEqual([now.getTime() + 20 * DAY_MS, now.getTime() + 20 * DAY_MS])
    const [row] = await postgres.query(
      new URL(url).pathname.slice(1),
      `SELECT "lockedBy" FROM "World" WHERE "id" = '${id}'`,
    )
    expect(row).toEqual({ lockedBy: null })
  },
)

it('follows the clock of the database at all servers alike when it is set anew, within seconds and never backwards, also after a restart (D125)', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  await withMovableClock(postgres, database)
  const start = async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const server = await startServerProcess({ DATABASE_URL: postgres.urlOf(database), SANDBANK_HOME: home })
    onTestFinished(async () => {
      server.kill('SIGKILL')
      await server.exited
    })
    return server
  }
  const servers = [await start(), await start()]
  const timeOf = async (sql: string) => Date.parse(String((await postgres.query(database, sql))[0]?.['time']))
  const databaseNow = () => timeOf('SELECT machine.clock_timestamp() AS time')
  const recorded = () => timeOf('SELECT "latestAt" AS time FROM "MachineTime"')
  const seen = new Map<string, number>()
  const nowOf = async (url: string) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...BEARER },
      body: JSON.stringify({ query: '{ clock { now } }' }),
    })
    const now = Date.parse((await answer.json()).data.clock.now)
    expect(now).toBeGreaterThanOrEqual(seen.get(url) ?? 0)
    seen.set(url, now)
    return now
  }
  /** How far a server is at least from a time so much ahead of the database's, which is read before and after it. */
  const wrongBy = async (aheadMs: number) => {
    const faults: number[] = []
    for (const { url } of servers) {
      const earliest = (await databaseNow()) + aheadMs
      const now = await nowOf(url)
      const latest = (await databaseNow()) + aheadMs
      faults.push(earliest - now, now - latest)
    }
    return Math.max(...faults)
  }
  expect(await wrongBy(0)).toBeLessThan(NEAR_MS)
  const first = await databaseNow()
  await moveDatabaseClock(postgres, database, '40 minutes')
  await expect.poll(() => wrongBy(0), { timeout: 30_000 }).toBeLessThan(NEAR_MS)
  await moveDatabaseClock(postgres, database, '-20 minutes')
  for (let n = 0; n < 10; n += 1) {
    await sleep(300)
    expect(await wrongBy(20 * MINUTE_MS)).toBeLessThan(NEAR_MS)
  }
  servers[1]?.kill('SIGKILL')
  await servers[1]?.exited
  const shown = Math.max(...seen.values())
  expect(shown - first).toBeGreaterThan(40 * MINUTE_MS)
  await expect.poll(recorded, { timeout: 30_000 }).toBeGreaterThanOrEqual(shown)
  const restarted = await start()
  servers[1] = restarted
  expect(await nowOf(restarted.url)).toBeGreaterThanOrEqual(shown)
  // It goes on from what was recorded, which is at most a moment later than what was shown.
  const latest = (await databaseNow()) + 20 * MINUTE_MS
  expect(await nowOf(restarted.url)).toBeLessThan(latest + NEAR_MS)
})
