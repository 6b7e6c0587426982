import { getIntrospectionQuery, isObjectType, Lexer } from 'graphql'
import { expect, it, vi } from 'vitest'
import { schema } from '../../../../src/api/graphql/schema.ts'
import { FIELD_COSTS } from '../../../../src/api/graphql/yoga/cost.ts'
import { LIMITS } from '../../../../src/api/graphql/yoga/limits.ts'
import { cachedBytes, MOST_BYTES } from '../../../../src/api/graphql/yoga/yoga.ts'
import { JSON_LIMITS } from '../../../../src/platform/http/json-bodies.ts'
import { makeCustomer } from '../../../support/builders/graphql-data.ts'
import { startGraphql } from '../../../support/clients/graphql-server.ts'
import { cpuMsOf } from '../../../support/harness/cpu-time.ts'

const server = await startGraphql()
const world = await server.world('STANDARD')

async function refusal(query: string, variables?: Record<string, unknown>): Promise<string> {
  const { errors, data } = await world.run(query, variables)
  expect(data).toBeUndefined()
  expect(errors[0]?.extensions.code).toBe('BAD_REQUEST')
  expect(errors[0].extensions.tppMessages).toEqual([
    { category: 'ERROR', code: 'BAD_REQUEST', text: errors[0].message },
  ])
  return errors[0].message
}

it('names the limit on characters and what the document has, whatever they are', async () => {
  const most = LIMITS.characters
  const long = `{ __typename }${'#x,'.repeat(100_000)}`
  expect(await refusal(long)).toMatch(`may have ${most} characters; this one has ${long.length}`)
  expect((await world.run('{ __typename }'.padEnd(most, '#'))).data).toEqual({ __typename: 'Query' })
})

it('names the limit on tokens', async () => {
  const fields = 'name '.repeat(LIMITS.tokens)
  expect(await refusal(`{ world { ${fields} } }`)).toMatch(`may have ${LIMITS.tokens} tokens; this one has more`)
  const lines = (count: number) =>
    `mutation { createTransaction(input: { accountId: "x", transactionAmount: { amount: "1", currency: "NOK" }
      bookingDate: "2026-01-01", valueDate: "2026-01-01", remittanceInformationUnstructuredArray: [${'"x" '.repeat(count)}] }) { transaction { id } } }`
  const fits = await world.run(lines(LIMITS.tokens - 50))
  expect(fits.errors[0].message).toMatch('must hold at most 100 lines')
  expect(await refusal(lines(LIMITS.tokens))).toMatch(`may have ${LIMITS.tokens} tokens`)
})

it('says what is wrong with a document that repeats a field too often to compare', async () => {
  const { errors } = await world.run(`{ world { ${'name '.repeat(4000)} } }`)
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining('name each once'),
    extensions: { code: 'FORMAT_ERROR' },
  })
})

it('names the limit on depth, through fragments too', async () => {
  const deep = (levels: number) =>
    `${'a: customers { nodes { accounts { nodes { owner { '.slice(3)}${'accounts(first: 1) { nodes { owner { '.repeat(levels)}name${' } } }'.repeat(levels)} } } } } }`
  expect(await refusal(`{ ${deep(6)} }`)).toMatch(`may have ${LIMITS.depth} levels of fields; this one has 24`)
  const fragments = `{ customers(first: 1) { nodes { ...A } } }
    fragment A on Customer { accounts(first: 1) { nodes { owner { ...B } } } }
    fragment B on Customer { accounts(first: 1) { nodes { owner { ...C } } } }
    fragment C on Customer { accounts(first: 1) { nodes { owner { ...D } } } }
    fragment D on Customer { accounts(first: 1) { nodes { owner { ...E } } } }
    fragment E on Customer { accounts(first: 1) { nodes { owner { ...F } } } }
    fragment F on Customer { accounts(first: 1) { nodes { owner { accounts { totalCount } } } } }`
  expect(await refusal(fragments)).toMatch('this one has 22')
})

it('refuses what is too large by its size alone, before anything compares its fields with each other', async () => {
  const fragments = Array.from(
    { length: 200 },
    (_, place) =>
      `fragment F${place} on Customer { nothing ...F${place + 1} accounts { nodes { owner { ...F${place + 1} } } } }`,
  )
  const { errors } = await world.run(
    `{ customers { nodes { ...F0 } } } ${fragments.join(' ')} fragment F200 on Customer { id }`,
  )
  expect(errors).toHaveLength(1)
  expect(errors[0].message).toMatch(/levels of fields; this one has 603/)
})

it('names the limits on aliases and on root fields', async () => {
  const many = (count: number, field: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => field(index)).join(' ')
  expect(await refusal(`{ world { ${many(51, index => `a${index}: name`)} } }`)).toMatch(
    'may have 50 aliases; this one has 51',
  )
  expect(await refusal(`{ ${many(51, () => '__typename')} }`)).toMatch(
    'may have 50 root fields in an operation; this one has 51',
  )
  expect(await refusal(`{ ...A ...A } fragment A on Query { ${many(26, () => '__typename')} }`)).toMatch(
    'this one has 52',
  )
  expect((await world.run(`{ ${many(50, index => `a${index}: __typename`)} }`)).errors).toEqual([])
})

it('multiplies the sizes of lists, given as numbers, as variables, as their defaults, and in fragments', async () => {
  const inner = 'nodes { accounts(first: 1000) { nodes { id } } }'
  const cost = (text: string) => text.match(/up to (\d+)/)?.[1]
  const start = `An operation may cost ${LIMITS.cost}; this one costs up to `
  expect(await refusal(`{ customers(first: 1000) { ${inner} } }`)).toMatch(`${start}1001000.`)
  expect(
    cost(
      await refusal(`query ($n: Int) { customers(last: $n) { ${inner} } }`, {
        n: 900,
      }),
    ),
  ).toBe('900900')
  expect(cost(await refusal(`query ($n: Int = 800) { customers(first: $n) { ${inner} } }`))).toBe('800800')
  expect(cost(await refusal(`{ customers(first: 700) { ...C } } fragment C on CustomerConnection { ${inner} }`))).toBe(
    '700700',
  )
  const inEdges = 'edges { node { ... on Customer { accounts(first: 1000) { pageInfo { endCursor } } } } }'
  expect(cost(await refusal(`{ customers(first: 600) { ${inEdges} } }`))).toBe('600600')
  const twice =
    'nodes { accounts(first: 500) { nodes { id } } } edges { node { accounts(first: 500) { nodes { id } } } }'
  expect(cost(await refusal(`{ customers(first: 1000) { ${twice} } }`))).toBe('1001000')
})

it('counts what a request makes the server do besides: totals, commands, whole worlds, audits', async () => {
  const totals = await refusal('{ accounts(first: 1000) { nodes { transactions(first: 0) { totalCount } } } }')
  expect(totals).toMatch('costs up to 101000.')
  expect(await refusal('{ worlds(first: 1000) { nodes { counts { transactions } } } }')).toMatch('costs up to 102000.')
  const repeat = (count: number, field: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ')
  const worlds = repeat(
    50,
    index => `createWorld(input: { name: "many-${index}", source: { standard: true } }) { world { name } }`,
  )
  expect(await refusal(`mutation { ${worlds} }`)).toMatch('costs up to 500100.')
  expect((await world.run('{ world { name } worlds(first: 1000) { nodes { name } } }')).text).not.toContain('many-')
  expect(
    await refusal(`mutation { ${repeat(11, () => 'advanceClock(input: { by: "PT1S" }) { clock { now } }')} }`),
  ).toMatch('110022.')
  expect(await refusal(`{ ${repeat(6, () => 'audit { findings { text } }')} }`)).toMatch('costs up to 120066.')
  // Each may store an SCA, wherever it stands below asTpp.
  const reads = 'fragment R on AsTpp { accounts { resourceId } cardAccounts { resourceId } }'
  const reader = 'asTpp { ...R account(by: { key: "none" }) { balances { balanceType } } }'
  expect(await refusal(`{ ${repeat(26, () => reader)} } ${reads}`)).toMatch('costs up to 104624.')
  expect((await world.run('{ authorisations { totalCount } }')).text).toContain('"totalCount":0')
})

it('counts nothing for __typename, which clients add to each selection set', async () => {
  const lists = (own: string) =>
    `{ ${own} worlds(first: 1000) { ${own} nodes { ${own} counts { ${own} transactions } } } }`
  expect(await refusal(lists('__typename'))).toBe(await refusal(lists('')))
  const moves = Array.from(
    { length: 11 },
    (_, index) => `a${index}: advanceClock(input: { by: "PT1S" }) { clock { now } }`,
  ).join(' ')
  expect(await refusal(`mutation { __typename ${moves} }`)).toMatch('110022.')
})

it('names only fields that exist in what it knows to be costly', () => {
  for (const coordinate of Object.keys(FIELD_COSTS)) {
    const [type = '', field = ''] = coordinate.split('.')
    const found = schema.getType(type)
    expect([coordinate, isObjectType(found) && field in found.getFields()]).toEqual([coordinate, true])
  }
})

it('lets the natural questions through, from customers to what their agreements lead to', async () => {
  for (const query of [
    '{ customers { nodes { accounts { nodes { transactions { totalCount nodes { bookingDate } } } } } } }',
    `{ customers { nodes { name accounts { nodes { iban engagements { nodes { roles
        agreement { name owner { name accounts { nodes { iban } } } } } } } } } } }`,
    '{ payments { nodes { ... on BulkPayment { entries { status } } bookings { nodes { reason } } authorisations { nodes { status } } } } }',
  ]) {
    expect((await world.run(query)).errors).toEqual([])
  }
})

it('refuses an introspection that would answer megabytes, however it is written', async () => {
  const types =
    'types { description fields(includeDeprecated: true) { description args { description type { name } } } }'
  const many = Array.from({ length: 40 }, (_, index) => `a${index}: __schema { ${types} }`).join(' ')
  expect(await refusal(`{ ${many} }`)).toMatch('costs up to')
  const inFragments = `{ __schema { ...A } } fragment A on __Schema { ${Array.from({ length: 40 }, (_, index) => `b${index}: types { ...T }`).join(' ')} }
    fragment T on __Type { fields { args { type { ofType { ofType { name } } } } } }`
  expect(await refusal(inFragments)).toMatch('costs up to')
  expect((await world.run(`{ __schema { ${types} } }`)).errors).toEqual([])
})

it('reports the faults of as many unknown fields as a request may have, the first twenty by name', async () => {
  const create = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }'
  const count = JSON_LIMITS.values - 4
  const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const { errors } = await world.run(create, { input })
  expect(errors).toHaveLength(1)
  expect(errors[0].extensions.tppMessages).toHaveLength(21)
  expect(errors[0].extensions.tppMessages.at(-1).text).toBe(`${count + 3 - 20} more faults are not listed.`)
})

it('refuses documents and values that are nested too deep while reading them, with words', async () => {
  const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}${close.repeat(levels)}`
  for (const document of [
    `{ ${'world { '.repeat(1_200)} name ${'}'.repeat(1_200)} }`,
    `{ customers(filter: ${nested('[', ']', 2_400)}) { totalCount } }`,
    '['.repeat(4_000),
    `query ($x: ${nested('[', ']', 2_400)}) { __typename }`,
  ]) {
    const { status, errors } = await world.run(document)
    expect([status, errors[0]?.message]).toEqual([
      200,
      expect.stringMatching(/may have 100 brackets inside each other; this one has \d+/),
    ])
  }
  expect(
    (
      await world.run('['.repeat(4_000), undefined, {
        Accept: 'application/graphql-response+json',
      })
    ).status,
  ).toBe(400)
})

it('keeps no more documents than fit into a fixed number of bytes', async () => {
  const padding = '#'.padEnd(260_000, 'x')
  for (let index = 0; index < 140; index += 1) {
    expect((await world.run(`query Q${index} { __typename } ${padding}`)).data).toEqual({ __typename: 'Query' })
  }
  expect(cachedBytes()).toBeGreaterThan(MOST_BYTES / 2)
  expect(cachedBytes()).toBeLessThanOrEqual(MOST_BYTES)
  expect((await world.run(`query Q0 { __typename } ${padding}`)).errors).toEqual([])
})

it('refuses an answer of too many bytes, as soon as it has them', async () => {
  const large = await server.world()
  await server.store.transaction(
    tx =>
      tx.customer.createMany({
        data: Array.from({ length: 1_000 }, (_, index) => ({
          worldId: large.name,
          id: `c${index}`,
          psuId: `p${index}`,
          customerNumber: `${index}`,
          name: '🐟'.repeat(70),
          type: 'PRIVATE' as const,
          createdAt: new Date(0),
        })),
      }),
    { worlds: [large.name] },
  )
  const names = Array.from({ length: 40 }, (_, index) => `n${index}: name`).join(' ')
  const { errors, data } = await large.run(`{ customers(first: 1000) { nodes { ${names} } } }`)
  expect(data).toBeUndefined()
  expect(errors[0].message).toMatch(
    new RegExp(`^An answer may have ${LIMITS.answerBytes} bytes; this one would have more\\. Ask for smaller pages`),
  )
  expect((await large.run(`{ customers(first: 100) { nodes { ${names} } } }`)).errors).toEqual([])
})

it('measures fragments that double each other in no time', async () => {
  const levels = 60
  const fragments = Array.from(
    { length: levels },
    (_, index) =>
      `fragment F${index} on Customer { ...F${index + 1} accounts { nodes { owner { ...F${index + 1} } } } }`,
  )
  const document = `{ customers { nodes { ...F0 } } } ${fragments.join(' ')} fragment F${levels} on Customer { id }`
  const cpuMs = await cpuMsOf(async () => {
    expect((await world.run(document)).errors[0].extensions.code).toBe('BAD_REQUEST')
  })
  expect(cpuMs).toBeLessThan(2_000)
})

it('is done quickly with documents made to be slow', async () => {
  const cycle = '{ customers { nodes { ...A } } } fragment A on Customer { ...B } fragment B on Customer { ...A }'
  expect((await world.run(cycle)).errors[0].extensions.code).toBe('FORMAT_ERROR')
  const nested = `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`
  expect((await world.run(nested)).errors[0].extensions.code).toBe('FORMAT_ERROR')
  const cpuMs = await cpuMsOf(async () => {
    await world.run(`{ ${'customers { nodes { id } } '.repeat(49)} }`)
    await world.run(`{ world { ${'name '.repeat(LIMITS.tokens - 10)} } }`)
  })
  expect(cpuMs).toBeLessThan(5_000)
})

it('refuses bodies of more than a mebibyte, declared or not, and says how large they are', async () => {
  const body = JSON.stringify({
    query: `{ __typename } #${'x'.repeat(1_048_576)}`,
  })
  const headers = { 'Content-Type': 'application/json' }
  const declared = await server.send('/graphql', {
    method: 'POST',
    headers,
    body,
  })
  expect([declared.status, declared.body.tppMessages[0].code]).toEqual([413, 'BAD_REQUEST'])
  expect(declared.body.tppMessages[0].text).toBe(`A body may have 1048576 bytes; this one has ${body.length}.`)

  const stream = new Blob([body]).stream()
  const init = { method: 'POST', headers, body: stream, duplex: 'half' }
  const chunked = await server.send('/graphql', init)
  expect([chunked.status, chunked.body.tppMessages[0].text]).toEqual([
    413,
    `A body may have 1048576 bytes; this one has ${body.length}.`,
  ])
})

it('answers the introspection that GraphiQL and code generators ask for', async () => {
  const options = {
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }
  const { data, errors } = await world.run(getIntrospectionQuery(options))
  expect(errors).toEqual([])
  expect(data.__schema.types.length).toBeGreaterThan(40)
})

it('reads a document once, however often it is sent', async () => {
  const advance = vi.spyOn(Lexer.prototype, 'advance')
  const query = 'query OnlyHere($n: Int) { customers(first: $n) { nodes { name } } }'
  await world.run(query, { n: 1 })
  const first = advance.mock.calls.length
  await world.run(query, { n: 2 })
  await world.run(query, { n: 3 })
  expect(first).toBeGreaterThan(10)
  expect(advance.mock.calls.length).toBe(first)
  advance.mockRestore()
})

it('still works after all of this', async () => {
  await makeCustomer(world)
  expect(server.faults).toEqual([])
})
