import { afterAll, describe, expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody } from '../../support/builders/payments.ts'
import { type Answer, type Bank, send, startBank } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { answerIn, exchange } from '../../support/clients/raw-socket.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const strangers = await startBank({ proxies: ['192.0.2.1'] })
const named = await startBank({ proxies: ['127.0.0.1'], token: 'a-token-of-sixteen' })
afterAll(() => expect([bank, strangers, named].map(({ faults }) => faults)).toEqual([[], [], []]))

type Lines = Readonly<Record<string, string>>

/** The link of a refused read, for a caller that says this of the way that it has come. */
async function linkFor(at: Bank, lines: Lines): Promise<string> {
  const request = signedRequest({
    ...at.tpp,
    method: 'GET',
    url: '/v1/accounts',
    headers: [...Object.entries(PSU_PRESENT), ...Object.entries(lines)],
    body: '',
  })
  const { status, body } = await send(at.url, request)
  expect([lines, status, body]).toMatchObject([lines, 401, { _links: { scaRedirect: { verbs: ['GET'] } } }])
  return body._links.scaRedirect.href.replace(/\/sca\/[0-9a-f-]{36}$/, '')
}

const hostOf = ({ url }: Bank) => new URL(url).host

describe('D19: scaRedirect is absolute: scheme of the connection and its Host', () => {
  it.each([
    [{ Host: 'bank.example' }, 'http://bank.example'],
    [{ Host: 'BANK.example:4000' }, 'http://bank.example:4000'],
    [{ Host: 'my_bank:4000' }, 'http://my_bank:4000'],
    [{ Host: '[::1]:4000' }, 'http://[::1]:4000'],
    [{ Host: 'bank.example:65535' }, 'http://bank.example:65535'],
    // What a caller says of itself, and a page of an https origin, change nothing.
    [{ Host: 'bank.example', Origin: 'https://bank.example' }, 'http://bank.example'],
    // This machine is a trusted proxy where SANDBANK_PROXY is unset.
    [{ Host: 'inner:4000', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'bank.example' }, 'https://bank.example'],
    [{ Host: 'inner:4000', 'X-Forwarded-Proto': 'HTTPS' }, 'https://inner:4000'],
    [
      { Host: 'inner:4000', 'X-Forwarded-Proto': 'https, http', 'X-Forwarded-Host': 'a.example, b' },
      'https://a.example',
    ],
    [{ Host: 'inner:4000', 'X-Forwarded-Proto': 'javascript' }, 'http://inner:4000'],
    [{ Host: 'inner:4000', 'X-Forwarded-Host': 'evil.example/..;a' }, 'http://inner:4000'],
  ])('%j is %s', async (lines, origin) => {
    expect(await linkFor(bank, lines)).toBe(origin)
  })

  const MALFORMED = [
    'user@bank.example',
    'user:word@bank.example',
    'bank.example:65536',
    'bank.example:99999',
    'bank.example:-1',
    'bank.example/path',
    'bank.example?x',
    'bank.example#x',
    'bank example',
    'bank.example\\evil',
    '"><script>',
    "bank';alert(1)//",
    'bänk.example',
    '256.256.256.256',
    '0x7f.1',
    '[::1',
    '[v1.x]',
    '%62ank.example',
  ]

  it.each(MALFORMED)('no link is made of a malformed one: %j', async host => {
    // As the Host it makes two readings of the request possible, so that no door answers it.
    const request = signedRequest({
      ...bank.tpp,
      method: 'GET',
      url: '/v1/accounts',
      headers: [['Host', host]],
      body: '',
    })
    expect(await send(bank.url, request)).toMatchObject({ status: 400, body: { tppMessages: [{ path: 'Host' }] } })
    expect(await linkFor(bank, { Host: 'inner:4000', 'X-Forwarded-Host': host })).toBe('http://inner:4000')
  })

  it.each(['bank.example:0', 'bank.example:00000', '-'.repeat(300), `${'a.'.repeat(128)}example`])(
    'it stays relative with one at which nothing can be: %j',
    async host => {
      expect(await linkFor(bank, { Host: host })).toBe('')
    },
  )

  it('without any Host, as HTTP/1.0 has none, and with a Host that holds a line end', async () => {
    const ask = async (lines: string) => {
      const { headers } = signedRequest({
        ...bank.tpp,
        method: 'GET',
        url: '/v1/accounts',
        headers: Object.entries(PSU_PRESENT),
        body: '',
      })
      const own = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      return answerIn(await exchange(bank.url, `GET /v1/accounts HTTP/1.0\r\n${lines}${own}Connection: close\r\n\r\n`))
    }
    const none = await ask('')
    expect(none.status).toBe(401)
    expect(JSON.parse(none.body)._links.scaRedirect.href).toMatch(/^\/sca\//)
    const split = await ask('Host: bank.example\r\nX-Forwarded-Host: evil.example\rX: y\r\n')
    expect(split.body).not.toContain('evil.example/sca')
  })

  it('behind a proxy only what an address of SANDBANK_PROXY says counts', async () => {
    const lines = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'bank.example' }
    expect(await linkFor(strangers, { ...lines, Host: 'inner:4000' })).toBe('http://inner:4000')
    expect(await linkFor(named, { ...lines, Host: 'inner:4000' })).toBe('https://bank.example')
  })
})

describe('D19: at both doors, and at every place that has the link', () => {
  const isAddress = (href: string) => new URL(href).origin

  it('payment, SCA, cancellation, consent and refusals of REST; all other links stay relative', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const hrefs = ({ body }: Answer): [string, string][] =>
      Object.entries<{ href: string }>(body._links).map(([name, { href }]) => [name, href])
    const made = await psu.call('POST', NDCT, {
      body: paymentBody(debtor, creditor),
      headers: { 'PSU-Context': 'PRIVATE' },
    })
    const offer = await psu.call('POST', '/v1/bank-offered-consents')
    const started = await psu.call('POST', `${NDCT}/${made.body.paymentId}/authorisations`)
    for (const answer of [made, offer, started]) {
      expect(answer.status).toBe(201)
      expect(answer.headers['location']).toMatch(/^\/worlds\//)
      for (const [name, href] of hrefs(answer))
        expect([name, name === 'scaRedirect' ? isAddress(href) : href]).toEqual([
          name,
          name === 'scaRedirect' ? bank.url : expect.stringMatching(/^\/worlds\//),
        ])
    }
  })

  it('GraphQL, also behind a proxy', async () => {
    const world = await bank.world()
    const { data } = (await world.graphql('mutation { offerConsent(input: {}) { authorisation { id scaRedirect } } }'))
      .body
    expect(data.offerConsent.authorisation.scaRedirect).toBe(
      `${bank.url}${world.base}/sca/${data.offerConsent.authorisation.id}`,
    )
    const [, port = ''] = hostOf(bank).split(':')
    const behind = await send(bank.url, {
      method: 'POST',
      target: `${world.base}/graphql`,
      headers: [
        ['Content-Type', 'application/json'],
        ['Host', `localhost:${port}`],
        ['X-Forwarded-Proto', 'https'],
      ],
      body: Buffer.from(
        JSON.stringify({ query: 'mutation { offerConsent(input: {}) { authorisation { scaRedirect } } }' }),
      ),
    })
    expect(isAddress(behind.body.data.offerConsent.authorisation.scaRedirect)).toBe(`https://localhost:${port}`)
  })

  it("a repetition (D15) shows the first caller's host", async () => {
    const world = await bank.world()
    const { key, certificate } = bank.tpp
    const ask = (host: string) =>
      send(
        bank.url,
        signedRequest({
          key,
          certificate,
          method: 'POST',
          url: `${world.base}/v1/bank-offered-consents`,
          headers: [...Object.entries(PSU_PRESENT), ['Host', host]],
          body: '',
          requestId: 'the-same-each-time',
        }),
      )
    const [first, second] = [await ask('one.example'), await ask('two.example')]
    expect(isAddress(first.body._links.scaRedirect.href)).toBe('http://one.example')
    expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'sandbank-replayed': 'true' } })
  })
})
