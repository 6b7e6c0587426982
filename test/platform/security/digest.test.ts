import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDigest, verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { expectRefusal, refusalOf } from '../../support/clients/refusals.ts'

const BODY = Buffer.from('{"customerNumber": "13039319955", "name": "Kari Ærlig"}\n')
const TEXT = BODY.toString()
const digest = (text: string) => createDigest(Buffer.from(text))
const hash = (algorithm: string) => createHash(algorithm).update(BODY).digest()

describe('a Digest header', () => {
  it.each([
    ['SHA-256', createDigest(BODY)],
    ['SHA-512', createDigest(BODY, 'SHA-512')],
    ['both', `${createDigest(BODY)},${createDigest(BODY, 'SHA-512')}`],
    ['both, with spaces and empty members', ` , ${createDigest(BODY, 'SHA-512')} , ${createDigest(BODY)} ,`],
    ['the name in small letters', createDigest(BODY).replace('SHA', 'sha')],
    ['an unknown one besides', `MD5=AAAA==,unixsum=30637,${createDigest(BODY)}`],
    ['without padding', createDigest(BODY).replace(/=$/, '')],
    ['the same twice', `${createDigest(BODY)}, ${createDigest(BODY)}`],
  ])('fits its body: %s', (_, header) => {
    expect(() => verifyDigest(header, BODY)).not.toThrow()
  })

  it.each([
    ['another body', digest('{}'), /SHA-256 digest does not match the body/],
    [
      'SHA-256 right, SHA-512 wrong',
      `${createDigest(BODY)},SHA-512=${createHash('sha512').update('x').digest('base64')}`,
      /The SHA-512 digest does not match/,
    ],
    ['SHA-256 twice, one of them wrong', `${createDigest(BODY)},${digest('x')}`, /SHA-256 digest does not match/],
    ['only unknown algorithms', 'MD5=AAAA==', /neither SHA-256 nor SHA-512.*SHA-256=/],
    ['nothing', '', /neither SHA-256 nor SHA-512/],
    ['no value', 'SHA-256', /the header says , the 57 bytes/],
    ['characters that are no Base64 inside', createDigest(BODY).replace('=', '=*'), /does not match/],
    ['hexadecimal', `SHA-256=${hash('sha256').toString('hex')}`, /hash is right, but written in hexadecimal/],
    [
      'Base64 of hexadecimal',
      `SHA-256=${Buffer.from(hash('sha256').toString('hex')).toString('base64')}`,
      /Base64 of the hexadecimal text/,
    ],
    ['URL form of Base64', `SHA-512=${hash('sha512').toString('base64url')}`, /in the URL form of Base64/],
    ['an empty body', digest(''), /digest of an empty body/],
    ['other line ends', digest(TEXT.replace('\n', '\r\n')), /with other line ends/],
    ['no line end', digest(TEXT.trim()), /with other line ends, or with another line end after it/],
    [
      'the JSON without spaces',
      digest(JSON.stringify(JSON.parse(TEXT))),
      /the same JSON written with other white space/,
    ],
    [
      'the JSON over several lines',
      digest(JSON.stringify(JSON.parse(TEXT), null, 2)),
      /the same JSON written with other white space/,
    ],
    ['too long', `SHA-256=${'A'.repeat(65_536)}`, /has 65544 characters: at most 32768/],
  ])('is refused with the reason: %s', (_, header, reason) => {
    expectRefusal(() => verifyDigest(header, BODY), 'SIGNATURE_INVALID', reason)
  })

  it('is refused for its length at its own name', () => {
    expect(refusalOf(() => verifyDigest('x'.repeat(40_000), BODY)).faults.map(({ path }) => path)).toEqual(['Digest'])
  })

  it('is refused with the digest that the body has', () => {
    const refusal = refusalOf(() => verifyDigest(digest('x'), BODY))
    expect(refusal.faults[0]?.text).toContain(hash('sha256').toString('base64'))
    for (const header of [digest('x'), digest(''), 'MD5=AAAA=='])
      for (const fault of refusalOf(() => verifyDigest(header, BODY)).faults)
        expect(fault).toMatchObject({ path: 'Digest', want: { kind: 'value', value: createDigest(BODY) } })
  })

  it('says how many bytes came when a library had written the JSON with spaces', () => {
    const compact = Buffer.from('{"a":[1,2,{"b":"x, y"}],"c":{}}')
    const python = '{"a": [1, 2, {"b": "x, y"}], "c": {}}'
    expectRefusal(() => verifyDigest(digest(python), compact), 'SIGNATURE_INVALID', /same JSON.*31 bytes received/)
  })
})
