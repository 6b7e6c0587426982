import { describe, expect, it } from 'vitest'
import { startBank } from '../support/bank.ts'
import { forgeCertificate } from '../support/certificates.ts'
import { keptKey } from '../support/kept-keys.ts'
import { type SigningInput, signedRequest, withHeaders } from '../support/signing-client.ts'

const bank = await startBank()
const QUERY = `query($request: String!) {
  explainSignature(request: $request) { accepted signingString warnings steps { name passed texts } }
}`
const sign = (changes: Partial<SigningInput> = {}) =>
  signedRequest({
    ...bank.tpp,
    method: 'POST',
    url: '/v1/sandbox/customers',
    headers: [['Content-Type', 'application/json']],
    body: '{"customerNumber":"1"}\n{"name":"Åse"}',
    date: new Date(),
    ...changes,
  })
type Signed = ReturnType<typeof sign>
const write = ({ method, target, headers, body }: Signed, end = '\n', protocol = ' HTTP/1.1') =>
  [
    `${method} ${target}${protocol}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '',
    Buffer.from(body).toString(),
  ].join(end)
const explain = async (request: string) => {
  const { body } = await bank.at('default').graphql(QUERY, { request })
  expect(body.errors).toBeUndefined()
  return body.data.explainSignature
}
const failed = (explained: { steps: { name: string; passed: boolean; texts: string[] }[] }) =>
  explained.steps.filter(({ passed }) => !passed).map(({ name, texts }) => `${name}: ${texts.join(' ')}`)

describe('a pasted request is explained', () => {
  it.each([
    ['as it is sent', (signed: Signed) => write(signed, '\r\n')],
    ['with line feeds alone', (signed: Signed) => write(signed).replaceAll('\r', '')],
    ['with a line feed after its body', (signed: Signed) => `${write(signed)}\n`],
    ['without a version', (signed: Signed) => write(signed, '\n', '')],
    ['with a whole URL', (signed: Signed) => write({ ...signed, target: `https://bank.example${signed.target}` })],
    ['as curl -v shows it', (signed: Signed) => write({ ...signed, body: Buffer.alloc(0) }).replace(/^(?=.)/gm, '> ')],
  ])('%s', async (what, make) => {
    const signed = sign(what.startsWith('as curl') ? { body: '' } : {})
    const explained = await explain(make(signed))
    expect(failed(explained)).toEqual([])
    expect(explained).toMatchObject({ accepted: true, warnings: [] })
    expect(explained.steps.map(({ name }: { name: string }) => name)).toEqual([
      'certificate',
      'signature',
      'date',
      'digest',
    ])
    expect(explained.signingString).toMatch(
      /^\(request-target\): post \/v1\/sandbox\/customers\ndate: .*\ndigest: SHA-256=.*\nx-request-id: /,
    )
  })

  it('with the mistake that the cryptography proves', async () => {
    const signed = sign({ requestId: 'ABC' })
    const explained = await explain(write(withHeaders(signed, { 'X-Request-ID': 'abc' })))
    expect(explained.accepted).toBe(false)
    expect(failed(explained)[0]).toMatch(
      /^signature: The signature fits the signing string with an X-Request-ID in capitals: sign each value exactly as it is sent\. The two strings differ first at byte/,
    )
  })

  it('with every step that fails', async () => {
    const signed = sign({ date: new Date(Date.now() - 3_600_000) })
    const explained = await explain(write({ ...signed, body: Buffer.from('{}') }))
    expect(failed(explained)).toEqual([
      expect.stringMatching(/^date: The date .* is 360\d s before the server's clock/),
      expect.stringMatching(/^digest: The SHA-256 digest does not match the body/),
    ])
  })

  it('of another bank, whose certificate nobody here trusts', async () => {
    const key = keptKey('other')
    const issuer = {
      key: keptKey('middle'),
      certificate: forgeCertificate({ key: keptKey('middle') }, { subject: [['2.5.4.3', 'Other QTSP']] }),
    }
    const certificate = forgeCertificate(issuer, { key })
    const explained = await explain(write(sign({ key, certificate })))
    expect(explained.accepted).toBe(false)
    expect(explained.steps).toMatchObject([
      {
        name: 'certificate',
        passed: false,
        texts: [
          expect.stringContaining('issued by CN=Other QTSP, which this server does not trust'),
          expect.anything(),
        ],
      },
      { name: 'signature', passed: true },
      { name: 'date', passed: true },
      { name: 'digest', passed: true },
    ])
  })

  it('with what was tolerated', async () => {
    const explained = await explain(write(sign({ signedHeaders: ['date', 'digest', 'x-request-id'] })))
    expect(explained.accepted).toBe(true)
    expect(explained.warnings).toEqual([expect.stringMatching(/^REQUEST_TARGET_UNSIGNED; /)])
  })

  it('without a certificate or a signature', async () => {
    expect(failed(await explain(write(withHeaders(sign(), { Signature: undefined }))))).toEqual([
      expect.stringMatching(/^signature: The header is missing\. Sign headers="/),
    ])
    const [first] = failed(await explain(write(withHeaders(sign(), { 'TPP-Signature-Certificate': undefined }))))
    expect(first).toMatch(/^certificate: The header holds no certificate/)
  })
})

describe('what is no request', () => {
  it.each([
    ['nothing', '', /^The first line is "", which is no method and path\. Paste it as it is sent/],
    ['no method', 'hello', /The first line is "hello"/],
    ['no URL', 'GET http://[ HTTP/1.1', /URL that cannot be read/],
    ['no header', 'GET /v1/accounts HTTP/1.1\nnonsense', /The line "nonsense" is no header/],
    ['too much', `GET / HTTP/1.1\n\n${'x'.repeat(200_000)}`, /at most 200000 are read/],
  ])('is refused: %s', async (_, request, reason) => {
    const { body } = await bank.at('default').graphql(QUERY, { request })
    expect(body.errors[0].extensions.tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path: 'request' }])
    expect(body.errors[0].extensions.tppMessages[0].text).toMatch(reason)
  })
})
