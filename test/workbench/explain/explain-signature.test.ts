import { describe, expect, it } from 'vitest'
import { forgeCertificate } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { startBank } from '../../support/clients/bank.ts'
import { type SigningInput, signedRequest, withHeaders } from '../../support/clients/signing-client.ts'

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
const bodyOf = ({ body }: Signed) => Buffer.from(body).toString()
const head = (signed: Signed) => write({ ...signed, body: Buffer.alloc(0) }, '\r\n')
const upper = ({ headers }: Signed) => headers.map(([name, value]) => [name.toUpperCase(), value] as const)
const archive = (signed: Signed, name: string) => ({
  method: signed.method,
  url: `https://bank.example${signed.target}`,
  headers: [[':path', '/'] as const, ...signed.headers].map(([header, value]) => ({ [name]: header, value })),
  postData: { mimeType: 'application/json', text: bodyOf(signed) },
})
const postman = (signed: Signed) => {
  const { method, url } = archive(signed, 'key')
  const unsent = { key: 'Date', value: 'never', disabled: true }
  const header = [unsent, ...signed.headers.map(([key, value]) => ({ key, value }))]
  return { method, header, body: { mode: 'raw', raw: bodyOf(signed) }, url: { raw: url } }
}
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const curl = (signed: Signed) =>
  `$ curl -sS -X POST ${signed.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`).join(' ')} --data ${quote(bodyOf(signed))} 'https://bank.example${signed.target}'`
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
    ['with four line feeds after its body', (signed: Signed) => `${write(signed)}\n\n\n\n`],
    [
      'with a method in small letters and a byte order mark',
      (signed: Signed) => `\ufeff${write(signed).toLowerCase().slice(0, 4)}${write(signed).slice(4)}`,
    ],
    ['with its header names in capitals', (signed: Signed) => write({ ...signed, headers: upper(signed) })],
    ['with a folded header', (signed: Signed) => write(signed).replace(/(\nSignature: [^,]*,)/, '$1\n ')],
    ['in a block of Markdown', (signed: Signed) => `\`\`\`http\n${write(signed)}\n\`\`\``],
    [
      'as an HTTP archive',
      (signed: Signed) => JSON.stringify({ log: { entries: [{ request: archive(signed, 'name') }] } }, null, 2),
    ],
    [
      'as a collection of Postman',
      (signed: Signed) => JSON.stringify({ item: [{ name: 'x', item: [{ request: postman(signed) }] }] }),
    ],
    ['as a curl command', (signed: Signed) => curl(signed)],
    [
      'as a curl command of a browser',
      (signed: Signed) =>
        curl(signed)
          .replace('-X POST ', '')
          .replaceAll(' -H ', ' \\\n  -H ')
          .replace('--data ', '--compressed --data-raw $')
          .replace('\n{', '\\n{')
          .replace('Å', '\\u00c5'),
    ],
  ])('%s', async (_, make) => {
    const explained = await explain(make(sign()))
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

  it('as curl -v shows it, which shows no body', async () => {
    const shown = (signed: Signed) =>
      [
        '* Connected to bank',
        ...head(signed)
          .trimEnd()
          .split('\r\n')
          .map(line => `> ${line}`),
        '> ',
        '} [37 bytes data]',
        '< HTTP/1.1 401 Unauthorized',
        '< ',
        '{}',
      ].join('\n')
    expect(failed(await explain(shown(sign({ body: '' }))))).toEqual([])
    const [only, ...more] = failed(await explain(shown(sign())))
    expect(only).toMatch(
      /^digest: The digest is not that of an empty body, and no body follows the headers here: paste it after an empty line\. curl -v does not show it\.$/,
    )
    expect(more).toEqual([])
  })

  it('says that an empty body was sent, where the request says so', async () => {
    const signed = withHeaders(sign(), { 'Content-Length': '0' })
    expect(failed(await explain(write({ ...signed, body: Buffer.alloc(0) })))).toEqual([
      expect.stringMatching(/^digest: The digest is not that of an empty body, which would be SHA-256=47DEQpj8/),
    ])
  })

  it('with a certificate that was broken into lines', async () => {
    const broken = write(sign()).replace(
      /(TPP-Signature-Certificate: )(\S+)/,
      (_, name, value) => name + value.replace(/.{64}/g, '$&\n'),
    )
    expect(failed(await explain(broken))).toEqual([])
  })

  it('with what a call without Digest and Date lacks', async () => {
    const bare = withHeaders(sign({ signedHeaders: ['x-request-id'], date: undefined }), {
      Digest: undefined,
      Date: undefined,
    })
    const { steps } = await explain(write(bare))
    expect(steps.slice(2)).toMatchObject([
      { name: 'date', passed: true, texts: ['There is no Date.'] },
      {
        name: 'digest',
        passed: true,
        texts: [expect.stringMatching(/^There is no Digest, .* For this body it is SHA-256=/)],
      },
    ])
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

  it('of another bank, whose certificate is not trusted here', async () => {
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
    expect(first).toMatch(
      /^certificate: TPP-Signature-Certificate is missing: without it the signature cannot be checked/,
    )
  })
})

describe('what is no request', () => {
  it.each([
    ['nothing', '', /^Nothing is pasted\. Paste it as it is sent/],
    ['an answer', 'HTTP/1.1 401 Unauthorized\n\n{}', /"HTTP\/1.1 401 Unauthorized", with which an answer begins/],
    ['headers alone', 'Host: bank\nDate: now', /"Host: bank", a header\. The line with method and path is missing/],
    ['JSON', '{"amount":1}', /^That is JSON without a request in it that has method, url and headers/],
    ['a program', 'fetch("https://bank.example/v1/accounts")', /a program and not what it sends/],
    ['UTF-16', 'G\0E\0T\0', /holds a control character; only printable text is accepted/],
    ['a command with variables', 'curl https://b/ -H "Digest: $DIGEST"', /^The command leaves \$DIGEST to the shell/],
    ['a command with a file', 'curl https://b/ -d @pay.json', /^The command takes its body from the file pay\.json/],
    ['no method', 'hello', /The first line is "hello"/],
    ['no URL', 'GET http://[ HTTP/1.1', /URL that cannot be read/],
    ['no header', 'GET /v1/accounts HTTP/1.1\nnonsense', /The line "nonsense" is no header: write "Name: value"/],
    ['too much', `GET / HTTP/1.1\n\n${'x'.repeat(200_000)}`, /at most 200000 are read/],
  ])('is refused: %s', async (_, request, reason) => {
    const { body } = await bank.at('default').graphql(QUERY, { request })
    expect(body.errors[0].extensions.tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path: 'request' }])
    expect(body.errors[0].extensions.tppMessages[0].text).toMatch(reason)
  })
})
