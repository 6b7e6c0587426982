import { getIntrospectionQuery, Lexer } from 'graphql'
import { expect, it, vi } from 'vitest'
import { LIMITS } from '../../src/graphql/limits.ts'
import { makeCustomer } from '../support/graphql-data.ts'
import { startGraphql } from '../support/graphql-server.ts'

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

it('names the limit on tokens and what the document has', async () => {
  const fields = 'name '.repeat(LIMITS.tokens)
  expect(await refusal(`{ world { ${fields} } }`)).toMatch(
    `may have ${LIMITS.tokens} tokens; this one has ${LIMITS.tokens + 5}`,
  )
  const lines = (count: number) =>
    `mutation { createTransaction(accountId: "x", input: { transactionAmount: { amount: "1", currency: "NOK" }
      bookingDate: "2026-01-01", valueDate: "2026-01-01", remittanceInformationUnstructuredArray: [${'"x" '.repeat(count)}] }) { id } }`
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
  const start = `An operation may ask for ${LIMITS.cost} rows; this one asks for up to `
  expect(await refusal(`{ customers(first: 1000) { ${inner} } }`)).toMatch(`${start}1001000,`)
  expect(cost(await refusal(`query ($n: Int) { customers(last: $n) { ${inner} } }`, { n: 900 }))).toBe('900900')
  expect(cost(await refusal(`query ($n: Int = 800) { customers(first: $n) { ${inner} } }`))).toBe('800800')
  expect(cost(await refusal(`{ customers(first: 700) { ...C } } fragment C on CustomerConnection { ${inner} }`))).toBe(
    '700700',
  )
  expect(
    cost(
      await refusal(
        `{ customers(first: 600) { edges { node { ... on Customer { accounts(first: 1000) { totalCount } } } } } }`,
      ),
    ),
  ).toBe('600600')
  expect(
    cost(
      await refusal(
        '{ customers { nodes { accounts { nodes { engagements { nodes { account { transactions { totalCount } } } } } } } } }',
      ),
    ),
  ).toBe('6502550')
})

it('lets the natural question through: a hundred customers with accounts and transactions', async () => {
  const { errors } = await world.run(
    '{ customers(first: 100) { nodes { accounts { nodes { transactions { nodes { bookingDate } } } } } } }',
  )
  expect(errors).toEqual([])
})

it('measures fragments that double each other in no time', async () => {
  const levels = 60
  const fragments = Array.from(
    { length: levels },
    (_, index) =>
      `fragment F${index} on Customer { ...F${index + 1} accounts { nodes { owner { ...F${index + 1} } } } }`,
  )
  const started = performance.now()
  const { errors } = await world.run(
    `{ customers { nodes { ...F0 } } } ${fragments.join(' ')} fragment F${levels} on Customer { id }`,
  )
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(errors[0].extensions.code).toBe('BAD_REQUEST')
})

it('is done quickly with documents made to be slow', async () => {
  const cycle = '{ customers { nodes { ...A } } } fragment A on Customer { ...B } fragment B on Customer { ...A }'
  expect((await world.run(cycle)).errors[0].extensions.code).toBe('FORMAT_ERROR')
  const nested = `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`
  expect((await world.run(nested)).errors[0].extensions.code).toBe('FORMAT_ERROR')
  const started = performance.now()
  await world.run(`{ ${'customers { nodes { id } } '.repeat(49)} }`)
  await world.run(`{ world { ${'name '.repeat(LIMITS.tokens - 10)} } }`)
  await world.run(`{ ${'world { '.repeat(1000)} name ${'}'.repeat(1000)} }`)
  await world.run('['.repeat(4000))
  expect(performance.now() - started).toBeLessThan(5_000)
})

it('refuses bodies of more than a mebibyte, declared or not, and says how large they are', async () => {
  const body = JSON.stringify({ query: `{ __typename } #${'x'.repeat(LIMITS.bodyBytes)}` })
  const headers = { 'Content-Type': 'application/json' }
  const declared = await server.send('/graphql', { method: 'POST', headers, body })
  expect([declared.status, declared.body.tppMessages[0].code]).toEqual([413, 'BAD_REQUEST'])
  expect(declared.body.tppMessages[0].text).toBe(`A body may have 1048576 bytes; this one has ${body.length}.`)

  const stream = new Blob([body]).stream()
  const init = { method: 'POST', headers, body: stream, duplex: 'half' }
  const chunked = await server.send('/graphql', init)
  expect([chunked.status, chunked.body.tppMessages[0].text]).toEqual([
    413,
    'A body may have 1048576 bytes; this one has more than 1048576.',
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
