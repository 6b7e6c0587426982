import { sign as signBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'
import { buildSigningString, type RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'
import { issueTo, NOW } from '../../support/builders/certificates.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { certificate, DATE, sign, signByHand, verify } from '../../support/clients/hand-signed.ts'
import { expectRefusal, refusalOf } from '../../support/clients/refusals.ts'
import { headerOf, withHeaders } from '../../support/clients/signing-client.ts'
import { authority, reader, tpp } from '../../support/hostile/attack-kit.ts'

describe('a signed request', () => {
  it.each([
    ['with a body', {}],
    ['without a body', { method: 'GET', body: '' }],
    ['with a Date', { date: NOW }],
    [
      'with everything that must be signed',
      {
        date: NOW,
        headers: [
          ['PSU-ID', '1'],
          ['PSU-Corporate-ID', '2'],
          ['TPP-Redirect-URI', 'https://tpp.example/back?a=1,2'],
        ] as const,
      },
    ],
    ['with an absolute address', { url: 'https://bank.example:8443/worlds/w/v1/accounts?withBalance=true' }],
    ['with its method in small letters', { method: 'post' }],
    [
      'that signs more than it must',
      {
        headers: [
          ['Host', 'bank.example'],
          ['Content-Type', 'application/json'],
        ] as const,
        signedHeaders: ['host', 'content-type', 'digest', 'x-request-id'],
      },
    ],
    ['that does not sign its target', { headers: [], signedHeaders: ['digest', 'x-request-id'] }],
  ])('is accepted: %s', (_, changes) => {
    expect(() => verify(sign(changes))).not.toThrow()
  })

  it('is accepted by a key of an elliptic curve, and refused for its text alone', () => {
    const request = sign({ ...issueTo(authority, { key: newEcKey('P-256') }), requestId: 'one' })
    const holder = reader.read(headerOf(request, 'TPP-Signature-Certificate'), NOW)
    const check = (sent: typeof request) => verifySignature(sent, holder, { keyId: 'tolerant', now: NOW })
    expect(readSignatureHeader(headerOf(request, 'Signature')).algorithm).toBe('ecdsa-sha256')
    expect(() => check(request)).not.toThrow()
    expect(refusalOf(() => check(withHeaders(request, { 'X-Request-ID': 'two' }))).faults[0]?.text).toBe(
      'The signature does not fit ecdsa-sha256 over the signing string that the server built with the key of the certificate.',
    )
  })

  it('is accepted with a Date up to five minutes from the clock, either way', () => {
    for (const seconds of [-300, -299, 0, 299, 300])
      expect(() => verify(sign({ date: new Date(NOW.getTime() + seconds * 1000) }))).not.toThrow()
  })

  it.each([
    ['late', -301, /is 301 s before the server's clock.*at most 300 s/],
    ['early', 301, /is 301 s after the server's clock.*at most 300 s/],
    ['of another year', -366 * 86_400, /before the server's clock, which shows Mon, 02 Mar 2026 09:30:00 GMT/],
  ])('is refused when its Date is %s', (_, seconds, reason) => {
    const refusal = expectRefusal(
      () => verify(sign({ date: new Date(NOW.getTime() + seconds * 1000) })),
      'SIGNATURE_INVALID',
      reason,
    )
    expect(refusal.faults[0]?.path).toBe('Date')
  })

  it.each([
    ['ISO 8601', NOW.toISOString(), false],
    ['words', 'yesterday', false],
    ['an impossible month', 'Mon, 02 Foo 2026 09:30:00 GMT', false],
    ['a numeric zone', 'Mon, 02 Mar 2026 10:30:00 +0100', true],
    ['no weekday', '2 Mar 2026 09:30:00 GMT', true],
  ])('may write its Date as HTTP does: %s', (_, date, accepted) => {
    const request = signByHand([['Date', date]], 'date')
    if (accepted) expect(() => verify(request)).not.toThrow()
    else
      expectRefusal(
        () => verify(request),
        'SIGNATURE_INVALID',
        /cannot be read: (?:it is in the form of ISO 8601.*; |its names .*; )?write it like Mon, 02 Mar 2026 09:30:00 GMT/,
      )
  })

  it.each([
    [
      'spaces around commas and equals signs',
      (header: string) => header.replace(/",/g, '" , ').replace(/([a-z])="/gi, '$1 = "'),
    ],
    ['the scheme before it', (header: string) => `Signature ${header}`],
    ['no algorithm', (header: string) => header.replace('algorithm="rsa-sha256",', '')],
    ['the algorithm in capitals', (header: string) => header.replace('rsa-sha256', 'RSA-SHA256')],
    ['no headers, which means date', (header: string) => header.replace('headers="date",', '')],
    ['the names in capitals', (header: string) => header.replace('"date"', '"Date"')],
    ['unknown parameters', (header: string) => `created=1772443800,opaque="x, y=\\"z\\"",extra="1",${header}`],
    [
      'parameters in another order',
      (header: string) =>
        header
          .split(/,(?=[a-z]+=)/)
          .reverse()
          .join(','),
    ],
  ])('may write its header with %s', (_, rewrite) => {
    expect(() => verify(signByHand([DATE], 'date', rewrite))).not.toThrow()
  })

  it('joins repeats of a header in their order and trims every value', () => {
    const headers: RawHeaders = [
      ['X-Tag', '  a '],
      ['Other', '1'],
      ['x-tag', '\tb'],
      ['X-TAG', ''],
      ['Empty', ''],
    ]
    const message = { method: 'GET', target: '/', headers }
    expect(buildSigningString(message, ['X-Tag', 'empty', '(request-target)'])).toBe(
      'x-tag: a, b, \nempty: \n(request-target): get /',
    )
    expect(() => verify(signByHand(headers, 'x-tag empty'))).not.toThrow()
  })

  it('counts only spaces and tabs as white space, so that no byte of a character is lost', () => {
    const uri = Buffer.from('https://tpp.example/à').toString('latin1')
    expect(uri.endsWith('\u00a0')).toBe(true)
    expect(
      buildSigningString({ method: 'GET', target: '/', headers: [['TPP-Redirect-URI', uri]] }, ['tpp-redirect-uri']),
    ).toBe(`tpp-redirect-uri: ${uri}`)
  })

  it('is verified over the bytes that were sent, so that a client may sign UTF-8', () => {
    const uri = 'https://tpp.example/tilbake?til=Ærlig à'
    const signed = signBytes('sha256', Buffer.from(`tpp-redirect-uri: ${uri}`), tpp.key)
    const asReceived: RawHeaders = [['TPP-Redirect-URI', Buffer.from(uri).toString('latin1')]]
    const request = signByHand(asReceived, 'tpp-redirect-uri', header =>
      header.replace(/(,signature=")[^"]*/, `$1${signed.toString('base64')}`),
    )
    expect(() => verify(request)).not.toThrow()
  })

  it('is accepted in the strict setting when its keyId has the documented form', () => {
    expect(() => verifySignature(sign(), certificate, { keyId: 'strict', now: NOW })).not.toThrow()
    expectRefusal(
      () => verifySignature(signByHand([], '(request-target)'), certificate, { keyId: 'strict', now: NOW }),
      'SIGNATURE_INVALID',
      /documented form/,
    )
  })

  it('carries a keyId that names its certificate', () => {
    expect(readSignatureHeader(headerOf(sign(), 'Signature')).keyId.replaceAll('\\\\', '\\')).toBe(
      formatKeyId(certificate),
    )
  })
})
