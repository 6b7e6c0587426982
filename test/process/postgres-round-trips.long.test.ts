import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { schema } from '../../src/api/graphql/schema.ts'
import { ROUTES } from '../../src/api/rest/routes.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { spkiOf } from '../support/builders/public-keys.ts'
import { tppIdOf } from '../support/builders/tpp-ids.ts'
import { readingOf } from '../support/builders/whole-graph.ts'
import { startBank } from '../support/clients/bank.ts'
import { ask } from '../support/clients/both-doors.ts'
import { subscribe } from '../support/clients/subscriber.ts'
import { newDatabase } from '../support/harness/database.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { demandedBy, exampleOf, prepareExample } from '../support/reference/examples.ts'
import { mutationCalls } from './graph-mutations.ts'

/** With a millisecond for each no call takes 30 (issue 24): the rest is for what PostgreSQL and the bank do meanwhile. */
const MOST = 25

/** A way to the database that counts how often something was asked after an answer. */
async function countingProxy(folder: string) {
  let trips = 0
  let isAsked = false
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.on('data', bytes => {
      if (!isAsked) trips += 1
      isAsked = true
      server.write(bytes)
    })
    server.on('data', bytes => {
      isAsked = false
      client.write(bytes)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  afterAll(() => void proxy.close())
  const address = proxy.address()
  return { port: typeof address === 'object' ? address?.port : undefined, trips: () => trips }
}

const { folder, query } = await sharedPostgres()
const proxy = await countingProxy(folder)
const database = new URL(await newDatabase()).pathname
const name = database.slice(1)
// From then on PostgreSQL believes that each table is as small as it was at the start.
await query(name, 'ANALYZE')
const bank = await startBank({ books: `postgresql://sandbank@127.0.0.1:${proxy.port}${database}` })

async function quiet(): Promise<number> {
  for (let before = -1; before !== proxy.trips(); ) {
    before = proxy.trips()
    await sleep(10)
  }
  return proxy.trips()
}

/** What a call answers, and its round trips. */
async function counted<T>(call: () => Promise<T>): Promise<{ answer: T; trips: number }> {
  const before = await quiet()
  const answer = await call()
  return { answer, trips: proxy.trips() - before }
}

// An export reads all kinds of things that a world has, one after the other.
const isExport = (name: string) => name === '{ fixture }' || name.includes('/console/fixtures/export')
const tooMany = (found: readonly (readonly [string, number])[]) =>
  found.filter(([name, trips]) => trips > MOST && !isExport(name))

it('answers each call of its documentation with few round trips to PostgreSQL', async () => {
  const found: [string, number][] = []
  // To put a world back is a copy of one.
  for (const { operation, method } of ROUTES.filter(route => route.operation !== 'initialize')) {
    // What only reads, or adds one thing, leaves a standard world to the next.
    const changes = method === 'DELETE' || exampleOf(operation).after !== undefined
    const world = changes ? await bank.world('STANDARD') : bank.at('default')
    const follower = { world, tppId: tppIdOf(bank, bank.tpp), demanded: demandedBy }
    const send = await prepareExample(follower, operation)
    const { answer, trips } = await counted(send)
    expect([operation, answer.status < 300]).toEqual([operation, true])
    found.push([operation, trips])
  }
  expect(tooMany(found)).toEqual([])
})

it('answers each mutation of the graph with few round trips to PostgreSQL', async () => {
  const world = await bank.world('STANDARD')
  const ids = new Map([['TPP', tppIdOf(bank, bank.tpp)]])
  const found: [string, number][] = []
  for (const [name, call] of mutationCalls(spkiOf(keptKey('tpp')).toString('base64'))) {
    const query = `mutation { made: ${call.replaceAll(/\$([A-Z]+)/g, (all, id) => JSON.stringify(ids.get(id) ?? all))} }`
    const { answer, trips } = await counted(() => world.graphql(query))
    expect([query, answer.body?.errors]).toEqual([query, undefined])
    const { made } = answer.body.data
    // What it is about comes first in each payload.
    const [about] = Object.values<{ id?: string }>(made)
    if (about?.id !== undefined) ids.set(name, about.id)
    ids.set(`${name}SCA`, made.authorisation?.id)
    found.push([call.replace(/\W.*/s, ''), trips])
  }
  expect([...new Set(found.map(([name]) => name))].toSorted()).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted(),
  )
  // The one moves the clock, the other puts a whole world in the place of one.
  expect(tooMany(found).filter(([name]) => name !== 'advanceClock' && name !== 'initialize')).toEqual([])
})

/** A world with payments of all kinds, and the ids of its newest. */
async function payingWorld() {
  const { createWorld } = await ask(
    bank.at('default'),
    'mutation { createWorld(input: { source: { fixtureName: "payments" } }) { world { name } } }',
  )
  const world = bank.at(createWorld.world.name)
  const { payments, customers } = await ask(
    world,
    '{ payments(last: 1) { nodes { id } } customers(first: 1) { nodes { customerNumber } } }',
  )
  const grant = 'mutation ($psu: String!) { grantConsent(input: { psu: $psu, context: PRIVATE }) { consent { id } } }'
  const { grantConsent } = await ask(world, grant, { psu: customers.nodes[0].customerNumber })
  return { world, paymentId: payments.nodes[0].id, consentId: grantConsent.consent.id }
}

it('answers each question of the graph with few round trips to PostgreSQL', async () => {
  const { world, paymentId, consentId } = await payingWorld()
  await ask(world, 'mutation { takeSnapshot(name: "s") { snapshot { name } } }')
  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ args, type }) => /Connection!$/.test(String(type)) && args.every(({ type: given }) => !/!$/.test(String(given))),
  )
  const questions = [
    ...lists.flatMap(({ name }) => ([0, 1, 2] as const).map(third => `{ ${readingOf(name, third, {})} }`)),
    '{ audit { findings { text } } }',
    '{ fixture }',
    '{ diffWorlds(left: { snapshot: "s" }, right: {}) { equal } }',
    `{ why(of: { payment: "${paymentId}" }) { text } }`,
  ]
  const found: [string, number][] = []
  for (const question of questions) {
    const { answer, trips } = await counted(() => world.graphql(question))
    expect([question, answer.body?.errors]).toEqual([question, undefined])
    found.push([question, trips])
  }
  for (const field of [
    'calls { id }',
    'clock { now }',
    'world { name }',
    `payment(id: "${paymentId}") { id }`,
    `consent(id: "${consentId}") { id }`,
  ]) {
    const { answer, trips } = await counted(async () => {
      const subscriber = await subscribe(`${bank.url}${world.base}`, `subscription { ${field} }`)
      await subscriber.until(1)
      return subscriber
    })
    answer.stop()
    found.push([field, trips])
  }
  expect(tooMany(found)).toEqual([])
})

/** As many pages of a kind: what stands in the place of its ids and names may be anything. */
const OF_A_KIND = 2

it('shows each page that another leads to with few round trips to PostgreSQL', async () => {
  const { world } = await payingWorld()
  const kinds = new Map<string, number>()
  const found: [string, number][] = []
  const waiting = [`${world.base}/`, '/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const place = path
    const kind = place.replace(/\?.*/, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}|[^/]*[A-Z][^/]*/g, 'ID')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if ((kinds.get(kind) ?? 0) > OF_A_KIND) continue
    const { answer, trips } = await counted(async () => {
      const page = await fetch(`${bank.url}${place}`, { headers: { Accept: 'text/html' } })
      return { status: page.status, text: await page.text() }
    })
    expect([place, answer.status]).toEqual([place, 200])
    found.push([place, trips])
    for (const [, href = ''] of answer.text.matchAll(/href="(\/[^"#]*)/g)) {
      const next = href.replaceAll('&amp;', '&')
      if (next.startsWith(`${world.base}/`) || next.startsWith('/docs')) waiting.push(next)
    }
  }
  expect(kinds.size).toBeGreaterThan(20)
  expect(tooMany(found)).toEqual([])
})

it('goes through no table of the books as a whole for any of these calls, though PostgreSQL takes each for small', async () => {
  await bank.store.close()
  const scanned = `SELECT relname, seq_scan FROM pg_stat_user_tables WHERE seq_scan > 0 AND relid IN (
    SELECT attrelid FROM pg_attribute WHERE attname = 'worldId')`
  expect(await query(name, scanned)).toEqual([])
})
