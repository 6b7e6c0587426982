import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KeepAliveClient, openClient } from '../support/clients/keep-alive-client.ts'
import { endChildren } from '../support/harness/children.ts'
import { durablePostgres } from '../support/harness/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { addAccount, grantConsent, issueTppAt, newCustomer, newPayment, operators, signed, type Tpp } from './books.ts'
import { always, type Cost, costOf, median, type Next, warm, writes } from './costs.ts'
import { cpuMicros, cpuMicrosOfAll } from './cpu.ts'

/**
 * What a server costs on PostgreSQL beside one on SQLite (D129): processor time for each answer, both in turn within one run, on a PostgreSQL that waits for
 * its disk. The ratios are the result, the times are the machine's.
 *
 *     npm run bench:postgres -- --rounds 5 --seconds 2 --only get,customer --profile DIRECTORY
 *     npm run bench:postgres -- --check       fails when a figure is more than a tenth worse than D129 wants it
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const wants = (name: string) => values.only === '' || values.only.split(',').includes(name)
const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-'))
const postgres = await durablePostgres()
const database = await postgres.createDatabase()
const postmaster = await postgres.pid()
process.once('exit', endChildren)
const missed: string[] = []

type Side = {
  readonly server: ServerProcess
  readonly client: KeepAliveClient
  readonly tpp: Tpp
  readonly accountId: string
  readonly psu: Parameters<typeof newPayment>[1]
}

/** A server with the books that are asked for, and a TPP of its own. */
async function open(name: string, settings: Record<string, string>): Promise<Side> {
  const own = `${home}-${name}`
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  const options = values.profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(values.profile, name)}`]
  const server = await startServerProcess({ SANDBANK_HOME: own, ...settings }, options)
  const client = openClient(server.url)
  const tpp = await issueTppAt(client)
  return { server, client, tpp, accountId: await addAccount(client, tpp), psu: await grantConsent(client, tpp) }
}

const sqlite = await open('sqlite', {})
const other = await open('postgres', { DATABASE_URL: postgres.urlOf(database) })

type Row = {
  readonly name: string
  readonly what: string
  readonly connections: number
  /** How many times SQLite's processor time it may take in Node. */
  readonly most: number
  /** How many answers there are to be in a second, of one world. */
  readonly perSecond?: number
  readonly next: (side: Side) => Next
}

const ROWS: readonly Row[] = [
  {
    name: 'get',
    what: 'signed GET of one account',
    connections: 16,
    most: 1.5,
    next: ({ server, tpp, accountId }) => always(server.url, signed(tpp, 'GET', `/v1/sandbox/accounts/${accountId}`)),
  },
  {
    name: 'customer',
    what: 'POST of a customer, 64 clients',
    connections: 64,
    most: 1.6,
    perSecond: 500,
    next: ({ server, tpp }) => writes(server.url, newCustomer(tpp, '/v1/sandbox/customers'), seconds),
  },
  {
    name: 'payment',
    what: 'POST of a payment, 64 clients',
    connections: 64,
    most: 2,
    next: ({ server, tpp, psu }) => writes(server.url, newPayment(tpp, psu), seconds),
  },
]

const COPIES = 20
const MOST_FOR_COPY = 3

for (const row of ROWS.filter(({ name }) => wants(name))) await compare(row)
if (wants('copy')) await compareCopies()

for (const { server, client } of [sqlite, other]) {
  client.close()
  server.kill('SIGTERM')
  await server.exited
}
await postgres.stop()
rmSync(home, { recursive: true, force: true })
if (values.check && missed.length > 0) {
  console.error(missed.join('\n'))
  process.exit(1)
}

async function compare({ name, what, connections, most, perSecond, next }: Row): Promise<void> {
  const sides = [sqlite, other].map(({ server, ...side }) => ({ server, next: next({ server, ...side }) }))
  for (const side of sides) await warm(side.server, side.next, connections, seconds, 30_000)
  // As PostgreSQL does by itself within a minute: how many rows a new table has it does not know.
  await postgres.query(database, 'ANALYZE')
  const costs: [Cost[], Cost[]] = [[], []]
  const beneath: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const [place, side] of sides.entries()) {
      const before = cpuMicrosOfAll(postmaster)
      const cost = await costOf(side.server, side.next, connections, seconds)
      costs[place]?.push(cost)
      if (place === 1) beneath.push((cpuMicrosOfAll(postmaster) - before) / (cost.perSecond * seconds))
    }
  const [least, own] = costs
  const each = own.map(({ micros }, place) => micros / (least[place]?.micros ?? micros))
  const of = (list: readonly Cost[], key: keyof Cost) => median(list.map(cost => cost[key]))
  const rate = of(own, 'perSecond')
  console.log(
    `${name.padEnd(9)} ${what.padEnd(32)} ${median(each).toFixed(2)} × SQLite (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)}), at most ${most}` +
      `  CPU ${of(own, 'micros').toFixed(0)} µs and ${median(beneath).toFixed(0)} in PostgreSQL, SQLite ${of(least, 'micros').toFixed(0)} µs` +
      `  ${rate.toFixed(0)}/s, SQLite ${of(least, 'perSecond').toFixed(0)}/s${perSecond === undefined ? '' : `, wanted ${perSecond}/s of a hot world`}, p99 ${of(own, 'p99Ms').toFixed(1)} ms`,
  )
  judge(name, median(each), most)
  if (perSecond !== undefined) judge(`${name}, a second`, perSecond / rate, 1)
}

/** The standard world, copied again and again: what PostgreSQL does is counted with what the server does. */
async function compareCopies(): Promise<void> {
  const copy = async ({ client, server }: Side) => {
    const before = cpuMicros(server.pid) + cpuMicrosOfAll(postmaster)
    for (let number = 0; number < COPIES; number += 1) {
      copies += 1
      const { text } = await client.send(
        operators(
          `mutation { createWorld(input: { name: "copy-${copies}", source: { copyOf: "default" } }) { world { name } } }`,
        ),
      )
      if (text.includes('"errors"')) throw new Error(text)
    }
    return (cpuMicros(server.pid) + cpuMicrosOfAll(postmaster) - before) / COPIES / 1_000
  }
  let copies = 0
  const pristine = async ({ client }: Side) =>
    void (await client.send(operators('mutation { resetWorld(input: { name: "default" }) { world { name } } }')))
  for (const side of [sqlite, other]) {
    await pristine(side)
    await copy(side)
  }
  const [least, own]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    least.push(await copy(sqlite))
    own.push(await copy(other))
  }
  const ratio = median(own) / median(least)
  console.log(
    `copy      ${'of the standard world'.padEnd(32)} ${ratio.toFixed(2)} × SQLite, at most ${MOST_FOR_COPY}  CPU ${median(own).toFixed(1)} ms with PostgreSQL's, SQLite ${median(least).toFixed(1)} ms`,
  )
  judge('copy', ratio, MOST_FOR_COPY)
}

// What is missed by less than a tenth is the machine's.
function judge(name: string, ratio: number, most: number): void {
  if (ratio > most * 1.1) missed.push(`${name}: ${ratio.toFixed(2)}, at most ${most}`)
}
