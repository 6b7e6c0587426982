import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { endChildren } from '../support/harness/children.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { addAccount, addPayments, grantConsent, issueTpp, newCustomer, newPayment, operators, signed } from './books.ts'
import { always, type Cost, costOf, median, type Next, warm, writes } from './costs.ts'
import { cpuMicros, megabytes } from './cpu.ts'
import { measure, toBytes } from './load.ts'
import { measureMixed } from './mixed.ts'
import { type Peer, startPeers } from './peers.ts'
import { measureWorlds, WORLD_ROWS } from './worlds.ts'

/**
 * What an answer of the real server costs beside the least that any server could do for it: processor time for each answer, which a busy
 * machine bends least, floor and server in turn within one run. The ratios are the result, the times are the machine's.
 *
 *     npm run bench -- --rounds 5 --seconds 2 --only get,post --profile DIRECTORY
 *     npm run bench -- --peers       also json-server, Prism and Mockoon, fetched by npm: the same small account, unsigned there, signed here
 *     npm run bench -- --check       fails when a ratio is more than a third worse than test/bench/expected.json says
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
    check: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-'))
const tpp = issueTpp(home)
const otherTpp = issueTpp(home, 'other')
const nodeOptions = values.profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
// A start is some twenty ticks of the clock that counts processor time, and differs by a quarter from the one before.
const starts: number[] = []
for (let round = 1; round < rounds; round += 1) {
  const own = `${home}-start`
  cpSync(home, own, { recursive: true })
  const started = await startServerProcess({ SANDBANK_HOME: own }, nodeOptions)
  await fetch(`${started.url}/health`)
  starts.push(cpuMicros(started.pid) / 1000)
  started.kill('SIGTERM')
  await started.exited
  rmSync(own, { recursive: true })
}
const server = await startServerProcess({ SANDBANK_HOME: home }, nodeOptions)
await fetch(`${server.url}/health`)
starts.push(cpuMicros(server.pid) / 1000)
const firstAnswerMs = median(starts)
await delay(1_000)
const idleMegabytes = megabytes(server.pid)
process.once('exit', endChildren)
const client = openClient(server.url)
const accountId = await addAccount(client, tpp)
const psu = await grantConsent(client, tpp)
await addPayments(client, tpp, psu)
const floor = await startFloor()
process.once('exit', () => floor.kill('SIGKILL'))

const QUERY = `query Statement($id: ID!) { account(by: { id: $id }) {
  id accountName iban bban currency product cashAccountType creditLine
  transactions(first: 200) { nodes {
    id bookingDate valueDate transactionAmount { amount currency } creditorName creditorAccount { iban bban currency }
    debtorName debtorAccount { iban bban currency } endToEndId remittanceInformationUnstructured bankTransactionCode
  } }
} }`

const PAYMENTS = `{ payments(first: 200) { nodes {
  __typename id status context executionDate createdAt changedAt
  totalAmount { amount currency } reservedAmount { amount currency } debtorReference { iban bban currency }
} } }`

const PAYEES = `{ payments(first: 200) { nodes {
  __typename id status ... on SinglePayment { creditorName creditorAccount { iban bban currency } instructedAmount { amount currency } }
} } }`

// Two servers of the same kind differ by up to a tenth from each other, for as long as they live: by where their code and data happen to lie.
const JOURNAL_PAIRS = 4
// What a refusal says beyond the five of a TPP that are looked into in a second (D96).
const LOOKED_FOR = 'What went wrong is looked for in'
const MOST_A_SECOND = 5

type Path = {
  readonly name: string
  readonly what: string
  readonly connections: number
  readonly own: Next
  readonly floor: Next
}

const statementPath = `/v1/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=2026-01-01`
const PATHS: readonly Path[] = [
  {
    name: 'get',
    what: 'signed GET of one account',
    connections: 16,
    own: always(server.url, signed(tpp, 'GET', `/v1/sandbox/accounts/${accountId}`)),
    floor: always(floor.url, signed(tpp, 'GET', `/account/${accountId}`)),
  },
  {
    name: 'statement',
    what: 'signed GET of 200 transactions, by consent',
    connections: 16,
    own: always(server.url, signed(tpp, 'GET', statementPath, '', psu)),
    floor: always(floor.url, signed(tpp, 'GET', `/statement/${accountId}`)),
  },
  {
    name: 'graphql',
    what: 'GraphQL account with 200 transactions',
    connections: 16,
    own: always(server.url, operators(QUERY, { id: accountId })),
    floor: always(floor.url, bare(`/open-statement/${accountId}`)),
  },
  {
    name: 'tiny',
    what: 'GraphQL query of one field',
    connections: 16,
    own: always(server.url, operators('query ($id: ID!) { account(by: { id: $id }) { iban } }', { id: accountId })),
    floor: always(floor.url, bare(`/open-account/${accountId}`)),
  },
  {
    name: 'payments',
    what: 'GraphQL list of 200 payments',
    connections: 16,
    own: always(server.url, operators(PAYMENTS)),
    floor: always(floor.url, bare(`/open-payments/${accountId}`)),
  },
  {
    name: 'payees',
    what: 'the same with who is paid',
    connections: 16,
    own: always(server.url, operators(PAYEES)),
    floor: always(floor.url, bare(`/open-payments/${accountId}`)),
  },
  {
    name: 'post',
    what: 'durable signed POST, 64 clients',
    connections: 64,
    own: writes(server.url, newCustomer(tpp, '/v1/sandbox/customers'), seconds),
    floor: writes(floor.url, newCustomer(tpp, '/customers'), seconds),
  },
  {
    name: 'payment',
    what: 'durable signed POST of a payment, 64 clients',
    connections: 64,
    own: writes(server.url, newPayment(tpp, psu), seconds),
    floor: writes(floor.url, newCustomer(tpp, '/customers'), seconds),
  },
]

const ratios = new Map<string, number>()
for (const path of PATHS.filter(({ name }) => wants(name))) {
  const own: Cost[] = []
  const least: Cost[] = []
  await warm(server, path.own, path.connections, seconds)
  await warm(floor, path.floor, path.connections, seconds)
  for (let round = 0; round < rounds; round += 1) {
    least.push(await costOf(floor, path.floor, path.connections, seconds))
    own.push(await costOf(server, path.own, path.connections, seconds))
  }
  const each = own.map(({ micros }, place) => micros / (least[place]?.micros ?? micros))
  ratios.set(path.name, median(each))
  print(path, own, least, each)
}
if (wants('mixed')) await compareMixed()
if (wants('journal')) await compareJournal()
if (wants('flood')) await compareFlood()
if (values.peers) await comparePeers()
console.log(
  `start: ${firstAnswerMs} ms of CPU to the first answer (${Math.min(...starts)}–${Math.max(...starts)}); ${idleMegabytes.toFixed(0)} MB idle`,
)
client.close()
for (const one of [server, floor]) one.kill('SIGTERM')
await Promise.all([server.exited, floor.exited])
rmSync(home, { recursive: true, force: true })
const worldRows = WORLD_ROWS.filter(wants)
for (const { name, what, ms, floorMs, mostMs } of await measureWorlds(rounds, worldRows)) {
  ratios.set(name, ms / floorMs)
  console.log(
    `${name.padEnd(10)} ${what.padEnd(44)} ${(ms / floorMs).toFixed(2)} × floor  CPU ${ms.toFixed(2)} ms, floor ${floorMs.toFixed(2)} ms, wanted ${mostMs} ms`,
  )
}
if (values.check) check()

function bare(target: string) {
  return { method: 'GET', target, headers: [], body: Buffer.of() } as const
}

function wants(name: string): boolean {
  return values.only === '' || values.only.split(',').includes(name)
}

/** Reads, queries and payments at once: how long a payment takes beside a GET, and what all cost together beside their sum. */
async function compareMixed(): Promise<void> {
  const teams = [
    { tpp, base: '', accountId, psu },
    { tpp: otherTpp, ...(await otherWorld()) },
  ] as const
  const { wait, cpu, text } = await measureMixed(server, { teams, query: QUERY, rounds, seconds })
  ratios.set('mixed-wait', wait)
  ratios.set('mixed-cpu', cpu)
  console.log(`mixed      ${text}`)
}

async function otherWorld() {
  const base = '/worlds/other'
  await client.send(
    operators('mutation { createWorld(input: { name: "other", source: { standard: true } }) { world { name } } }'),
  )
  return {
    base,
    accountId: await addAccount(client, otherTpp, base),
    psu: await grantConsent(client, otherTpp, base),
  } as const
}

/**
 * The same signed GET at servers of the same books that keep no journal (D95: at most 1.05). Several of each are started for it and asked in turn, and what
 * they cost together is compared.
 */
async function compareJournal(): Promise<void> {
  const request = signed(tpp, 'GET', `/v1/sandbox/accounts/${accountId}`)
  const start = async (more: Record<string, string>) => {
    const started = await startServerProcess({ SANDBANK_HOME: home, ...more })
    const next = always(started.url, request)
    await warm(started, next, 16, seconds)
    const costs: number[] = []
    const ask = async () => void costs.push((await costOf(started, next, 16, seconds)).micros)
    return { ...started, ask, cost: () => median(costs) }
  }
  const pairs = []
  for (let pair = 0; pair < JOURNAL_PAIRS; pair += 1)
    pairs.push({ keeping: await start({}), bare: await start({ SANDBANK_JOURNAL: '0' }) })
  for (let round = 0; round < rounds; round += 1)
    for (const { keeping, bare } of pairs)
      for (const one of round % 2 === 0 ? [bare, keeping] : [keeping, bare]) await one.ask()
  const sum = (costs: readonly number[]) => costs.reduce((all, cost) => all + cost, 0)
  const [own, without] = [pairs.map(({ keeping }) => keeping.cost()), pairs.map(({ bare }) => bare.cost())]
  ratios.set('journal', sum(own) / sum(without))
  console.log(
    `journal    ${'signed GET of one account'.padEnd(44)} ${(sum(own) / sum(without)).toFixed(3)} × without it  CPU ${shown(own)} µs with it, ${shown(without)} µs without`,
  )
  for (const one of pairs.flatMap(({ keeping, bare }) => [keeping, bare])) {
    one.kill('SIGTERM')
    await one.exited
  }
}

function shown(costs: readonly number[]): string {
  return costs.map(cost => cost.toFixed(0)).join(' ')
}

/** Calls that are refused for what proves them, each without pause: from the bytes that a signature was made of to a certificate that is none. */
function badCalls(): readonly { readonly kind: string; readonly next: Next }[] {
  const path = `/v1/sandbox/accounts/${accountId}`
  const good = signed(tpp, 'GET', path)
  const otherHome = mkdtempSync(join(tmpdir(), 'sandbank-bench-'))
  const stranger = issueTpp(otherHome)
  rmSync(otherHome, { recursive: true, force: true })
  const withHeader = (wanted: string, change: (value: string) => string) => ({
    ...good,
    headers: good.headers.map(([name, value]) => [name, name === wanted ? change(value) : value] as const),
  })
  const body = JSON.stringify({ customerNumber: '1', name: 'Kari', type: 'PRIVATE' })
  const calls = {
    // What is signed is another text, so that it is looked for among all that clients get wrong.
    string: withHeader('X-Request-ID', () => randomUUID()),
    noise: withHeader('Signature', noisy),
    // As a client sends it that writes its JSON anew after it was signed.
    digest: {
      ...signed(tpp, 'POST', '/v1/sandbox/customers', body),
      body: Buffer.from(JSON.stringify(JSON.parse(body), null, 2)),
    },
    untrusted: signed(stranger, 'GET', path),
    certificate: withHeader('TPP-Signature-Certificate', value => value.replace(/.{400}/, 'A'.repeat(400))),
    unsigned: { ...good, headers: good.headers.filter(([name]) => name !== 'Signature') },
  }
  return Object.entries(calls).map(([kind, call]) => ({ kind, next: always(server.url, call) }))
}

/** Whether a refusal says what only the doctor finds: of a digest anything behind the right one, of a signature anything but that it was not looked for. */
function isLookedInto(answer: string): boolean {
  if (answer.includes('digest does not match')) return /bytes received have [\w+/=]+\. \w/.test(answer)
  return answer.includes('SIGNATURE_INVALID') && !answer.includes(LOOKED_FOR)
}

/** A header of a signature, in the encoded word that it is sent as, with other bytes at its end. */
function noisy(header: string): string {
  const text = Buffer.from(header.replace(/^=\?utf-8\?B\?|\?=$/g, ''), 'base64').toString()
  const changed = text.replace(/[A-Za-z0-9+/]{100}(?=[A-Za-z0-9+/=]{4}"$)/, 'A'.repeat(100))
  return `=?utf-8?B?${Buffer.from(changed).toString('base64')}?=`
}

/**
 * What a badly signed call costs beside a good one at the same server, when there is nothing else: the doctor may look into five a second of a TPP (D96),
 * and beyond them a refusal does no more than its checks. The dearest kind is the result.
 */
async function compareFlood(): Promise<void> {
  const good = always(server.url, signed(tpp, 'GET', `/v1/sandbox/accounts/${accountId}`))
  await warm(server, good, 16, seconds)
  const medians: number[] = []
  for (const { kind, next } of badCalls()) {
    const each: number[] = []
    let [most, costs] = [0, { good: 0, bad: 0 }]
    await floodCost(next)
    for (let round = 0; round < rounds; round += 1) {
      const least = (await costOf(server, good, 16, seconds)).micros
      const { micros, lookedInto } = await floodCost(next)
      each.push(micros / least)
      costs = { good: least, bad: micros }
      most = Math.max(most, lookedInto)
    }
    const allowed = MOST_A_SECOND * (seconds + 1)
    if (most > allowed)
      throw new Error(`${kind}: ${most} refusals were looked into in ${seconds} s: ${allowed} may be.`)
    medians.push(median(each))
    console.log(
      `flood      ${`${kind}, refused without pause`.padEnd(44)} ${median(each).toFixed(2)} × a good GET (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})  CPU ${costs.bad.toFixed(0)} µs, GET ${costs.good.toFixed(0)} µs, looked into: at most ${most} in ${seconds} s`,
    )
  }
  ratios.set('flood', Math.max(...medians))
}

async function floodCost(next: Next): Promise<{ readonly micros: number; readonly lookedInto: number }> {
  let lookedInto = 0
  const before = cpuMicros(server.pid)
  const see = (answer: string) => {
    if (isLookedInto(answer)) lookedInto += 1
  }
  const { answers, refused } = await measure({ url: server.url, next: next.take, connections: 16, seconds, see })
  if (refused < answers || answers === 0) throw new Error(`${answers - refused} of ${answers} bad calls passed.`)
  return { micros: (cpuMicros(server.pid) - before) / answers, lookedInto }
}

/** Programs of the same kind, with an unsigned GET of the same small account; ours is signed. All in turn. */
async function comparePeers(): Promise<void> {
  const account = toBytes(server.url, signed(tpp, 'GET', `/v1/sandbox/accounts/${accountId}`))
  const stop = async () => undefined
  const sandbank: Peer = { ...server, name: 'sandbank', request: account, startMs: firstAnswerMs, idleMegabytes, stop }
  const all = [sandbank, ...(await startPeers(home))]
  const costs = new Map<Peer, Cost[]>(all.map(peer => [peer, []]))
  const next = ({ request }: Peer): Next => ({ prepare: () => undefined, take: () => request })
  for (const peer of all) await warm(peer, next(peer), 16, seconds)
  for (let round = 0; round < rounds; round += 1)
    for (const [peer, own] of costs) own.push(await costOf(peer, next(peer), 16, seconds))
  for (const [peer, own] of costs) {
    const of = (key: keyof Cost) => median(own.map(cost => cost[key]))
    console.log(
      `${peer.name.padEnd(12)} ${of('perSecond').toFixed(0).padStart(6)} answers/s  CPU ${of('micros').toFixed(0).padStart(5)} µs  ${peer.idleMegabytes.toFixed(0).padStart(4)} MB idle  start ${peer.startMs.toFixed(0)} ms of CPU`,
    )
    await peer.stop()
  }
}

function print({ name, what }: Path, own: readonly Cost[], least: readonly Cost[], each: readonly number[]): void {
  const of = (costs: readonly Cost[], key: keyof Cost) => median(costs.map(cost => cost[key]))
  const rate = of(own, 'perSecond') / of(least, 'perSecond')
  console.log(
    `${name.padEnd(10)} ${what.padEnd(44)} ${median(each).toFixed(2)} × floor (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})` +
      `  CPU ${of(own, 'micros').toFixed(0)} µs, floor ${of(least, 'micros').toFixed(0)} µs` +
      `  ${of(own, 'perSecond').toFixed(0)}/s, ${rate.toFixed(2)} of the floor's rate, p99 ${of(own, 'p99Ms').toFixed(1)} ms, floor ${of(least, 'p99Ms').toFixed(1)} ms`,
  )
}

function check(): void {
  const expected: Record<string, number> = JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8'))
  const worse = [...ratios].filter(([name, ratio]) => ratio > (expected[name] ?? 0) * (4 / 3))
  for (const [name, ratio] of worse)
    console.error(
      `${name}: ${ratio.toFixed(2)} × floor, expected ${expected[name] ?? 'nothing: add it to expected.json'}`,
    )
  if (worse.length > 0) process.exit(1)
}

async function startFloor() {
  const program = new URL('floor.ts', import.meta.url).pathname
  const files = [join(home, 'sandbank.db'), join(home, 'floor.db')]
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>(resolve =>
    child.stdout.setEncoding('utf8').once('data', text => resolve(text.trim())),
  )
  const exited = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  return { url, pid: child.pid ?? 0, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
