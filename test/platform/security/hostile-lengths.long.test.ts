import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/errors.ts'
import { describeCertificate } from '../../../src/platform/security/certificates/certificates.ts'
import { readPastedRequest } from '../../../src/platform/security/doctor/pasted-requests.ts'
import { createDigest, verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { checkKeyId, formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { secretsOf } from '../../../src/sandbox/journal/secrets.ts'
import { forgeDer, NOW } from '../../support/builders/certificates.ts'
import { expectRefusal } from '../../support/clients/refusals.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'
import { cpuMsOf } from '../../support/harness/cpu-time.ts'
import { authority, reader, receive, rewriteSignature, send } from '../../support/hostile/attack-kit.ts'
import { HOSTILE_PASTES } from '../../support/hostile/hostile-pastes.ts'

/** Runs of one thing, as long as a header may be: what makes a careless pattern start again at each character. */
const RUNS = [
  '=',
  ' ',
  '\t',
  '"',
  '\\',
  ',',
  '/',
  '?',
  '%',
  '%41',
  '\\"',
  '=?',
  ', ',
  '="',
  'a=',
  ',a="',
  'CN=',
  '1.',
  '#0c',
  '\\C3',
  '-----BEGIN ',
  '"kty"',
  '"d" ',
  '; ',
]
const LENGTH = 28_000
/** A pattern that is quadratic takes 500 ms of a processor for this; a linear one a few. */
const MOST_MS = 100

const run = (text: string, end: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH) + end
const PLACES: readonly (readonly [what: string, make: (value: string) => () => unknown])[] = [
  ['Digest', value => () => verifyDigest(`SHA-256=${value}`, Buffer.alloc(0))],
  ['Signature', value => () => receive(withHeaders(send(), { Signature: value }))],
  [
    'keyId',
    value => () => receive(rewriteSignature(send(), text => text.replace(/CA=(?:[^"\\]|\\.)*/, () => `CA=${value}`))),
  ],
  [
    'keyId behind a name',
    value => () =>
      receive(rewriteSignature(send(), text => text.replace(/CA=(?:[^"\\]|\\.)*/, () => `CA=CN=a,O=${value}`))),
  ],
  [
    'headers',
    value => () => receive(rewriteSignature(send(), text => text.replace(/headers="[^"]*/, () => `headers="${value}`))),
  ],
  [
    'signature',
    value => () =>
      receive(rewriteSignature(send(), text => text.replace(/,signature="[^"]*/, () => `,signature="${value}`))),
  ],
  [
    'algorithm',
    value => () =>
      receive(rewriteSignature(send(), text => text.replace(/algorithm="[^"]*/, () => `algorithm="${value}`))),
  ],
  ['Date', value => () => receive(withHeaders(send(), { Date: value }))],
  [
    'Authorization',
    value => () => receive(withHeaders(send(), { Signature: undefined, Authorization: `Signature ${value}` })),
  ],
  ['TPP-Signature-Certificate', value => () => reader.read(value, NOW)],
  ['TPP-Signature-Certificate that begins as a JSON Web Key', value => () => reader.read(`{"kty"${value}`, NOW)],
  [
    'a subject',
    value => () =>
      reader.read(forgeDer(authority, { subject: [['2.5.4.97', value.slice(0, 3_000)]] }).toString('base64'), NOW),
  ],
]

/** Processor time, which a busy machine does not lengthen, and the best of three where it is too long, which a collection of garbage may have been. */
function timeOf(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3 && best > MOST_MS; times += 1) {
    const before = process.cpuUsage()
    try {
      work()
    } catch {
      // Most are refused; how is for other tests.
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

describe('no header takes long, however long it is', () => {
  it.each(PLACES)('%s', (_, make) => {
    const slow = RUNS.flatMap(text =>
      ['', 'x', '"', ']'].flatMap(end => {
        const ms = timeOf(make(run(text, end)))
        return ms > MOST_MS ? [`${JSON.stringify(text)} before ${JSON.stringify(end)}: ${ms} ms`] : []
      }),
    )
    expect(slow).toEqual([])
  })
})

describe('no pasted request takes long, however it is made', () => {
  it.each(HOSTILE_PASTES)('%s', (_, text) => {
    expect(timeOf(() => readPastedRequest(text))).toBeLessThan(MOST_MS)
    // It is read, or refused in words.
    try {
      readPastedRequest(text)
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError)
    }
  })
})

it('no body takes long to be searched for private keys, however many seem to begin or end in it', () => {
  const { hide } = secretsOf('token')
  const BEGIN = '-----BEGIN PRIVATE KEY-----'
  const slow = [
    'END V',
    'END ',
    '-----BEGIN ',
    '"kty"',
    '"d" ',
    'PRIVATE KEY',
    'A ',
    '-----END PRIVATE KEY----',
    '"d":',
    'MIIEvQ',
    'LS0tLS1CRUdJTi',
    '?xtoken',
    '&token=',
  ].filter(
    text => timeOf(() => hide(`${BEGIN}kty IBAAKC QUklWQVRFIEtFW${text.repeat(64_000 / text.length)}`)) > MOST_MS,
  )
  expect(slow).toEqual([])
})

it.each([
  ['a deep one', '['.repeat(30_000) + ']'.repeat(30_000)],
  ['a wide one', `[${'[],'.repeat(20_000)}[]]`],
  ['a deep and wide one', `${'['.repeat(5_000)}${'1,'.repeat(10_000)}1${']'.repeat(5_000)}`],
  ['one of a megabyte', `"${'x'.repeat(1_048_574)}"`],
])('a wrong Digest costs little to refuse for a hostile body: %s', async (_, text) => {
  const cpuMs = await cpuMsOf(() =>
    expectRefusal(
      () => verifyDigest(createDigest(Buffer.from('x')), Buffer.from(text)),
      'SIGNATURE_INVALID',
      /does not match the body/,
    ),
  )
  expect(cpuMs).toBeLessThan(500)
})

it.each([
  ['commas', ','.repeat(32_000)],
  ['spaces', `C=NO,${' '.repeat(32_000)}`],
  ['newlines', `C=NO${'\n'.repeat(32_000)}`],
  ['quotation marks', `C=${'\\"'.repeat(16_000)}`],
  ['separators with types', 'C=NO,'.repeat(6_400)],
  ['dots', `1${'.1'.repeat(16_000)}`],
  ['dots after a separator', `C=NO,1${'.1'.repeat(16_000)}`],
  ['backslashes', `C=${'\\'.repeat(32_000)}`],
  ['percent signs', `C=${'%2'.repeat(16_000)}`],
  ['hexadecimal', `C=#${'30'.repeat(16_000)}`],
  ['letters', `C=NO,${'a'.repeat(32_000)}`],
])('the issuer in a keyId costs little to refuse: a text full of %s', async (_, text) => {
  const facts = describeCertificate(authority.certificate)
  const keyId = formatKeyId(facts).replace(/CA=.*/s, () => `CA=${text}`)
  const cpuMs = await cpuMsOf(() =>
    expectRefusal(
      () => checkKeyId(keyId, facts, 'tolerant'),
      'SIGNATURE_INVALID',
      /is not the issuer of the certificate/,
    ),
  )
  expect(cpuMs).toBeLessThan(300)
})
