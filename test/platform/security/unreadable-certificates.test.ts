import { describe, it } from 'vitest'
import { headerForm, NOW } from '../../support/builders/certificates.ts'
import { expectRefused, reader, tpp } from '../../support/hostile/attack-kit.ts'

const UNREADABLE: readonly (readonly [what: string, header: string, reason: RegExp])[] = [
  [
    'broken Base64',
    `${headerForm(tpp.certificate).slice(0, 40)}*${headerForm(tpp.certificate).slice(41)}`,
    /not Base64: character 41 is none of/,
  ],
  ['Base64 that was cut', headerForm(tpp.certificate).slice(0, 41), /its 41 characters are not whole groups of four/],
  ['padding inside', 'AA==AAAA', /not whole groups of four with at most two = at the end/],
  ['nothing', '  ', /holds no certificate/],
  ['sent twice and joined', `${headerForm(tpp.certificate)}, ${headerForm(tpp.certificate)}`, /not Base64/],
  ['64 kB', 'A'.repeat(65_536), /has 65536 characters, more than 32768/],
  ['NUL bytes', '\0\0\0\0', /not Base64: character 1/],
  ['NUL bytes in Base64', 'AAAAAAAA', /not to an X.509 certificate/],
  ['deeply nested DER', nest(6_000).toString('base64'), /not to an X.509 certificate/],
  ['an indefinite length', Buffer.from('3080308000000000', 'hex').toString('base64'), /not to an X.509 certificate/],
  ['a length beyond the bytes', Buffer.from('3084ffffffff00', 'hex').toString('base64'), /not to an X.509 certificate/],
  [
    'a PEM in a PEM',
    Buffer.from(
      `-----BEGIN CERTIFICATE-----${Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64')}-----END CERTIFICATE-----`,
    ).toString('base64'),
    /not to an X.509 certificate/,
  ],
  ['a PEM without its end', '-----BEGIN CERTIFICATE-----AAAA', /no END line: it was cut off/],
  [
    'a private key',
    '-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----',
    /holds a private key, which must never leave its owner.*PRIVATE KEY/,
  ],
  ['a broken URL encoding', '%E0%A4%A', /not validly URL-encoded/],
]

describe('a TPP-Signature-Certificate header that is no certificate is refused with its reason', () => {
  it.each(UNREADABLE)('%s', (_, header, reason) => {
    expectRefused(() => reader.read(header, NOW), 'CERTIFICATE_INVALID', reason)
  })
})

/** A SEQUENCE in a SEQUENCE in a SEQUENCE, as often as asked. */
function nest(depth: number): Buffer {
  let inner = Buffer.alloc(0)
  for (let level = 0; level < depth; level++) {
    const length =
      inner.length < 128 ? Buffer.from([inner.length]) : Buffer.from([0x82, inner.length >> 8, inner.length & 0xff])
    inner = Buffer.concat([Buffer.from([0x30]), length, inner])
  }
  return inner
}
