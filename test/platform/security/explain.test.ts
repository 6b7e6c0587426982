import { describe, expect, it } from 'vitest'
import { explainWith } from '../../../src/platform/security/doctor/explain.ts'
import { readPastedRequest } from '../../../src/platform/security/doctor/pasted-requests.ts'
import { forgeCertificate, issueTo, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { expectRefusal } from '../../support/clients/refusals.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'
import { authority, reader, send } from '../../support/hostile/attack-kit.ts'

const BODY = '{"customerNumber":"1"}\n{"name":"Åse"}'
type Signed = ReturnType<typeof send>
const sign = (changes: Parameters<typeof send>[0] = {}) => send({ body: BODY, ...changes })
const write = ({ method, target, headers, body }: Signed, end = '\n', protocol = ' HTTP/1.1') =>
  [
    `${method} ${target}${protocol}`,
    ...headers.map(([name, value]) => `${name}: ${Buffer.from(value, 'latin1').toString()}`),
    '',
    Buffer.from(body).toString(),
  ].join(end)
/** With a part of its Signature header written otherwise, inside of the encoded word that it is. */
const respelled = (signed: Signed, part: RegExp, other: string) => {
  const [, word = ''] =
    /^=\?utf-8\?B\?(.*)\?=$/.exec(signed.headers.find(([name]) => name === 'Signature')?.[1] ?? '') ?? []
  const named = Buffer.from(word, 'base64').toString()
  expect(named).toMatch(part)
  const encoded = Buffer.from(named.replace(part, other)).toString('base64')
  return withHeaders(signed, { Signature: `=?utf-8?B?${encoded}?=` })
}
const explain = explainWith(reader, () => NOW)
const failed = (text: string) =>
  explain(text).steps.flatMap(({ name, passed, texts }) => (passed ? [] : [`${name}: ${texts.join(' ')}`]))

describe('a pasted request is explained (D96)', () => {
  it.each([
    ['as it is sent', write(sign(), '\r\n')],
    ['with line feeds alone', write(sign())],
    ['with a line feed after its body', `${write(sign())}\n`],
    ['with the line ends of Windows in its body', write(sign({ body: BODY.replace('\n', '\r\n') }))],
    ['with empty lines before it', ` \n\n${write(sign())}`],
    ['without a version', write(sign(), '\n', '')],
    ['with a whole URL', write({ ...sign(), target: `https://bank.example${sign().target}` })],
    ['as curl -v shows it', write(sign({ body: '' })).replace(/^(?=.)/gm, '> ')],
  ])('%s', (_, text) => {
    expect(failed(text)).toEqual([])
    const { accepted, steps, signingString, warnings } = explain(text)
    expect({ accepted, warnings }).toEqual({ accepted: true, warnings: [] })
    expect(steps).toEqual([
      { name: 'certificate', passed: true, texts: ['The certificate is trusted here.'] },
      { name: 'signature', passed: true, texts: ['The signature fits the key of the certificate.'] },
      { name: 'date', passed: true, texts: ['The Date is near the clock.'] },
      { name: 'digest', passed: true, texts: ['The digest fits the body.'] },
    ])
    expect(signingString).toMatch(
      /^\(request-target\): post \/v1\/sandbox\/customers\ndate: .*\ndigest: SHA-256=.*\nx-request-id: r-1\npsu-id: 5f0a\ntpp-redirect-uri: https:\/\/tpp\.example\/$/,
    )
  })

  it('with the mistake that the cryptography proves', () => {
    const [first] = failed(write(withHeaders(sign({ requestId: 'ABC' }), { 'X-Request-ID': 'abc' })))
    expect(first).toMatch(
      /^signature: The signature fits the signing string with an X-Request-ID in capitals: sign each value exactly as it is sent\. The two strings differ first at byte/,
    )
    expect(explain(write(withHeaders(sign({ requestId: 'ABC' }), { 'X-Request-ID': 'abc' }))).accepted).toBe(false)
    // The method, the target, the body, the certificate and other keys are looked at too.
    expect(failed(write({ ...sign(), method: 'DELETE' }))[0]).toMatch(/with a \(request-target\) of a POST/)
    expect(failed(write({ ...sign(), target: '/v1/sandbox/customers?a=b' }))[0]).toMatch(/without its query/)
  })

  it('with the key of the authority, when that signed it', () => {
    expect(failed(write(sign({ key: authority.key })))[0]).toMatch(/made with the key of the issuer CN=Sandbank/)
  })

  it('with every step that fails', () => {
    const signed = sign({ date: new Date(NOW.getTime() - 3_600_000) })
    expect(failed(write({ ...signed, body: Buffer.from('{}') }))).toEqual([
      expect.stringMatching(/^date: The date .* is 3600 s before the server's clock/),
      expect.stringMatching(/^digest: The SHA-256 digest does not match the body/),
    ])
    expect(explain(write({ ...signed, body: Buffer.from('{}') })).accepted).toBe(false)
  })

  it('of another bank, whose certificate is not trusted here', () => {
    const key = keptKey('other')
    const issuer = {
      key: keptKey('middle'),
      certificate: forgeCertificate({ key: keptKey('middle') }, { subject: [['2.5.4.3', 'Other QTSP']] }),
    }
    const text = write(sign({ key, certificate: forgeCertificate(issuer, { key }) }))
    expect(failed(text)).toEqual([expect.stringContaining('issued by CN=Other QTSP, which this server does not trust')])
    const { steps, ...others } = explain(text)
    expect(others).toMatchObject({ accepted: false, warnings: [] })
    expect(steps.map(({ name, passed }) => [name, passed])).toEqual([
      ['certificate', false],
      ['signature', true],
      ['date', true],
      ['digest', true],
    ])
  })

  it('with what was tolerated, in the certificate, the signature and the digest', () => {
    const warned = (signed: Signed) => explain(write(signed)).warnings.map(text => text.split(';')[0])
    expect(warned(sign({ signedHeaders: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] }))).toEqual([
      'REQUEST_TARGET_UNSIGNED',
    ])
    const { certificate } = issueTo(authority)
    expect(
      warned(
        withHeaders(sign(), {
          'TPP-Signature-Certificate': `  ${certificate.raw.toString('base64')}\t x`.slice(0, -2),
        }),
      ),
    ).toEqual([])
    const digest = sign().headers.find(([name]) => name === 'Digest')?.[1] ?? ''
    expect(failed(write(withHeaders(sign(), { Digest: digest.replace(/=$/, '') })))[0]).toMatch(/^signature: /)
    expect(warned(withHeaders(sign(), { Digest: digest.replace(/=$/, '') }))).toContain('DIGEST_FORM')
  })

  it('with a keyId in another spelling, which is tolerated', () => {
    const signed = sign()
    expect(failed(write(respelled(signed, /,CA=/, ', CA=')))).toEqual([])
  })

  it('without a Date, a digest, a signature or a certificate', () => {
    expect(failed(write(sign({ date: undefined })))).toEqual([])
    expect(failed(write(withHeaders(sign(), { Digest: undefined })))).toEqual([
      expect.stringMatching(/^signature: The header digest is listed as signed/),
    ])
    expect(explain(write(withHeaders(sign(), { Digest: undefined }))).signingString).toBeUndefined()
    expect(failed(write(withHeaders(sign(), { Signature: undefined })))).toEqual([
      expect.stringMatching(/^signature: The header is missing\. Sign headers="/),
    ])
    const { accepted, steps } = explain(write(withHeaders(sign(), { 'TPP-Signature-Certificate': undefined })))
    expect(accepted).toBe(false)
    expect(steps.map(({ name, passed }) => [name, passed])).toEqual([
      ['certificate', false],
      ['date', true],
      ['digest', true],
    ])
    expect(steps[0]?.texts[0]).toMatch(/^TPP-Signature-Certificate is missing/)
  })

  const textOf = (text: string, step: string) => explain(text).steps.find(({ name }) => name === step)
  const passed = (name: string, text: string) => ({ name, passed: true, texts: [text] })
  const refused = (name: string, text: string) => ({ name, passed: false, texts: [text] })
  const unsigned = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri']

  it('with what a missing Date or Digest means', () => {
    const dateless = write(sign({ date: undefined }))
    expect(textOf(dateless, 'date')).toEqual(passed('date', 'There is no Date.'))
    const without = (body: string) => write(withHeaders(sign({ body, signedHeaders: unsigned }), { Digest: undefined }))
    expect(textOf(without(''), 'digest')).toEqual(passed('digest', 'There is no Digest, and no body.'))
    expect(textOf(without('x'), 'digest')).toEqual(
      passed(
        'digest',
        'There is no Digest, so that nothing proves the body, and most calls with one are refused. For this body it is SHA-256=LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=',
      ),
    )
  })

  it('with a body that was not pasted', () => {
    const bodiless = (length?: string) =>
      write({
        ...sign(length === undefined ? {} : { headers: [['Content-Length', length]] }),
        body: Buffer.alloc(0),
      })
    const says = (though: string) =>
      `The digest is not that of an empty body, and no body follows the headers here${though}: paste it after an empty line. curl -v does not show it.`
    expect(textOf(bodiless(), 'digest')).toEqual(refused('digest', says('')))
    expect(textOf(bodiless('38'), 'digest')).toEqual(refused('digest', says(', though Content-Length says 38 bytes')))
    expect(textOf(bodiless('0'), 'digest')).toEqual(
      refused(
        'digest',
        'The digest is not that of an empty body, which would be SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      ),
    )
  })

  it('with the body that was received, whatever was pasted', () => {
    const digestOf = (text: string, received: string) =>
      explain(text, received).steps.find(({ name }) => name === 'digest')
    const bodiless = write({ ...sign(), body: Buffer.alloc(0) })
    expect(digestOf(bodiless, BODY)).toEqual(passed('digest', 'The digest fits the body.'))
    expect(digestOf(write(sign()), '{}')?.texts[0]).toMatch(/^The SHA-256 digest does not match the body/)
    expect(digestOf(bodiless, '')?.texts[0]).toMatch(/^The SHA-256 digest does not match the body/)
  })

  it('with a Date that cannot be read, by the clock', () => {
    expect(failed(write(sign({ date: undefined, headers: [['Date', 'soon']] })))).toEqual([
      expect.stringMatching(/^signature: The date soon cannot be read/),
      expect.stringMatching(/^date: The date soon cannot be read/),
    ])
  })
})

describe('a pasted request is read', () => {
  const read = (text: string) => {
    const { method, target, headers, bodies } = readPastedRequest(text)
    return { method, target, headers, bodies: bodies.map(String) }
  }

  it.each<[string, ReturnType<typeof read>]>([
    ['GET /a HTTP/1.1', { method: 'GET', target: '/a', headers: [], bodies: [''] }],
    ['GET /a HTTP/1.1\n\n', { method: 'GET', target: '/a', headers: [], bodies: [''] }],
    ['get /a', { method: 'GET', target: '/a', headers: [], bodies: [''] }],
    ['GET /a\nA: b\n', { method: 'GET', target: '/a', headers: [['A', 'b']], bodies: [''] }],
    ['  OPTIONS /a?b=c#d  ', { method: 'OPTIONS', target: '/a?b=c#d', headers: [], bodies: [''] }],
    ['GET https://a.example HTTP/2', { method: 'GET', target: '/', headers: [], bodies: [''] }],
    ['GET HTTP://a.example/b?c=d', { method: 'GET', target: '/b?c=d', headers: [], bodies: [''] }],
    [
      'GET /a\nA:  b: c \nB:\n  folded\n\tagain \nA: d',
      {
        method: 'GET',
        target: '/a',
        headers: [
          ['A', 'b: c'],
          ['B', 'folded again'],
          ['A', 'd'],
        ],
        bodies: [''],
      },
    ],
    ['GET /a\nA: b\n c', { method: 'GET', target: '/a', headers: [['A', 'b c']], bodies: [''] }],
    ['GET /a\nA : b', { method: 'GET', target: '/a', headers: [['A', 'b']], bodies: [''] }],
    ['GET /a HTTP/1.1 \nA: b', { method: 'GET', target: '/a', headers: [['A', 'b']], bodies: [''] }],
    ['GET /a\n \n A: b', { method: 'GET', target: '/a', headers: [['A', 'b']], bodies: [''] }],
    ['GET /a\n \nA: b', { method: 'GET', target: '/a', headers: [['A', 'b']], bodies: [''] }],
    ['POST /a\nA: ø\n\nb', { method: 'POST', target: '/a', headers: [['A', '\xc3\xb8']], bodies: ['b'] }],
    [
      'POST /a\n\nb\nc\n',
      { method: 'POST', target: '/a', headers: [], bodies: ['b\nc', 'b\nc\n', 'b\r\nc', 'b\r\nc\r\n'] },
    ],
    [
      'POST /a\n\nb\n\n\n',
      {
        method: 'POST',
        target: '/a',
        headers: [],
        bodies: ['b\n\n', 'b\n\n\n', 'b', 'b\r\n\r\n', 'b\r\n\r\n\r\n'],
      },
    ],
    ['GET   /a   HTTP/1.1\n  \n', { method: 'GET', target: '/a', headers: [], bodies: [''] }],
    [
      'GET /a\nS: "AAAAAAAAAAAAAAAA\nBBBBBBBBBBBBBBBBBBBB  \nCC=="\nA: b',
      {
        method: 'GET',
        target: '/a',
        headers: [
          ['S', '"AAAAAAAAAAAAAAAABBBBBBBBBBBBBBBBBBBBCC=="'],
          ['A', 'b'],
        ],
        bodies: [''],
      },
    ],
    [
      '> POST /a HTTP/1.1\n> A: b\n* note\n< HTTP/1.1 200 OK\n',
      { method: 'POST', target: '/a', headers: [['A', 'b']], bodies: [''] },
    ],
  ])('%j', (text, expected) => expect(read(text)).toEqual(expected))

  it('names its headers whatever their case', () => {
    const { header } = readPastedRequest('GET /a\nX-One: 1\nx-one: 2')
    expect([header('X-ONE'), header('X-Two')]).toEqual(['1', undefined])
  })

  const FORM =
    'Paste it as it is sent: a line like "POST /v1/payments HTTP/1.1", the headers, an empty line and the body. What curl -v shows, curl commands, HAR, Postman, .http files, HTTPie, what browsers copy (fetch, PowerShell), and the logs of most HTTP clients are read, too.'

  it.each([
    ['', `Nothing is pasted. ${FORM}`],
    ['hello', `The first line is "hello", which is no method and path. ${FORM}`],
    [' \n ', `Nothing is pasted. ${FORM}`],
    ['HTTP/1.1 200\n\n{}', `The first line is "HTTP/1.1 200", with which an answer begins, not a request. ${FORM}`],
    ['< HTTP/2 401', `The first line is "< HTTP/2 401", with which an answer begins, not a request. ${FORM}`],
    ['HTTP/x', `The first line is "HTTP/x", which is no method and path. ${FORM}`],
    [' {"a":1}', `That is JSON without a request in it that has method, url and headers. ${FORM}`],
    [' {"a":1}\nx', `That is JSON without a request in it that has method, url and headers. ${FORM}`],
    ['x{"a":1}', `The first line is "x{\\"a\\":1}", which is no method and path. ${FORM}`],
    ['X: 1', `The first line is "X: 1", a header. The line with method and path is missing before it. ${FORM}`],
    ['const a = 1', `The first line is "const a = 1", a program and not what it sends. ${FORM}`],
    ['the const a', `The first line is "the const a", which is no method and path. ${FORM}`],
    ['GE /a', `The first line is "GE /a", which is no method and path. ${FORM}`],
    ['CONNECTS /a', `The first line is "CONNECTS /a", which is no method and path. ${FORM}`],
    ['xGET /a', `The first line is "xGET /a", which is no method and path. ${FORM}`],
    ['GET a', `The first line is "GET a", which is no method and path. ${FORM}`],
    ['GET xhttp://a', `The first line is "GET xhttp://a", which is no method and path. ${FORM}`],
    ['GET ftp://a', `The first line is "GET ftp://a", which is no method and path. ${FORM}`],
    ['GET /a HTTP/1.1 x', `The first line is "GET /a HTTP/1.1 x", which is no method and path. ${FORM}`],
    ['> GET /a', `The first line is "> GET /a", which is no method and path. ${FORM}`],
    ['x'.repeat(130), `The first line is "${'x'.repeat(120)}", which is no method and path. ${FORM}`],
    ['GET http://[ HTTP/1.1', `The first line holds a URL that cannot be read. ${FORM}`],
    ['GET /a\nnonsense', `The line "nonsense" is no header: write "Name: value". ${FORM}`],
    ['GET /a\n folded', `The line " folded" is no header: write "Name: value". ${FORM}`],
    ['GET /a\n: b', `The line ": b" is no header: write "Name: value". ${FORM}`],
    ['GET /a\na b: c', `The line "a b: c" is no header: write "Name: value". ${FORM}`],
    ['GET /a\nå: c', `The line "å: c" is no header: write "Name: value". ${FORM}`],
    [`GET /a\n${'y'.repeat(130)}`, `The line "${'y'.repeat(120)}" is no header: write "Name: value". ${FORM}`],
    ['GET /a\0', 'The request holds zero bytes: it is no text in UTF-8, but UTF-16 or binary. Paste its text.'],
    ['x'.repeat(200_001), `The request has 200001 characters: at most 200000 are read.`],
  ])('%j is none', (text, reason) => {
    const refusal = expectRefusal(() => readPastedRequest(text), 'FORMAT_ERROR', /./)
    expect(refusal.faults).toEqual([{ path: 'request', text: reason }])
  })

  it('of 20,000 lines is one, of more not', () => {
    const lines = (count: number) => `GET /a\n\n${'\n'.repeat(count - 3)}`
    expect(readPastedRequest(lines(20_000)).target).toBe('/a')
    for (const text of [lines(20_001), `\n${lines(20_000)}`])
      expect(expectRefusal(() => readPastedRequest(text), 'FORMAT_ERROR', /./).faults).toEqual([
        { path: 'request', text: 'The request has 20001 lines: at most 20000 are read.' },
      ])
  })

  it('of 200,000 characters is one', () => {
    const start = 'GET /a\n\n'
    expect(readPastedRequest(start + 'x'.repeat(200_000 - start.length)).method).toBe('GET')
  })
})
