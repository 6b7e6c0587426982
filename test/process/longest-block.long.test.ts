import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { schema } from '../../src/api/graphql/schema.ts'
import { ROUTES } from '../../src/api/rest/routes.ts'
import type { Sandbank } from '../../src/clients/testing/kit.ts'
import { openStore } from '../../src/platform/store/db.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { connectSandbank } from '../../src/testing.ts'
import { composeOperation } from '../fuzz/graphql-documents.ts'
import { addDailyPayments } from '../support/builders/daily-payments.ts'
import { writtenFixture } from '../support/builders/large-fixture.ts'
import { addTransactions } from '../support/builders/large-world.ts'
import type { World } from '../support/clients/bank.ts'
import { exchange } from '../support/clients/raw-socket.ts'
import { SNAPSHOT } from '../support/clients/snapshot-files.ts'
import { type ProbedProcess, startProbedProcess } from '../support/harness/probed-process.ts'
import { urlOf } from '../support/harness/stores.ts'
import { copyHome } from '../support/harness/template.ts'
import { filled, HOSTILE_DOCUMENTS } from '../support/hostile/hostile-documents.ts'
import { FULL_FIXTURES, HOSTILE_BODIES, TOO_LARGE_FIXTURES } from '../support/hostile/hostile-json.ts'
import { HOSTILE_PASTES } from '../support/hostile/hostile-pastes.ts'
import { HOSTILE_YAML } from '../support/hostile/hostile-yaml.ts'
import { REFUSED_FIXTURES } from '../support/hostile/refused-fixtures.ts'
import { demandedBy, exampleOf, type Follower, sendExample } from '../support/reference/examples.ts'
import { visitor } from '../workbench/pages/visits.ts'

/**
 * D74: no single call keeps the process from answering others for more than 50 ms, in a world of 100,000 transactions, and no step of an operator's call for more than 250.
 *
 * The best of some rounds counts, since what compiles once or collects garbage is not the call's.
 */
/** Some of the calls, while one is worked at. */
const ONLY = new RegExp(process.env['ONLY_BLOCKS'] ?? '')
/** Any call of a TPP, a PSU or an unknown sender. */
const MOST_MS = 50
/** A step of a call at the operator's door: a page, GraphQL, a fixture, a copy, a move of the clock. */
const MOST_OF_OPERATOR_MS = 250
/** Once, in the second after the first answer. */
const MOST_AT_FIRST_MS = 250
const ROUNDS = 4
const TRANSACTIONS = 100_000
const PAYMENTS = 100_000
const PAGE = { headers: { Accept: 'text/html' } }

/** What a server has made ready before it is first asked for it. */
const FIRST = [
  ...[
    ['a call of GraphQL', '{ customers(first: 2) { nodes { id name } } }'],
    ['an audit', '{ audit { bookings findings { rule } } }'],
  ].map(([name, query]) => ({
    name,
    run: async (url: string) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      expect([answer.status, (await answer.text()).includes('errors')]).toEqual([200, false])
    },
  })),
  ...[
    ['the console', '/'],
    ['the OpenAPI document', '/openapi.json'],
    ['the documentation', '/docs'],
    ['GraphiQL', '/graphql'],
  ].flatMap(([name, path]) => {
    const ask = async (url: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { Accept: 'text/html, application/json' } })
      expect([answer.status, (await answer.text()).length > 0]).toEqual([200, true])
    }
    return [
      { name: `${name}`, run: ask },
      {
        name: `${name}, by twenty at once`,
        run: (url: string) => Promise.all(Array.from({ length: 20 }, () => ask(url))),
      },
    ]
  }),
]

describe('No call keeps others waiting (D74)', () => {
  it(`for more than ${MOST_MS} or ${MOST_OF_OPERATOR_MS} ms, in a world of ${TRANSACTIONS} transactions`, {
    timeout: 7_200_000,
  }, async () => {
    const { server, calls } = await startLargeBank()
    onTestFinished(() => server.kill('SIGKILL'))
    const found: [string, number, number][] = []
    for (const { name, before, again = before, most = MOST_MS, run } of calls.filter(call => ONLY.test(call.name))) {
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < ROUNDS && best > most; round += 1) {
        await (round === 0 ? before : again)?.()
        await measured(server)
        await run()
        best = Math.min(best, await measured(server))
      }
      found.push([name, best, most])
      if (process.env['SHOW_BLOCKS'] !== undefined) console.log(`${best.toFixed(1)} of ${most} ms: ${name}`)
    }
    const measuredNames = calls.map(call => call.name)
    for (const name of [...ROUTES.map(nameOfRoute), ...fieldsOf('query'), ...fieldsOf('mutation')])
      expect(measuredNames).toContain(BY_HAND[name] ?? name)
    expect(found.filter(([, block, most]) => block > most)).toEqual([])
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it.each(FIRST)(`for more than ${MOST_MS} ms, when it is what a server is asked first: $name`, async ({ run }) => {
    let best = Number.POSITIVE_INFINITY
    let readying = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && (best > MOST_MS || readying > MOST_AT_FIRST_MS); round += 1) {
      const server = await startProbedProcess(await copyHome())
      onTestFinished(() => server.kill('SIGKILL'))
      await measured(server)
      await fetch(`${server.url}/health`)
      // What the first answer has begun is over by then.
      await new Promise(resolve => setTimeout(resolve, 1_500))
      readying = Math.min(readying, await measured(server))
      await run(server.url)
      best = Math.min(best, await measured(server))
      server.kill('SIGTERM')
      await server.exited
    }
    if (process.env['SHOW_BLOCKS'] !== undefined) console.log(best)
    expect(readying).toBeLessThanOrEqual(MOST_AT_FIRST_MS)
    expect(best).toBeLessThanOrEqual(MOST_MS)
  })
})

/** What is measured; `before` makes it possible, `again` makes it so once more. */
type Call = {
  readonly name: string
  readonly before?: () => Promise<unknown>
  readonly again?: () => Promise<unknown>
  /** How many milliseconds a step of it may take; 50 when not given. */
  readonly most?: number
  readonly run: () => Promise<unknown>
}

const nameOfRoute = ({ operation, method }: (typeof ROUTES)[number]) => `${method} ${operation}`

/** Whether the example of an operation needs a world as it was: it deletes, or builds on what others have made. */
const changing = ({ method, operation }: (typeof ROUTES)[number]) =>
  method === 'DELETE' || exampleOf(operation).after !== undefined || operation === 'initialize' ? 1 : 0

function fieldsOf(kind: 'query' | 'mutation'): string[] {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.keys(root?.getFields() ?? {}).map(field => `${kind} ${field}`)
}

/** What is done to a world as a whole: the call below that does it. */
const BY_HAND: Readonly<Record<string, string>> = {
  'mutation advanceClock': 'moving the clock by two weeks',
  'mutation applyFixture': 'a large fixture into the world',
  'mutation createWorld': 'a standard world',
  'mutation deleteSnapshot': 'forgetting a snapshot',
  'mutation deleteWorld': 'deleting a world',
  'mutation initialize': 'filling with the standard set',
  'mutation resetWorld': 'a reset of the copy',
  'mutation restoreSnapshot': 'a restore',
  'mutation takeSnapshot': 'a snapshot',
  'query diffWorlds': 'a comparison',
}

/** A call of a field of the graph with all its arguments, which name existing things; a deletion names an unknown one. */
function callOf(kind: 'query' | 'mutation', field: string, ids: Readonly<Record<string, string>>) {
  const others = fieldsOf(kind).flatMap(name => (name === `${kind} ${field}` ? [] : [name.slice(kind.length + 1)]))
  let turn = 0
  const choose = (count: number) => {
    turn += 1
    return turn % count
  }
  const guess = (name: string, scalar: string): unknown => {
    if (field.startsWith('delete') || field === 'node') return '01234567-89ab-7def-8123-456789abcdef'
    if (scalar === 'Int') return 100
    if (scalar === 'Boolean') return true
    if (scalar === 'ID')
      return name === 'id' ? (ids[field] ?? ids['account']) : (ids[name.replace(/Id$/, '')] ?? ids['account'])
    return /number/i.test(name) ? KARI : /date/i.test(name) ? '2026-01-02' : /amount/i.test(name) ? '10.00' : 'x'
  }
  return composeOperation(schema, kind, others, choose, guess)
}

/** Who follows the documentation at the server. */
function followerAt(bank: Sandbank, tppId: string): Follower {
  const tpp = bank.tpp('fair')
  const call: World['call'] = async (method, path, { headers = {}, body } = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const answer = await tpp.fetch(bank.world.url(path), { method, headers: { ...json, ...headers }, ...sent })
    const text = await answer.text()
    return { status: answer.status, headers: {}, text, body: text === '' ? undefined : JSON.parse(text) }
  }
  const graphql: World['graphql'] = async (query, variables) => ({
    status: 200,
    headers: {},
    text: '',
    body: await bank.world.graphql(query, variables),
  })
  return { world: { name: 'default', base: '', call, graphql }, tppId, demanded: demandedBy }
}

/** What takes the same body in GraphQL. */
const HOSTILE_TO: Readonly<Record<string, string>> = {
  GraphQL: '($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
  "GraphQL's bulk payments":
    '($input: CreateBulkPaymentInput!) { createBulkPayment(input: $input) { payment { id } } }',
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
const transfer = (more: object) => ({
  instructedAmount: { currency: 'NOK', amount: '1.00' },
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorName: 'Ola',
  ...more,
})
/** Entries of a bulk that are refused. */
const REFUSED_TRANSFERS: readonly (readonly [what: string, entry: (place: number) => object])[] = [
  ['without a field', () => ({})],
  ['with fields that there are not', () => transfer(fields(8))],
  [
    'with wrong check digits',
    place => transfer({ creditorAccount: { iban: `NO93860111179${place % 100}`, currency: 'NOK' } }),
  ],
  [
    'with faults of form and rule',
    place => transfer(place % 2 === 0 ? { creditorName: 7 } : { instructedAmount: { currency: 'USD', amount: 'x' } }),
  ],
]

/** What a form of the console shows again when it refuses it: escaped, each of these signs takes five or six. */
const HOSTILE_FORMS: readonly (readonly [what: string, text: string])[] = ['&', '<', '"&', "'"].map(sign => [
  `2 MB of ${sign}`,
  sign.repeat(1_900_000 / sign.length),
])

/** Mutations that take a list of ids. */
const NAMES_THINGS: readonly (readonly [mutation: string, call: string])[] = [
  ['grantConsent', `grantConsent(input: { psu: "13039319955", accountIds: $ids }) { psuId }`],
  [
    'completeAuthorisation',
    `completeAuthorisation(input: { id: "x", psu: "13039319955", outcome: APPROVED, accountIds: $ids }) { redirectTo }`,
  ],
  ['clearScenarios', `clearScenarios(ids: $ids) { scenarios { id } }`],
  [
    'createSigningBasket',
    `createSigningBasket(input: { psu: "13039319955", paymentIds: $ids }) { signingBasket { id } }`,
  ],
]

const PIPELINED: readonly (readonly [what: string, request: string])[] = [
  ['unsigned', 'GET /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['unsigned, with a body', 'POST /v1/sandbox/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'],
  ['health', 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['pages', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
]

const measured = (server: ProbedProcess) => server.longestBlock()

/** A customer with an account of many lines. */
const largeFixture = (key: string) => ({
  customers: [
    {
      key,
      name: 'Kari',
      type: 'PRIVATE',
      accounts: [
        {
          accountName: 'Current',
          currency: 'NOK',
          product: 'Current',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000, currency: 'NOK' } }],
          generate: { profile: 'household', transactions: 20_000 },
        },
      ],
    },
  ],
})
const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'

/** What refuses a fixture. */
const REFUSING_DOORS = [
  [
    'createWorld',
    'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name } } }',
  ],
  ['applyFixture', APPLY],
] as const

const KARI = '13039319955'

/** A bank whose default world has the standard set, 100,000 more transactions on Kari's account, and 200 payments of every day. */
async function startLargeBank() {
  const home = await copyHome()
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  const world = await store.reader.world.findUniqueOrThrow({ where: { name: 'default' } })
  const kari = await store.reader.customer.findFirstOrThrow({ where: { worldId: world.id, customerNumber: KARI } })
  const account = await store.reader.account.findFirstOrThrow({ where: { worldId: world.id, ownerId: kari.id } })
  const cardAccount = await store.reader.cardAccount.findFirstOrThrow({
    where: { worldId: world.id, ownerId: kari.id },
  })
  await store.transaction(tx => addTransactions(tx, world.id, account.id, TRANSACTIONS))
  await store.transaction(async tx => {
    await tx.world.update({ where: { id: world.id }, data: { frozenAt: new Date() } })
    await addDailyPayments(tx, world.id, 200, new Date())
  })
  await store.transaction(async tx => {
    const now = new Date()
    await tx.world.create({ data: { id: 'payments', name: 'payments', createdAt: now, frozenAt: now } })
    await addDailyPayments(tx, 'payments', PAYMENTS, now)
  })
  await store.close()
  const server = await startProbedProcess(home)
  const bank = await connectSandbank(server.url)
  const tpp = bank.tpp('fair')
  const tppId = await tpp.id()

  const graphql = (document: string, variables?: Record<string, unknown>) => bank.world.graphql(document, variables)
  const given = await graphql(
    'mutation ($tpp: String) { grantConsent(input: { psu: "13039319955", context: PRIVATE, tpp: $tpp }) { consent { id } } }',
    { tpp: tppId },
  )
  const consentId: string = given.data.grantConsent.consent.id
  const rest = (path: string) => async () => {
    const answer = await tpp.fetch(bank.world.url(path), { psu: KARI, headers: { 'PSU-IP-Address': '127.0.0.1' } })
    expect([path, answer.status]).toEqual([path, 200])
  }
  const id = account.id
  const card = cardAccount.id
  const calls: Call[] = []
  const ofOperator = (call: Call) => calls.push({ ...call, most: MOST_OF_OPERATOR_MS })
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
    '/console/customers?q=nordmann',
    '/console/payments?q=nordmann',
    '/console/search?q=nordmann',
    `/console/customers/${kari.id}`,
    '/console/customers/owner',
    '/console/payments',
    '/console/payments?status=RJCT',
    `/console/payments?customer=${KARI}`,
    '/console/consents',
    '/console/worlds',
    `/console/card-accounts/${card}`,
    '/requests',
    '/requests?worlds=all&path=sandbox',
    `/report?tpp=${tppId}`,
  ])
    ofOperator({
      name: `the page ${path.replace(id, '{id}').replace(kari.id, '{id}').replace(card, '{id}')}`,
      run: page(path),
    })

  ofOperator({
    name: 'the stream of the console, with its catch-up over all worlds',
    run: async () => {
      const end = new AbortController()
      const { status } = await fetch(`${server.url}/console/live?worlds=all&path=nowhere&after=1`, end)
      expect(status).toBe(200)
      end.abort()
    },
  })

  ofOperator({
    name: 'the journal, with all that was kept of a thousand calls',
    run: () => graphql('{ calls(first: 1000) { nodes { request { body } answer { body } verdicts { step } } } }'),
  })

  ofOperator({
    name: '500 subscriptions that begin, receive 200 calls and 20 commits, and end',
    run: async () => {
      const documents = [
        'subscription { calls { id method target status } }',
        'subscription { clock { now frozen } }',
        `subscription { world { frozen accounts: counts { accounts } } }`,
      ]
      const watched = Array.from({ length: 500 }, (_, at) => bank.world.watch(documents[at % 3] ?? ''))
      await Promise.all(watched.map(one => one.next()))
      const next = watched.map(one => one.next())
      for (let at = 0; at < 20; at += 1) {
        await Promise.all(Array.from({ length: 10 }, rest('/v1/accounts')))
        await graphql(`mutation { ${at % 2 === 0 ? 'resumeClock' : 'freezeClock'} { clock { now } } }`)
      }
      expect((await Promise.all(next)).some(({ done }) => done)).toBe(false)
      await Promise.all(watched.map(one => one.return?.()))
    },
  })

  ofOperator({
    name: '300 equal heavy subscriptions that begin, receive a commit, and end',
    run: async () => {
      const lines = 'transactions(first: 1000) { nodes { id bookingDate creditorName account { id iban } } }'
      const document = 'subscription { world { now frozen counts { customers } } }'
      const heavy = `subscription { consent(id: "${consentId}") { state psu { accounts(first: 1) { nodes { ${lines} } } } } }`
      const watched = Array.from({ length: 300 }, (_, at) => bank.world.watch(at === 0 ? document : heavy))
      await Promise.all(watched.map(one => one.next()))
      const next = watched.map(one => one.next())
      await graphql(
        'mutation { createCustomer(input: { key: "listened", name: "Ola", type: PRIVATE }) { customer { id } } }',
      )
      // Before it is deleted: a look after both commits sees the same world as before.
      await next[0]
      await graphql('mutation { deleteCustomer(id: "listened") { customer { id } } }')
      await Promise.all(watched.map(one => one.return?.()))
    },
  })

  const lists = (await graphql('{ __schema { queryType { fields { name args { name type { kind } } } } } }')).data
  for (const { name, args } of lists.__schema.queryType.fields) {
    const isList = args.some((arg: { name: string }) => arg.name === 'first')
    const required = args.some((arg: { type: { kind: string } }) => arg.type.kind === 'NON_NULL')
    if (isList && !required) {
      ofOperator({
        name: `{ ${name} } the first page`,
        run: () => graphql(`{ ${name}(first: 1000) { edges { cursor } } }`),
      })
      ofOperator({ name: `{ ${name} } its total`, run: () => graphql(`{ ${name}(first: 1) { totalCount } }`) })
    }
  }
  const mine = `account(by: { id: "${id}" })`
  const lines = 'id bookingDate transactionAmount { amount currency }'
  let made = 0
  const next = () => {
    made += 1
    return `m-${made}`
  }
  const restore = 'mutation { restoreSnapshot(name: "before") { world { name } } }'
  const copy = () =>
    `mutation { createWorld(input: { name: "${next()}", source: { copyOf: "default" } }) { world { name } } }`
  const keep = () => `mutation { takeSnapshot(name: "${next()}") { snapshot { name } } }`
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
    ['moving the clock by two weeks', 'mutation { advanceClock(input: { by: "P2W" }) { clock { now } } }'],
    ['a snapshot', keep],
    ['a restore', restore],
    ['a comparison', '{ diffWorlds(left: { snapshot: "before" }, right: {}) { equal } }'],
    [
      'a standard world',
      () => `mutation { createWorld(input: { name: "${next()}", source: { standard: true } }) { world { name } } }`,
    ],
    ['a copy of the world', copy],
    ['a reset of the copy', last('resetWorld')],
    [
      'a copy of a world of 100,000 open payments',
      () => `mutation { createWorld(input: { name: "${next()}", source: { copyOf: "payments" } }) { world { name } } }`,
    ],
    [
      'a world from the snapshot',
      () =>
        `mutation { createWorld(input: { name: "${next()}", source: { snapshot: { name: "before" } } }) { world { name } } }`,
    ],
    ['deleting a world', last('deleteWorld'), copy],
    ['forgetting a snapshot', last('deleteSnapshot'), keep],
    ['emptying a statement of 100,000', `mutation { deleteTransactions(accountId: "${id}") { count } }`, restore],
    [
      'a comparison with all that was deleted',
      '{ diffWorlds(first: 100, left: { snapshot: "before" }, right: {}) { totalCount nodes { id } } }',
    ],
    [
      'deleting a customer with 100,000 transactions',
      `mutation { deleteCustomer(id: "${kari.id}") { customer { id } } }`,
      restore,
    ],
    ['filling with the standard set', 'mutation { initialize { customers(first: 1) { totalCount } } }'],
  ]
  await graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  const ask = (document: Document) => () => graphql(typeof document === 'string' ? document : document())
  for (const [name, run, before] of inOrder)
    ofOperator({ name, run: ask(run), ...(before === undefined ? {} : { before: ask(before) }) })
  ofOperator({
    name: 'a large fixture into the world',
    before: ask(restore),
    run: () => graphql(APPLY, { fixture: largeFixture(next()) }),
  })
  const headers = { 'Content-Type': 'application/json' }
  const askOperator = (query: string, variables = {}) =>
    fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  for (const [kind, make] of REFUSED_FIXTURES)
    for (const count of [500, 10_000])
      for (const [door, query] of REFUSING_DOORS)
        ofOperator({
          name: `${door} of ${count} ${kind}`,
          run: async () => {
            const refused = await askOperator(query, { fixture: make(count) })
            expect((await refused.json()).errors?.[0].extensions.tppMessages.length).toBeGreaterThan(0)
          },
        })
  for (const [what, document] of [...TOO_LARGE_FIXTURES, ...FULL_FIXTURES])
    ofOperator({
      name: `a document of ${what}`,
      run: async () => {
        const body = `{"query":"${APPLY}","variables":{"fixture":${document()}}}`
        const refused = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
        expect((await refused.json()).errors?.[0].extensions.tppMessages.length).toBeGreaterThan(0)
      },
    })
  const full = await bank.createWorld({ fixture: writtenFixture(1, 20_000) })
  const fullest = await bank.createWorld({ fixture: writtenFixture(1, 15_000) })
  const megabytes = writtenFixture(115, 400)
  expect(JSON.stringify(megabytes).length).toBeGreaterThan(7_000_000)
  ofOperator({
    name: 'a fixture of 8 MB in one call',
    run: async () => {
      const made = await askOperator(
        'mutation ($fixture: FixtureInput!) { createWorld(input: { expiresAfter: "PT1M", source: { fixture: $fixture } }) { world { name } } }',
        { fixture: megabytes },
      )
      expect((await made.json()).errors).toBeUndefined()
    },
  })
  ofOperator({
    name: 'a world of 15,000 lines as a fixture',
    run: async () => {
      const { data } = await fullest.graphql('{ fixture }')
      expect(data.fixture.customers[0].accounts[0].transactions).toHaveLength(15_000)
    },
  })
  ofOperator({
    name: 'a world of 20,000 lines as a fixture',
    run: async () => {
      expect(JSON.stringify(await full.fixture()).match(/"bookingDate"/g)).toHaveLength(20_000)
    },
  })
  ofOperator({
    name: 'a large snapshot as a file from the bank and back into it',
    run: async () => {
      const file = await fetch(`${server.url}/snapshots/before`)
      const sent = { method: 'PUT', headers: { 'Content-Type': SNAPSHOT }, body: file.body, duplex: 'half' }
      const stored = await fetch(`${server.url}/snapshots/${next()}`, sent)
      expect([stored.status, await stored.text()]).toEqual([201, expect.any(String)])
    },
  })
  // Every operation of both doors: at REST as the documentation has it, at GraphQL with all its arguments.
  const follower = followerAt(bank, tppId)
  for (const route of ROUTES.toSorted((one, other) => changing(one) - changing(other)))
    calls.push({
      name: nameOfRoute(route),
      ...(changing(route) === 1 ? { before: ask(restore) } : {}),
      again: ask(restore),
      run: async () => {
        const { status, text } = await sendExample(follower, route.operation)
        expect([route.operation, text, status < 300]).toEqual([route.operation, text, true])
      },
    })
  for (const kind of ['query', 'mutation'] as const)
    for (const name of fieldsOf(kind).filter(one => BY_HAND[one] === undefined)) {
      const body = JSON.stringify(callOf(kind, name.slice(kind.length + 1), { account: id, customer: kari.id }))
      const headers = { 'Content-Type': 'application/json' }
      ofOperator({
        name,
        // What a rule of the bank refuses has been worked at, too; what the graph itself refuses has not.
        run: async () =>
          expect([name, (await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })).status]).toEqual([
            name,
            200,
          ]),
      })
    }
  const refusedAtGraphql = (mutation: string, input: unknown) => async () => {
    const refused = await (await askOperator(`mutation ${mutation}`, { input })).json()
    expect(refused.errors[0].extensions.tppMessages).toHaveLength(21)
  }
  for (const [what, entry] of REFUSED_TRANSFERS)
    ofOperator({
      name: `a bulk of 500 payments ${what}`,
      run: refusedAtGraphql(HOSTILE_TO["GraphQL's bulk payments"] ?? '', {
        psu: KARI,
        debtorAccount: { iban: account.iban, currency: 'NOK' },
        payments: Array.from({ length: 500 }, (_, place) => entry(place)),
      }),
    })
  ofOperator({
    name: 'a list of 14,990 transactions without a field',
    run: refusedAtGraphql(
      '($input: [CreateTransactionInput!]!) { createTransactions(inputs: $input) { transactions { id } } }',
      Array(14_990).fill({}),
    ),
  })
  for (const [what, body] of HOSTILE_BODIES) {
    for (const [name, mutation] of Object.entries(HOSTILE_TO))
      ofOperator({
        name: `a body of ${what} to ${name}`,
        run: () => {
          const call = `{"query":"mutation ${mutation}","variables":{"input":${body}}}`
          return fetch(`${server.url}/graphql`, { method: 'POST', headers, body: call })
        },
      })
    ofOperator({
      name: `variables of ${what}`,
      run: () =>
        fetch(`${server.url}/graphql`, {
          method: 'POST',
          headers,
          body: `{"query":"{__typename}","variables":${body}}`,
        }),
    })
    for (const path of ['/v1/sandbox/customers', '/v1/bulk-payments/norwegian-domestic-credit-transfers'])
      calls.push({
        name: `a body of ${what} to ${path}`,
        run: () => tpp.fetch(bank.world.url(path), { method: 'POST', psu: KARI, headers, body }),
      })
  }
  for (const [what, text] of HOSTILE_PASTES) {
    const query = 'query ($request: String!) { explainSignature(request: $request) { accepted } }'
    const body = JSON.stringify({ query, variables: { request: text } })
    ofOperator({
      name: `a pasted request of ${what}`,
      run: () => fetch(`${server.url}/graphql`, { method: 'POST', headers, body }),
    })
  }
  for (const [what, text] of [...HOSTILE_FORMS, ...HOSTILE_YAML])
    ofOperator({
      name: `a form of the console with ${what}`,
      run: async () => {
        const path = '/console/do/applyFixture'
        const form = visitor(server, path)
        await form.open()
        const body = new FormData()
        body.set('token', form.token ?? '')
        body.set('fixture', new Blob([text]), 'bank.yaml')
        const entered = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { Cookie: form.cookie ?? '' },
          body,
        })
        expect([entered.status, (await entered.text()).includes('<textarea')]).toEqual([400, true])
      },
    })
  for (const [mutation, argument] of NAMES_THINGS)
    ofOperator({
      name: `14,000 ids in ${mutation}`,
      run: async () => {
        const ids = Array.from({ length: 14_000 }, (_, place) => `key-${place}`)
        const refused = await (await askOperator(`mutation ($ids: [ID!]!) { ${argument} }`, { ids })).json()
        expect(refused.errors[0].message).toContain('names 14000 things; a list of ids may have 1000 at most.')
      },
    })
  for (const [what, document] of HOSTILE_DOCUMENTS)
    ofOperator({
      name: `why a document was refused: ${what}`,
      run: async () => {
        const requestId = (await askOperator(document)).headers.get('Sandbank-Request')
        return askOperator('query ($requestId: ID!) { why(of: { call: $requestId }) { change advice } }', { requestId })
      },
    })
  for (const text of ['{', 'a ', '#\n', '\\n', '{a{b}}'])
    ofOperator({
      name: `a document of 1 MB of ${JSON.stringify(text)}`,
      run: async () => {
        const length = Math.floor((1_000_000 * text.length) / (JSON.stringify(text).length - 2))
        for (const before of ['', '{a(b:"', '{a(b:"""'])
          for (const most of [length, 262_144])
            expect((await askOperator(filled(text, Math.min(length, most), { before }))).status).toBe(200)
      },
    })
  calls.push({
    name: 'why a body of escaped quotation marks was refused, and its copies',
    run: async () => {
      const body = String.raw`\"`.repeat(30_000)
      const refused = await fetch(`${server.url}/v1/sandbox/customers`, { method: 'POST', headers, body })
      const requestId = refused.headers.get('Sandbank-Request')
      await askOperator('query ($requestId: ID!) { why(of: { call: $requestId }) { change advice } }', { requestId })
      expect((await fetch(`${server.url}/requests/${requestId}`, PAGE)).status).toBe(200)
      const copies = 'query ($requestId: ID!) { call(by: { id: $requestId }) { copies { text } } }'
      expect((await (await askOperator(copies, { requestId })).json()).data.call.copies.length).toBeGreaterThan(0)
    },
  })
  for (const [what, sign] of [
    ['lines', '\n'],
    ['apostrophes', "'"],
  ] as const)
    calls.push({
      name: `a sample of the documentation with a body of ${what}`,
      run: async () => {
        const sample = `${server.url}/docs/operations/createCustomer/sample`
        const drawn = await fetch(sample, { method: 'POST', body: `body=${sign.repeat(32_700)}` })
        expect([drawn.status, (await drawn.text()).length > 32_000]).toEqual([200, true])
      },
    })
  for (const form of ['JEST', 'PYTEST', 'CURL', 'HAR', 'MERMAID'])
    ofOperator({
      name: `a story of calls with as much as one may hold, as ${form}`,
      run: async () => {
        const ids: (string | null)[] = []
        for (const body of Array(8).fill(`[${'{"a":1},'.repeat(7_500)}{}]`)) {
          const refused = await fetch(`${server.url}/v1/sandbox/customers`, { method: 'POST', headers, body })
          ids.push(refused.headers.get('Sandbank-Request'))
        }
        const story = await askOperator(`query ($ids: [ID!]!) { copyCalls(form: ${form}, ids: $ids) }`, { ids })
        expect((await story.json()).errors).toBeUndefined()
      },
    })
  for (const [what, request] of PIPELINED)
    calls.push({
      name: `a mebibyte of requests in one go: ${what}`,
      run: () => exchange(server.url, request.repeat(Math.ceil(1_048_576 / request.length))),
    })
  calls.push({
    name: 'health while another process holds the store',
    // An earlier row asked for health: its answer stands for a second.
    before: () => new Promise(resolve => setTimeout(resolve, 1_100)),
    run: async () => {
      const other = new Database(join(home, 'sandbank.db'))
      other.exec('BEGIN IMMEDIATE')
      const [began, health] = [performance.now(), await fetch(`${server.url}/health`)]
      expect([health.status, performance.now() - began < 1_500]).toEqual([200, true])
      other.close()
    },
  })
  const atOnce = (ask: () => Promise<Response>) =>
    Promise.all(Array.from({ length: 30 }, async () => (await ask()).arrayBuffer()))
  ofOperator({ name: 'the console, by thirty at once', run: () => atOnce(() => fetch(`${server.url}/`, PAGE)) })
  ofOperator({
    name: 'a page of customers, by thirty at once',
    run: () => atOnce(() => fetch(`${server.url}/console/customers`, PAGE)),
  })
  ofOperator({
    name: 'a list of GraphQL, by thirty at once',
    run: () => atOnce(() => askOperator('{ customers(first: 50) { nodes { id accounts { nodes { id iban } } } } }')),
  })
  // What was replaced and deleted above goes ten seconds later.
  calls.push({
    name: 'deleting rows that are left behind',
    run: () => new Promise(resolve => setTimeout(resolve, 13_000)),
  })
  return { server, calls }
}
