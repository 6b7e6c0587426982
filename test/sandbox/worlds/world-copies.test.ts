import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { customer, makeAccount, makeCustomer } from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

const SOURCE = 'name madeFrom { kind world snapshot } expiresAt'
const newName = () => `t-${randomUUID()}`

const create = async (world: GraphqlWorld, args: string) =>
  (await world.run(`mutation { createWorld(input: { ${args} }) { world { ${SOURCE} } } }`)).data.createWorld.world
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
      world.run(`mutation { createWorld{ world { ${SOURCE} counts { customers } } } }`),
      world.run(`mutation { createWorld{ world { ${SOURCE} counts { customers } } } }`),
    ])
    expect(one.data.createWorld.world.madeFrom).toEqual({ kind: 'STANDARD', world: null, snapshot: null })
    expect(one.data.createWorld.world.counts.customers).toBeGreaterThan(3)
    expect(one.data.createWorld.world.name).not.toBe(other.data.createWorld.world.name)
    expect((await server.at(one.data.createWorld.world.name).run('{ world { name } }')).data.world.name).toBe(
      one.data.createWorld.world.name,
    )
  })

  it('as a copy of another, with the same ids and the same clock; what is done to one leaves the other alone', async () => {
    const world = await server.world('STANDARD')
    await world.run('mutation { freezeClock{ clock { now } } }')
    await world.run('mutation { advanceClock(input: { by: "P3D" }) { clock { now } } }')
    const name = newName()
    const made = await create(world, `name: "${name}", source: { copyOf: "${world.name}" }`)
    expect(made).toEqual({ name, madeFrom: { kind: 'COPY', world: world.name, snapshot: null }, expiresAt: null })
    const copy = server.at(name)
    const read =
      '{ clock { now frozen } customers { nodes { id psuId accounts { nodes { id iban transactions(first: 3) { nodes { id } } } } } } }'
    expect((await copy.run(read)).data).toEqual((await world.run(read)).data)
    expect(await diff(world, '', `world: "${name}"`)).toEqual({ equal: true, totalCount: 0, nodes: [] })

    await makeCustomer(copy, customer('501'))
    expect((await diff(world, '', `world: "${name}"`)).equal).toBe(false)
    await world.run(`mutation { resetWorld(input: { name: "${name}" }) { world { name } } }`)
    expect((await diff(world, '', `world: "${name}"`)).equal).toBe(true)
    expect((await copy.run(read)).data).toEqual((await world.run(read)).data)
  })

  it('as it was copied it is again after a reset, whether nothing, one thing or the clock was changed in between', async () => {
    const world = await server.world('STANDARD')
    await world.run('mutation { freezeClock{ clock { now } } }')
    const name = newName()
    await create(world, `name: "${name}", source: { copyOf: "${world.name}" }`)
    const copy = server.at(name)
    const equal = async () => {
      const read = '{ clock { now frozen } world { madeFrom { kind } } }'
      expect((await copy.run(read)).data.clock).toEqual((await world.run(read)).data.clock)
      expect((await diff(world, '', `world: "${name}"`)).equal).toBe(true)
    }
    for (const change of [
      '{ world { name } }',
      'mutation { deleteSnapshot(name: "none") { snapshot { name } } }',
      'mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }',
      `mutation { resetWorld(input: { name: "${name}" }) { world { name } } }`,
      'mutation { takeSnapshot(name: "own") { snapshot { name } } }',
    ]) {
      await copy.run(change)
      await world.run(`mutation { resetWorld(input: { name: "${name}" }) { world { name } } }`)
      await equal()
    }
    await makeCustomer(copy, customer('502'))
    await world.run(`mutation { resetWorld(input: { name: "${name}" }) { world { name } } }`)
    await equal()
    await world.run(`mutation { deleteWorld(name: "${name}") { world { name } } }`)
  })

  it('as it was copied it is again after a reset, though its source has changed or is gone', async () => {
    const source = await server.world()
    await makeCustomer(source)
    const name = newName()
    await create(source, `name: "${name}", source: { copyOf: "${source.name}" }`)
    const count = '{ world { counts { customers } } }'
    await makeAccount(source)
    await server.at('default').run(`mutation { deleteWorld(name: "${source.name}") { world { name } } }`)
    await server.at(name).run('mutation { deleteCustomer(id: "none") { customer { id } } }')
    for (const { id } of (await server.at(name).run('{ customers { nodes { id } } }')).data.customers.nodes)
      await server.at(name).run('mutation ($id: ID!) { deleteCustomer(id: $id) { customer { id } } }', { id })
    expect((await server.at(name).run(count)).data.world.counts.customers).toBe(0)
    await server.at('default').run(`mutation { resetWorld(input: { name: "${name}" }) { world { name } } }`)
    expect((await server.at(name).run(count)).data.world.counts.customers).toBe(1)
  })

  it('for a while only, when it expires', async () => {
    const world = await server.world()
    const made = await create(world, `name: "${newName()}", source: { empty: true }, expiresAfter: "PT1H"`)
    const left = Date.parse(made.expiresAt) - Date.now()
    expect(Math.abs(left - 3_600_000)).toBeLessThan(60_000)
    for (const wrong of ['', 'an hour', 'PT0S', '-PT1H', 'P2Y'])
      expect([
        wrong,
        ...(await refusal(world, `createWorld(input: { expiresAfter: "${wrong}" }) { world { name } }`)),
      ]).toEqual([wrong, 'FORMAT_ERROR', 'input.expiresAfter'])
  })

  it('from one thing only, which must be there', async () => {
    const world = await server.world()
    const from = (source: string) => `createWorld(input: { source: { ${source} } }) { world { name } }`
    for (const [source, code, path] of [
      [`empty: true, copyOf: "${world.name}"`, 'FORMAT_ERROR', 'input.source'],
      ['copyOf: "nowhere", snapshot: { name: "s" }', 'FORMAT_ERROR', 'input.source'],
      ['copyOf: "nowhere"', 'RESOURCE_UNKNOWN', 'input.source.copyOf'],
      ['snapshot: { name: "none" }', 'RESOURCE_UNKNOWN', 'input.source.snapshot.name'],
      ['empty: false', 'FORMAT_ERROR', 'input.source.empty'],
      ['standard: false', 'FORMAT_ERROR', 'input.source.standard'],
    ] as const)
      expect([source, ...(await refusal(world, from(source)))]).toEqual([source, code, path])
    expect(
      await refusal(
        world,
        `createWorld(input: { name: "${world.name}", source: { copyOf: "default" } }) { world { name } }`,
      ),
    ).toEqual(['CONFLICT', 'input.name'])
  })
})

describe('A snapshot (D86)', () => {
  it('holds everything, and brings it back: rows, clock, replay records; ids stay', async () => {
    const world = await server.world()
    await makeCustomer(world)
    await makeAccount(world)
    const { data } = await world.run(
      'mutation { freezeClock{ clock { now } } takeSnapshot(name: "before") { snapshot { name world takenAt } } }',
    )
    expect(data.takeSnapshot.snapshot).toEqual({ name: 'before', world: world.name, takenAt: expect.any(String) })
    const now = data.freezeClock.clock.now

    await world.run('mutation { advanceClock(input: { by: "P30D" }) { clock { now } } }')
    await makeCustomer(world, customer('502'))
    const changes = await diff(world, 'snapshot: "before"', '')
    expect(changes.equal).toBe(false)
    expect(new Set(changes.nodes.map(({ kind, noun }: Record<string, string>) => `${kind} ${noun}`))).toEqual(
      new Set(['CHANGED World', 'CREATED Customer', 'CREATED Agreement']),
    )
    const restored = await world.run(
      'mutation { restoreSnapshot(name: "before") { world { name counts { customers } now } } createCustomer(input: { customerNumber: "9", name: "Siri", type: PRIVATE }) { customer { id } } }',
    )
    expect(restored.data.restoreSnapshot.world).toEqual({ name: world.name, counts: { customers: 1 }, now })
    expect((await diff(world, 'snapshot: "before"', '')).nodes.map(({ noun }: { noun: string }) => noun)).toEqual([
      'Customer',
      'Agreement',
    ])
    await world.run('mutation { restoreSnapshot(name: "before") { world { name } } }')
    expect(await diff(world, 'snapshot: "before"', '')).toEqual({ equal: true, totalCount: 0, nodes: [] })
  })

  it('of a clock that runs brings it back to its instant, and it runs on', async () => {
    const world = await server.world()
    await world.run('mutation { takeSnapshot(name: "s") { snapshot { name } } }')
    await world.run('mutation { advanceClock(input: { by: "P30D" }) { clock { now } } }')
    const { data } = await world.run('mutation { restoreSnapshot(name: "s") { world { now frozen } } }')
    expect(data.restoreSnapshot.world.frozen).toBe(false)
    expect(Math.abs(Date.parse(data.restoreSnapshot.world.now) - Date.now())).toBeLessThan(60_000)
  })

  it('is the source of a world, which a reset brings back to it though the snapshot is deleted', async () => {
    const world = await server.world()
    await makeCustomer(world)
    await world.run('mutation { takeSnapshot(name: "one") { snapshot { name } } }')
    const name = newName()
    const made = await create(world, `name: "${name}", source: { snapshot: { name: "one" } }`)
    expect(made.madeFrom).toEqual({ kind: 'SNAPSHOT', world: world.name, snapshot: 'one' })
    await world.run('mutation { deleteSnapshot(name: "one") { snapshot { name } } }')
    await makeCustomer(server.at(name), customer('503'))
    const reset = await world.run(
      `mutation { resetWorld(input: { name: "${name}" }) { world { counts { customers } } } }`,
    )
    expect(reset.data.resetWorld.world.counts.customers).toBe(1)
  })

  it('is listed with its world, has a name of its own there, and goes with the world', async () => {
    const [world, other] = [await server.world(), await server.world()]
    for (const name of ['b', 'a', 'c'])
      await world.run(`mutation { takeSnapshot(name: "${name}") { snapshot { name } } }`)
    const page = await world.run(
      '{ snapshots(first: 2) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } }',
    )
    expect(page.data.snapshots).toMatchObject({ totalCount: 3, nodes: [{ name: 'a' }, { name: 'b' }] })
    expect((await other.run('{ snapshots { totalCount } }')).data.snapshots.totalCount).toBe(0)
    expect(await refusal(world, 'takeSnapshot(name: "a") { snapshot { name } }')).toEqual(['CONFLICT', 'name'])
    expect(await refusal(world, 'takeSnapshot(name: "A b") { snapshot { name } }')).toEqual(['FORMAT_ERROR', 'name'])
    for (const mutation of ['restoreSnapshot(name: "x") { world', 'deleteSnapshot(name: "x") { snapshot'])
      expect(await refusal(world, `${mutation} { name } }`)).toEqual(['RESOURCE_UNKNOWN', 'name'])
    const { errors } = await world.run('mutation { restoreSnapshot(name: "x") { world { name } } }')
    expect(errors[0].message).toContain('It has a, b, c.')
    await other.run(`mutation { deleteWorld(name: "${world.name}") { world { name } } }`)
    expect(await server.store.reader.snapshot.count({ where: { worldName: world.name } })).toBe(0)
  })
})

describe('A comparison of two worlds (D87)', () => {
  it('names what was created, deleted and changed, each field with both values, page by page in the same order both ways', async () => {
    const world = await server.world()
    const kept = await makeCustomer(world)
    const account = await makeAccount(world)
    expect([kept, account].every(Boolean)).toBe(true)
    await world.run('mutation { takeSnapshot(name: "s") { snapshot { name } } }')
    const { data } = await world.run('{ accounts { nodes { id } } }')
    const [{ id }] = data.accounts.nodes
    await world.run(
      'mutation ($id: ID!) { changeBalances(input: { id: $id, balances: [{ balanceType: closingBooked, balanceAmount: { amount: 5, currency: "NOK" } }] }) { account { id } } }',
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
