import { mkdtempSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore, type Store, StoreUnavailableError } from '../../src/store/db.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { BEARER, type ServerProcess, startServerProcess } from '../support/server-process.ts'

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

const WORLD = { createdAt: new Date('2026-03-02T09:00:00.000Z') }
const namesIn = async (store: Store) =>
  (await store.reader.world.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

/** A way to the database that is cut when COMMIT has passed through it, or before. */
async function cuttingProxy(folder: string) {
  let cut: 'NEVER' | 'BEFORE' | 'AFTER' = 'NEVER'
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    const end = () => {
      client.destroy()
      server.destroy()
    }
    client.on('close', end)
    server.on('close', end)
    server.on('data', bytes => client.write(bytes))
    client.on('data', bytes => {
      const isCommit = cut !== 'NEVER' && bytes.includes('COMMIT\0')
      if (!isCommit || cut === 'AFTER') server.write(bytes)
      if (!isCommit) return
      cut = 'NEVER'
      client.destroy()
      // The server has what was sent.
      setTimeout(end, 200).unref()
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const address = proxy.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    cutAt: (place: typeof cut) => {
      cut = place
    },
  }
}

it('runs a repeatable command whose connection is lost at its commit once more, and says of another one that it may have happened', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  const proxy = await cuttingProxy(postgres.folder)
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
    proxy.cutAt(place)
    expect(await once(`repeatable-${place}`)).toBe(place === 'AFTER' ? 'FOUND' : 'MADE')
    proxy.cutAt(place)
    const error = await store
      .transaction(tx => tx.world.create({ data: { id: `once-${place}`, ...WORLD } }))
      .catch(fault => fault)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(error.told).toContain('it may have happened')
  }
  await sleep(500)
  expect(await namesIn(store)).toEqual(['once-AFTER', 'repeatable-AFTER', 'repeatable-BEFORE'])
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
  // One that has a world keeps nobody out of another.
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
        servers.map(server => ask(server, `mutation { createWorld(name: "w-${place}", from: EMPTY) { name } }`)),
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
  const make = (name: string) => ask(server, `mutation { createWorld(name: "${name}", from: EMPTY) { name } }`)
  expect((await make('before')).body).toEqual({ data: { createWorld: { name: 'before' } } })
  process.kill(await postgres.pid(), 'SIGKILL')
  const during = await make('during')

  const health = await fetch(`${server.url}/health`)
  // It may be there again before it was missed.
  for (const { status, headers } of [during, health]) {
    expect([200, 503]).toContain(status)
    if (status === 503) expect(headers.get('Retry-After')).toMatch(/^\d+$/)
  }
  if (during.status === 503)
    expect(during.body.errors[0].message).toBe('The database cannot be reached. Try again in a second.')
  await vi.waitFor(async () => expect((await fetch(`${server.url}/health`)).status).toBe(200), {
    timeout: 60_000,
    interval: 500,
  })
  expect((await make('after')).body).toEqual({ data: { createWorld: { name: 'after' } } })
  const { body } = await ask(server, '{ worlds { nodes { name } } }')
  const names = body.data.worlds.nodes.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['default', 'before', 'after']))
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
