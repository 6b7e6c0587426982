import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { presentErrors } from '../../../../src/api/graphql/yoga/refusals.ts'
import { StoreBusyError } from '../../../../src/platform/store/db.ts'
import { customer, makeCustomer } from '../../../support/builders/graphql-data.ts'
import { startGraphql } from '../../../support/clients/graphql-server.ts'

const server = await startGraphql()

it("gives GraphQL's own refusals the code and the messages that REST has for a wrong form", async () => {
  const world = await server.world()
  const create = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }'
  const cases: [string, Record<string, unknown>][] = [
    ['{ customers( }', {}],
    ['{ nothing }', {}],
    ['{ world { name(x: 1) } }', {}],
    ['{ customers(filter: { type: PERSON }) { totalCount } }', {}],
    ['{ customers(first: "1") { totalCount } }', {}],
    ['{ world { name } } { world { name } }', {}],
    [create, {}],
    [create, { input: { ...customer(), type: 'PERSON' } }],
    [create, { input: { ...customer(), name: 1 } }],
    [create, { input: { ...customer(), nick: 'x' } }],
    [create, { input: { customerNumber: '1', type: 'PRIVATE' } }],
    ['query ($d: Date) { transactions(accountId: 1, filter: { dateFrom: $d }) { totalCount } }', { d: 20260101 }],
    ['mutation { createWorld(input: { name: "x", source: { snapshot: FULL } }) { world { name } } }', {}],
    ['mutation { createWorld(input: { source: { empty: true, standard: true } }) { world { name } } }', {}],
    ['{ account(by: { id: "x", iban: "x" }) { id } }', {}],
  ]
  for (const [query, variables] of cases) {
    const { errors, data, text } = await world.run(query, variables)
    expect([query, data]).toEqual([query, undefined])
    for (const { message, extensions } of errors) {
      expect(extensions).toEqual({
        code: 'FORMAT_ERROR',
        tppMessages: [
          {
            ...(extensions.tppMessages[0].path === undefined ? {} : { path: expect.any(String) }),
            category: 'ERROR',
            code: 'FORMAT_ERROR',
            text: expect.any(String),
          },
        ],
      })
      expect(message.length).toBeGreaterThan(10)
    }
    expect(errors.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/node_modules|at \w+ \(|\.ts:/)
  }
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
})

it('names the field at fault of a variable by its place in the argument (D130)', async () => {
  const world = await server.world()
  const { errors } = await world.run(
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
    {
      input: { ...customer(), type: 'PERSON' },
    },
  )
  expect(errors[0].extensions.tppMessages[0].path).toBe('input.type')
})

it('keeps what other fields answered beside a refusal', async () => {
  const world = await server.world()
  const { data, errors } = await world.run(
    'mutation ($input: CreateCustomerInput!) { one: createCustomer(input: $input) { customer { name } } deleteCustomer(id: "nope") { customer { id } } }',
    { input: customer() },
  )
  expect(data).toBeNull()
  expect(errors[0]).toMatchObject({ path: ['deleteCustomer'], extensions: { code: 'RESOURCE_UNKNOWN' } })
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(1)
})

it('takes part of what it was given for text, and nothing for a command', async () => {
  const world = await server.world()
  const nasty = `Robert'); DROP TABLE "Customer";-- %_\\`
  await makeCustomer(world, { ...customer("1'--"), name: nasty })
  const { data } = await world.run('query ($f: CustomerFilterInput) { customers(filter: $f) { nodes { name } } }', {
    f: { nameContains: `%_\\`, customerNumber: "1'--" },
  })
  expect(data.customers.nodes).toEqual([{ name: nasty }])
})

it('answers requests that are no GraphQL with 4xx and the same kind of error', async () => {
  const post = (body: string, type = 'application/json') =>
    server.send('/graphql', { method: 'POST', headers: { 'Content-Type': type }, body })
  for (const body of [
    '',
    '{',
    'null',
    '1',
    '"x"',
    '{}',
    '{"query":1}',
    '{"query":"{ __typename }","variables":[]}',
    '{"query":"{ __typename }","more":1}',
  ]) {
    const answer = await post(body)
    expect([body, answer.status, answer.errors[0]?.extensions.code]).toEqual([body, 400, 'FORMAT_ERROR'])
  }
  const form = await post('query={__typename}', 'application/x-www-form-urlencoded')
  expect([form.status, form.body.tppMessages[0].code]).toEqual([415, 'BAD_REQUEST'])
  const text = await post('{"query":"{ __typename }"}', 'text/plain')
  expect([text.status, text.body.tppMessages[0].path]).toEqual([415, 'Content-Type'])
  const meant = [
    'charset=utf-8',
    'charset="UTF-8"',
    '',
    'charset=utf8',
    'version=1',
    'charset=utf-8; boundary="a b"',
    'q',
  ]
  const types = [...meant, 'charset=utf-16', 'charset=iso-8859-1', 'charset=utf-88']
  const statuses = types.map(async one => (await post('{"query":"{ __typename }"}', `application/json; ${one}`)).status)
  expect(await Promise.all(statuses)).toEqual([...meant.map(() => 200), 415, 415, 415])
  const put = await server.send('/graphql', { method: 'PUT' })
  expect([put.status, put.headers.get('Allow'), put.errors[0].extensions.code]).toEqual([
    405,
    'GET, POST',
    'BAD_REQUEST',
  ])
  const picky = await server.send('/graphql?query={__typename}', { headers: { Accept: 'image/png' } })
  expect([picky.status, picky.body.tppMessages[0].code]).toEqual([406, 'BAD_REQUEST'])
})

it('D71: an empty operationName is none, in a body and in an address', async () => {
  const headers = { 'Content-Type': 'application/json' }
  const post = (body: string) => server.send('/graphql', { method: 'POST', headers, body })
  const { body } = await post('{"query":"query Only { __typename }","operationName":""}')
  const { body: read } = await server.send('/graphql?query={__typename}&operationName=')
  expect([body.data, read.data]).toEqual([{ __typename: 'Query' }, { __typename: 'Query' }])
  const unknown = await post('{"query":"query Only { __typename }","operationName":"Other"}')
  expect(unknown.errors[0].message).toBe('Unknown operation named "Other".')
})

it('refuses several operations in one request', async () => {
  const one = { query: '{ __typename }' }
  const answer = await server.send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([one, one]),
  })
  expect([answer.status, answer.errors[0].extensions.code]).toEqual([400, 'FORMAT_ERROR'])
})

it('never changes anything by GET', async () => {
  const world = await server.world()
  const query = encodeURIComponent('mutation { initialize{ customers { totalCount } } }')
  const { status, headers, errors } = await server.send(`/worlds/${world.name}/graphql?query=${query}`)
  expect([status, headers.get('Allow'), errors[0].extensions.code]).toEqual([405, 'POST', 'BAD_REQUEST'])
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
})

it('answers no query by GET that reads as a TPP, since that uses up a quota or starts an SCA', async () => {
  const world = await server.world('STANDARD')
  const ask = (query: string, method = 'GET') =>
    method === 'GET'
      ? server.send(`/worlds/${world.name}/graphql?query=${encodeURIComponent(query)}`)
      : server.send(`/worlds/${world.name}/graphql`, {
          method,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ query }),
        })
  for (const field of ['asTpp { accounts { iban } }', 'asTpp(access: {}) { account(by: { id: "x" }) { iban } }']) {
    for (const query of [`{ ${field} }`, `{ world { name } ...F } fragment F on Query { ... { a: ${field} } }`]) {
      const { status, headers, errors } = await ask(query)
      expect([status, headers.get('Allow'), errors[0].extensions.code]).toEqual([405, 'POST', 'BAD_REQUEST'])
      expect(errors[0].message).toContain('send it with POST')
    }
  }
  const stored = '{ authorisations { totalCount } }'
  expect((await ask(stored)).data.authorisations.totalCount).toBe(0)
  expect((await ask('{ asTpp { accounts { iban } } }', 'POST')).errors[0].extensions.code).toBe('CONSENT_INVALID')
  expect((await ask(stored)).data.authorisations.totalCount).toBe(1)
})

it('refuses a compressed body, which it would not read', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  const { status, body } = await server.send('/graphql', {
    method: 'POST',
    headers,
    body: '{"query":"{ __typename }"}',
  })
  expect([status, body.tppMessages[0].path]).toEqual([415, 'Content-Encoding'])
})

it('refuses a field that is given twice, in a body or a parameter, since no two readers agree on which counts', async () => {
  const raw = '{"query":"query ($id: ID!) { account(by: { id: $id }) { id } }","variables":{"id":"1","id":"2"}}'
  const sent = await server.send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: raw,
  })
  expect(sent.body.errors[0].extensions.tppMessages).toEqual([
    {
      category: 'ERROR',
      code: 'FORMAT_ERROR',
      path: 'variables.id',
      text: 'This field is given more than once.',
    },
  ])
  const search = new URLSearchParams({ query: '{ __typename }', variables: '{"a":{"b":1,"b":2}}' })
  const asked = await server.send(`/graphql?${search}`)
  expect(asked.body.errors[0].extensions.tppMessages[0].path).toBe('variables.a.b')
})

it('echoes X-Request-ID, and lets nothing be stored or guessed', async () => {
  const { headers } = await server.send('/graphql?query={__typename}', { headers: { 'X-Request-ID': 'r-1' } })
  expect(headers.get('X-Request-ID')).toBe('r-1')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Cache-Control')).toBe('no-store')
  const odd = await server.send('/graphql?query={__typename}', { headers: { 'X-Request-ID': 'a b' } })
  expect(odd.headers.get('X-Request-ID')).toBeNull()
})

it('masks what is no refusal, lets a busy store be known as such, and reports both', () => {
  const faults: unknown[] = []
  const bug = new TypeError('SELECT secret FROM somewhere')
  const busy = new StoreBusyError('full')
  const shown = presentErrors(
    [
      new GraphQLError('x', { originalError: bug, path: ['world'] }),
      new GraphQLError('y', { originalError: busy }),
      bug,
    ],
    { report: error => faults.push(error) },
  ).map(error => JSON.parse(JSON.stringify(error)))
  expect(faults).toEqual([bug, busy, bug])
  expect(shown.map(error => error.extensions.code)).toEqual(['SYSTEM_ERROR', 'UNAVAILABLE', 'SYSTEM_ERROR'])
  expect(shown[0].path).toEqual(['world'])
  expect(shown[1].message).toMatch(/try again/i)
  expect(JSON.stringify(shown)).not.toMatch(/SELECT|TypeError|full/)
})

it('says in one line to a kit of another version that it is one, whatever its document names', async () => {
  const world = await server.world()
  // As kits of 1.0.0 and 1.1.0 make worlds.
  const query =
    'mutation CreateWorld($name: String, $from: WorldContent, $expiresAfter: String) { createWorld(name: $name, from: $from, expiresAfter: $expiresAfter) { name } }'
  const { errors } = await world.run(query, { from: 'EMPTY' }, { 'Sandbank-By': 'kit' })
  expect(errors.map(({ message }) => message)).toEqual([
    'The kit or command that calls has another version than this bank: install the one of the bank, or start the bank of its version.',
  ])
  expect(errors[0]?.extensions.code).toBe('FORMAT_ERROR')
  // A document of the test's own gets each fault of it.
  expect((await world.run(query, { from: 'EMPTY' })).errors.length).toBeGreaterThan(1)
})

it('has had no fault of its own in all of this', () => {
  expect(server.faults).toEqual([])
})
