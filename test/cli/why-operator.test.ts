import { afterAll, describe, expect, it } from 'vitest'
import { createCli, pasteHere } from '../support/cli.ts'
import { answerIn, exchange } from '../support/raw-socket.ts'
import { KARI, type Place, payment, type Reply, useMendedBank } from '../support/why-mends.ts'

/**
 * What `why` gives after a refusal at the operator's door that has no like at REST's: what there is a header is an argument here, and some
 * calls are refused before anything of them is looked at (D70, D71, D97).
 */

const { urlOf, newWorld, follow } = useMendedBank()

type Row = readonly [name: string, code: string, refuse: (world: Place) => Promise<Reply>]

const CLOCK = JSON.stringify({ query: '{ clock { now } }' })
const FJORDFISK = { iban: 'NO0715034030011', currency: 'NOK' }
const pay = (more = '', psu = `"${KARI}"`, declared = '') =>
  `mutation ($input: CreatePaymentInput!${declared}) { createPayment(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: ${psu}${more}, input: $input) { payment { id } } }`

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
  post(w, [`Sandbank-Scenario: error; code=${code}`], JSON.stringify({ query: pay(), variables: { input: payment() } }))

const ARGUMENTS: readonly Row[] = [
  [
    'a payment from the account of a corporation, in no name',
    'HTTP_HEADER_REQUIRED',
    w => w.graphql(pay(), { input: payment({ debtorAccount: FJORDFISK }) }),
  ],
  [
    'a payment for a corporation that is not named',
    'HTTP_HEADER_REQUIRED',
    w => w.graphql(pay(', context: CORPORATE'), { input: payment({ debtorAccount: FJORDFISK }) }),
  ],
  [
    'the same, with a PSU that is a variable',
    'HTTP_HEADER_REQUIRED',
    w =>
      w.graphql(pay(', context: CORPORATE', '$psu', ', $psu: String!'), {
        input: payment({ debtorAccount: FJORDFISK }),
        psu: KARI,
      }),
  ],
  [
    'accounts for a corporation that is not named',
    'HTTP_HEADER_REQUIRED',
    async w => {
      await w.ask(
        `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${KARI}", context: CORPORATE, agreementId: "018cc251-f400-7400-8001-54cc58a1eef3") { consent { id } } }`,
      )
      return w.graphql(
        `{ consentedAccounts(access: { tpp: "acme", psu: "${KARI}", context: CORPORATE }) { __typename } }`,
      )
    },
  ],
  [
    'a consent for one of several corporations',
    'SCA_INVALID',
    w =>
      w.graphql(
        `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${KARI}", context: CORPORATE) { consent { id } } }`,
      ),
  ],
]

const HEADERS: readonly Row[] = [
  ['a Host that is none of its names', 'FORBIDDEN', w => post(w, ['Host: bank.example'])],
  ['two Hosts', 'BAD_REQUEST', w => post(w, ['Host: localhost', 'Host: bank.example'])],
  ['a page of another site', 'FORBIDDEN', w => post(w, ['Origin: https://app.example'])],
  ['a link of another site', 'FORBIDDEN', w => post(w, ['Sec-Fetch-Site: cross-site'])],
  ['an outcome that there is not', 'FORMAT_ERROR', w => post(w, ['Sandbank-Scenario: eror; code=CONFLICT'])],
]

/** What is told beside the command, by what the refusal says. */
const ADVICE: readonly (readonly [told: RegExp, advice: RegExp])[] = [
  [/is not a name of this server/, /by one of the names .* SANDBANK_TOKEN/],
  [/^Refused at the step ACCESS .* A page of /, /Open GraphiQL.*SANDBANK_CORS/],
  [/names no scenario/, /Sandbank-Scenario.*leave it out/],
]

const FORCED: readonly Row[] = [
  ...[
    'CERTIFICATE_MISSING',
    'CERTIFICATE_EXPIRED',
    'SIGNATURE_INVALID',
    'CONSENT_EXPIRED',
    'SYSTEM_ERROR',
    'UNAVAILABLE',
  ].map(code => [`${code} by a header`, code, forced(code)] as const),
  [
    'for all calls of the world',
    'SIGNATURE_MISSING',
    async w => {
      await w.ask('mutation { setScenario(scenario: "error; code=SIGNATURE_MISSING") { scenario } }')
      return w.graphql(pay(), { input: payment() })
    },
  ],
]

describe.each([
  ['what would be a header at REST', ARGUMENTS],
  ['a header, before its document was read', HEADERS],
  ['a scenario', FORCED],
])('A call of the operator that was refused for %s passes as `why` says (D97)', (_, rows) => {
  it.each(rows)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { advice, change, text: told, exitCode, output } = await follow(world, await refuse(world), code)
    expect(exitCode, `${change}\n${output}`).toBe(0)
    expect(String(advice)).toMatch(ADVICE.find(([words]) => words.test(told))?.[1] ?? /^null$/)
    if (change.includes('clearScenarios')) await world.ask(pay(), { input: payment() })
  })
})

it('A payment that a name was added to is made in that name', async () => {
  const world = await newWorld()
  const refused = await world.graphql(pay(), { input: payment({ debtorAccount: FJORDFISK }) })
  const { output } = await follow(world, refused, 'HTTP_HEADER_REQUIRED')
  expect(output).toMatch(/"payment": \{\s*"id"/)
  const { payments } = await world.ask('{ payments { nodes { agreement { owner { type } } } } }')
  expect(payments.nodes).toEqual([{ agreement: { owner: { type: 'CORPORATE' } } }])
})

describe('Of a request that was not read at all `why` tells what to compare, and gives no command', () => {
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
  const cli = createCli()
  afterAll(() => cli.remove())

  it('tells whoever came without it where it is, and the command takes it from there', async () => {
    const token = 'token-of-the-operator'
    const bank = await cli.serve(token)
    const ask = (headers: Record<string, string>, body = CLOCK) =>
      fetch(`${bank.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      })
    const refused = await ask({})
    expect(refused.status).toBe(401)
    const query = `{ why(requestId: "${refused.headers.get('sandbank-request')}") { state advice change } }`
    const told = await (await ask({ Authorization: `Bearer ${token}` }, JSON.stringify({ query }))).json()
    const { state, advice, change } = told.data.why
    expect(state).toBe('FORBIDDEN')
    expect(advice).toMatch(/Authorization: Bearer TOKEN.*SANDBANK_TOKEN/)
    expect(change).not.toContain(token)
    const { exitCode } = await pasteHere(cli.home, change)
    expect(exitCode).not.toBe(0)
    const { exitCode: withToken, stdout, stderr } = await pasteHere(cli.home, change, { SANDBANK_TOKEN: token })
    expect(withToken, `${stdout}${stderr}`).toBe(0)
    await bank.stop()
  })
})
