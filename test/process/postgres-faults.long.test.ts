import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore, type Store, StoreUnavailableError } from '../../src/platform/store/db.ts'
import { customerBody } from '../support/builders/builders.ts'
import { type Answer, startBank } from '../support/clients/bank.ts'
import { newDatabase } from '../support/harness/database.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { type Cut, cuttingProxy } from '../support/hostile/cutting-proxy.ts'

async function ask({ url }: ServerProcess, query: string) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

async function openOn(url: string): Promise<Store> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  return store
}

/** Has a world for itself, once the promise is fulfilled, until it is let go. */
const hold = (store: Store, id: string) =>
  new Promise<() => Promise<void>>((resolve, reject) => {
    const held: Promise<void> = store.transaction(
      async tx => {
        await tx.world.findUnique({ where: { id } })
        await new Promise<void>(release =>
          resolve(() => {
            release()
            return held
          }),
        )
      },
      { worlds: [id] },
    )
    held.catch(reject)
  })

const WORLD = { createdAt: new Date('2026-03-02T09:00:00.000Z') }
const namesIn = async (store: Store) =>
  (await store.reader.world.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

it('runs a repeatable command whose connection is lost at its commit once more, and says of another one that it may have happened', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  let cut: Cut | undefined
  const proxy = await cuttingProxy(postgres.folder, () => {
    const now = cut
    cut = undefined
    return now
  })
  onTestFinished(proxy.close)
  const store = await openOn(`postgresql://sandbank@127.0.0.1:${proxy.port}/${database}`)
  for (const place of ['BEFORE', 'AFTER'] as const) {
    // Each run looks whether one before it has come through, as the record of a call does (D15).
    const once = async (id: string) =>
      store.transaction(
        async tx => {
          if ((await tx.world.findUnique({ where: { id } })) !== null) return 'FOUND'
          await tx.world.create({ data: { id, ...WORLD } })
          return 'MADE'
        },
        { kind: 'REPEATABLE' },
      )
    await store.transaction(async tx => void (await tx.world.count()))
    cut = place
    expect(await once(`repeatable-${place}`)).toBe(place === 'AFTER' ? 'FOUND' : 'MADE')
    cut = place
    const error = await store
      .transaction(tx => tx.world.create({ data: { id: `once-${place}`, ...WORLD } }))
      .catch(fault => fault)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(error.publicText).toContain('it may have happened')
  }
  await sleep(500)
  expect(await namesIn(store)).toEqual(['once-AFTER', 'repeatable-AFTER', 'repeatable-BEFORE'])
})

it('settles each call of a commit that several share and whose connection is lost: its X-Request-ID decides, or it says that it may have happened (D123)', async () => {
  const postgres = await sharedPostgres()
  let cut: Cut | undefined
  const namesOf = (sent: string) => new Set(sent.match(/(signed|plain)-\w+-\d+/g))
  let together = new Set<string>()
  const proxy = await cuttingProxy(postgres.folder, sent => {
    if (!(sent.includes('signed-') && sent.includes('plain-'))) return undefined
    const now = cut
    cut = undefined
    if (now !== undefined) together = namesOf(sent)
    return now
  })
  onTestFinished(proxy.close)
  const database = new URL(await newDatabase()).pathname
  const bank = await startBank({ books: `postgresql://sandbank@127.0.0.1:${proxy.port}${database}`, groupMs: 60_000 })
  const world = await bank.world()
  const { id } = await bank.store.reader.world.findUniqueOrThrow({ where: { name: world.name } })
  const holder = await openOn(postgres.urlOf(database.slice(1)))
  for (const place of ['BEFORE', 'AFTER'] as const) {
    cut = place
    const calls = Array.from({ length: 16 }, (_, at) => ({
      isSigned: at % 3 !== 2,
      body: customerBody({ name: `${at % 3 === 2 ? 'plain' : 'signed'}-${place}-${at}` }),
      requestId: randomUUID(),
    }))
    const send = ({ isSigned, body, requestId }: (typeof calls)[number]) =>
      isSigned
        ? world.call('POST', '/v1/sandbox/customers', { body, requestId })
        : world.graphql(
            'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { name } } }',
            {
              input: body,
            },
          )
    // Another process holds the world until all wait for it.
    const letGo = await hold(holder, id)
    // A command whose connection is lost 1.5 s after it entered is not tried again: all enter at once.
    const answering: Promise<Answer>[] = calls.map(send)
    await expect.poll(() => bank.store.figures().waiting, { interval: 2 }).toBe(calls.length)
    await letGo()
    const answers = await Promise.all(answering)
    expect(cut).toBeUndefined()
    const { body } = await world.graphql('{ customers(first: 100) { nodes { id name } } }')
    const rows: { id: string; name: string }[] = body.data.customers.nodes
    let unknown = 0
    for (const [at, call] of calls.entries()) {
      const { name } = call.body
      const answer = answers[at]
      const kept = rows.filter(row => row.name === name).map(({ id }) => id)
      if (call.isSigned) {
        expect([name, answer?.status, kept.length]).toEqual([name, 201, 1])
        expect((await send(call)).body).toEqual(answer?.body)
      } else if (answer?.body.data?.createCustomer.customer.name === name)
        expect([name, kept.length]).toEqual([name, 1])
      else {
        const [error] = answer?.body.errors ?? []
        expect([answer?.status, answer?.headers['retry-after'], error.extensions.code]).toEqual([
          503,
          '1',
          'UNAVAILABLE',
        ])
        expect(error.message).toContain('it may have happened')
        expect([name, together.has(name), kept.length]).toEqual([name, true, place === 'AFTER' ? 1 : 0])
        unknown += 1
      }
    }
    expect(unknown).toBeGreaterThan(0)
    expect(await world.graphql('{ customers { totalCount } }').then(one => one.body.data.customers.totalCount)).toBe(
      rows.length,
    )
  }
})

it('runs the commands of a world one after the other at two stores, and those of two worlds side by side', async () => {
  const postgres = await sharedPostgres()
  const url = postgres.urlOf(await postgres.createDatabase())
  const stores = [await openOn(url), await openOn(url)]
  const [one] = stores
  for (const id of ['hot', 'other']) await one?.transaction(tx => tx.world.create({ data: { id, ...WORLD } }))
  // Read, wait, write: without the lock of the world's row most of it would be lost.
  const add = (store: Store) =>
    store.transaction(
      async tx => {
        const { clockOffsetMs } = await tx.world.findUniqueOrThrow({ where: { id: 'hot' } })
        await sleep(2)
        await tx.world.update({ where: { id: 'hot' }, data: { clockOffsetMs: clockOffsetMs + 1n } })
      },
      { worlds: ['hot'] },
    )
  await Promise.all(Array.from({ length: 40 }, () => stores.map(add)).flat())
  expect(await one?.reader.world.findUnique({ where: { id: 'hot' } })).toMatchObject({ clockOffsetMs: 80n })
  // A server that has one world keeps no other server out of another.
  let letGo = () => {}
  const held = one?.transaction(
    () =>
      new Promise<void>(resolve => {
        letGo = resolve
      }),
    { worlds: ['hot'] },
  )
  await stores[1]?.transaction(tx => tx.world.update({ where: { id: 'other' }, data: { clockOffsetMs: 1n } }), {
    worlds: ['other'],
  })
  letGo()
  await held
})

it('makes a world of a name once, however many servers are asked for it at once', async () => {
  const postgres = await sharedPostgres()
  const url = postgres.urlOf(await postgres.createDatabase())
  const home = () => mkdtempSync(join(tmpdir(), 'sandbank-'))
  const servers = await Promise.all(
    [home(), home()].map(path => startServerProcess({ DATABASE_URL: url, SANDBANK_HOME: path })),
  )
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      Promise.all(
        servers.map(server =>
          ask(
            server,
            `mutation { createWorld(input: { name: "w-${place}", source: { empty: true } }) { world { name } } }`,
          ),
        ),
      ),
    ),
  )
  for (const answers of made) {
    const codes = answers.map(({ body }) => body.errors?.[0].extensions.code ?? 'MADE').toSorted()
    expect(codes).toEqual(['CONFLICT', 'MADE'])
  }
  for (const server of servers) server.kill('SIGTERM')
  expect(await Promise.all(servers.map(server => server.exited))).toEqual([0, 0])
})

it('answers 503 with Retry-After while its database restarts, and goes on by itself', async () => {
  const postgres = await sharedPostgres()
  const url = postgres.urlOf(await postgres.createDatabase())
  const server = await startServerProcess({
    DATABASE_URL: url,
    SANDBANK_HOME: mkdtempSync(join(tmpdir(), 'sandbank-')),
  })
  const make = (name: string) =>
    ask(server, `mutation { createWorld(input: { name: "${name}", source: { empty: true } }) { world { name } } }`)
  expect((await make('before')).body).toEqual({ data: { createWorld: { world: { name: 'before' } } } })
  process.kill(await postgres.pid(), 'SIGKILL')
  const during = await make('during')

  const health = await fetch(`${server.url}/health`)
  // It may be there again before it was missed.
  for (const { status, headers } of [during, health]) {
    expect([200, 503]).toContain(status)
    if (status === 503) expect(headers.get('Retry-After')).toMatch(/^\d+$/)
  }
  // A server process of the database may live a moment longer, and be lost when the commit is with it.
  if (during.status === 503)
    expect([
      'The database cannot be reached. Try again in a second.',
      'The database was lost while this was being written: it may have happened. Look before you try again.',
    ]).toContain(during.body.errors[0].message)
  await vi.waitFor(
    async () => expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' }),
    WAIT,
  )
  expect((await make('after')).body).toEqual({ data: { createWorld: { world: { name: 'after' } } } })
  const { body } = await ask(server, '{ worlds { nodes { name } } }')
  const names = body.data.worlds.nodes.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['default', 'before', 'after']))
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

const WAIT = { timeout: 60_000, interval: 200 }
const REFUSING = "LANGUAGE plpgsql AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$"

it('answers 503 with Retry-After while its database takes nothing, whatever the reason, reads where that can be done, and goes on by itself', async () => {
  const { query, createDatabase, urlOf } = await sharedPostgres()
  const database = await createDatabase()
  const server = await startServerProcess({
    DATABASE_URL: urlOf(database),
    SANDBANK_HOME: mkdtempSync(join(tmpdir(), 'sandbank-')),
  })
  const hangUp = () =>
    query('postgres', `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${database}'`)
  const set = async (setting: string) => void (await query('postgres', `ALTER DATABASE ${database} ${setting}`))
  // The row of the health fits a page that is there: what needs another one is refused.
  const refuse = `CREATE FUNCTION refuse() RETURNS TRIGGER ${REFUSING};
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON "World" EXECUTE FUNCTION refuse();
    CREATE FUNCTION refuse_tables() RETURNS EVENT_TRIGGER ${REFUSING};
    CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION refuse_tables();`
  const states = [
    {
      said: 'The database cannot be written.',
      readable: true,
      begin: () => set('SET default_transaction_read_only = on').then(hangUp),
      // As after a failover: the connections that were opened meanwhile stay as they are.
      end: () => set('RESET default_transaction_read_only'),
    },
    {
      said: 'The disk of the database is full.',
      readable: true,
      begin: () => query(database, refuse),
      // No event trigger fires for event triggers.
      end: () =>
        query(database, 'DROP EVENT TRIGGER full_disk; DROP FUNCTION refuse CASCADE; DROP FUNCTION refuse_tables'),
    },
    {
      said: 'The database refuses this server.',
      readable: false,
      begin: () => set('ALLOW_CONNECTIONS false').then(hangUp),
      end: () => set('ALLOW_CONNECTIONS true'),
    },
  ]
  const make = (name: string) =>
    ask(server, `mutation { createWorld(input: { name: "${name}", source: { empty: true } }) { world { name } } }`)
  const names: string[] = ['default']
  for (const [place, { said, readable, begin, end }] of states.entries()) {
    await begin()
    const refused = await make(`lost-${place}`)
    expect([refused.status, refused.body.errors[0].message]).toEqual([503, said])
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    const listed = await ask(server, '{ worlds { nodes { name } } }')
    expect([said, listed.status]).toEqual([said, readable ? 200 : 503])
    await vi.waitFor(async () => {
      const health = await fetch(`${server.url}/health`)
      expect([health.status, health.headers.get('Retry-After')]).toEqual([503, '1'])
      const { reason } = await health.json()
      if (readable) expect(reason).toBe(said)
    }, WAIT)
    await end()
    expect((await make(`w-${place}`)).body).toEqual({ data: { createWorld: { world: { name: `w-${place}` } } } })
    names.push(`w-${place}`)
    await vi.waitFor(
      async () => expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ status: 'ok' }),
      WAIT,
    )
  }
  const { body } = await ask(server, '{ worlds { nodes { name } } }')
  expect(body.data.worlds.nodes.map(({ name }: { name: string }) => name)).toEqual(names)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
