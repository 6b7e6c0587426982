import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { schema } from '../../src/api/graphql/schema.ts'
import { ROUTES } from '../../src/api/rest/routes.ts'
import type { Tpp, TppRequest, World } from '../../src/clients/testing/kit.ts'
import { SERVICES } from '../../src/domain/products.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { connectSandbank } from '../../src/testing.ts'
import { WHOLE_FIXTURE } from '../support/builders/whole-fixture.ts'
import { readingOf } from '../support/builders/whole-graph.ts'
import { builtProgram } from '../support/harness/built.ts'
import { durablePostgres, type Postgres } from '../support/harness/postgres.ts'
import { type ServerProcess, SHARED, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'
import { seeded } from './clients.ts'

// `npm run torture:move`: a home of a hundred worlds of ten thousand lines goes into a database by `sandbank move`, which is killed again and again. What both doors
// read of each world is the same before and after, and a kill leaves the home as it was and the database empty (D113).

type MoveOptions = { readonly worlds: number; readonly lines: number; readonly kills: number; readonly seed: number }

/** What one world answered: a hash of each answer, by what was read. */
type Reads = ReadonlyMap<string, string>

const TPP_ID = 'NO-FSA-123456789'
const PSU: TppRequest = { psu: 'kari', context: 'PRIVATE' }
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'

async function move({ worlds, lines, kills, seed }: MoveOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-move-'))
  const [home, copy, elsewhere] = [join(folder, 'home'), join(folder, 'copy'), join(folder, 'elsewhere')]
  const postgres = await durablePostgres()
  try {
    await fillHome(home)
    const names = Array.from({ length: worlds }, (_, place) => `w-${place}`)
    let server = await startServerProcess({ ...SHARED, SANDBANK_HOME: home })
    await timed(`${worlds} worlds of ${lines} lines were made`, () => fill(server, names, lines))
    await ended(server)
    // A read of a TPP counts against its limit of the day: a copy is read.
    cpSync(home, copy, { recursive: true })
    server = await startServerProcess({ ...SHARED, SANDBANK_HOME: copy })
    const before = await timed('both doors were read', () => readAll(server, names))
    await ended(server)
    const content = contentOf(home)
    const database = await postgres.createDatabase()
    const run = () => startMove(home, postgres.urlOf(database))

    const whole = await timed(
      'moved into a database of its own, to know how long it takes',
      async () => (await startMove(home, postgres.urlOf(await postgres.createDatabase()))).ended,
    )
    console.log(`${whole.output.trim()} (${whole.mostMegabytes} MB at most)`)
    equal([whole.exitCode], [0], whole.output)
    equal(contentOf(home), content, 'the home after a move')

    const random = seeded(seed)
    for (let kill = 0; kill < kills; kill += 1) {
      const moving = await run()
      const wait = random() * whole.ms
      await Promise.race([sleep(wait), moving.ended])
      moving.kill()
      const { exitCode, output } = await moving.ended
      equal(contentOf(home), content, `the home after a kill at ${Math.round(wait)} ms`)
      equal([exitCode ?? 0], [0], output)
      const rows = await rowsOf(postgres, database)
      console.log(
        `killed after ${Math.round(wait)} ms: ${exitCode ?? 'by the signal'}, ${rows} worlds in the database, ${output.trim().split('\n').at(-1)}`,
      )
      if (rows > 0) break
    }
    const again = await timed('the same command again', async () => (await run()).ended)
    console.log(again.output.trim())
    equal([again.exitCode], [0], again.output)
    equal(contentOf(home), content, 'the home at the end')

    server = await startServerProcess({ ...SHARED, DATABASE_URL: postgres.urlOf(database), SANDBANK_HOME: elsewhere })
    const after = await timed('both doors were read again', () => readAll(server, names))
    await ended(server)
    compare(before, after)
    const once = await (await run()).ended
    console.log(`and once more: ${once.exitCode}, ${once.output.trim()}`)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const documentOf = (lines: number, seed: number) => {
  const text = JSON.stringify(WHOLE_FIXTURE).replaceAll('"SANDBANK"', `"${TPP_ID}"`)
  const fixture: { customers: { accounts: object[] }[] } = JSON.parse(text)
  fixture.customers[0]?.accounts.push({
    ...{
      key: 'many',
      accountName: 'Many',
      currency: 'NOK',
      product: 'Current',
      cashAccountType: 'CACC',
      creditLine: 0,
    },
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 50_000, currency: 'NOK' } }],
    generate: { profile: 'household', transactions: lines, from: '-900D', to: '-1D', seed },
  })
  return fixture
}

/** Makes the worlds: each has all that a fixture can say, a payment by a TPP whose answer is stored, and one in ten a snapshot. */
async function fill(server: ServerProcess, names: readonly string[], lines: number): Promise<void> {
  const bank = await connectSandbank(server.url, { token: SHARED.SANDBANK_TOKEN })
  const tpp = bank.tpp('acme', { id: TPP_ID })
  const query =
    'mutation ($name: String!, $fixture: FixtureInput!) { createWorld(input: { name: $name, source: { fixture: $fixture } }) { world { name } } }'
  for (const [place, name] of names.entries()) {
    await bank.world.graphql(query, { name, fixture: documentOf(lines, place + 1) })
    const world = await bank.openWorld(name)
    await pay(world, tpp)
    if (place % 10 === 0) await world.snapshot('taken')
    if (place % 10 === 9) console.log(`${place + 1} worlds …`)
  }
}

/** A call that changes something; the same call again gets its stored answer. */
async function pay(world: World, tpp: Tpp): Promise<readonly [string, string]> {
  const json = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Shop',
    creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
    debtorAccount: { iban: 'NO6515039000018', currency: 'NOK' },
  }
  const headers = {
    'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
    'TPP-Redirect-URI': 'https://tpp.example/back',
    'TPP-Session-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7722',
  }
  const answer = await tpp.fetch(world.url(PAYMENTS), { ...PSU, json, headers })
  if (answer.status !== 201) throw new Error(await answer.text())
  return [`${answer.status} ${answer.headers.get('Location')}`, await answer.text()]
}

async function readAll(server: ServerProcess, names: readonly string[]): Promise<ReadonlyMap<string, Reads>> {
  const bank = await connectSandbank(server.url, { token: SHARED.SANDBANK_TOKEN })
  const tpp = bank.tpp('acme', { id: TPP_ID })
  const found = new Map<string, Reads>()
  let answers = 0
  for (const name of names) {
    const world = await bank.openWorld(name)
    const reads = new Map<string, string>()
    const note = (what: string, ...texts: string[]) => {
      const text = texts.join(' ').replaceAll(server.url, 'BASE')
      reads.set(what, createHash('sha256').update(text).digest('hex'))
    }
    await readGraph(world, note)
    await readRest(world, tpp, note)
    note('the stored answer', ...(await pay(world, tpp)))
    found.set(name, reads)
    answers += reads.size
    await bank.world.graphql('{ clock { now } }')
  }
  console.log(`${answers} answers of ${names.length} worlds`)
  return found
}

type Note = (what: string, ...texts: string[]) => void

const LISTS = Object.values(schema.getQueryType()?.getFields() ?? {})
  .filter(({ args, type }) => /Connection!$/.test(String(type)) && args.every(one => !/!$/.test(String(one.type))))
  .map(({ name }) => name)
  // The journal stays behind; the worlds are the bank's, and each is read.
  .filter(name => name !== 'calls' && name !== 'worlds')

async function readGraph(world: World, note: Note): Promise<void> {
  for (const list of LISTS)
    for (const third of [0, 1, 2] as const) {
      const query = `{ ${readingOf(list, third, {})} }`
      note(query, JSON.stringify(await world.graphql(query)))
    }
  note('fixture', JSON.stringify(await world.fixture()))
  note(
    'audit',
    JSON.stringify(
      await world.graphql('{ audit { accounts bookings payments findings { text } } clock { now frozen } }'),
    ),
  )
  if (world.name.endsWith('0'))
    note(
      'diff',
      JSON.stringify(
        await world.graphql('{ diffWorlds(left: { snapshot: "taken" }, right: {}) { equal nodes { noun id } } }'),
      ),
    )
}

const IDS = `{
  customers(first: 100) { nodes { customerId: customerNumber } }
  agreements(first: 100) { nodes { mockAgreementId: id engagements(first: 100) { nodes { mockEngagementId: id } } } }
  accounts(first: 100) { nodes { mockAccountId: id id transactions(first: 5) { nodes { mockTransactionId: id transactionId: id } } } }
  cardAccounts(first: 100) { nodes { mockCardAccountId: id id transactions(first: 5) { nodes { mockCardTransactionId: id } } } }
  payments(first: 100) { nodes { paymentId: id service product authorisations { nodes { authorisationId: id } } } }
  signingBaskets(first: 100) { nodes { basketId: id authorisations { nodes { authorisationId: id } } } }
}`

/** Each GET of the interface with all ids that fit, and each list to its last page. */
async function readRest(world: World, tpp: Tpp, note: Note): Promise<void> {
  const places = placesOf(await world.graphql(IDS))
  let good = 0
  for (const { method, path } of ROUTES) {
    if (method !== 'GET') continue
    for (const one of filled(path, places)) {
      let next: string | undefined = /transactions$/.test(one) ? `${one}?limit=1000` : one
      while (next !== undefined) {
        const answer: Response = await tpp.fetch(world.url(next), { ...PSU, headers: { 'TPP-Session-ID': TPP_ID } })
        const text = await answer.text()
        note(next, String(answer.status), text)
        if (answer.status === 200) good += 1
        next = nextOf(text)
      }
    }
  }
  if (good < 40) throw new Error(`Only ${good} reads of ${world.name} were answered by 200.`)
}

function nextOf(text: string): string | undefined {
  const { _links: links }: { _links?: { next?: { href: string } } } = JSON.parse(text)
  return links?.next?.href
}
/** Paths of a route with the ids of the world in their places. */
function filled(route: string, places: readonly Place[]): readonly string[] {
  if (!route.includes('{')) return [route]
  const paths = places.map(place => route.replaceAll(/\{(\w+)\}/g, (all, name) => place[name] ?? all))
  return [...new Set(paths.filter(path => !path.includes('{')))]
}

/** Names of a path with their values, that belong together. */
type Place = Readonly<Record<string, string>>

/** Each row with the ids of those that it hangs on. */
function placesOf(row: unknown, above: Place = { tppId: TPP_ID }): readonly Place[] {
  if (typeof row !== 'object' || row === null) return []
  if (Array.isArray(row)) return row.flatMap(one => placesOf(one, above))
  const own = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const place: Record<string, string> = { ...above, ...Object.fromEntries(own) }
  const { service, product = '' } = place
  const path = Object.entries(SERVICES).find(([, one]) => one === service)?.[0]
  if (path !== undefined) {
    place['paymentService'] = path
    place['paymentProduct'] = product.toLowerCase().replaceAll('_', '-')
  }
  return [place, ...Object.values(row).flatMap(value => placesOf(value, place))]
}

/** `sandbank move` as a process that can be killed. */
async function startMove(home: string, to: string) {
  const program = await builtProgram('cli.js')
  const env = { PATH: process.env['PATH'], SANDBANK_SECRET: SHARED.SANDBANK_SECRET }
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'move', '--home', home, '--to', to], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  let mostMegabytes = 0
  const looking = setInterval(() => {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readStatus(child.pid)) ?? []
    mostMegabytes = Math.max(mostMegabytes, Math.round(Number(kilobytes) / 1024))
  }, 100)
  const ended = new Promise<{ exitCode: number | null; output: string; ms: number; mostMegabytes: number }>(resolve =>
    child.once('close', exitCode => {
      clearInterval(looking)
      resolve({ exitCode, output, ms: performance.now() - started, mostMegabytes })
    }),
  )
  return { ended, kill: () => child.kill('SIGKILL') }
}

function readStatus(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

async function rowsOf(postgres: Postgres, database: string): Promise<number> {
  const [row] = await postgres.query(database, `SELECT to_regclass('"World"') IS NOT NULL AS made`)
  if (row?.['made'] !== true) return 0
  const [found] = await postgres.query(
    database,
    'SELECT (SELECT count(*) FROM "World") + (SELECT count(*) FROM "Secret") AS n',
  )
  return Number(found?.['n'])
}

/** What a kill must leave as it is: all rows of the store and all other files of the home. A store that was opened notes that it is in use. */
function contentOf(home: string): readonly string[] {
  const database = new Database(join(home, 'sandbank.db'), { readonly: true })
  const named = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1`).pluck().all()
  const tables = named.map(name => {
    const hash = createHash('sha256')
    for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().all())
      hash.update(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
    return `${hash.digest('hex')} ${name}`
  })
  database.close()
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.startsWith('sandbank.db'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${file}`)
  return [...tables, ...files]
}

function compare(before: ReadonlyMap<string, Reads>, after: ReadonlyMap<string, Reads>): void {
  const other: string[] = []
  let same = 0
  for (const [world, reads] of before)
    for (const [what, hash] of reads) {
      if (after.get(world)?.get(what) === hash) same += 1
      else other.push(`${world}: ${what}`)
    }
  console.log(`${same} answers are the same to the byte, ${other.length} are not`)
  equal(other.slice(0, 10), [], 'what is read after the move')
}

function equal(found: readonly unknown[], wanted: readonly unknown[], what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}:\n${JSON.stringify(found, null, 1)}\nis not\n${JSON.stringify(wanted, null, 1)}`)
}

async function ended(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  equal([await server.exited], [0], 'the end of the server')
}

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await run()
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '100' },
    lines: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
console.log(`--seed ${values.seed}`)
await move({
  worlds: Number(values.worlds),
  lines: Number(values.lines),
  kills: Number(values.kills),
  seed: Number(values.seed),
})
