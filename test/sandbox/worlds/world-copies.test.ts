import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { customer, makeAccount, makeCustomer } from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

const SOURCE = 'name madeFrom { kind world snapshot } expiresAt'
const newName = () => `t-${randomUUID()}`

const create = async (world: GraphqlWorld, args: string) =>
  (await world.run(`mutation { createWorld(${args}) { ${SOURCE} } }`)).data.createWorld
const diff = async (world: GraphqlWorld, left: string, right: string) =>
  (
    await world.run(
      `{ diffWorlds(first: 100, left: { ${left} }, right: { ${right} }) { equal totalCount nodes { kind noun id fields { name left right } } } }`,
    )
  ).data.diffWorlds
const refusal = async (world: GraphqlWorld, mutation: string) => {
  const { errors } = await world.run(`mutation { ${mutation} }`)
  return [errors[0]?.extensions.code, errors[0]?.extensions.tppMessages[0].path]
}

describe('A world is made (D80)', () => {
  it('from the standard set unless the caller asks for another, under a free name when none is given', async () => {
    const world = await server.world()
    const [one, other] = await Promise.all([
      world.run(`mutation { createWorld { ${SOURCE} counts { customers } } }`),
      world.run(`mutation { createWorld { ${SOURCE} counts { customers } } }`),
    ])
    expect(one.data.createWorld.madeFrom).toEqual({ kind: 'STANDARD', world: null, snapshot: null })
    expect(one.data.createWorld.counts.customers).toBeGreaterThan(3)
    expect(one.data.createWorld.name).not.toBe(other.data.createWorld.name)
    expect((await server.at(one.data.createWorld.name).run('{ world { name } }')).data.world.name).toBe(
      one.data.createWorld.name,
    )
  })

  it('as a copy of another, with the same ids and the same clock; what is done to one leaves the other alone', async () => {
    const world = await server.world('STANDARD')
    await world.run('mutation { freezeClock { now } }')
    await world.run('mutation { advanceClock(by: "P3D") { now } }')
    const name = newName()
    const made = await create(world, `name: "${name}", copyOf: "${world.name}"`)
    expect(made).toEqual({ name, madeFrom: { kind: 'COPY', world: world.name, snapshot: null }, expiresAt: null })
    const copy = server.at(name)
    const read =
      '{ clock { now frozen } customers { nodes { id psuId accounts { nodes { id iban transactions(first: 3) { nodes { id } } } } } } }'
    expect((await copy.run(read)).data).toEqual((await world.run(read)).data)
    expect(await diff(world, '', `world: "${name}"`)).toEqual({ equal: true, totalCount: 0, nodes: [] })

    await makeCustomer(copy, customer('501'))
    expect((await diff(world, '', `world: "${name}"`)).equal).toBe(false)
    await world.run(`mutation { resetWorld(name: "${name}") { name } }`)
    expect((await diff(world, '', `world: "${name}"`)).equal).toBe(true)
    expect((await copy.run(read)).data).toEqual((await world.run(read)).data)
  })

  it('as it was copied it is again after a reset, whether nothing, one thing or the clock was changed in between', async () => {
    const world = await server.world('STANDARD')
    await world.run('mutation { freezeClock { now } }')
    const name = newName()
    await create(world, `name: "${name}", copyOf: "${world.name}"`)
    const copy = server.at(name)
    const equal = async () => {
      const read = '{ clock { now frozen } world { madeFrom { kind } } }'
      expect((await copy.run(read)).data.clock).toEqual((await world.run(read)).data.clock)
      expect((await diff(world, '', `world: "${name}"`)).equal).toBe(true)
    }
    for (const change of [
      '{ world { name } }',
      'mutation { deleteSnapshot(name: "none") { name } }',
      'mutation { advanceClock(by: "P1D") { now } }',
      `mutation { resetWorld(name: "${name}") { name } }`,
      'mutation { takeSnapshot(name: "own") { name } }',
    ]) {
      await copy.run(change)
      await world.run(`mutation { resetWorld(name: "${name}") { name } }`)
      await equal()
    }
    await makeCustomer(copy, customer('502'))
    await world.run(`mutation { resetWorld(name: "${name}") { name } }`)
    await equal()
    await world.run(`mutation { deleteWorld(name: "${name}") { name } }`)
  })

  it('as it was copied it is again after a reset, though its source has changed or is gone', async () => {
    const source = await server.world()
    await makeCustomer(source)
    const name = newName()
    await create(source, `name: "${name}", copyOf: "${source.name}"`)
    const count = '{ world { counts { customers } } }'
    await makeAccount(source)
    await server.at('default').run(`mutation { deleteWorld(name: "${source.name}") { name } }`)
    await server.at(name).run('mutation { deleteCustomer(id: "none") { id } }')
    for (const { id } of (await server.at(name).run('{ customers { nodes { id } } }')).data.customers.nodes)
      await server.at(name).run('mutation ($id: ID!) { deleteCustomer(id: $id) { id } }', { id })
    expect((await server.at(name).run(count)).data.world.counts.customers).toBe(0)
    await server.at('default').run(`mutation { resetWorld(name: "${name}") { name } }`)
    expect((await server.at(name).run(count)).data.world.counts.customers).toBe(1)
  })

  it('for a while only, when it expires', async () => {
    const world = await server.world()
    const made = await create(world, `name: "${newName()}", from: EMPTY, expiresAfter: "PT1H"`)
    const left = Date.parse(made.expiresAt) - Date.now()
    expect(Math.abs(left - 3_600_000)).toBeLessThan(60_000)
    for (const wrong of ['', 'an hour', 'PT0S', '-PT1H', 'P2Y'])
      expect([wrong, ...(await refusal(world, `createWorld(expiresAfter: "${wrong}") { name }`))]).toEqual([
        wrong,
        'FORMAT_ERROR',
        'expiresAfter',
      ])
  })

  it('from one thing only, which must be there', async () => {
    const world = await server.world()
    expect(await refusal(world, `createWorld(from: EMPTY, copyOf: "${world.name}") { name }`)).toEqual([
      'FORMAT_ERROR',
      'copyOf',
    ])
    expect(await refusal(world, 'createWorld(copyOf: "nowhere", snapshot: "s") { name }')).toEqual([
      'FORMAT_ERROR',
      'snapshot',
    ])
    expect(await refusal(world, 'createWorld(copyOf: "nowhere") { name }')).toEqual(['RESOURCE_UNKNOWN', 'copyOf'])
    expect(await refusal(world, 'createWorld(snapshot: "none") { name }')).toEqual(['RESOURCE_UNKNOWN', 'snapshot'])
    expect(await refusal(world, `createWorld(name: "${world.name}", copyOf: "default") { name }`)).toEqual([
      'CONFLICT',
      'name',
    ])
  })
})

describe('A snapshot (D86)', () => {
  it('holds everything, and brings it back: rows, clock, replay records; ids stay', async () => {
    const world = await server.world()
    await makeCustomer(world)
    await makeAccount(world)
    const { data } = await world.run(
      'mutation { freezeClock { now } takeSnapshot(name: "before") { name world takenAt } }',
    )
    expect(data.takeSnapshot).toEqual({ name: 'before', world: world.name, takenAt: expect.any(String) })
    const now = data.freezeClock.now

    await world.run('mutation { advanceClock(by: "P30D") { now } }')
    await makeCustomer(world, customer('502'))
    const changes = await diff(world, 'snapshot: "before"', '')
    expect(changes.equal).toBe(false)
    expect(new Set(changes.nodes.map(({ kind, noun }: Record<string, string>) => `${kind} ${noun}`))).toEqual(
      new Set(['CHANGED World', 'CREATED Customer', 'CREATED Agreement']),
    )
    const restored = await world.run(
      'mutation { restoreSnapshot(name: "before") { name counts { customers } now } createCustomer(input: { customerNumber: "9", name: "Siri", type: PRIVATE }) { id } }',
    )
    expect(restored.data.restoreSnapshot).toEqual({ name: world.name, counts: { customers: 1 }, now })
    expect((await diff(world, 'snapshot: "before"', '')).nodes.map(({ noun }: { noun: string }) => noun)).toEqual([
      'Customer',
      'Agreement',
    ])
    await world.run('mutation { restoreSnapshot(name: "before") { name } }')
    expect(await diff(world, 'snapshot: "before"', '')).toEqual({ equal: true, totalCount: 0, nodes: [] })
  })

  it('of a clock that runs brings it back to its instant, and it runs on', async () => {
    const world = await server.world()
    await world.run('mutation { takeSnapshot(name: "s") { name } }')
    await world.run('mutation { advanceClock(by: "P30D") { now } }')
    const { data } = await world.run('mutation { restoreSnapshot(name: "s") { now frozen } }')
    expect(data.restoreSnapshot.frozen).toBe(false)
    expect(Math.abs(Date.parse(data.restoreSnapshot.now) - Date.now())).toBeLessThan(60_000)
  })

  it('is the source of a world, which a reset brings back to it though the snapshot is deleted', async () => {
    const world = await server.world()
    await makeCustomer(world)
    await world.run('mutation { takeSnapshot(name: "one") { name } }')
    const name = newName()
    const made = await create(world, `name: "${name}", snapshot: "one"`)
    expect(made.madeFrom).toEqual({ kind: 'SNAPSHOT', world: world.name, snapshot: 'one' })
    await world.run('mutation { deleteSnapshot(name: "one") { name } }')
    await makeCustomer(server.at(name), customer('503'))
    const reset = await world.run(`mutation { resetWorld(name: "${name}") { counts { customers } } }`)
    expect(reset.data.resetWorld.counts.customers).toBe(1)
  })

  it('is listed with its world, has a name of its own there, and goes with the world', async () => {
    const [world, other] = [await server.world(), await server.world()]
    for (const name of ['b', 'a', 'c']) await world.run(`mutation { takeSnapshot(name: "${name}") { name } }`)
    const page = await world.run(
      '{ snapshots(first: 2) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } }',
    )
    expect(page.data.snapshots).toMatchObject({ totalCount: 3, nodes: [{ name: 'a' }, { name: 'b' }] })
    expect((await other.run('{ snapshots { totalCount } }')).data.snapshots.totalCount).toBe(0)
    expect(await refusal(world, 'takeSnapshot(name: "a") { name }')).toEqual(['CONFLICT', 'name'])
    expect(await refusal(world, 'takeSnapshot(name: "A b") { name }')).toEqual(['FORMAT_ERROR', 'name'])
    for (const mutation of ['restoreSnapshot', 'deleteSnapshot'])
      expect(await refusal(world, `${mutation}(name: "x") { name }`)).toEqual(['RESOURCE_UNKNOWN', 'name'])
    const { errors } = await world.run('mutation { restoreSnapshot(name: "x") { name } }')
    expect(errors[0].message).toContain('It has a, b, c.')
    await other.run(`mutation { deleteWorld(name: "${world.name}") { name } }`)
    expect(await server.store.reader.snapshot.count({ where: { worldName: world.name } })).toBe(0)
  })
})

describe('A comparison of two worlds (D87)', () => {
  it('names what was created, deleted and changed, each field with both values, page by page in the same order both ways', async () => {
    const world = await server.world()
    const kept = await makeCustomer(world)
    const account = await makeAccount(world)
    expect([kept, account].every(Boolean)).toBe(true)
    await world.run('mutation { takeSnapshot(name: "s") { name } }')
    const { data } = await world.run('{ accounts { nodes { id } } }')
    const [{ id }] = data.accounts.nodes
    await world.run(
      'mutation ($id: ID!) { changeBalances(id: $id, input: { balances: [{ balanceType: closingBooked, balanceAmount: { amount: 5, currency: "NOK" } }] }) { id } }',
      { id },
    )
    for (const customerNumber of ['201', '202', '203']) await makeCustomer(world, customer(customerNumber))
    const all = await diff(world, 'snapshot: "s"', '')
    expect(all.totalCount).toBe(all.nodes.length)
    expect(all.nodes.length).toBeGreaterThanOrEqual(6)
    const back = await diff(world, '', 'snapshot: "s"')
    const opposite = { CREATED: 'DELETED', DELETED: 'CREATED', CHANGED: 'CHANGED' } as const
    expect(
      back.nodes.map((node: { kind: keyof typeof opposite; noun: string; id: string }) => [
        opposite[node.kind],
        node.noun,
        node.id,
      ]),
    ).toEqual(all.nodes.map((node: { kind: string; noun: string; id: string }) => [node.kind, node.noun, node.id]))

    const walk = async (args: (cursor: string | null) => string, next: 'endCursor' | 'startCursor') => {
      const seen: string[] = []
      let cursor: string | null = null
      for (;;) {
        const answer = await world.run(
          `{ diffWorlds(left: { snapshot: "s" }, right: {}, ${args(cursor)}) { nodes { noun id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        )
        const { nodes, pageInfo } = answer.data.diffWorlds
        const ids = nodes.map((node: { noun: string; id: string }) => `${node.noun} ${node.id}`)
        seen.splice(next === 'endCursor' ? seen.length : 0, 0, ...ids)
        if (!(next === 'endCursor' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen
        cursor = pageInfo[next]
      }
    }
    const expected = all.nodes.map((node: { noun: string; id: string }) => `${node.noun} ${node.id}`)
    const quoted = (cursor: string | null) => JSON.stringify(cursor)
    expect(await walk(cursor => `first: 2, after: ${quoted(cursor)}`, 'endCursor')).toEqual(expected)
    expect(await walk(cursor => `last: 2, before: ${quoted(cursor)}`, 'startCursor')).toEqual(expected)
  })

  it('refuses worlds and snapshots that there are not', async () => {
    const world = await server.world()
    const wrong = async (left: string) => {
      const { errors } = await world.run(`{ diffWorlds(left: { ${left} }, right: {}) { equal } }`)
      return [errors[0].extensions.code, errors[0].extensions.tppMessages[0].path]
    }
    expect(await wrong('world: "nowhere"')).toEqual(['RESOURCE_UNKNOWN', 'left.world'])
    expect(await wrong('snapshot: "none"')).toEqual(['RESOURCE_UNKNOWN', 'left.snapshot'])
  })
})
