import { createHmac, createPublicKey, sign as signBytes, type X509Certificate } from 'node:crypto'
import { DAY, forgeCertificate, headerForm, issueTo, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { dsaSpki, ecSpki, INFINITY_POINT } from '../../support/builders/public-keys.ts'
import { headerOf, withHeaders } from '../../support/clients/signing-client.ts'
import {
  type AttackedRequest,
  authority,
  otherKey,
  resign,
  rewriteSignature,
  send,
  tpp,
} from '../../support/hostile/attack-kit.ts'

/** What is attacked, the code and the reason it is refused with, and the request. */
export type Attack = readonly [what: string, code: string, attack: () => AttackedRequest, reason: RegExp]
const INVALID = 'SIGNATURE_INVALID'
const at = (seconds: number) => NOW.getTime() / 1000 + seconds
const wrap = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const signature = (header: string) => withHeaders(send(), { Signature: header })
const certified = (certificate: X509Certificate, key = tpp.key) => send({ certificate, key })
const header = (value: string) => withHeaders(send(), { 'TPP-Signature-Certificate': value })
const twice = (name: string, value?: string) => {
  const request = send()
  return { ...request, headers: [...request.headers, [name, value ?? headerOf(request, name)] as const] }
}
const rsa = (hash: string) => (text: string) => signBytes(hash, Buffer.from(text), tpp.key)
const hmac = (text: string) =>
  createHmac('sha256', createPublicKey(tpp.key).export({ type: 'spki', format: 'pem' }))
    .update(text)
    .digest()
const impostor = forgeCertificate(
  { key: otherKey() },
  {
    subject: [
      ['2.5.4.6', 'NO'],
      ['2.5.4.10', 'Sandbank, Testbank AS'],
      ['2.5.4.3', 'Sandbank Øvelse CA'],
    ],
    key: otherKey(),
    isAuthority: true,
    keyUsage: ['keyCertSign'],
  },
)

/** Texts of a Signature that D76 refuses. */
const REWRITTEN: readonly (readonly [what: string, change: (text: string) => string, reason: RegExp])[] = [
  ['a parameter twice', text => `${text},signature="AAAA"`, /parameter signature is there twice/],
  ['a parameter twice, in other letters', text => `KEYID="SN=1,CA=CN=x",${text}`, /parameter keyId is there twice/],
  ['a comma after the last parameter', text => `${text},`, /goes on with a comma after its last parameter/],
  ['two commas after the last parameter', text => `${text} , ,`, /goes on with a comma after its last/],
  ['a word after the parameters', text => `${text} junk`, /cannot be read from character/],
  ['a number after the parameters', text => `${text},junk=1`, /cannot be read from character/],
  ['an empty parameter after the last', text => `${text},x=""`, /goes on after its last parameter: leave out x=""/],
  ['an unknown one after the last', text => `${text} , x-y="1"`, /goes on after its last parameter: leave out x-y="1"/],
  ['a semicolon after the parameters', text => `${text};`, /cannot be read from character/],
  [
    'another parameter without a comma',
    text => `${text}x="1"`,
    /parameter signature is not Base64: its character \d+ is "/,
  ],
  ['a signature that has expired', text => `expires=${at(-1)},${text}`, /parameter expires is \d+, which is before/],
  ['one that has expired, at its end', text => `${text},expires="${at(-86_400)}"`, /which is before the server/],
  ['one of the future', text => `created=${at(1)},${text}`, /parameter created is \d+, which is after the server/],
  ['one of no time', text => `created="now",${text}`, /parameter created is now: it is a number of seconds/],
  ['a header listed twice', text => text.replace(' date ', ' date date '), /headers lists date twice/],
  ['one listed twice in other letters', text => text.replace(' date ', ' date Date '), /lists date twice/],
]

const SERIALS: readonly (readonly [what: string, serial: Buffer, reason: RegExp])[] = [
  ['21 bytes', Buffer.alloc(21, 1), /serial number of the certificate has 21 bytes: at most 20/],
  ['33 bytes', Buffer.alloc(33, 0x7f), /has 33 bytes: at most 20/],
  ['zero', Buffer.alloc(1), /is 0: it must be above 0/],
  ['a negative number', Buffer.alloc(20, 0x80), /is -\d+: it must be above 0/],
]

/** The matrix of attacks as requests that can be sent over HTTP to a server that trusts the authority of the attack kit at its instant. */
export const ATTACKS: readonly Attack[] = [
  ...REWRITTEN.map(([what, change, reason]): Attack => [what, INVALID, () => rewriteSignature(send(), change), reason]),
  ...SERIALS.map(
    ([what, serial, reason]): Attack => [
      `a serial number of ${what}`,
      'CERTIFICATE_INVALID',
      () => certified(forgeCertificate(authority, { serial })),
      reason,
    ],
  ),
  [
    'HMAC with the public key',
    INVALID,
    () => resign(send(), 'hmac-sha256', hmac),
    /Signature: The algorithm is hmac-sha256, but the key of the certificate is for rsa-sha256: write algorithm="rsa-sha256"/,
  ],
  [
    'HMAC that claims to be RSA',
    INVALID,
    () => resign(send(), 'rsa-sha256', hmac),
    /does not fit rsa-sha256.*It has 32 bytes, and one of this key has 256/,
  ],
  ['the algorithm none', INVALID, () => resign(send(), 'none', () => Buffer.from('x')), /The algorithm is none/],
  ['the algorithm hs2019', INVALID, () => resign(send(), 'hs2019', rsa('sha512')), /does not fit rsa-sha256/],
  [
    'SHA-1 under the name of SHA-256',
    INVALID,
    () => resign(send(), 'rsa-sha256', rsa('sha1')),
    /does not fit rsa-sha256/,
  ],
  ['another key', INVALID, () => send({ key: otherKey() }), /does not fit rsa-sha256/],
  ['zero bytes', INVALID, () => resign(send(), 'rsa-sha256', () => Buffer.alloc(256)), /does not fit/],
  [
    'an uncovered PSU-ID',
    INVALID,
    () => send({ signedHeaders: ['(request-target)', 'date', 'digest', 'x-request-id', 'tpp-redirect-uri'] }),
    /carries psu-id without signing it: sign headers="\(request-target\) date digest x-request-id psu-id tpp-redirect-uri"/,
  ],
  [
    'an uncovered Digest',
    INVALID,
    () => send({ signedHeaders: ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] }),
    /carries digest without signing it/,
  ],
  [
    'a PSU-Corporate-ID added afterwards',
    INVALID,
    () => withHeaders(send(), { 'PSU-Corporate-ID': '42' }),
    /carries psu-corporate-id without signing it/,
  ],
  [
    'a signed header taken away',
    INVALID,
    () => withHeaders(send(), { 'PSU-ID': undefined }),
    /psu-id is listed as signed, but the request does not carry it/,
  ],
  [
    'another X-Request-ID',
    INVALID,
    () => withHeaders(send(), { 'X-Request-ID': 'r-2' }),
    /does not fit.*x-request-id: r-2/,
  ],
  [
    'another body',
    INVALID,
    () => ({ ...send(), body: Buffer.from('{}') }),
    /Digest: The SHA-256 digest does not match the body: the header says .+, the 2 bytes received have RBNvo1WzZ4oRRq0W9\+hknpT7T8If536DEMBg9hyq\/4o=/,
  ],
  ['no body', INVALID, () => ({ ...send(), body: new Uint8Array() }), /the 0 bytes received/],
  [
    'the same JSON in other white space',
    INVALID,
    () => ({ ...send(), body: Buffer.from('{ "customerNumber":"1","name":"A","type":"PRIVATE" }') }),
    /SHA-256 digest does not match the body/,
  ],
  [
    'replay on another path',
    INVALID,
    () => ({ ...send(), target: '/v1/sandbox/accounts' }),
    /does not fit.*\(request-target\): post \/v1\/sandbox\/accounts/,
  ],
  ['replay with a query', INVALID, () => ({ ...send(), target: '/v1/sandbox/customers?a=b' }), /does not fit/],
  [
    'replay with another method',
    INVALID,
    () => ({ ...send(), method: 'GET', body: new Uint8Array() }),
    /does not fit.*get \/v1/,
  ],
  [
    'replay after five minutes',
    INVALID,
    () => send({ date: new Date(NOW.getTime() - 301_000) }),
    /Date: .+ is 301 s before the server's clock.+at most 300 s/,
  ],
  [
    'a date of five minutes from now',
    INVALID,
    () => send({ date: new Date(NOW.getTime() + 301_000) }),
    /is 301 s after the server's clock/,
  ],
  [
    'a foreign serial',
    INVALID,
    () => rewriteSignature(send(), text => text.replace(/SN=[0-9a-f]+/, 'SN=4f02a1')),
    /SN=4f02a1, but the certificate has the serial number [0-9a-f]{32}/,
  ],
  [
    'the subject instead of the issuer',
    INVALID,
    () =>
      rewriteSignature(send(), text =>
        text.replace(/CA=(?:[^"\\]|\\.)*/, 'CA=CN=Fjord Pay AS,2.5.4.97=PSDNO-FSA-987654321,O=Fjord Pay AS,C=NO'),
      ),
    /It is the subject of the certificate: write its issuer/,
  ],
  [
    'another certificate of the same CA',
    INVALID,
    () => header(headerForm(issueTo(authority).certificate)),
    /but the certificate has the serial number/,
  ],
  ['Date sent twice', INVALID, () => twice('Date'), /date: The header date is sent 2 times: send it once/],
  ['Digest sent twice', INVALID, () => twice('Digest', 'SHA-256=AAAA'), /header digest is sent 2 times/],
  ['X-Request-ID sent twice', INVALID, () => twice('X-Request-ID', 'r-2'), /header x-request-id is sent 2 times/],
  ['PSU-ID sent twice', INVALID, () => twice('PSU-ID', 'other'), /header psu-id is sent 2 times/],
  ['Signature sent twice', INVALID, () => twice('Signature'), /header signature is sent 2 times/],
  ['a NUL in a wrapped Signature', INVALID, () => signature(wrap('keyId="\0"')), /control character \\x00/],
  ['nested wrapping', INVALID, () => signature(wrap(headerOf(send(), 'Signature'))), /wrapped as RFC 2047 twice/],
  ['broken Base64 in the wrapping', INVALID, () => signature('=?utf-8?B?!!!?='), /neither valid Base64/],
  [
    'broken Base64 in the signature',
    INVALID,
    () => rewriteSignature(send(), text => text.replace(/,signature="./, ',signature="*')),
    /parameter signature is not Base64: its character 1 is \*/,
  ],
  [
    'an empty list of headers',
    INVALID,
    () => rewriteSignature(send(), text => text.replace(/headers="[^"]*"/, 'headers=""')),
    /parameter headers is empty/,
  ],
  [
    'no keyId',
    INVALID,
    () => rewriteSignature(send(), text => text.replace(/keyId="(?:[^"\\]|\\.)*",/, '')),
    /parameter keyId is missing/,
  ],
  [
    'no Signature',
    'SIGNATURE_MISSING',
    () => withHeaders(send(), { Signature: undefined }),
    /Signature: The header is missing\. Sign headers="/,
  ],
  [
    'no certificate',
    'CERTIFICATE_MISSING',
    () => withHeaders(send(), { 'TPP-Signature-Certificate': undefined }),
    /TPP-Signature-Certificate: Every call carries its signing certificate/,
  ],
  ['broken Base64 in the certificate', 'CERTIFICATE_INVALID', () => header('MII!'), /not Base64: character 4/],
  [
    'a cut certificate',
    'CERTIFICATE_INVALID',
    () => header(tpp.certificate.raw.subarray(0, 501).toString('base64')),
    /not to an X\.509 certificate/,
  ],
  [
    'TPP-Signature-Certificate sent twice',
    'CERTIFICATE_INVALID',
    () => twice('TPP-Signature-Certificate'),
    /not Base64/,
  ],
  [
    'a CA of the same name',
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate({ certificate: impostor, key: otherKey() })),
    /another CA with the same name/,
  ],
  [
    'a CA that is not trusted',
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate({ key: otherKey() })),
    /which this server does not trust.*A trusted issuer is CN=/,
  ],
  [
    'expired',
    'CERTIFICATE_EXPIRED',
    () => certified(forgeCertificate(authority, { notAfter: new Date(NOW.getTime() - 1000) })),
    /expired at 2026-03-02T09:29:59\.000Z; now it is 2026-03-02T09:30:00\.000Z/,
  ],
  [
    'not yet valid',
    'CERTIFICATE_EXPIRED',
    () => certified(forgeCertificate(authority, { notBefore: new Date(NOW.getTime() + DAY) })),
    /not valid before 2026-03-03T09:30:00\.000Z/,
  ],
  [
    'a TPP as the CA',
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate({ certificate: tpp.certificate, key: tpp.key }, { key: otherKey() }), otherKey()),
    /issued by CN=Fjord Pay AS.*does not trust/,
  ],
  [
    'the certificate of the CA itself',
    'CERTIFICATE_INVALID',
    () => header(headerForm(authority.certificate)),
    /is that of a CA .*: a TPP signs with a certificate of its own/,
  ],
  [
    '1024 bits',
    'CERTIFICATE_INVALID',
    () => header(headerForm(forgeCertificate(authority, { key: keptKey('weak', 1024) }))),
    /RSA key of 1024 bits: at least 2048/,
  ],
  [
    'a key usage for encryption',
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate(authority, { keyUsage: ['keyEncipherment'] })),
    /needs digitalSignature or nonRepudiation/,
  ],
  [
    'a key that is the point at infinity',
    'CERTIFICATE_INVALID',
    () => header(headerForm(forgeCertificate(authority, { key: ecSpki('P-256', INFINITY_POINT) }))),
    /EC key on P-256 that is the point at infinity/,
  ],
  [
    'a DSA key with a negative value, of an unknown caller',
    'CERTIFICATE_INVALID',
    () => header(headerForm(forgeCertificate({ key: otherKey() }, { key: dsaSpki(Buffer.from([0xff])) }))),
    /key of type dsa/,
  ],
  [
    "the operator's own id",
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate(authority, { subject: [['2.5.4.97', 'SANDBANK']] })),
    /is the one of the sandbox's operator/,
  ],
  [
    'the id of another TPP with a no-break space',
    'CERTIFICATE_INVALID',
    () => certified(forgeCertificate(authority, { subject: [['2.5.4.97', 'PSDNO-FSA-987654321\u00a0']] })),
    /must be visible characters/,
  ],
]
