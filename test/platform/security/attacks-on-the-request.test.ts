import { describe, it } from 'vitest'
import { headerForm, issueTo, NOW } from '../../support/builders/certificates.ts'
import { headerOf, signedRequest, withHeaders } from '../../support/clients/signing-client.ts'
import {
  type AttackedRequest,
  authority,
  expectRefused,
  receive,
  rewriteSignature,
  send,
  tpp,
} from '../../support/hostile/attack-kit.ts'

const BODY = '{"customerNumber":"1","name":"A","type":"PRIVATE"}'
const sendWithoutDate = () => signedRequest({ ...tpp, method: 'GET', url: '/v1/accounts' })

const elsewhere = (
  from: AttackedRequest,
  changes: { method?: string; target?: string; body?: Uint8Array },
): AttackedRequest => ({
  ...from,
  ...changes,
})
const repeat = (name: string, value?: string): AttackedRequest => {
  const request = send({
    headers: [
      ['PSU-ID', '5f0a'],
      ['PSU-Corporate-ID', '7'],
      ['TPP-Redirect-URI', 'https://tpp.example/'],
    ],
  })
  return { ...request, headers: [...request.headers, [name, value ?? headerOf(request, name)]] }
}
const wrap = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

const CHANGES: readonly (readonly [what: string, attack: () => AttackedRequest, reason: RegExp])[] = [
  [
    'PSU-ID not signed',
    () => send({ signedHeaders: ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'] }),
    /carries psu-id without signing it: sign headers="\(request-target\) date digest x-request-id psu-id tpp-redirect-uri"/,
  ],
  [
    'only the target signed',
    () => send({ signedHeaders: ['(request-target)'] }),
    /carries date, digest, x-request-id, psu-id, tpp-redirect-uri without signing them/,
  ],
  [
    'only the date signed',
    () => send({ signedHeaders: ['date'] }),
    /carries digest, x-request-id, psu-id, tpp-redirect-uri without signing them/,
  ],
  [
    'a PSU-Corporate-ID added afterwards',
    () => withHeaders(send(), { 'PSU-Corporate-ID': '42' }),
    /carries psu-corporate-id without signing it/,
  ],
  [
    'a Date added afterwards',
    () => withHeaders(sendWithoutDate(), { Date: NOW.toUTCString() }),
    /carries date without signing it/,
  ],
  [
    'the list of signed names shortened',
    () => rewriteSignature(send(), header => header.replace(' psu-id', '')),
    /carries psu-id without signing it/,
  ],
  [
    'the list of signed names reordered',
    () => rewriteSignature(send(), header => header.replace('date digest', 'digest date')),
    /does not fit/,
  ],
  [
    'a signed header taken away',
    () => withHeaders(send(), { 'PSU-ID': undefined }),
    /psu-id is listed as signed, but the request does not carry it/,
  ],
  ['another PSU-ID', () => withHeaders(send(), { 'PSU-ID': '5f0b' }), /does not fit.*psu-id: 5f0b/],
  [
    'another TPP-Redirect-URI',
    () => withHeaders(send(), { 'TPP-Redirect-URI': 'https://evil.example/' }),
    /does not fit.*tpp-redirect-uri: https:\/\/evil/,
  ],
  ['another X-Request-ID', () => withHeaders(send(), { 'X-Request-ID': 'r-2' }), /does not fit.*x-request-id: r-2/],
  [
    'another Date within five minutes',
    () => withHeaders(send(), { Date: new Date(NOW.getTime() + 1000).toUTCString() }),
    /does not fit/,
  ],
  [
    'another body',
    () => elsewhere(send(), { body: Buffer.from(BODY.replace('"A"', '"B"')) }),
    /SHA-256 digest does not match the body/,
  ],
  [
    'another body with its own digest',
    () =>
      withHeaders(elsewhere(send(), { body: Buffer.from('{}') }), {
        Digest: 'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
      }),
    /does not fit.*digest: SHA-256=RBNvo/,
  ],
  [
    'no body',
    () => elsewhere(send(), { body: new Uint8Array() }),
    /SHA-256 digest does not match.*the 0 bytes received/,
  ],
  [
    'replay on another path',
    () => elsewhere(send(), { target: '/v1/sandbox/accounts' }),
    /does not fit.*\(request-target\): post \/v1\/sandbox\/accounts/,
  ],
  [
    'replay with another query',
    () => elsewhere(send(), { target: '/v1/sandbox/customers?allowLogicalDuplicate=true' }),
    /does not fit/,
  ],
  [
    'replay in another world',
    () => elsewhere(send(), { target: '/worlds/other/v1/sandbox/customers' }),
    /does not fit/,
  ],
  ['replay with another method', () => elsewhere(send(), { method: 'DELETE' }), /does not fit.*delete \/v1/],
  [
    'replay after five minutes',
    () => send({ date: new Date(NOW.getTime() - 301_000) }),
    /is 301 s before the server's clock/,
  ],
  [
    'a line smuggled into a value',
    () => withHeaders(send(), { 'PSU-ID': '5f0a\ntpp-redirect-uri: https://evil.example/' }),
    /does not fit/,
  ],
  [
    'a foreign serial number',
    () => rewriteSignature(send(), header => header.replace(/SN=[0-9a-f]+/, 'SN=4f02a1')),
    /SN=4f02a1, but the certificate has the serial number [0-9a-f]{32}/,
  ],
  [
    'the subject instead of the issuer',
    () =>
      rewriteSignature(send(), header =>
        header.replace(/CA=(?:[^"\\]|\\.)*/, 'CA=CN=Fjord Pay AS,2.5.4.97=PSDNO-FSA-987654321,O=Fjord Pay AS,C=NO'),
      ),
    /It is the subject of the certificate: write its issuer/,
  ],
  [
    'another CA in the keyId',
    () => rewriteSignature(send(), header => header.replace('Sandbank Øvelse CA', 'Root CA')),
    /It is another name/,
  ],
  [
    'another certificate of the same CA, with its keyId',
    () => withHeaders(send(), { 'TPP-Signature-Certificate': headerForm(issueTo(authority).certificate) }),
    /but the certificate has the serial number/,
  ],
]

const MALFORMED: readonly (readonly [what: string, attack: () => AttackedRequest, reason: RegExp])[] = [
  ['Date sent twice', () => repeat('Date'), /header date is sent 2 times/],
  ['Digest sent twice', () => repeat('Digest', 'SHA-256=AAAA'), /header digest is sent 2 times/],
  ['X-Request-ID sent twice', () => repeat('x-request-id', 'r-2'), /header x-request-id is sent 2 times/],
  ['PSU-ID sent twice', () => repeat('PSU-ID', 'other'), /header psu-id is sent 2 times/],
  ['PSU-Corporate-ID sent twice', () => repeat('PSU-Corporate-ID'), /header psu-corporate-id is sent 2 times/],
  [
    'TPP-Redirect-URI sent twice',
    () => repeat('TPP-REDIRECT-URI', 'https://evil.example/'),
    /header tpp-redirect-uri is sent 2 times/,
  ],
  ['Signature sent twice', () => repeat('Signature'), /header signature is sent 2 times/],
  [
    'TPP-Signature-Certificate sent twice',
    () => repeat('TPP-Signature-Certificate'),
    /header tpp-signature-certificate is sent 2 times/,
  ],
  [
    'a Signature of 64 kB',
    () => rewriteSignature(send(), header => `opaque="${'x'.repeat(65_536)}",${header}`),
    /has 66\d{3} characters: at most 32768/,
  ],
  [
    'a NUL byte in the Signature',
    () => rewriteSignature(send(), header => header.replace('CA=', 'CA=\0')),
    /control character \\x00/,
  ],
  [
    'a NUL byte in a wrapped Signature',
    () => withHeaders(send(), { Signature: wrap('keyId="\0"') }),
    /control character \\x00/,
  ],
  [
    'nested wrapping',
    () => withHeaders(send(), { Signature: wrap(headerOf(send(), 'Signature')) }),
    /wrapped as RFC 2047 twice/,
  ],
  [
    'broken Base64 in the wrapping',
    () => withHeaders(send(), { Signature: '=?utf-8?B?!!!?=' }),
    /neither valid Base64/,
  ],
  [
    'broken Base64 in the signature',
    () => rewriteSignature(send(), header => header.replace(/,signature="./, ',signature="*')),
    /parameter signature is not Base64: its character 1 is \*/,
  ],
]

describe('a request that differs from what was signed is refused with its reason', () => {
  it.each(CHANGES)('%s', (_, attack, reason) => {
    expectRefused(() => receive(attack()), 'SIGNATURE_INVALID', reason)
  })
})

describe('a request with repeated or malformed headers is refused with its reason', () => {
  it.each(MALFORMED)('%s', (_, attack, reason) => {
    expectRefused(() => receive(attack()), 'SIGNATURE_INVALID', reason)
  })
})
