import { describe, expect, it } from 'vitest'
import { createDigest, verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import {
  DISCOURAGED,
  formatWarning,
  refuseTolerated,
  TOLERATED,
  type WarningCode,
} from '../../../src/platform/security/warnings.ts'
import { headerForm, NOW } from '../../support/builders/certificates.ts'
import { certificate } from '../../support/clients/hand-signed.ts'
import { headerOf, withHeaders } from '../../support/clients/signing-client.ts'
import {
  type AttackedRequest,
  expectRefused,
  reader,
  receive,
  rewriteSignature,
  send,
  tpp,
} from '../../support/hostile/attack-kit.ts'

const plain = (rewrite: (header: string) => string) => rewriteSignature(send(), rewrite)
const latin1 = (request: AttackedRequest) =>
  withHeaders(request, {
    Signature: Buffer.from(headerOf(request, 'Signature').split('?')[3] ?? '', 'base64').toString(),
  })
const signed = (...names: string[]) =>
  send({ signedHeaders: [...names, 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'] })

const CASES: readonly (readonly [what: string, request: () => AttackedRequest, codes: readonly WarningCode[]])[] = [
  ['the documented form, with (request-target) and Date', () => send(), []],
  ['no (request-target)', () => signed('date'), ['REQUEST_TARGET_UNSIGNED']],
  [
    'no Date',
    () =>
      withHeaders(
        send({
          signedHeaders: ['(request-target)', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
          date: undefined,
        }),
        {},
      ),
    ['DATE_UNSIGNED'],
  ],
  [
    'the word Signature first',
    () => withHeaders(send(), { Signature: `Signature ${headerOf(send({ requestId: 'r-1' }), 'Signature')}` }),
    ['SIGNATURE_SCHEME'],
  ],
  ['raw UTF-8', () => plain(header => header), ['SIGNATURE_NOT_WRAPPED']],
  ['raw ISO-8859-1', () => latin1(send()), ['SIGNATURE_NOT_WRAPPED']],
  ['the algorithm hs2019', () => wrapped(header => header.replace('rsa-sha256', 'hs2019')), ['ALGORITHM_NAME']],
  [
    'the algorithm SHA256withRSA',
    () => wrapped(header => header.replace('rsa-sha256', 'SHA256withRSA')),
    ['ALGORITHM_NAME'],
  ],
  ['the algorithm sha-256', () => wrapped(header => header.replace('rsa-sha256', 'sha-256')), ['ALGORITHM_NAME']],
  ['the algorithm in capitals', () => wrapped(header => header.replace('rsa-sha256', 'RSA-SHA256')), []],
  ['names in capitals', () => wrapped(header => header.replace('x-request-id', 'X-Request-ID')), ['SIGNED_NAMES_CASE']],
  ['a parameter misspelt', () => wrapped(header => header.replace('algorithm=', 'alworithm=')), ['PARAMETER_NAME']],
  [
    'the issuer in another order',
    () =>
      wrapped(header =>
        header.replace(/CA=(?:[^"\\]|\\.)*/, 'CA=C=NO,O=Sandbank\\\\, Testbank AS,CN=Sandbank Øvelse CA'),
      ),
    ['KEYID_FORM'],
  ],
  [
    'a serial number with colons',
    () => wrapped(header => header.replace(/SN=([0-9a-f]+)/, (_, serial) => `SN=${serial.replace(/..(?=.)/g, '$&:')}`)),
    ['KEYID_FORM'],
  ],
]

/** Changes the text of the Signature header inside its wrapping. */
function wrapped(rewrite: (header: string) => string): AttackedRequest {
  const request = send()
  const inner = Buffer.from(headerOf(request, 'Signature').split('?')[3] ?? '', 'base64').toString()
  return withHeaders(request, { Signature: `=?utf-8?B?${Buffer.from(rewrite(inner)).toString('base64')}?=` })
}

const warningsOf = (request: AttackedRequest) => verifySignature(request, certificate, { keyId: 'tolerant', now: NOW })

describe('a signature is accepted with a warning for each thing that a bank may refuse', () => {
  it.each(CASES)('%s', (_, request, codes) => {
    expect(warningsOf(request()).map(({ code }) => code)).toEqual(codes)
  })

  it.each(CASES.filter(([, , codes]) => codes.some(code => code in TOLERATED)))(
    'and is refused by a strict server: %s',
    (_, request) => {
      const warnings = warningsOf(request())
      expectRefused(
        () => refuseTolerated(warnings),
        'SIGNATURE_INVALID',
        /This server was set to refuse it \(SANDBANK_STRICT=1\)/,
      )
    },
  )

  it('but no bank refuses what the interface allows ([I] Authentication 3)', () => {
    expect(() => refuseTolerated(warningsOf(signed('date')))).not.toThrow()
  })
})

describe('other forms that are accepted with a warning', () => {
  it('a certificate that is not plain Base64', () => {
    const codes = (header: string) => reader.read(header, NOW).warnings.map(({ code }) => code)
    expect(codes(headerForm(tpp.certificate))).toEqual([])
    expect(codes(` ${headerForm(tpp.certificate)}`)).toEqual(['CERTIFICATE_FORM'])
    expect(codes(encodeURIComponent(headerForm(tpp.certificate)))).toEqual(['CERTIFICATE_FORM'])
    expectRefused(
      () => refuseTolerated(reader.read(` ${headerForm(tpp.certificate)}`, NOW).warnings),
      'CERTIFICATE_INVALID',
      /send the Base64 of its DER alone/,
    )
  })

  it('a digest without its padding', () => {
    const body = Buffer.from('{}')
    expect(verifyDigest(createDigest(body), body)).toEqual([])
    expect(verifyDigest(createDigest(body, 'SHA-512'), body)).toEqual([])
    expect(
      verifyDigest(createDigest(body).replace('=', '\0').replaceAll('=', '').replace('\0', '='), body),
    ).toMatchObject([{ code: 'DIGEST_FORM' }])
  })

  it.each([
    ['Mon, 02 Mar 2026 09:30:00 GMT', []],
    ['2 Mar 2026 09:30:00 GMT', ['DATE_FORM']],
    ['Mon, 02 Mar 2026 09:30:00 UTC', ['DATE_FORM']],
    ['Mon, 02 Mar 2026 10:30:00 +0100', ['DATE_FORM']],
  ])('the Date %s', (date, codes) => {
    const headers = [['Date', date]] as const
    expect(
      warningsOf(
        send({ date: undefined, headers, signedHeaders: ['(request-target)', 'date', 'digest', 'x-request-id'] }),
      ).map(({ code }) => code),
    ).toEqual(codes)
  })
})

describe('what is not accepted under a tolerant server either', () => {
  it.each(['rsa-sha512', 'rsa-sha1', 'hmac-sha256', 'none', 'rsa-pss-sha256', 'SHA512withRSA', 'ecdsa-sha256', ''])(
    'the algorithm %j, since it names another one',
    algorithm => {
      expectRefused(
        () => receive(wrapped(header => header.replace('rsa-sha256', algorithm))),
        'SIGNATURE_INVALID',
        /but the key of the certificate is for rsa-sha256/,
      )
    },
  )

  it('another word for the algorithm where only documented keyIds are', () => {
    const request = wrapped(header => header.replace('rsa-sha256', 'hs2019'))
    expectRefused(
      () => verifySignature(request, certificate, { keyId: 'strict', now: NOW }),
      'SIGNATURE_INVALID',
      /The algorithm is hs2019, a word of later drafts/,
    )
  })
})

describe('a client that signs by another draft is refused with words that say so', () => {
  const without = withHeaders(send(), { Signature: undefined })
  const check = (request: AttackedRequest) => () =>
    verifySignature(request, certificate, { keyId: 'tolerant', now: NOW })

  it('Authorization: Signature', () => {
    const request = withHeaders(without, { Authorization: 'Signature keyId="x",signature="AA=="' })
    expectRefused(
      check(request),
      'SIGNATURE_MISSING',
      /The signature is in Authorization: the interface has it in the header Signature/,
    )
  })

  it('Signature-Input of RFC 9421', () => {
    const request = withHeaders(without, { 'Signature-Input': 'sig1=("@method");created=1618884473' })
    expectRefused(
      check(request),
      'SIGNATURE_MISSING',
      /as RFC 9421 wants it: the interface has draft-cavage-http-signatures-10/,
    )
  })

  it.each(['(created)', '(expires)'])('%s', name => {
    const request = wrapped(header => header.replace('headers="', `headers="${name} `))
    expectRefused(
      check(request),
      'SIGNATURE_INVALID',
      /which is of later drafts: the interface has draft-cavage-http-signatures-10, where a signed Date/,
    )
  })
})

describe('an issuer that a client could not send', () => {
  it.each([
    ['one ? for each character', 'Sandbank ?velse CA'],
    ['one ? for each byte', 'Sandbank ??velse CA'],
  ])('is recognised by %s, and the way is named', (_, name) => {
    expectRefused(
      () => receive(wrapped(header => header.replace('Sandbank Øvelse CA', name))),
      'SIGNATURE_INVALID',
      /The client wrote \? for what is not ASCII, which it cannot send in a header \(Java’s HttpClient does so\): wrap the whole Signature header as RFC 2047/,
    )
  })

  it('is another one when the rest differs too', () => {
    expectRefused(
      () => receive(wrapped(header => header.replace('Sandbank Øvelse CA', 'Sandbank ?velse AC'))),
      'SIGNATURE_INVALID',
      /It is another name/,
    )
  })
})

describe('the table of warnings', () => {
  it('has a text for each code, which a header can carry', () => {
    const all = CASES.flatMap(([, request]) => [...warningsOf(request())])
    for (const warning of all) expect(formatWarning(warning)).toMatch(/^[A-Z_]+; [\x20-\x7e]{30,400}$/)
    const met = new Set<string>([
      ...all.map(({ code }) => code),
      'ADDRESS_LENGTH',
      'CERTIFICATE_FORM',
      'DATE_FORM',
      'DIGEST_FORM',
      'FRACTION_DIGITS',
      'NOTIFICATION_NOT_SENT',
      'PAYEE_NOT_VERIFIED',
      'QC_STATEMENTS_FORM',
      // It is about a call of initialize, not about its signature.
      'WORLD_SHARED',
    ])
    expect([...met].sort()).toEqual([...Object.keys(TOLERATED), ...Object.keys(DISCOURAGED)].sort())
  })
})
