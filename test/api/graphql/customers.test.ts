import { expect, it } from 'vitest'
import {
  account,
  cardAccount,
  customer,
  makeAccount,
  makeCardAccount,
  makeCustomer,
} from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('creates a person with an agreement of its own, and shows the PSU-ID to the operator', async () => {
  const world = await server.world()
  const made = await world.run(
    `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer {
      id psuId customerNumber name type agreements { totalCount nodes { name automatic owner { customerNumber } } } } } }`,
    { input: customer() },
  )

  expect(made.data.createCustomer.customer).toEqual({
    id: expect.stringMatching(UUID),
    psuId: expect.stringMatching(UUID),
    customerNumber: '07049912345',
    name: 'Customer 07049912345',
    type: 'PRIVATE',
    agreements: {
      totalCount: 1,
      nodes: [{ name: 'Customer 07049912345', automatic: true, owner: { customerNumber: '07049912345' } }],
    },
  })
  const read = await world.run('query ($id: ID!) { customer(by: { id: $id }) { psuId } }', {
    id: made.data.createCustomer.customer.id,
  })
  expect(read.data.customer.psuId).toBe(made.data.createCustomer.customer.psuId)
})

it('creates a corporation without an agreement', async () => {
  const world = await server.world()
  await makeCustomer(world, customer('999000111', 'CORPORATE'))
  const read = await world.run('{ customer(by: { customerNumber: "999000111" }) { type agreements { totalCount } } }')
  expect(read.data.customer).toEqual({ type: 'CORPORATE', agreements: { totalCount: 0 } })
})

it('refuses a customerNumber that is taken, with the code and the messages of REST', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const { errors, data } = await world.run(
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
    { input: customer() },
  )
  expect(data).toBeNull()
  expect(errors[0].extensions).toEqual({
    code: 'CONFLICT',
    tppMessages: [
      {
        category: 'ERROR',
        code: 'CONFLICT',
        path: 'input.customerNumber',
        text: expect.stringContaining('07049912345'),
      },
    ],
  })
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(1)
})

it('reports all faults of an input together, each at its place in the arguments', async () => {
  const world = await server.world()
  const { errors } = await world.run(
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
    {
      input: { customerNumber: '', name: 'x'.repeat(71), type: 'PRIVATE' },
    },
  )
  expect(errors[0].extensions.code).toBe('FORMAT_ERROR')
  expect(errors[0].extensions.tppMessages.map((message: { path: string }) => message.path)).toEqual([
    'input.customerNumber',
    'input.name',
  ])
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
})

it('lists customers by type, by number and by part of the name', async () => {
  const world = await server.world('STANDARD')
  const list = async (filter: object) => {
    const answer = await world.run(
      'query ($filter: CustomerFilterInput) { customers(filter: $filter) { totalCount nodes { name } } }',
      { filter },
    )
    const { nodes, totalCount } = answer.data.customers
    expect(totalCount).toBe(nodes.length)
    return nodes.map((node: { name: string }) => node.name)
  }

  expect(await list({ type: 'CORPORATE' })).toEqual(['Fjordfisk AS', 'Nordlys Bygg AS'])
  expect(await list({ customerNumber: '12085592767' })).toEqual(['Ola Nordmann'])
  expect(await list({ nameContains: 'NORDMANN' })).toEqual(['Kari Nordmann', 'Ola Nordmann'])
  expect(await list({ nameContains: 'nord', type: 'CORPORATE' })).toEqual(['Nordlys Bygg AS'])
  expect(await list({ nameContains: '%' })).toEqual([])
  expect(await list({ nameContains: '_' })).toEqual([])
  expect(await list({ nameContains: null, type: null })).toHaveLength(4)
})

it('pages through customers in both directions and meets each exactly once', async () => {
  const world = await server.world()
  for (const number of ['1', '2', '3', '4', '5']) await makeCustomer(world, customer(number))
  const page = async (args: string) =>
    (
      await world.run(`{ customers(${args}) {
    totalCount nodes { customerNumber } edges { cursor node { customerNumber } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`)
    ).data.customers
  const numbers = (list: { nodes: { customerNumber: string }[] }) => list.nodes.map(node => node.customerNumber)

  const first = await page('first: 2')
  expect(numbers(first)).toEqual(['1', '2'])
  expect(first.totalCount).toBe(5)
  expect(first.edges[1]).toEqual({ cursor: first.pageInfo.endCursor, node: { customerNumber: '2' } })
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })

  const second = await page(`first: 2, after: "${first.pageInfo.endCursor}"`)
  expect(numbers(second)).toEqual(['3', '4'])
  const third = await page(`first: 2, after: "${second.pageInfo.endCursor}"`)
  expect(numbers(third)).toEqual(['5'])
  expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  expect(numbers(await page(`last: 2, before: "${third.pageInfo.startCursor}"`))).toEqual(['3', '4'])
  expect(numbers(await page('last: 1'))).toEqual(['5'])
  expect((await page('first: 0')).pageInfo).toMatchObject({ hasNextPage: true, startCursor: null, endCursor: null })
})

it('refuses pages and cursors that cannot be', async () => {
  const world = await server.world()
  for (const args of ['first: 1001', 'first: -1', 'last: 1001', 'first: 1, last: 1', 'after: "x"', 'before: ""']) {
    const { errors } = await world.run(`{ customers(${args}) { nodes { id } } }`)
    expect([args, errors[0]?.extensions.code]).toEqual([args, 'FORMAT_ERROR'])
  }
})

it('reports a wrong size and two wrong cursors of a list in one answer', async () => {
  const world = await server.world()
  const { errors } = await world.run('{ customers(first: -1, after: "x", before: "y") { nodes { id } } }')
  const paths = errors[0]?.extensions.tppMessages.map((one: { path: string }) => one.path)
  expect(paths).toEqual(['first', 'after', 'before'])
})

it('refuses a cursor of a list of another kind', async () => {
  const world = await server.world('STANDARD')
  const { data } = await world.run(
    `{ accounts(first: 1) { pageInfo { endCursor } nodes { id transactions(first: 1) { pageInfo { endCursor } } bookings(first: 1) { pageInfo { endCursor } } } } }`,
  )
  const [{ id, transactions, bookings }] = data.accounts.nodes
  const cursors = [data.accounts.pageInfo.endCursor, transactions.pageInfo.endCursor, bookings.pageInfo.endCursor]
  const lists = [
    (after: string) => `{ customers(after: "${after}") { totalCount } }`,
    (after: string) => `{ worlds(after: "${after}") { totalCount } }`,
    (after: string) => `{ account(by: { id: "${id}" }) { engagements(before: "${after}") { totalCount } } }`,
    (after: string) => `{ cardAccounts(after: "${after}") { totalCount } }`,
  ]
  for (const list of lists) {
    for (const cursor of cursors) {
      const { errors } = await world.run(list(cursor))
      expect([list(cursor), errors[0]?.message]).toEqual([
        list(cursor),
        expect.stringContaining('no cursor of this list'),
      ])
    }
  }
  const own = `{ account(by: { id: "${id}" }) { transactions(first: 2, after: "${transactions.pageInfo.endCursor}") { nodes { id } } } }`
  expect((await world.run(own)).data.account.transactions.nodes).toHaveLength(2)
})

it('finds a customer by exactly one of its names', async () => {
  const world = await server.world()
  const made = await world.run(
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id psuId } } }',
    { input: { key: 'kari', ...customer() } },
  )
  const { id, psuId } = made.data.createCustomer.customer
  const read = 'query ($by: CustomerBy!) { customer(by: $by) { id } }'
  for (const by of [{ id }, { customerNumber: '07049912345' }, { psuId }, { key: 'kari' }, { id: 'kari' }]) {
    expect([by, (await world.run(read, { by })).data?.customer]).toEqual([by, { id }])
    const [[name, value] = []] = Object.entries(by)
    const literal = await world.run(`{ customer(by: { ${name}: "${value}" }) { id } }`)
    expect([by, literal.data?.customer]).toEqual([by, { id }])
  }
  for (const by of [{ id: 'x' }, { customerNumber: 'x' }, { psuId: 'x' }, { key: 'x' }])
    expect((await world.run(read, { by })).errors).toMatchObject([{ extensions: { code: 'RESOURCE_UNKNOWN' } }])
})

it('answers null and RESOURCE_UNKNOWN for a customer of another world, beside the data of other fields', async () => {
  const [one, other] = [await server.world(), await server.world()]
  const id = await makeCustomer(one)
  const { data, errors, status } = await other.run(`{ customer(by: { id: "${id}" }) { id } world { name } }`)
  expect(status).toBe(200)
  expect(data).toEqual({ customer: null, world: { name: other.name } })
  expect(errors[0]).toMatchObject({ path: ['customer'], extensions: { code: 'RESOURCE_UNKNOWN' } })
})

it('deletes a customer with what it owns', async () => {
  const world = await server.world()
  const id = await makeCustomer(world)
  await makeAccount(world, account())
  await makeCardAccount(world, cardAccount())
  const { data } = await world.run(`mutation { deleteCustomer(id: "${id}") { customer { customerNumber } } }`)
  expect(data.deleteCustomer.customer).toEqual({ customerNumber: '07049912345' })
  const counts = 'customers agreements engagements accounts cardAccounts'
  const left = await world.run(`{ world { counts { ${counts} } } }`)
  expect(left.data.world.counts).toEqual({ customers: 0, agreements: 0, engagements: 0, accounts: 0, cardAccounts: 0 })
  const again = await world.run(`mutation { deleteCustomer(id: "${id}") { customer { customerNumber } } }`)
  expect(again.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
})

it("shows what a customer may do with others' accounts", async () => {
  const world = await server.world('STANDARD')
  const { data } = await world.run(
    '{ customer(by: { customerNumber: "12085592767" }) { engagements { nodes { account { owner { name } } agreement { owner { name } } roles } } } }',
  )
  const owners = data.customer.engagements.nodes.map(
    (node: { account: { owner: { name: string } } }) => node.account.owner.name,
  )
  expect(owners).toContain('Nordlys Bygg AS')
  expect(owners).toContain('Ola Nordmann')
})
