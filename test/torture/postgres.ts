import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { keptKey } from '../support/builders/kept-keys.ts'
import { spkiOf } from '../support/builders/public-keys.ts'
import { type KeepAliveClient, openClient } from '../support/clients/keep-alive-client.ts'
import { type Postgres, sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { type Cut, cuttingProxy } from '../support/hostile/cutting-proxy.ts'
import { withMovableClock } from '../support/hostile/movable-clock.ts'
import { stoppingProxy } from '../support/hostile/stopping-proxy.ts'
import { checkBooks, countRows, type Look, type Verdict } from './books.ts'
import { createClients, repeat, seeded, type Tpp } from './clients.ts'
import { FAULTS, type Fault, faultsOf } from './faults.ts'
import { readBack } from './read-back.ts'
import { sample, summarise, type TortureReport } from './torture.ts'

type PostgresTortureOptions = {
  readonly kills: number
  readonly cuts: number
  /** How often something befalls the database or the way to it. */
  readonly faults: number
  readonly clients: number
  readonly seed: number
}

const VICTIMS = ['server', 'backend', 'postmaster'] as const
type Blows = Record<(typeof VICTIMS)[number] | Cut | Fault, number>

/** How many connections are cut in a round. */
const CUTS_AT_ONCE = 50
const ROUND_MS = 60_000

/** For how long something befalls the database: now it is over before it is noticed, now no call can wait for its end. */
const LONGEST_FAULT_MS = 12_000

/** How soon each call must be answered, whatever happens (D127), and what this process may take besides. */
const ANSWER_MS = 15_000
const OWN_MS = 1_500

/**
 * Two servers write to one database, and each call goes to whichever is next. Servers, backends and the postmaster are killed, connections are cut at COMMIT, what
 * is sent is lost, backends stand still, tables are locked, and the clock of the database is moved. After each round what the database holds is held against what
 * was acknowledged, then what both servers answer, as when a server on SQLite is killed.
 */
async function torturePostgres(options: PostgresTortureOptions): Promise<TortureReport & { blows: Blows }> {
  const random = seeded(options.seed)
  const blows: Blows = {
    server: 0,
    backend: 0,
    postmaster: 0,
    BEFORE: 0,
    AFTER: 0,
    hole: 0,
    frozen: 0,
    locked: 0,
    clock: 0,
  }
  let left = 0
  const cutHere = (): Cut | undefined => {
    if (left === 0 || random() < 0.6) return undefined
    left -= 1
    const cut = random() < 0.5 ? 'BEFORE' : 'AFTER'
    blows[cut] += 1
    return cut
  }
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  await withMovableClock(postgres, database)
  const proxy = await cuttingProxy(postgres.folder, cutHere)
  const way = await stoppingProxy({ host: '127.0.0.1', port: proxy.port ?? 0 })
  const homes = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sandbank-torture-')))
  const url = `postgresql://sandbank@127.0.0.1:${way.port}/${database}`
  const start = (at: number) => startServerProcess({ SANDBANK_HOME: homes[at] ?? '', DATABASE_URL: url })
  const servers: ServerProcess[] = []
  const verdict: Verdict = { lost: [], doubled: [], halfApplied: [], wrongAnswers: [] }
  const look: Look = sql => postgres.query(database, sql)
  const befall = faultsOf({ postgres, database, way, busyBackend: () => busyBackend(look), random })
  let [cut, cutAfterCommit, replayed] = [0, 0, 0]
  try {
    for (const at of homes.keys()) servers.push(await start(at))
    const tpp = await issueTpp(servers)
    const writers = createClients(options.clients, tpp, random, verdict)
    const before = await countRows(look)
    const rounds = options.kills + options.faults + Math.ceil(options.cuts / CUTS_AT_ONCE)
    for (let round = 0; round < rounds; round += 1) {
      const first = writers.attempts.length
      const stop = new AbortController()
      const client = throughAll(servers)
      const working = writers.work(unlessAway(client, verdict), stop.signal)
      while (writers.attempts.slice(first).every(attempt => attempt.answer === undefined)) await delay(2)
      await delay(random() * 150)
      const victim = round < options.kills ? VICTIMS[round % VICTIMS.length] : undefined
      const fault = round < options.kills + options.faults ? FAULTS[round % FAULTS.length] : undefined
      const at = Math.floor(random() * servers.length)
      if (victim === undefined && fault !== undefined) {
        blows[fault] += 1
        const end = await befall[fault]()
        await delay(random() * LONGEST_FAULT_MS).finally(end)
      } else if (victim === undefined) {
        left = Math.min(CUTS_AT_ONCE, options.cuts - blows.BEFORE - blows.AFTER)
        for (const end = performance.now() + ROUND_MS; left > 0 && performance.now() < end; ) await delay(5)
        left = 0
      } else {
        blows[victim] += 1
        if (victim === 'server') servers[at]?.kill('SIGKILL')
        else process.kill(victim === 'backend' ? await busyBackend(look) : await postgres.pid(), 'SIGKILL')
      }
      stop.abort()
      await working
      client.close()
      await untilQuiet(postgres, database)
      const attempts = writers.attempts.slice(first)
      const kept = await checkBooks(look, before, writers.attempts, attempts, verdict)
      const cutOff = attempts.filter(attempt => attempt.answer === undefined)
      cut += cutOff.length
      cutAfterCommit += cutOff.filter(attempt => kept.has(attempt.requestId)).length
      if (victim === 'server') {
        await servers[at]?.exited
        servers[at] = await start(at)
      }
      await Promise.all(servers.map(untilWell))
      const again = comingAgain(throughAll(servers))
      const repeated = [...cutOff, ...sample(writers.acknowledged(), 5, random)]
      await Promise.all(repeated.map(attempt => repeat(again, attempt, kept.has(attempt.requestId), verdict)))
      replayed += repeated.filter(attempt => kept.has(attempt.requestId)).length
      const last = round === rounds - 1
      await readBack(again, tpp, last ? writers.attempts : attempts, writers, verdict)
      again.close()
    }
    const { attempts } = writers
    const sentTwice = attempts.filter(attempt => attempt.twice).length
    const acknowledged = attempts.length - cut
    return { kills: options.kills, acknowledged, cut, cutAfterCommit, sentTwice, replayed, verdict, blows }
  } finally {
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(servers.map(server => server.exited))
    way.close()
    proxy.close()
    for (const home of homes) rmSync(home, { recursive: true, force: true })
  }
}

/** A certificate of the authority that the servers share, for a key of the tests. */
async function issueTpp([server]: readonly ServerProcess[]): Promise<Tpp> {
  const key = keptKey('tpp')
  const query = `mutation ($key: String!) { issueCertificate(input: { name: "torture", publicKey: $key, roles: [PSP_PI, PSP_AI] }) { certificate { certificatePem } } }`
  const answer = await fetch(`${server?.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({ query, variables: { key: spkiOf(key).toString('base64') } }),
  })
  const { data } = await answer.json()
  return { key, certificate: new X509Certificate(data.issueCertificate.certificate.certificatePem) }
}

/** Each call goes to the next server. */
function throughAll(servers: readonly ServerProcess[]): KeepAliveClient {
  const clients = servers.map(({ url }) => openClient(url, 60_000))
  let turn = 0
  return {
    send: request => {
      turn += 1
      const client = clients[turn % clients.length]
      return client === undefined ? Promise.reject(new Error('There is no server.')) : client.send(request)
    },
    close: () => {
      for (const client of clients) client.close()
    },
  }
}

/** An answer that the database is away says nothing of the call, but when to come again. */
function unlessAway(client: KeepAliveClient, { wrongAnswers }: Verdict): KeepAliveClient {
  const send: KeepAliveClient['send'] = async request => {
    const begun = performance.now()
    const answer = await client.send(request)
    const ms = performance.now() - begun
    if (ms > ANSWER_MS + OWN_MS) wrongAnswers.push(`${answer.status} after ${Math.round(ms)} ms: ${answer.text}`)
    if (answer.status !== 503) return answer
    if (!/^\d+$/.test(answer.headers['retry-after'] ?? '')) wrongAnswers.push(`503 without Retry-After: ${answer.text}`)
    throw new Error(answer.text)
  }
  return { ...client, send }
}

/** As a client does: it comes again when the answer asks for that, since a connection that was lost meanwhile may be met yet. */
function comingAgain(client: KeepAliveClient): KeepAliveClient {
  const send: KeepAliveClient['send'] = async request => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await client.send(request)
      if (answer.status !== 503 || attempt === MOST_ATTEMPTS) return answer
      await delay(Number(answer.headers['retry-after']) * 1_000)
    }
  }
  return { ...client, send }
}

const MOST_ATTEMPTS = 4

/** A backend of the servers, one that is at work where there is one. */
async function busyBackend(look: Look): Promise<number> {
  const [row] = await look(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'sandbank %' AND datname = current_database() ORDER BY state = 'active' DESC LIMIT 1`,
  )
  return Number(row?.['pid'])
}

/** Until the database serves, and nothing of what the dead have sent is under way. */
async function untilQuiet({ query }: Postgres, database: string): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND state <> 'idle' AND pid <> pg_backend_pid()`
  for (const end = performance.now() + 60_000; ; await delay(50)) {
    const busy = await query(database, sql).catch(error => [error])
    if (busy.length === 0) return
    if (performance.now() > end) throw new Error('The database does not come to rest.', { cause: busy[0] })
  }
}

/** Until a server says by itself that it can write again. */
async function untilWell({ url }: ServerProcess): Promise<void> {
  for (const end = performance.now() + 60_000; ; await delay(100)) {
    const { status } = await fetch(`${url}/health`)
    if (status === 200) return
    if (performance.now() > end) throw new Error(`A server does not go on: /health says ${status}.`)
  }
}

function summarisePostgres({ blows, ...report }: TortureReport & { blows: Blows }): string {
  const { server, backend, postmaster, BEFORE, AFTER, hole, frozen, locked, clock } = blows
  return `${server} servers, ${backend} backends and ${postmaster} postmasters killed; ${BEFORE + AFTER} connections cut at COMMIT, ${AFTER} of them after it
${hole} times all was lost on the way, ${frozen} times backends were frozen, ${locked} times a table was locked, ${clock} times the clock was moved
${summarise(report)}`
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      cuts: { type: 'string', default: '1000' },
      faults: { type: 'string', default: '40' },
      clients: { type: 'string', default: '16' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  })
  const seed = Number(values.seed)
  const [kills, cuts, faults, clients] = [
    Number(values.kills),
    Number(values.cuts),
    Number(values.faults),
    Number(values.clients),
  ]
  const start = performance.now()
  const report = await torturePostgres({ kills, cuts, faults, clients, seed })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${summarisePostgres(report)}\n${seconds} s with ${clients} clients, --seed ${seed}`)
  await (await sharedPostgres()).stop()
  process.exit(Object.values(report.verdict).some(list => list.length > 0) ? 1 : 0)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void main()
