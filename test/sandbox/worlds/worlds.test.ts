import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { customer, makeCustomer } from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const STANDARD = { customers: 4, agreements: 4, engagements: 11, accounts: 9, cardAccounts: 2 }
const COUNTS = 'counts { customers agreements engagements accounts cardAccounts }'
const newName = () => `t-${randomUUID()}`

it('opens on the default world, filled with the standard set', async () => {
  const { body } = await server.send(
    `/graphql?query=${encodeURIComponent(`{ world { name basePath now createdAt ${COUNTS} } }`)}`,
  )
  expect(body.data.world).toEqual({
    name: 'default',
    basePath: '',
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    createdAt: expect.any(String),
    counts: STANDARD,
  })
})

it('makes worlds that are empty or filled, and that see nothing of each other', async () => {
  const world = await server.world()
  const name = newName()
  const made = await world.run(
    `mutation { createWorld(input: { name: "${name}", source: { standard: true } }) { world { name basePath ${COUNTS} } } }`,
  )
  expect(made.data.createWorld.world).toEqual({ name, basePath: `/worlds/${name}`, counts: STANDARD })

  await makeCustomer(server.at(name), customer('only-there'))
  expect((await server.at(name).run(`{ world { name ${COUNTS} } }`)).data.world.counts.customers).toBe(5)
  expect((await world.run(`{ world { ${COUNTS} } customers { nodes { id } } }`)).data).toEqual({
    world: { counts: { customers: 0, agreements: 0, engagements: 0, accounts: 0, cardAccounts: 0 } },
    customers: { nodes: [] },
  })
})

it('lists all worlds by name, page by page, with their counts', async () => {
  const world = await server.world()
  const names = [newName(), newName()].sort()
  for (const name of names)
    await world.run(`mutation { createWorld(input: { name: "${name}", source: { empty: true } }) { world { name } } }`)
  const seen: string[] = []
  let after: string | null = null
  let total = 0
  do {
    const { data } = await world.run(
      'query ($after: String) { worlds(first: 2, after: $after) { totalCount nodes { name counts { customers } } pageInfo { hasNextPage endCursor } } }',
      { after },
    )
    total = data.worlds.totalCount
    seen.push(...data.worlds.nodes.map((node: { name: string }) => node.name))
    after = data.worlds.pageInfo.hasNextPage ? data.worlds.pageInfo.endCursor : null
  } while (after !== null)
  expect(seen).toEqual([...seen].sort())
  expect(seen).toHaveLength(total)
  expect(seen).toEqual(expect.arrayContaining(['default', world.name, ...names]))
})

it('refuses names that cannot stand in a base URL, and names that are taken', async () => {
  const world = await server.world()
  const create = (name: string) =>
    world.run(
      'mutation ($name: String!) { createWorld(input: { name: $name, source: { empty: true } }) { world { name } } }',
      { name },
    )
  for (const name of ['', 'Big', '-a', 'a_b', 'ø', 'x'.repeat(64), 'a/b']) {
    expect([name, (await create(name)).errors[0]?.extensions.code]).toEqual([name, 'FORMAT_ERROR'])
  }
  expect((await create(world.name)).errors[0].extensions).toMatchObject({
    code: 'CONFLICT',
    tppMessages: [{ path: 'input.name' }],
  })
})

it('resets a world to what is asked for', async () => {
  const world = await server.world('STANDARD')
  const reset = await world.run(
    `mutation { resetWorld(input: { name: "${world.name}", source: { empty: true } }) { world { ${COUNTS} } } }`,
  )
  expect(reset.data.resetWorld.world.counts.customers).toBe(0)
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
  const unknown = await world.run(
    'mutation { resetWorld(input: { name: "nope", source: { empty: true } }) { world { name } } }',
  )
  expect(unknown.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
})

it('deletes a world with everything in it, but never the default one', async () => {
  const [world, gone] = [await server.world(), await server.world('STANDARD')]
  const deleted = await world.run(`mutation { deleteWorld(name: "${gone.name}") { world { name } } }`)
  expect(deleted.data.deleteWorld.world.name).toBe(gone.name)
  const refused = await world.run('mutation { deleteWorld(name: "default") { world { name } } }')
  expect(refused.errors[0].extensions.code).toBe('BAD_REQUEST')

  const call = await gone.run('{ world { name } }')
  expect(call.status).toBe(404)
  const tppMessages = [
    { category: 'ERROR', code: 'RESOURCE_UNKNOWN', path: 'world', text: expect.stringContaining(gone.name) },
  ]
  expect(call.body).toEqual({
    tppMessages,
    errors: [{ message: expect.stringContaining(gone.name), extensions: { code: 'RESOURCE_UNKNOWN', tppMessages } }],
  })
})

it('fills a world with the same set each time', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const fill = () =>
    world.run(`mutation { initialize{ customers { totalCount nodes { id customerNumber agreements { nodes { id engagements { nodes { id } } } }
      accounts { nodes { id transactions(first: 5) { nodes { id bookingDate transactionAmount { amount } } } } } cardAccounts { nodes { id } } } } } }`)
  const first = await fill()
  expect(first.data.initialize.customers.nodes.map((node: { customerNumber: string }) => node.customerNumber)).toEqual([
    '13039319955',
    '12085592767',
    '18129215603',
    '20079518612',
  ])
  await makeCustomer(world)
  expect((await fill()).data).toEqual(first.data)
  expect((await world.run(`{ world { ${COUNTS} } }`)).data.world.counts).toEqual(STANDARD)
})

it('refuses an impossible page before it empties the world', async () => {
  const world = await server.world()
  await makeCustomer(world)
  expect(
    (await world.run('mutation { initialize { customers(first: 5000) { totalCount } } }')).errors[0].extensions.code,
  ).toBe('FORMAT_ERROR')
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(1)
})

describe('the clock of a new world', () => {
  const CLOCK = '2021-03-02T09:00:00.000Z'
  const make = (args: string) =>
    `mutation { createWorld(input: { name: "${newName()}", ${args} }) { world { name now frozen madeFrom { kind now } } } }`

  it('begins where the call says, also before today; the year of the standard set ends there, after a reset and initialize too', async () => {
    const world = await server.world()
    const { data } = await world.run(make(`source: { standard: true }, clock: { now: "${CLOCK}", frozen: true }`))
    const { name } = data.createWorld.world
    expect(data.createWorld.world).toEqual({
      name,
      now: CLOCK,
      frozen: true,
      madeFrom: { kind: 'STANDARD', now: CLOCK },
    })
    const one = server.at(name)
    const days = async () => {
      const query = '{ accounts { nodes { transactions(first: 500) { nodes { bookingDate } } } } }'
      const found: { transactions: { nodes: { bookingDate: string }[] } }[] = (await one.run(query)).data.accounts.nodes
      return found.flatMap(({ transactions }) => transactions.nodes.map(({ bookingDate }) => bookingDate)).sort()
    }
    const first = await days()
    expect([first[0]?.slice(0, 7), first.at(-1)?.slice(0, 7)]).toEqual(['2020-03', '2021-03'])
    for (const again of [
      `resetWorld(input: { name: "${name}" }) { world { name } }`,
      'initialize { customers(first: 1) { totalCount } }',
    ]) {
      await one.run('mutation { advanceClock(input: { by: "P3D" }) { clock { now } } }')
      expect((await one.run(`mutation { ${again} }`)).errors).toEqual([])
      expect((await one.run('{ clock { now frozen } }')).data.clock).toEqual({ now: CLOCK, frozen: true })
      expect(await days()).toEqual(first)
    }
  })

  it('runs on when it is not to stand still, and goes before the clock of a fixture', async () => {
    const world = await server.world()
    const { data } = await world.run(make(`source: { empty: true }, clock: { now: "${CLOCK}" }`))
    expect(data.createWorld.world).toMatchObject({ frozen: false, now: expect.stringMatching(/^2021-03-02T09:0/) })
    const fixture = 'source: { fixture: { clock: { now: "2026-01-01T00:00:00Z", frozen: true } } }'
    const other = await world.run(make(`${fixture}, clock: { now: "${CLOCK}" }`))
    expect(other.data.createWorld.world).toMatchObject({ now: CLOCK, frozen: true })
  })

  it('is refused where a copy keeps its own, and where no day is', async () => {
    const world = await server.world()
    const copy = await world.run(make(`source: { copyOf: "default" }, clock: { now: "${CLOCK}" }`))
    expect(copy.errors?.[0]).toMatchObject({ extensions: { code: 'FORMAT_ERROR' } })
    for (const now of ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-02-30T00:00:00Z', 'soon']) {
      const { errors } = await world.run(make(`source: { empty: true }, clock: { now: "${now}" }`))
      expect([now, errors?.[0]?.extensions?.tppMessages?.[0]?.path]).toEqual([now, 'input.clock.now'])
    }
  })
})

it('makes a world from a snapshot of another one', async () => {
  const world = await server.world()
  await makeCustomer(world, customer('kept'))
  await world.run('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  const make = (of: string) =>
    `mutation { createWorld(input: { name: "${newName()}", source: { snapshot: ${of} } }) { world { madeFrom { kind world snapshot } ${COUNTS} } } }`
  const { data } = await server.at('default').run(make(`{ world: "${world.name}", name: "before" }`))
  expect(data.createWorld.world).toMatchObject({
    madeFrom: { kind: 'SNAPSHOT', world: world.name, snapshot: 'before' },
    counts: { customers: 1 },
  })
  for (const [of, path] of [
    [`{ world: "${world.name}", name: "befor" }`, 'input.source.snapshot.name'],
    ['{ world: "no-such-world", name: "before" }', 'input.source.snapshot.world'],
  ] as const) {
    const { errors } = await world.run(make(of))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RESOURCE_UNKNOWN', tppMessages: [{ path }] })
  }
})

it('stops a clock at a later instant, and leaves it as it was when the instant is past', async () => {
  const world = await server.world()
  const past = await world.run('mutation { freezeClock(at: "2020-01-01T00:00:00Z") { clock { now } } }')
  expect(past.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', tppMessages: [{ path: 'at' }] })
  expect((await world.run('{ clock { frozen } }')).data.clock).toEqual({ frozen: false })
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const { data } = await world.run(`mutation { freezeClock(at: "${at}") { clock { now frozen } } }`)
  expect(data.freezeClock.clock).toEqual({ now: at, frozen: true })
})
