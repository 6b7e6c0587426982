import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { NOW } from '../../support/builders/certificates.ts'
import { certificate, DATE, sign, signByHand, verify } from '../../support/clients/hand-signed.ts'
import { expectRefusal, refusalOf } from '../../support/clients/refusals.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'

describe('a refusal of a signature', () => {
  it('shows the signing string that the server built, with its line ends', () => {
    const refusal = refusalOf(() => verify(withHeaders(sign({ requestId: 'one' }), { 'X-Request-ID': 'two' })))
    expect(refusal.faults.every(({ path, text }) => path === 'Signature' && text.length <= 512)).toBe(true)
    const texts = refusal.faults.map(({ text }) => text)
    expect(texts[0]).toBe(
      'The signature does not fit rsa-sha256 over the signing string that the server built with the key of the certificate.',
    )
    expect(texts[1]).toBe('Signed are: (request-target) digest x-request-id psu-id')
    expect(texts[2]).toMatch(
      /^The signing string \(\d+ bytes, \\n for a newline\) is: \(request-target\): post \/v1\/signing-baskets\?x=1\\ndigest: SHA-256=.*\\nx-request-id: two\\npsu-id: 5f0a$/,
    )
  })

  it('spreads a long signing string over several texts that fit the wire', () => {
    const uri = `https://tpp.example/${'a'.repeat(2_000)}`
    const request = withHeaders(sign({ headers: [['TPP-Redirect-URI', uri]], requestId: 'one' }), {
      'X-Request-ID': 'two',
    })
    const texts = refusalOf(() => verify(request)).faults.map(({ text }) => text)
    expect(texts.every(text => text.length <= 512)).toBe(true)
    expect(
      texts
        .slice(2)
        .map(text => text.replace(/^… /, ''))
        .join(''),
    ).toContain(`tpp-redirect-uri: ${uri}`)
  })

  it('says how long a signature of the key is', () => {
    const short = signByHand([DATE], 'date', header => header.replace(/signature="[^"]*"/, 'signature="AAAA"'))
    expectRefusal(() => verify(short), 'SIGNATURE_INVALID', /It has 3 bytes, and one of this key has 256/)
  })

  it.each([
    ['no keyId', (header: string) => header.replace(/keyId="(?:[^"\\]|\\.)*",/, ''), /The parameter keyId is missing/],
    [
      'no signature',
      (header: string) => header.replace(/,signature="[^"]*"/, ''),
      /The parameter signature is missing/,
    ],
    [
      'empty headers',
      (header: string) => header.replace('headers="date"', 'headers=""'),
      /The parameter headers is empty/,
    ],
    [
      'blank headers',
      (header: string) => header.replace('headers="date"', 'headers="  "'),
      /The parameter headers is empty/,
    ],
    [
      'too many names',
      (header: string) => header.replace('headers="date"', `headers="${'date '.repeat(101)}"`),
      /lists 101 names: at most 100/,
    ],
    [
      'a listed header that is not there',
      (header: string) => header.replace('headers="date"', 'headers="date host"'),
      /The header host is listed as signed, but the request does not carry it/,
    ],
    [
      'a listed header that is there with underscores',
      (header: string) => header.replace('headers="date"', 'headers="date x_trace_id"'),
      /x_trace_id is listed as signed, but the request does not carry it\. The request carries x-trace-id: write/,
    ],
    [
      'a header that is listed twice',
      (header: string) => header.replace('headers="date"', 'headers="date digest date"'),
      /The parameter headers lists date twice: list each header once\./,
    ],
    [
      'a parameter that is there twice',
      (header: string) => header.replace('keyId=', 'Algorithm="rsa-sha256",ALGORITHM="rsa-sha256",keyId='),
      /The parameter ALGORITHM is there twice: write it once\./,
    ],
    [
      'a signature that is made later',
      (header: string) => header.replace('keyId=', `created="${NOW.getTime() / 1_000 + 1}",keyId=`),
      /The parameter created is \d+, which is after the server's clock/,
    ],
    [
      'a pseudo-header of later drafts',
      (header: string) => header.replace('headers="date"', 'headers="date (created)"'),
      /The parameter headers lists \(created\), which is of later drafts/,
    ],
    [
      'a value that is never closed',
      (header: string) => header.slice(0, -1),
      /The closing quotation mark of the parameter signature is missing/,
    ],
    [
      'values without quotation marks',
      (header: string) => header.replaceAll('"', '').replace(' ', ' !'),
      /Its values stand in no quotation marks: double ones are needed\. The .*\. Needed: keyId=/,
    ],
    [
      'values in single quotation marks',
      (header: string) => header.replaceAll('"', "'").replace(' ', ' !'),
      /Its values stand in single quotation marks: double ones are needed\. The .*\. Needed: keyId=/,
    ],
    [
      'semicolons between the parameters',
      (header: string) => header.replaceAll('",', '";'),
      /Its parameters are separated by semicolons: commas are needed\. Needed: keyId=/,
    ],
    [
      'commas between the names',
      (header: string) => header.replace('headers="date"', 'headers="date,digest"'),
      /The parameter headers has commas between its names: write a blank/,
    ],
    [
      'a comma at its end',
      (header: string) => `${header},`,
      /The header goes on with a comma after its last parameter: leave it out\./,
    ],
    ['no parameters', () => 'nonsense', /cannot be read from character 1 on: nonsense/],
    [
      'a signature in the URL form of Base64',
      (header: string) => header.replace(/signature="..../, 'signature="a-b_'),
      /not Base64: its character 2 is -/,
    ],
    ['a signature that was cut', (header: string) => header.replace(/.{3}"$/, '"'), /are not whole groups of four/],
    [
      'an empty signature',
      (header: string) => header.replace(/signature="[^"]*"/, 'signature=""'),
      /parameter signature is not Base64/,
    ],
  ])('names what is wrong with the header: %s', (_, rewrite, reason) => {
    expectRefusal(() => verify(signByHand([DATE, ['X-Trace-ID', '1']], 'date', rewrite)), 'SIGNATURE_INVALID', reason)
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['blank', '  '],
  ])('has a code of its own when the header is %s, and says what to sign', (_, value) => {
    const request = withHeaders(sign({ date: NOW }), { Signature: value })
    expectRefusal(
      () => verify(request),
      'SIGNATURE_MISSING',
      /Sign headers="\(request-target\) date digest x-request-id psu-id"/,
    )
  })

  it('says that a Bearer token is none', () => {
    const request = withHeaders(sign({ date: NOW }), { Signature: undefined, Authorization: 'Bearer abc' })
    expectRefusal(
      () => verify(request),
      'SIGNATURE_MISSING',
      /^Signature: Authorization has a Bearer token, which the interface does not know: each call is signed instead\. Sign/,
    )
  })

  it('leaves what had to be signed to those who keep it, as a good one does', () => {
    const kept: string[][] = []
    const check = (request: ReturnType<typeof sign>) =>
      verifySignature(request, certificate, {
        keyId: 'tolerant',
        now: NOW,
        remember: lines => kept.push(lines.map(({ name }) => name)),
      })
    check(sign({ requestId: 'one' }))
    expect(() => check(withHeaders(sign({ requestId: 'one' }), { 'X-Request-ID': 'two' }))).toThrow()
    const names = ['(request-target)', 'digest', 'x-request-id', 'psu-id']
    expect(kept).toEqual([names, names])
  })
})
