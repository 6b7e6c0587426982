import { describe, expect, it } from 'vitest'
import {
  CUSTOMERS,
  create,
  grant,
  idsOf,
  KARI,
  NDCT,
  OLA,
  type Place,
  payment,
  type Reply,
  useRemediedBank,
} from './why-remedies.ts'

/** The command that `why` gives is the caller's own call: nothing in it is invented, or exchanged for something else (D97). */

const { newWorld, follow } = useRemediedBank()

type Slip = [name: string, code: string, refuse: (world: Place) => Promise<Reply>, meant?: string | RegExp]

/** An id with another last letter. */
const off = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
const accountOfKari = async (world: Place): Promise<string> =>
  (await idsOf(world)).find((one: { customerNumber: string }) => one.customerNumber === KARI).accounts.nodes[0].id
const waits = async (world: Place): Promise<string> => (await world.made(NDCT, payment())).paymentId
const PAY = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'

async function send(world: Place, method: string, type: string, body: string): Promise<Reply> {
  const answer = await fetch(`${world.base}/graphql`, { method, headers: { 'Content-Type': type }, body })
  return { id: answer.headers.get('sandbank-request') ?? '', status: answer.status, text: await answer.text() }
}

const CLOCK = { query: '{ clock { frozen } }' }

const SLIPS: readonly Slip[] = [
  [
    'an account of the consent, one letter off',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.call('GET', `/v1/accounts/${off(await accountOfKari(w))}/balances`, { psu: KARI })
    },
    /accounts\/[0-9a-f-]{36}\/balances/,
  ],
  [
    'the same at GraphQL',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      const id = off(await accountOfKari(w))
      return w.graphql(`{ asTpp(access: { tpp: "acme", psu: "${KARI}" }) { account(by: { id: "${id}" }) { iban } } }`)
    },
    'account(by:',
  ],
  [
    'a payment of a basket, one letter off',
    'RESOURCE_UNKNOWN',
    async w => w.call('POST', '/v1/signing-baskets', { psu: KARI, json: { paymentIds: [off(await waits(w))] } }),
    'paymentIds',
  ],
  [
    'an SCA, one letter off',
    'SCA_NOT_FOUND',
    async w =>
      w.graphql(
        `mutation { completeAuthorisation(input: { id: "${off(await waits(w))}", psu: "${KARI}", outcome: APPROVED }) { redirectTo } }`,
      ),
    '"outcome":"APPROVED"',
  ],
  [
    'anything by its id, one letter off',
    'RESOURCE_UNKNOWN',
    async w => w.graphql(`{ node(id: "${off(await accountOfKari(w))}") { id } }`),
    'node(',
  ],
  [
    'an account by its IBAN, one digit off',
    'RESOURCE_UNKNOWN',
    w => w.graphql('{ account(by: { iban: "NO3515034010011" }) { id } }'),
    'NO3515034010010',
  ],
  [
    'a customer that two others are as near to',
    'RESOURCE_UNKNOWN',
    async w => {
      for (const customerNumber of ['70990001', '70990002'])
        await w.call('POST', CUSTOMERS, { json: create({ customerNumber }) })
      return w.graphql('{ customer(by: { customerNumber: "70990003" }) { name } }')
    },
  ],
  [
    'a payment by SEPA to a country outside of it',
    'FORMAT_ERROR',
    w =>
      w.graphql(PAY, {
        input: {
          psu: KARI,
          product: 'SEPA_CREDIT_TRANSFERS',
          ...payment({
            instructedAmount: { amount: '10.00', currency: 'EUR' },
            creditorAccount: { iban: 'AE070331234567890123456', currency: 'EUR' },
          }),
        },
      }),
  ],
  [
    'a day that has passed',
    'EXECUTION_DATE_INVALID',
    w => w.call('POST', NDCT, { psu: KARI, json: payment({ requestedExecutionDate: '2020-01-01' }) }),
  ],
  [
    'a number of a customer that is a number of JSON',
    'FORMAT_ERROR',
    w => w.call('POST', CUSTOMERS, { data: '{"customerNumber":70990004,"name":"Siri","type":"PRIVATE"}' }),
    '"customerNumber":"70990004"',
  ],
  [
    'a duration that is none',
    'FORMAT_ERROR',
    w => w.graphql('mutation { advanceClock(input: { by: "1D" }) { clock { now } } }'),
  ],
  [
    'a variable that is null',
    'FORMAT_ERROR',
    w => w.graphql('mutation ($by: Duration!) { advanceClock(input: { by: $by }) { clock { now } } }', { by: null }),
  ],
  [
    'a variable of another kind, for a mutation that is not tried',
    'FORMAT_ERROR',
    w => w.graphql('mutation ($n: String!) { createWorld(input: { name: $n }) { world { name } } }', { n: {} }),
  ],
  [
    'another verb of the clock',
    'FORMAT_ERROR',
    w => w.graphql('mutation { setClock(input: { by: "P1D" }) { clock { now } } }'),
    /advanceClock\(input: \$input\).*"by":"P1D"/s,
  ],
  [
    'a word of the interface in a longer name',
    'FORMAT_ERROR',
    async w => w.graphql(`{ transactions(accountId: "${await accountOfKari(w)}") { nodes { amount { amount } } } }`),
    'transactionAmount {',
  ],
  ['a name of REST', 'FORMAT_ERROR', w => w.graphql('{ payments { nodes { paymentId } } }'), /\{\s+id\s+\}/],
  [
    'GraphQL by PUT',
    'METHOD_NOT_ALLOWED',
    w => send(w, 'PUT', 'application/json', JSON.stringify(CLOCK)),
    'clock { frozen }',
  ],
  [
    'GraphQL as text/plain',
    'UNSUPPORTED_MEDIA_TYPE',
    w => send(w, 'POST', 'text/plain', JSON.stringify(CLOCK)),
    'clock { frozen }',
  ],
  [
    'GraphQL in single quotation marks',
    'FORMAT_ERROR',
    w => send(w, 'POST', 'application/json', "{'query': '{ clock { frozen } }'}"),
    'clock { frozen }',
  ],
  ['no document at all', 'FORMAT_ERROR', w => send(w, 'POST', 'application/json', '{ clock { frozen } }')],
]

describe('A command is the caller’s own call, or there is advice (D97)', () => {
  it.each<Slip>(SLIPS)('%s', async (_, code, refuse, meant) => {
    const world = await newWorld()
    const { change, advice, exitCode, output } = await follow(world, await refuse(world), code)
    if (meant === undefined) return expect([change, advice]).toEqual(['', expect.stringMatching(/\w{3,} .*\w/)])
    expect(change).toMatch(meant)
    expect(exitCode, `${change}\n${output}`).toBe(0)
  })
})

describe('GraphQL suggests by words, and nothing where none is like the wrong one', () => {
  it.each([
    ['mutation { moveClock(input: { by: "P1D" }) { clock { now } } }', 'Did you mean "advanceClock"?'],
    ['mutation { approvePayment(id: "1") { id } }', 'Did you mean "completeAuthorisation"?'],
    ['mutation { forgetPayment(id: "1") { id } }', 'on type "Mutation".'],
    [
      '{ payments { nodes { instructedAmount { amount } } } }',
      'write ... on SinglePayment { instructedAmount } or ... on PeriodicPayment { instructedAmount }.',
    ],
    ['{ customers(limit: 5) { totalCount } }', 'It takes filter, before, after, first, last.'],
    ['{ customers(frist: 5) { totalCount } }', 'Did you mean "first"?'],
    [
      `mutation { completeAuthorisation(input: { id: "1", psu: "${OLA}", outcome: ACCEPTED }) { redirectTo } }`,
      'outcome: must be one of APPROVED, REJECTED.',
    ],
    [
      `mutation { completeAuthorisation(input: { id: "1", psu: "${OLA}", outcome: approved }) { redirectTo } }`,
      'outcome: must be one of APPROVED, REJECTED.',
    ],
  ])('%s', async (document, end) => {
    const { text } = await (await newWorld()).graphql(document)
    const { message } = JSON.parse(text).errors[0]
    expect(message.slice(-end.length)).toBe(end)
  })

  it('also for the value of a variable', async () => {
    const mutation = `mutation ($o: Outcome!) { completeAuthorisation(input: { id: "1", psu: "${OLA}", outcome: $o }) { redirectTo } }`
    const world = await newWorld()
    const words = async (o: string) => JSON.parse((await world.graphql(mutation, { o })).text).errors[0].message
    expect(await words('ACCEPTED')).toMatch(/does not exist in "Outcome" enum\.$/)
    expect(await words('approved')).toMatch(/Did you mean the enum value "APPROVED"\?$/)
  })
})

describe('The rule is that of the refusal, and not of its code', () => {
  it.each<[name: string, rule: string, refuse: (world: Place) => Promise<Reply>]>([
    [
      'an amount',
      'D21',
      w => w.call('POST', NDCT, { psu: KARI, json: payment({ instructedAmount: { amount: 'ten', currency: 'NOK' } }) }),
    ],
    [
      'an account number',
      'D23',
      w =>
        w.call('POST', NDCT, {
          psu: KARI,
          json: payment({ creditorAccount: { iban: 'NO9386011117949', currency: 'NOK' } }),
        }),
    ],
    ['an unknown field', 'D18', w => w.call('POST', NDCT, { psu: KARI, json: payment({ message: 'Rent' }) })],
    ['a header', 'D11', w => w.call('POST', NDCT, { psu: KARI, json: payment(), headers: ['PSU-Context: MINE'] })],
    ['a document of GraphQL', 'D71', w => w.graphql('{ nothing }')],
  ])('%s: %s', async (_, rule, refuse) => {
    const world = await newWorld()
    const { id } = await refuse(world)
    expect((await world.ask('query ($id: ID!) { why(of: { call: $id }) { state rule } }', { id })).why).toEqual({
      state: 'FORMAT_ERROR',
      rule,
    })
  })
})
