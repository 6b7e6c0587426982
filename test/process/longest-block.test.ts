import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/db.ts'
import { connectSandbank } from '../../src/testing/sandbank.ts'
import { addDailyPayments } from '../support/daily-payments.ts'
import { addTransactions } from '../support/large-world.ts'
import { startServerProcess } from '../support/server-process.ts'
import { urlOf } from '../support/stores.ts'
import { copyHome } from '../support/template.ts'

/**
 * D74: no single call keeps the process from answering others for more than 50 ms, in a world of 100,000 transactions.
 *
 * The server measures itself: `monitorEventLoopDelay` sees how long a timer of a millisecond had to wait, and the processor time between two beats of such a
 * timer says how much of that the server itself has worked; on a machine that is busy with something else only the first one grows. The smaller of
 * the two is the block, and the best of some rounds counts, since what compiles once or collects garbage is not the call's.
 */
/** Some of the calls, while one is worked at. */
const ONLY = new RegExp(process.env['ONLY_BLOCKS'] ?? '')
const MOST_MS = 50
const ROUNDS = 4
const TRANSACTIONS = 100_000

/**
 * What takes longer today, and how long at most. A rare amount has no index, so that its filter reads the whole statement; the commit of a deletion of 100,000 rows
 * puts its pages into the file in one go.
 */
const LONGER: Readonly<Record<string, number>> = {
  'a statement by amount': 200,
  'emptying a statement of 100,000': 200,
  'deleting a customer with 100,000 transactions': 200,
}

const PROBE = `
import { monitorEventLoopDelay } from 'node:perf_hooks'
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let cpu = process.cpuUsage(), most = 0
setInterval(() => { const { user, system } = process.cpuUsage(cpu); cpu = process.cpuUsage(); most = Math.max(most, (user + system) / 1000) }, 1).unref()
process.on('SIGUSR2', () => { process.stdout.write('\\nblock ' + Math.min(most, delay.max / 1e6).toFixed(1) + ' end\\n'); delay.reset(); most = 0 })
`

describe('No call keeps others waiting (D74)', () => {
  it(`for more than ${MOST_MS} ms, in a world of ${TRANSACTIONS} transactions`, { timeout: 900_000 }, async () => {
    const { server, calls } = await startLargeBank()
    onTestFinished(() => server.kill('SIGKILL'))
    const found: [string, number][] = []
    for (const { name, before, run } of calls.filter(call => ONLY.test(call.name))) {
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < ROUNDS && best > (LONGER[name] ?? MOST_MS); round += 1) {
        await before?.()
        await measured(server)
        await run()
        best = Math.min(best, await measured(server))
      }
      found.push([name, best])
    }
    if (process.env['SHOW_BLOCKS'] !== undefined) console.table(found)
    if (process.env['ONLY_BLOCKS'] === undefined) expect(found.length).toBeGreaterThan(60)
    expect(found.filter(([name, block]) => block > (LONGER[name] ?? MOST_MS))).toEqual([])
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

/** What is measured; `before` makes it possible once more. */
type Call = { readonly name: string; readonly before?: () => Promise<unknown>; readonly run: () => Promise<unknown> }

type Server = Awaited<ReturnType<typeof startServerProcess>>

/** The longest block since this was last asked. */
async function measured(server: Server): Promise<number> {
  const before = server.output().length
  server.kill('SIGUSR2')
  for (;;) {
    const found = server
      .output()
      .slice(before)
      .match(/block ([\d.]+) end/)
    if (found !== null) return Number(found[1])
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

const KARI = '13039319955'

/** A bank whose default world has the standard set, 100,000 more transactions on Kari's account, and 200 payments of every day. */
async function startLargeBank() {
  const home = await copyHome()
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  const world = await store.reader.world.findUniqueOrThrow({ where: { name: 'default' } })
  const kari = await store.reader.customer.findFirstOrThrow({ where: { worldId: world.id, customerNumber: KARI } })
  const account = await store.reader.account.findFirstOrThrow({ where: { worldId: world.id, ownerId: kari.id } })
  await store.transaction(tx => addTransactions(tx, world.id, account.id, TRANSACTIONS))
  await store.transaction(async tx => {
    await tx.world.update({ where: { id: world.id }, data: { frozenAt: new Date() } })
    await addDailyPayments(tx, world.id, 200, new Date())
  })
  await store.close()
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`
  const server = await startServerProcess({ SANDBANK_HOME: home }, ['--import', probe])
  const bank = await connectSandbank(server.url)
  const tpp = bank.tpp('fair')
  const tppId = await tpp.id()

  const graphql = (document: string, variables?: Record<string, unknown>) => bank.world.graphql(document, variables)
  await graphql(
    'mutation ($tpp: String) { grantConsent(customerNumber: "13039319955", context: PRIVATE, access: { tpp: $tpp }) { psuId } }',
    { tpp: tppId },
  )
  const rest = (path: string) => async () => {
    const answer = await tpp.fetch(bank.world.url(path), { psu: KARI, headers: { 'PSU-IP-Address': '127.0.0.1' } })
    expect([path, answer.status]).toEqual([path, 200])
  }
  const id = account.id
  const calls: Call[] = []
  const sandbox = [
    'customers',
    'customers?withAccounts=true&withAgreements=true',
    'accounts',
    'card-accounts',
    'agreements',
  ]
  for (const path of [
    ...sandbox.map(one => `/v1/sandbox/${one}`),
    `/v1/sandbox/accounts/${id}`,
    `/v1/sandbox/accounts/${id}/transactions`,
    `/v1/sandbox/accounts/${id}/transactions?limit=1000`,
    `/v1/sandbox/accounts/${id}/transactions?limit=1000&offset=99000`,
    '/v1/accounts',
    '/v1/accounts?withBalance=true',
    `/v1/accounts/${id}`,
    `/v1/accounts/${id}/balances`,
    `/v1/accounts/${id}/transactions?bookingStatus=both`,
    `/v1/accounts/${id}/transactions?bookingStatus=booked&dateFrom=2020-01-01&limit=1000`,
    `/v1/accounts/${id}/transactions?bookingStatus=booked&dateFrom=2020-01-01&limit=1000&offset=99000`,
    `/v1/accounts/${id}/transactions?bookingStatus=pending`,
    '/v1/card-accounts',
  ])
    calls.push({ name: `GET ${path.replace(id, '{id}')}`, run: rest(path) })

  const page = (path: string) => async () => {
    const answer = await fetch(`${server.url}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    await answer.text()
  }
  for (const path of [
    '/',
    `/console/accounts/${id}`,
    '/console/customers',
    '/console/customers?name=nordmann',
    `/console/customers/${kari.id}`,
    '/console/customers/owner',
    '/console/payments',
    '/console/payments?status=RJCT',
    '/requests',
    '/requests?worlds=all&path=sandbox',
    '/start',
    `/report?tpp=${tppId}`,
  ])
    calls.push({ name: `the page ${path.replace(id, '{id}').replace(kari.id, '{id}')}`, run: page(path) })

  calls.push({
    name: 'the journal, with all that was kept of a thousand calls',
    run: () => graphql('{ requests(first: 1000) { nodes { request { body } answer { body } verdicts { step } } } }'),
  })

  const lists = (await graphql('{ __schema { queryType { fields { name args { name type { kind } } } } } }')).data
  for (const { name, args } of lists.__schema.queryType.fields) {
    const isList = args.some((arg: { name: string }) => arg.name === 'first')
    const required = args.some((arg: { type: { kind: string } }) => arg.type.kind === 'NON_NULL')
    if (isList && !required) {
      calls.push({
        name: `{ ${name} } the first page`,
        run: () => graphql(`{ ${name}(first: 1000) { edges { cursor } } }`),
      })
      calls.push({ name: `{ ${name} } its total`, run: () => graphql(`{ ${name}(first: 1) { totalCount } }`) })
    }
  }
  const mine = `account(id: "${id}")`
  const lines = 'id bookingDate transactionAmount { amount currency }'
  let made = 0
  const next = () => {
    made += 1
    return `m-${made}`
  }
  const restore = 'mutation { restoreSnapshot(name: "before") { name } }'
  const copy = () => `mutation { createWorld(name: "${next()}", copyOf: "default") { name } }`
  const keep = () => `mutation { takeSnapshot(name: "${next()}") { name } }`
  const last = (mutation: string) => () => `mutation { ${mutation}(name: "m-${made}") { name } }`
  type Document = string | (() => string)
  const inOrder: [name: string, run: Document, before?: Document][] = [
    ['a statement of 1,000', `{ ${mine} { transactions(first: 1000) { nodes { ${lines} } } } }`],
    ['the last 1,000', `{ ${mine} { transactions(last: 1000) { nodes { ${lines} } } } }`],
    ['the total of a statement', `{ ${mine} { transactions(first: 1) { totalCount } } }`],
    [
      'a statement by amount',
      `{ ${mine} { transactions(first: 100, filter: { amountFrom: "49.98", amountTo: "49.98" }) { totalCount nodes { id } } } }`,
    ],
    ['statements of all accounts', `{ accounts(first: 300) { nodes { id transactions(first: 3) { nodes { id } } } } }`],
    ['the bookings of an account', `{ ${mine} { bookings(first: 1000) { totalCount nodes { id } } } }`],
    ['counts of a world', '{ world { counts { customers accounts transactions bookings payments consents } } }'],
    ['the audit', '{ audit { bookings findings { rule } } }'],
    ['moving the clock by two weeks', 'mutation { advanceClock(by: "P2W") { now } }'],
    ['a snapshot', keep],
    ['a restore', restore],
    ['a comparison', '{ diffWorlds(left: { snapshot: "before" }, right: {}) { equal } }'],
    ['a standard world', () => `mutation { createWorld(name: "${next()}", from: STANDARD) { name } }`],
    ['a copy of the world', copy],
    ['a reset of the copy', last('resetWorld')],
    ['a world from the snapshot', () => `mutation { createWorld(name: "${next()}", snapshot: "before") { name } }`],
    ['deleting a world', last('deleteWorld'), copy],
    ['forgetting a snapshot', last('deleteSnapshot'), keep],
    ['emptying a statement of 100,000', `mutation { deleteTransactions(accountId: "${id}") }`, restore],
    [
      'a comparison with all that was deleted',
      '{ diffWorlds(first: 100, left: { snapshot: "before" }, right: {}) { totalCount nodes { id } } }',
    ],
    ['deleting a customer with 100,000 transactions', `mutation { deleteCustomer(id: "${kari.id}") { id } }`, restore],
    ['filling with the standard set', 'mutation { initialize(first: 1) { totalCount } }'],
  ]
  await graphql('mutation { takeSnapshot(name: "before") { name } }')
  const ask = (document: Document) => () => graphql(typeof document === 'string' ? document : document())
  for (const [name, run, before] of inOrder)
    calls.push({ name, run: ask(run), ...(before === undefined ? {} : { before: ask(before) }) })
  // What was replaced and deleted above goes ten seconds later.
  calls.push({
    name: 'deleting rows that are left behind',
    run: () => new Promise(resolve => setTimeout(resolve, 13_000)),
  })
  return { server, calls }
}
