import { afterAll, describe, expect, it } from 'vitest'
import { paymentBody } from '../../support/builders/payments.ts'
import { createCli, pasteHere } from '../../support/clients/cli.ts'

const cli = createCli()
const own = await cli.serve()
cli.addTpp('acme')
afterAll(() => own.stop())

/** What a call was refused with, and the command that `why` gives for it. */
async function refuse(path: string, body: unknown, method = 'POST', psuId?: string) {
  const answer = await fetch(`${own.url}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(psuId === undefined ? {} : { 'PSU-ID': psuId }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const id = answer.headers.get('Sandbank-Request')
  const { why } = await ask(`{ why(of: { call: "${id}" }) { change } }`)
  return { text, change: String(why.change) }
}

async function ask(query: string) {
  const response = await fetch(`${own.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return (await response.json()).data
}

const CREATE = 'mutation ($i: CreateCustomerInput!) { createCustomer(input: $i) { customer { name } } }'
const [KARIS, OLAS] = [
  { iban: 'NO3515034010010', currency: 'NOK' },
  { iban: 'NO1815034020016', currency: 'NOK' },
]
const psuIdOfKari = async () =>
  (await ask('{ customer(by: { customerNumber: "13039319955" }) { psuId } }')).customer.psuId
const PAYMENT = paymentBody(KARIS, OLAS)
const KARI = { customerNumber: '7001', name: 'Kari', type: 'PRIVATE' }

describe('A slip in a document of GraphQL is named as what it is, and its command passes (D97)', () => {
  it.each<[string, object, RegExp, RegExp]>([
    [
      'a mutation as a query',
      { query: '{ freezeClock { clock { frozen } } }' },
      /It is a mutation: write mutation \{ freezeClock … \}/,
      /"frozen": true/,
    ],
    [
      'a query as a mutation',
      { query: 'mutation { clock { frozen } }' },
      /It is a query: write query \{ clock … \}/,
      /"frozen"/,
    ],
    [
      'a text for a number',
      { query: '{ customers(first: "1") { totalCount } }' },
      /Int cannot represent/,
      /"totalCount": \d/,
    ],
    [
      'a number for a text',
      { query: '{ customer(by: { customerNumber: 13039319955 }) { name } }' },
      /cannot represent|must be a string/,
      /"name": "Kari/,
    ],
    [
      'a number for a text of an input',
      {
        query: `mutation { createCustomer(input: {customerNumber: 7003, name: "x", type: PRIVATE}) { customer { name } } }`,
      },
      /must be a string/,
      /"name": "x"/,
    ],
    [
      'a variable under another name',
      { query: CREATE, variables: { input: KARI } },
      /does not declare what was sent: "input"/,
      /"name": "Kari"/,
    ],
    [
      'variables as a text',
      { query: CREATE, variables: JSON.stringify({ i: { ...KARI, customerNumber: '7004' } }) },
      /variables.*must be a JSON object/,
      /"name": "Kari"/,
    ],
  ])('%s', async (_, sent, words, result) => {
    const { text, change } = await refuse('/graphql', sent)
    expect(JSON.parse(text).errors[0].message + JSON.stringify(JSON.parse(text))).toMatch(words)
    const { exitCode, stdout, stderr } = await pasteHere(cli.home, change)
    expect([exitCode, stderr], change).toEqual([0, expect.any(String)])
    expect(stdout, change).toMatch(result)
  })
})

describe('A path that is nearly one is recognised, and its command goes there (D97)', () => {
  it.each([
    ['/graphql/', '/graphql'],
    ['/v1/graphql', '/graphql'],
    ['/api/graphql', '/graphql'],
    ['/graphiql', '/graphql'],
  ])('%s', async (path, near) => {
    const { text, change } = await refuse(path, { query: '{ clock { now } }' })
    expect(text).toContain(`Did you mean ${near}?`)
    expect(change).toMatch(/^npx sandbank graphql/)
    expect((await pasteHere(cli.home, change)).exitCode, change).toBe(0)
  })

  it.each(['/v2/sandbox/customers', '/sandbox/customers', '/psd2/v1/sandbox/customers', '/v1/sandbox/customers/'])(
    '%s',
    async path => {
      const { text, change } = await refuse(path, undefined, 'GET')
      expect(text).toContain('Did you mean /v1/sandbox/customers?')
      expect(change).toMatch(/^npx sandbank call GET '\/v1\/sandbox\/customers'/)
      expect((await pasteHere(cli.home, change)).exitCode, change).toBe(0)
    },
  )

  it.each(['/v1/payments', '/v1/payments/', '/psd2/v1/payment'])('%s, which lacks the product', async path => {
    const { text, change } = await refuse(path, PAYMENT, 'POST', await psuIdOfKari())
    const near = '/v1/payments/norwegian-domestic-credit-transfers'
    expect(text).toContain(`Did you mean ${near}?`)
    expect(change).toMatch(new RegExp(`^npx sandbank call POST '${near}'`))
  })

  it('of which the method is named where the call has another one, and no command is given', async () => {
    const { text, change } = await refuse('/v1/payments', undefined, 'GET')
    expect(text).toContain('Did you mean POST /v1/payments/norwegian-domestic-credit-transfers?')
    expect(change).toBe('null')
  })

  it.each(['/v1/payments//', '/v1/periodic-payments//'])(
    '%sID: an id is no product, and the form is named',
    async path => {
      for (const end of ['', '/status', '/authorisations']) {
        const { text, change } = await refuse(`${path}01a21ac4-613e-7000-8000-000000000001${end}`, undefined, 'GET')
        expect(text).not.toContain('Did you mean')
        const [, , service] = path.split('/')
        expect(text).toContain(`where the product belongs: write /v1/${service}/{payment-product}/{paymentId}.`)
        expect(change).toBe('null')
      }
    },
  )

  it.each(['/v1/accounts//balances', '/v1/sandbox/accounts//transactions'])('%s: no word is an id', async path => {
    const { text, change } = await refuse(path, undefined, 'GET')
    expect(text).not.toContain('Did you mean')
    expect(change).toBe('null')
  })

  it('a slash too many before an id is left out', async () => {
    const { text } = await refuse('/v1/sandbox/customers//01a21ac4-613e-7000-8000-000000000001', undefined, 'GET')
    expect(text).toContain('Did you mean /v1/sandbox/customers/01a21ac4-613e-7000-8000-000000000001?')
  })

  it('its command makes the payment that lacked its product', async () => {
    const { change } = await refuse('/v1/payments', PAYMENT, 'POST', await psuIdOfKari())
    const pasted = await pasteHere(cli.home, change)
    expect([pasted.exitCode, pasted.stdout], change).toEqual([
      0,
      expect.stringContaining('"transactionStatus": "RCVD"'),
    ])
  })
})
