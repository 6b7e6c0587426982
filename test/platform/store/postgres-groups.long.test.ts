import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../src/platform/store/db.ts'
import type { CommandKind, Store } from '../../../src/platform/store/engine.ts'
import { secretsOf } from '../../../src/platform/store/secrets.ts'
import type { Tx } from '../../../src/platform/store/transaction.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { catchUpAll } from '../../../src/sandbox/worlds/catch-up.ts'
import { endSnapshots, endWorld, expireWorlds, sweepWorlds } from '../../../src/sandbox/worlds/end.ts'
import { addWorld } from '../../support/builders/world-rows.ts'
import { startBank } from '../../support/clients/bank.ts'
import { newDatabase } from '../../support/harness/database.ts'
import { sharedPostgres } from '../../support/harness/postgres.ts'

/** A store on PostgreSQL with the world `hot`. */
async function openHot(): Promise<Store> {
  const store = await openStore(await newDatabase(), { groupMs: 60_000 })
  onTestFinished(() => store.close())
  await store.transaction(tx => addWorld(tx, 'hot'))
  return store
}

const SCOPE = { worlds: ['hot'] }
const CREATED = { worldId: 'hot', type: 'PRIVATE', createdAt: new Date('2026-03-02T09:00:00.000Z') } as const

const addCustomer = (tx: Tx, id: string, customerNumber = id) =>
  tx.customer.create({ data: { ...CREATED, id, customerNumber, name: 'Kari', psuId: id } })

const NOW = new Date(100_000)
const BY_ITSELF = { running: new Set<string>(), sandbox, machineNow: () => NOW, newId: () => 'new' }

const idsIn = async (db: Tx) => (await db.customer.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

it('writes commands of a world that wait together with one commit, each sees what those before it have written, and none is answered before', async () => {
  const store = await openHot()
  const saved = () => store.figures().commands - store.figures().commits
  const before = saved()
  const answered: string[] = []
  const inside: unknown[] = []
  const seen = await Promise.all(
    (['a', 'b', 'c'] as const).map((id, place) =>
      store
        .transaction(
          async tx => {
            await addCustomer(tx, id)
            inside.push([...answered], await idsIn(store.reader))
            return idsIn(tx)
          },
          { ...SCOPE, kind: place === 1 ? 'ONCE' : 'REPEATABLE' },
        )
        .finally(() => answered.push(id)),
    ),
  )
  expect(seen).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']])
  expect(inside).toEqual([[], [], [], [], [], []])
  expect(answered).toEqual(['a', 'b', 'c'])
  expect(saved() - before).toBe(2)
})

it('keeps the first of two secrets of one name that two servers seal at once, so that both open the same', async () => {
  const url = await newDatabase()
  const stores = [await openStore(url), await openStore(url)]
  onTestFinished(async () => void (await Promise.all(stores.map(store => store.close()))))
  for (let n = 0; n < 20; n += 1) {
    const put = stores.map((store, place) => secretsOf(store).store({ name: `s${n}`, sealed: `${place}` }, false))
    const kept = (await Promise.all(put)).indexOf(true)
    expect(await Promise.all(put)).toEqual([kept === 0, kept === 1])
    const texts = await Promise.all(stores.map(store => secretsOf(store).list()))
    for (const list of texts) expect(list.find(({ name }) => name === `s${n}`)?.sealed).toBe(`${kept}`)
  }
})

it('takes nothing from those beside a command that fails, whenever and of whatever kind it is, and runs none twice that runs once', async () => {
  const store = await openHot()
  const runs = new Map<string, number>()
  const kinds: readonly CommandKind[] = ['REPEATABLE', 'ONCE', 'REPEATABLE', 'REPEATABLE', 'ONCE']
  const enter = (place: number) => {
    const id = `c${String(place).padStart(2, '0')}`
    return store.transaction(
      async tx => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        if (place % 7 === 3) throw new Error('refused before')
        // The number of another one: PostgreSQL says so when no call waits for it any more.
        await addCustomer(tx, id, place % 7 === 5 ? 'c00' : id)
        if (place % 7 === 1) throw new Error('refused after')
        return (await tx.world.findUniqueOrThrow({ where: { id: 'hot' } })).id
      },
      { ...SCOPE, kind: kinds[place % kinds.length] },
    )
  }
  const places = Array.from({ length: 70 }, (_, place) => place)
  const outcomes = await Promise.allSettled(places.map(enter))
  const wanted = places.map(place =>
    place % 7 === 3 ? 'refused before' : place % 7 === 1 ? 'refused after' : place % 7 === 5 ? '23505' : 'hot',
  )
  const answerOf = (reason: Error) => ('code' in reason ? reason.code : reason.message)
  expect(outcomes.map(one => (one.status === 'fulfilled' ? one.value : answerOf(one.reason)))).toEqual(wanted)
  expect(await idsIn(store.reader)).toEqual(
    places.filter(place => wanted[place] === 'hot').map(place => `c${String(place).padStart(2, '0')}`),
  )
  const twice = places.filter(
    place => kinds[place % kinds.length] === 'ONCE' && runs.get(`c${String(place).padStart(2, '0')}`) !== 1,
  )
  // What another server may have made meanwhile is looked for again.
  expect(twice.every(place => wanted[place] === '23505')).toBe(true)
})

it('takes back what waits for itself, when PostgreSQL ends its connection, and goes on', async () => {
  const store = await openHot()
  const postgres = await sharedPostgres()
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const stuck = store.transaction(async tx => {
    await addCustomer(tx, 'a')
    begin()
    await new Promise(() => {})
  }, SCOPE)
  const refused = expect(stuck).rejects.toMatchObject({ publicText: expect.stringContaining('cannot be reached') })
  const next = store.transaction(tx => addCustomer(tx, 'b'), SCOPE)
  await begun
  // As it does after 30 seconds (D125).
  await expect
    .poll(() =>
      postgres.query(
        'postgres',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE 'INSERT INTO \"Customer\"%'",
      ),
    )
    .toHaveLength(1)
  await refused
  expect(await next).toMatchObject({ id: 'b' })
  expect(await idsIn(store.reader)).toEqual(['b'])
})

it('leaves a world that another process holds to its next turn, and does what is due in the others meanwhile (D125)', async () => {
  const url = await newDatabase()
  const [holder, store] = [await openStore(url), await openStore(url)]
  onTestFinished(async () => void (await Promise.all([holder.close(), store.close()])))
  const deps = { ...BY_ITSELF, store }
  const [past, createdAt] = [new Date(50_000), new Date(0)]
  const due = { wakesAt: past, nextDueAt: past }
  await store.transaction(async tx => {
    for (const id of ['held', 'free']) {
      await tx.world.create({ data: { id, name: id, createdAt, ...due } })
      await tx.world.create({ data: { id: `${id}-over`, name: `${id}-over`, createdAt, expiresAt: past } })
      await tx.world.create({ data: { id: `${id}-gone`, createdAt, discardedAt: past } })
    }
  })
  const left = async () => {
    const rows = await store.reader.world.findMany({ orderBy: { id: 'asc' } })
    return rows
      .filter(row => [row.nextDueAt, row.expiresAt, row.discardedAt].some(at => at?.getTime() === past.getTime()))
      .map(({ id }) => id)
  }
  const turn = async () => {
    await sweepWorlds(deps)
    await expireWorlds(deps)
    return catchUpAll(deps)
  }
  let letGo = () => {}
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const holding = holder.transaction(
    async tx => {
      await tx.world.findUnique({ where: { id: 'held' } })
      begin()
      await new Promise<void>(resolve => {
        letGo = resolve
      })
    },
    { worlds: ['held', 'held-over', 'held-gone'] },
  )
  await begun
  // It is no reason to look again before the next turn.
  expect(await turn()).toBeUndefined()
  expect(await left()).toEqual(['held', 'held-gone', 'held-over'])
  letGo()
  await holding
  await turn()
  expect(await left()).toEqual([])
})

it('says so when a world that is over cannot be ended for want of a connection, which is no world that another process holds', async () => {
  const store = await openStore(await newDatabase(), { patienceMs: 50 })
  onTestFinished(() => store.close())
  const createdAt = new Date(0)
  await store.transaction(tx =>
    tx.world.create({ data: { id: 'over', name: 'over', createdAt, expiresAt: createdAt } }),
  )
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const holding = Array.from({ length: 16 }, () => store.transaction(() => held))
  await expect(expireWorlds({ ...BY_ITSELF, store })).rejects.toThrow('All connections to the database were in use')
  letGo()
  await Promise.all(holding)
  await expireWorlds({ ...BY_ITSELF, store })
  expect(await store.reader.world.findMany()).toMatchObject([{ id: 'over', name: null, discardedAt: NOW }])
})

it('leaves nothing of an image or a snapshot whose worlds end at the same time, each at a server of its own, and none is in the way of another (D121)', async () => {
  const url = await newDatabase()
  const servers = [await openStore(url), await openStore(url)]
  onTestFinished(async () => void (await Promise.all(servers.map(store => store.close()))))
  const [one, createdAt] = [servers[0], new Date(0)]
  for (let n = 0; n < 10; n += 1) {
    const worlds = [`v${n}`, `w${n}`]
    await one?.transaction(async tx => {
      await tx.world.create({ data: { id: `image${n}`, createdAt } })
      await tx.world.create({ data: { id: `content${n}`, createdAt, expiresAt: createdAt } })
      for (const id of worlds) await tx.world.create({ data: { id, name: id, createdAt, imageId: `image${n}` } })
      const worldName = `v${n}`
      await tx.snapshot.create({ data: { worldName, name: 's', contentId: `content${n}`, takenAt: createdAt } })
    })
    const ending = servers.map((store, place) => {
      const id = worlds[place] ?? ''
      const end = async (db: Tx) =>
        endWorld({ db, deps: { ...BY_ITSELF, store } }, await db.world.findUniqueOrThrow({ where: { id } }))
      return store.transaction(end, { worlds: [id] })
    })
    // A snapshot ends by itself while its world does.
    await Promise.all([...ending, ...servers.map(store => expireWorlds({ ...BY_ITSELF, store }))])
  }
  const rows = await one?.reader.world.findMany()
  expect(rows?.map(({ discardedAt }) => discardedAt)).toEqual(Array.from({ length: 40 }, () => NOW))
  expect(await one?.reader.snapshot.count()).toBe(0)
  // Of two that lock each other out PostgreSQL ends one, which is run again.
  for (const { figures } of servers) expect(figures().commits).toBe(figures().commands)
})

it('makes no world from a snapshot that another server ends meanwhile: it could not be reset (D121)', async () => {
  const url = await newDatabase()
  const [bank, other] = [await startBank({ books: url }), await openStore(url)]
  onTestFinished(() => other.close())
  const world = await bank.world()
  await world.graphql('mutation { takeSnapshot(name: "s") { snapshot { name } } }')
  const { contentId } = await other.reader.snapshot.findFirstOrThrow({ where: { worldName: world.name } })
  let [begin, letGo] = [() => {}, () => {}]
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const ending = other.transaction(async db => {
    await endSnapshots({ db, deps: { ...BY_ITSELF, store: other } }, [contentId])
    begin()
    await new Promise<void>(resolve => {
      letGo = resolve
    })
  })
  await begun
  const making = bank
    .at('default')
    .graphql(
      'mutation ($world: String!) { createWorld(input: { name: "late", source: { snapshot: { world: $world, name: "s" } } }) { world { name } } }',
      { world: world.name },
    )
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}' AND wait_event_type = 'Lock'`
  const { query } = await sharedPostgres()
  await Promise.race([making, expect.poll(() => query('postgres', waiting), { timeout: 10_000 }).toHaveLength(1)])
  letGo()
  await ending
  expect((await making).body.errors?.[0].extensions.code).toBe('CONFLICT')
  expect(await other.reader.world.count({ where: { name: 'late' } })).toBe(0)
})

it('has PostgreSQL end a transaction after which nothing came for ten seconds, and puts what it answers on the disk (D125, D123)', async () => {
  const store = await openHot()
  const rows = await store.transaction(
    tx =>
      tx.$queryRaw`SELECT current_setting('idle_in_transaction_session_timeout') AS "idle", current_setting('synchronous_commit') AS "commit"`,
  )
  expect(rows).toEqual([{ idle: '10s', commit: 'on' }])
})
