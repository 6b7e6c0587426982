import { afterAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { createCli } from '../../support/clients/cli.ts'
import { answerIn, exchange } from '../../support/clients/raw-socket.ts'
import { OPERATOR } from './refused-data.ts'
import {
  accountOf,
  approve,
  bulk,
  grant,
  INSTANT,
  KARI,
  OLA,
  type Place,
  payment,
  type Refusal,
  type Reply,
  UNKNOWN,
  useRemediedBank,
  visit,
} from './why-remedies.ts'

/**
 * What `why` gives after a refusal at the operator's door: what is a header at REST is an argument here, and some
 * calls are refused before anything of them is looked at (D70, D71, D97).
 */

const { cli, urlOf, newWorld, follow, expectRemedy } = useRemediedBank()

const CLOCK = JSON.stringify({ query: '{ clock { now } }' })
const FJORDFISK = { iban: 'NO0715034030011', currency: 'NOK' }
const PAY = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'
const paid = (changes: object = {}) => ({ input: { psu: KARI, ...payment(changes) } })
/** The same as a document without variables, but for its PSU. */
const payInWords = (psu: string, changes: object, declared = '') => {
  const fields = JSON.stringify(payment(changes))
    .replaceAll(/"(\w+)":/g, '$1: ')
    .slice(1, -1)
  return `mutation ${declared}{ createPayment(input: { psu: ${psu}, context: CORPORATE, ${fields} }) { payment { id } } }`
}

/** Sends exactly these headers, as a browser or a program of somebody else would. */
async function send(target: string, lines: readonly string[], body = ''): Promise<Reply> {
  const head = [...lines, 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`]
  const text = await exchange(urlOf(), `POST ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
  const [, id = ''] = /\r\nsandbank-request: (\S+)/i.exec(text) ?? []
  return { id, status: answerIn(text).status, text }
}

function post(world: Place, headers: readonly string[], body = CLOCK): Promise<Reply> {
  const { host, pathname } = new URL(world.base)
  const own = headers.some(line => line.startsWith('Host:')) ? [] : [`Host: ${host}`]
  return send(`${pathname}/graphql`, [...own, 'Content-Type: application/json', ...headers], body)
}

const forced = (code: string) => (w: Place) =>
  post(w, [`Sandbank-Scenario: error; code=${code}`], JSON.stringify({ query: PAY, variables: paid() }))

const ARGUMENTS: readonly Refusal[] = [
  [
    'a payment from the account of a corporation, in no name',
    'HTTP_HEADER_REQUIRED',
    w => w.graphql(PAY, paid({ debtorAccount: FJORDFISK })),
  ],
  [
    'a payment for a corporation that is not named',
    'HTTP_HEADER_REQUIRED',
    w => w.graphql(payInWords(`"${KARI}"`, { debtorAccount: FJORDFISK })),
  ],
  [
    'the same, with a PSU that is a variable',
    'HTTP_HEADER_REQUIRED',
    w => w.graphql(payInWords('$psu', { debtorAccount: FJORDFISK }, '($psu: String!) '), { psu: KARI }),
  ],
  [
    'accounts for a corporation that is not named',
    'HTTP_HEADER_REQUIRED',
    async w => {
      const { agreements } = await w.ask('{ agreements { nodes { id name } } }')
      const { id } = agreements.nodes.find(({ name }: { name: string }) => name === 'Fjordfisk AS nettbank')
      await w.ask(
        `mutation { grantConsent(input: { tpp: "acme", psu: "${KARI}", context: CORPORATE, agreementId: "${id}" }) { consent { id } } }`,
      )
      return w.graphql(
        `{ asTpp(access: { tpp: "acme", psu: "${KARI}", context: CORPORATE }) { accounts { __typename } } }`,
      )
    },
  ],
  [
    'a consent for one of several corporations',
    'SCA_INVALID',
    w =>
      w.graphql(
        `mutation { grantConsent(input: { tpp: "acme", psu: "${KARI}", context: CORPORATE }) { consent { id } } }`,
      ),
  ],
]

const HEADERS: readonly Refusal[] = [
  ['a Host that is none of its names', 'FORBIDDEN', w => post(w, ['Host: bank.example'])],
  ['two Hosts', 'BAD_REQUEST', w => post(w, ['Host: localhost', 'Host: bank.example'])],
  ['a page of another site', 'FORBIDDEN', w => post(w, ['Origin: https://app.example'])],
  ['a link of another site', 'FORBIDDEN', w => post(w, ['Sec-Fetch-Site: cross-site'])],
  ['an outcome that there is not', 'FORMAT_ERROR', w => post(w, ['Sandbank-Scenario: eror; code=CONFLICT'])],
]

const FORCED: readonly Refusal[] = [
  ...[
    'CERTIFICATE_MISSING',
    'CERTIFICATE_EXPIRED',
    'CERTIFICATE_INVALID',
    'SIGNATURE_INVALID',
    'CONSENT_EXPIRED',
    'SYSTEM_ERROR',
    'UNAVAILABLE',
  ].map(code => [`${code} by a header`, code, forced(code)] as const),
  [
    'for all calls of the world',
    'SIGNATURE_MISSING',
    async w => {
      await w.ask(
        'mutation { setScenario(input: { scenario: "error; code=SIGNATURE_MISSING" }) { scenario { scenario } } }',
      )
      return w.graphql(PAY, paid())
    },
  ],
]

describe.each([
  ['what would be a header at REST', ARGUMENTS],
  ['a header, before its document was read', HEADERS],
  ['a scenario', FORCED],
])('A call of the operator that was refused for %s has its cause, and its own call or advice (D97)', (_, rows) => {
  it.each(rows)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    await expectRemedy(world, await refuse(world, cli), code)
  })
})

it('A corporation is named by the caller: no command chooses one (D97)', async () => {
  const world = await newWorld()
  const refused = await world.graphql(PAY, paid({ debtorAccount: FJORDFISK }))
  const { change, advice } = await follow(world, refused, 'HTTP_HEADER_REQUIRED')
  expect([change, advice]).toEqual(['', expect.stringMatching(/agreement/i)])
})

describe('Of a request that was not read at all `why` says what to compare, and gives no command', () => {
  it.each([
    ['GraphQL', '/graphql'],
    ['REST', '/v1/accounts'],
  ])('headers of 70,000 bytes at %s', async (_, target) => {
    const world = await newWorld()
    const large = await send(`${new URL(world.base).pathname}${target}`, [
      'Host: localhost',
      `Cookie: ${'x'.repeat(70_000)}`,
    ])
    const { advice, change } = await follow(world, large, 'HEADERS_TOO_LARGE')
    expect([large.status, change]).toEqual([431, ''])
    expect(advice).toMatch(/less than 32 KiB/)
  })

  it('what is no HTTP', async () => {
    const text = await exchange(urlOf(), 'HELLO bank\r\n\r\n')
    const [, id = ''] = /sandbank-request: (\S+)/i.exec(text) ?? []
    const { advice, change } = await follow(await newWorld(), { id, status: 400, text }, 'BAD_REQUEST')
    expect(change).toBe('')
    expect(advice).toMatch(/`npx sandbank call GET \/v1\/sandbox\/customers --verbose`/)
  })
})

describe('A bank that asks for its token', () => {
  const own = createCli()
  afterAll(() => own.remove())

  it('says to a caller without it where it is, and the command takes it from there', async () => {
    const token = 'token-of-the-operator'
    const bank = await own.serve(token)
    const ask = (headers: Record<string, string>, body = CLOCK) =>
      fetch(`${bank.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      })
    const refused = await ask({})
    expect(refused.status).toBe(401)
    const query = `{ why(of: { call: "${refused.headers.get('sandbank-request')}" }) { state advice change } }`
    const explained = await (await ask({ Authorization: `Bearer ${token}` }, JSON.stringify({ query }))).json()
    const { state, advice, change } = explained.data.why
    expect(state).toBe('FORBIDDEN')
    expect(advice).toMatch(/Authorization: Bearer TOKEN.*SANDBANK_TOKEN/)
    expect(JSON.stringify(explained)).not.toContain(token)
    expect(change).toBeNull()
  })
})

const as = (more = '') => `access: { tpp: "acme", psu: "${KARI}", context: PRIVATE${more} }`
const order = (world: Place, changes: object = {}) =>
  world.graphql(PAY, { input: { psu: KARI, context: 'PRIVATE', ...payment(changes) } })
const BULK = 'mutation ($input: CreateBulkPaymentInput!) { createBulkPayment(input: $input) { payment { id } } }'
const orderBulk = (world: Place, more: object = {}) =>
  world.graphql(BULK, { input: { psu: KARI, context: 'PRIVATE', ...bulk(), ...more } })

/** At the operator's door each code that it can refuse with, where a TPP's call would have it (D71). */
const AS_TPP: readonly Refusal[] = [
  ['accounts without a consent', 'CONSENT_INVALID', w => w.graphql(`{ asTpp(${as()}) { accounts { __typename } } }`)],
  ['accounts without a PSU', 'CONSENT_INVALID', w => w.graphql('{ asTpp { accounts { __typename } } }')],
  [
    'a consent that was taken back',
    'CONSENT_UNKNOWN',
    async w => {
      const { grantConsent } = await w.ask(grant(KARI))
      await w.ask(`mutation { revokeConsent(id: "${grantConsent.consent.id}") { consent { id } } }`)
      return w.graphql(`{ asTpp(${as()}) { accounts { __typename } } }`)
    },
  ],
  [
    'a consent of 200 days ago',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(input: { by: "P200D" }) { clock { now } } }')
      return w.graphql(`query ($access: AccessInput) { asTpp(access: $access) { accounts { __typename } } }`, {
        access: { tpp: 'acme', psu: KARI, context: 'PRIVATE' },
      })
    },
  ],
  [
    'lines older than 90 days without a fresh SCA',
    'CONSENT_EXPIRED',
    async w => {
      await w.ask(grant(KARI))
      await w.ask('mutation { advanceClock(input: { by: "PT1H" }) { clock { now } } }')
      const id = await accountOf(w, KARI)
      return w.graphql(
        `{ asTpp(${as()}) { account(by: { id: "${id}" }) { transactions(bookingStatus: booked, dateFrom: "2026-01-01") { __typename } } } }`,
      )
    },
  ],
  [
    'the account of somebody else',
    'RESOURCE_UNKNOWN',
    async w => {
      await w.ask(grant(KARI))
      return w.graphql(
        `{ asTpp(${as()}) { account(by: { id: "${await accountOf(w, OLA)}" }) { balances { balanceType } } } }`,
      )
    },
  ],
  [
    'the fifth call without the PSU',
    'ACCESS_EXCEEDED',
    async w => {
      await w.ask(grant(KARI))
      const query = `{ asTpp(${as()}) { account(by: { id: "${await accountOf(w, KARI)}" }) { balances { balanceType } } } }`
      for (let count = 0; count < 4; count += 1) await w.graphql(query)
      return w.graphql(query)
    },
  ],
  [
    'a payment above the balance',
    'PAYMENT_FAILED',
    w =>
      order(w, {
        product: 'INSTANT_NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS_STRAKS',
        instructedAmount: { amount: '9000000.00', currency: 'NOK' },
      }),
  ],
  ['a day that has passed', 'EXECUTION_DATE_INVALID', w => order(w, { requestedExecutionDate: '2020-01-01' })],
  [
    'a KID with a wrong check digit',
    'KID_INVALID',
    w => order(w, { remittanceInformationStructuredArray: [{ reference: '12345', referenceType: 'SCOR' }] }),
  ],
  [
    'no KID for a creditor that wants one',
    'KID_MISSING',
    async w => {
      await w.ask(
        `mutation { setKidDemand(input: { accountId: "${await accountOf(w, OLA)}", demanded: true }) { account { id } } }`,
      )
      return order(w, { remittanceInformationUnstructured: 'Rent' })
    },
  ],
  [
    'a bulk payment in a basket',
    'REFERENCE_MIX_INVALID',
    async w => {
      const { createBulkPayment } = JSON.parse((await orderBulk(w)).text).data
      return w.graphql(
        'mutation ($input: CreateSigningBasketInput!) { createSigningBasket(input: $input) { signingBasket { id } } }',
        { input: { psu: KARI, paymentIds: [createBulkPayment.payment.id] } },
      )
    },
  ],
  [
    'a status of no payment',
    'RESOURCE_UNKNOWN',
    w => w.graphql(`{ asTpp(${as()}) { payment(by: { id: "${UNKNOWN}" }) { status } } }`),
  ],
  [
    'to authorise what is carried out',
    'CONFLICT',
    async w => {
      const made = await w.made(INSTANT, payment())
      const { paymentId } = made
      await approve(w, made)
      return w.graphql(
        `mutation { startPaymentAuthorisation(input: { id: "${paymentId}", psu: "${KARI}", tpp: "acme" }) { authorisation { id } } }`,
      )
    },
  ],
  [
    'to cancel what is carried out',
    'CANCELLATION_INVALID',
    async w => {
      const made = await w.made(INSTANT, payment())
      const { paymentId } = made
      await approve(w, made)
      return w.graphql(
        `mutation { cancelPayment(input: { id: "${paymentId}", psu: "${KARI}", tpp: "acme" }) { __typename } }`,
      )
    },
  ],
  [
    'no bookingStatus',
    'QUERY_PARAMETER_REQUIRED',
    async w => {
      await w.ask(grant(KARI))
      return w.graphql(
        `{ asTpp(${as()}) { account(by: { id: "${await accountOf(w, KARI)}" }) { transactions { __typename } } } }`,
      )
    },
  ],
  ['a product that bulk payments have not', 'PRODUCT_INVALID', w => orderBulk(w, { product: 'SEPA_CREDIT_TRANSFERS' })],
  [
    'a mutation by GET',
    'METHOD_NOT_ALLOWED',
    w =>
      visit(`${w.base}/graphql?query=${encodeURIComponent('mutation { stopAdvance { clock { now } } }')}`, {
        headers: { Accept: 'application/json' },
      }),
  ],
  [
    'a document by PUT',
    'METHOD_NOT_ALLOWED',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'PUT',
        body: JSON.stringify({ query: '{ clock { now } }' }),
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      }),
  ],
  [
    'an answer that is XML',
    'NOT_ACCEPTABLE',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ query: '{ clock { now } }' }),
        headers: { Accept: 'application/xml', 'Content-Type': 'application/json' },
      }),
  ],
  [
    'a document that is declared as one',
    'UNSUPPORTED_MEDIA_TYPE',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'POST',
        body: '{ clock { now } }',
        headers: { Accept: 'application/json', 'Content-Type': 'application/graphql' },
      }),
  ],
]

it('Each code that the operator can be refused with has a row here', () => {
  const covered = new Set([ARGUMENTS, HEADERS, FORCED, AS_TPP, OPERATOR].flat().map(([, code]) => code))
  // A path of another name is of no door, a product is a word of the schema, and what was not read has tests of its own.
  const others = ['NOT_FOUND', 'PRODUCT_UNKNOWN', 'CONTENT_TOO_LARGE', 'HEADERS_TOO_LARGE']
  expect(ERROR_CODES.filter(code => !covered.has(code))).toEqual(others)
})

describe('What the operator was refused as a TPP has its cause, and its own call or advice (D71, D97)', () => {
  it.each(AS_TPP)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    await expectRemedy(world, await refuse(world, cli), code)
  })
})
