import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/errors.ts'
import { COVERED_HEADERS } from '../../../src/domain/tpps.ts'
import {
  compareDistinguishedName,
  formatDistinguishedName,
  parseDistinguishedName,
} from '../../../src/platform/security/certificates/distinguished-name.ts'
import { createDigest, verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { headerForm, NOW } from '../../support/builders/certificates.ts'
import { anyText, anyUrl } from '../../support/builders/texts.ts'
import { certificate } from '../../support/clients/hand-signed.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { headerOf, signedRequest, withHeaders } from '../../support/clients/signing-client.ts'
import { storiesOf } from '../../support/harness/property-runs.ts'
import { reader, receive, tpp } from '../../support/hostile/attack-kit.ts'

const RUNS = { numRuns: storiesOf('security') }

/** A value as the wire carries it: no control characters, and bytes beyond ASCII as one character each. */
const value = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter(code => code < 0x7f || code > 0x9f)
    .map(code => String.fromCharCode(code)),
  maxLength: 40,
})
const input = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  url: anyUrl,
  headers: fc
    .record({ 'PSU-ID': value, 'PSU-Corporate-ID': value, 'TPP-Redirect-URI': value }, { requiredKeys: [] })
    .map(headers => Object.entries(headers)),
  body: fc.uint8Array({ maxLength: 200 }),
  requestId: fc.string({ minLength: 1, maxLength: 40 }).filter(id => id.trim() !== ''),
  date: fc.option(
    fc.integer({ min: -300, max: 300 }).map(seconds => new Date(NOW.getTime() + seconds * 1000)),
    { nil: undefined },
  ),
  digestAlgorithm: fc.constantFrom('SHA-256' as const, 'SHA-512' as const),
})
const signed = input.map(({ date, ...request }) =>
  signedRequest({ ...tpp, ...request, ...(date === undefined ? {} : { date }) }),
)

describe('whatever is signed', () => {
  it('is accepted', () => {
    fc.assert(
      fc.property(signed, request => void receive(request)),
      RUNS,
    )
  })

  it('is refused when any covered header is changed', () => {
    const changed = fc.tuple(signed, fc.constantFrom(...COVERED_HEADERS), value).filter(([request, name, text]) => {
      const old = request.headers.find(([key]) => key.toLowerCase() === name)?.[1]
      return old?.replace(/^[ \t]+|[ \t]+$/g, '') !== text.replace(/^[ \t]+|[ \t]+$/g, '')
    })
    fc.assert(
      fc.property(changed, ([request, name, text]) => {
        expect(refusalOf(() => receive(withHeaders(request, { [name]: text }))).code).toBe('SIGNATURE_INVALID')
      }),
      RUNS,
    )
  })

  it('is refused when a covered header is taken away or sent again', () => {
    fc.assert(
      fc.property(signed, fc.nat(), (request, index) => {
        const carried = request.headers.filter(([name]) =>
          COVERED_HEADERS.some(covered => covered === name.toLowerCase()),
        )
        const [name, text] = carried[index % carried.length] ?? ['', '']
        const verify = (headers: typeof request.headers) => () =>
          verifySignature({ ...request, headers }, certificate, { keyId: 'tolerant', now: NOW })
        expect(refusalOf(verify(request.headers.filter(([key]) => key !== name))).code).toBe('SIGNATURE_INVALID')
        expect(refusalOf(verify([...request.headers, [name.toUpperCase(), text]])).code).toBe('SIGNATURE_INVALID')
      }),
      RUNS,
    )
  })

  it('is refused when a byte of its body, its target or its method is changed', () => {
    const target = fc.tuple(signed, fc.string({ minLength: 1, maxLength: 3 }))
    fc.assert(
      fc.property(target, ([request, more]) => {
        expect(refusalOf(() => receive({ ...request, target: `${request.target}${more}` })).code).toBe(
          'SIGNATURE_INVALID',
        )
        expect(refusalOf(() => receive({ ...request, method: `${request.method}X` })).code).toBe('SIGNATURE_INVALID')
        expect(
          refusalOf(() => receive({ ...request, body: Buffer.concat([request.body, Buffer.from(more)]) })).code,
        ).toBe('SIGNATURE_INVALID')
      }),
      RUNS,
    )
  })

  it('is refused when one character of its Signature is changed', () => {
    const request = signedRequest({ ...tpp, method: 'GET', url: '/v1/accounts', date: NOW, requestId: '1' })
    const plain = Buffer.from(headerOf(request, 'Signature').split('?')[3] ?? '', 'base64').toString('latin1')
    const start = plain.indexOf('headers="') + 'headers="'.length
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: plain.length - 5 }),
        fc.integer({ min: 0x21, max: 0x7e }),
        (at, code) => {
          const character = String.fromCharCode(code)
          // The names are read in any case; all else up to here is signed or is the signature. The last letter before the
          // padding is left out: four of its six bits carry nothing.
          fc.pre(character.toLowerCase() !== plain.charAt(at).toLowerCase() || at >= plain.indexOf('signature="') + 11)
          fc.pre(character !== plain.charAt(at))
          const tampered = withHeaders(request, { Signature: plain.slice(0, at) + character + plain.slice(at + 1) })
          expect(refusalOf(() => receive(tampered)).code).toBe('SIGNATURE_INVALID')
        },
      ),
      RUNS,
    )
  })
})

/** Garbage with the pieces that the parsers look for, so that it gets further than random letters would. */
const garbage = fc
  .array(
    fc.oneof(
      anyText({ maxLength: 20 }),
      fc.constantFrom(
        '=?utf-8?B?',
        '=?iso-8859-1?Q?',
        '?=',
        'keyId="',
        '"',
        ',',
        'signature="AAAA"',
        'headers="',
        'SN=',
        'CA=',
        'C=NO',
        '/O=',
        '#0c',
        '\\',
        '%',
        '%C3',
      ),
      fc.constantFrom(
        '-----BEGIN CERTIFICATE-----',
        '-----END CERTIFICATE-----',
        'MII',
        'MIIE',
        '\0',
        '\n',
        'SHA-256=',
        'SHA-512=',
        '=',
        ' ',
        '\ud800',
      ),
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''))

describe('garbage', () => {
  const onlyRefuses = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }

  it('in any header gives a refusal and nothing else', () => {
    const request = signedRequest({ ...tpp, method: 'GET', url: '/v1/accounts', date: NOW })
    const names = fc.constantFrom('Signature', 'Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'TPP-Signature-Certificate')
    fc.assert(
      fc.property(names, garbage, (name, text) => {
        fc.pre(text.trim() !== headerOf(request, 'X-Request-ID'))
        expect(refusalOf(() => receive(withHeaders(request, { [name]: text }))).message).not.toBe('')
      }),
      RUNS,
    )
  })

  it('in a keyId, wrapped or not, gives a refusal and nothing else', () => {
    const request = signedRequest({ ...tpp, method: 'GET', url: '/v1/accounts' })
    fc.assert(
      fc.property(garbage, fc.boolean(), (text, wrapped) => {
        const header = `keyId="SN=${certificate.serialHex},CA=${text}",headers="digest x-request-id",signature="AAAA"`
        const sent = wrapped ? `=?utf-8?B?${Buffer.from(header).toString('base64')}?=` : header
        expect(refusalOf(() => receive(withHeaders(request, { Signature: sent }))).code).toBe('SIGNATURE_INVALID')
      }),
      RUNS,
    )
  })

  it('in the bytes of a certificate gives a refusal and nothing else', () => {
    const der = tpp.certificate.raw
    const flips = fc.array(fc.tuple(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(flips, changes => {
        const bytes = Buffer.from(der)
        for (const [at, mask] of changes) bytes[at] = (bytes[at] ?? 0) ^ mask
        fc.pre(!bytes.equals(der))
        expect(refusalOf(() => reader.read(bytes.toString('base64'), NOW)).code).toBe('CERTIFICATE_INVALID')
      }),
      RUNS,
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes =>
        onlyRefuses(() => reader.read(Buffer.from(bytes).toString('base64'), NOW)),
      ),
      RUNS,
    )
    expect(reader.read(headerForm(tpp.certificate), NOW).tppId).toBe('NO-FSA-987654321')
  })
})

describe('a digest', () => {
  it('fits exactly the body that it was made of', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.uint8Array(),
        fc.constantFrom('SHA-256' as const, 'SHA-512' as const),
        (body, other, algorithm) => {
          expect(() => verifyDigest(createDigest(body, algorithm), body)).not.toThrow()
          if (!Buffer.from(body).equals(Buffer.from(other)))
            expect(refusalOf(() => verifyDigest(createDigest(body, algorithm), other)).code).toBe('SIGNATURE_INVALID')
        },
      ),
      RUNS,
    )
  })
})

describe('a name', () => {
  const attribute = fc.record({
    type: fc.constantFrom('2.5.4.3', '2.5.4.6', '2.5.4.10', '2.5.4.97', '1.2.3.4'),
    value: anyText({ maxLength: 20 }).filter(text => !/^[#"]|["]$/.test(text.trim())),
  })

  it('is equal to what is printed of it', () => {
    const names = fc.array(fc.array(attribute, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(names, relativeNames => {
        const printed = formatDistinguishedName({ relativeNames })
        expect(compareDistinguishedName({ relativeNames }, parseDistinguishedName(printed) ?? [])).toBe('equal')
      }),
      RUNS,
    )
  })
})
