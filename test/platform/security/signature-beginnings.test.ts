import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'

// The reader goes on from the header before where one begins alike. Whatever follows must be read as if nothing had come before.
const SIGNATURE = Buffer.from('a signature of thirty-odd bytes, at least').toString('base64')
const OTHER = `keyId="SN=1,CA=CN=Other",signature="${SIGNATURE}"`

const beginningOf = (name: string) => `keyId="SN=4f02,CA=CN=${name}",algorithm="rsa-sha256",headers="date",signature="`
const wrap = (text: string, word = '=?utf-8?B?') => `${word}${Buffer.from(text).toString('base64')}?=`

/** The parameters of a header, or the refusal in words. */
function readOrRefuse(header: string): unknown {
  try {
    return readSignatureHeader(header)
  } catch (error) {
    return String(error)
  }
}

/** What a reader makes of a header after another one. */
function readAfter(before: string, header: string): unknown {
  readOrRefuse(before)
  return readOrRefuse(header)
}

/** Ways to go on after a beginning, most of them wrong. */
const ENDS = [
  `${SIGNATURE}"`,
  `${SIGNATURE}" `,
  SIGNATURE,
  `${SIGNATURE}",`,
  `${SIGNATURE}",headers="digest"`,
  `${SIGNATURE}",signature="${SIGNATURE}"`,
  `${SIGNATURE}x`,
  `${SIGNATURE.slice(1)}"`,
  `${SIGNATURE.slice(0, -4)}"`,
  `=${SIGNATURE}"`,
  `${SIGNATURE}=="`,
  `-_${SIGNATURE.slice(2)}"`,
  `\\"${SIGNATURE}"`,
  `Ø${SIGNATURE}"`,
  `\u0000${SIGNATURE}"`,
  '"',
  '',
]

describe('a signature header that begins as the one before', () => {
  for (const name of ['Sandbank', 'Øvelse', 'Øvelse 1', 'Øvelse 12'])
    it(`is read to its end, whatever that is, for an issuer ${name}`, () => {
      const good = beginningOf(name) + SIGNATURE
      for (const end of ENDS) {
        const plain = beginningOf(name) + end
        expect(readAfter(`${good}"`, plain)).toEqual(readAfter(OTHER, plain))
        expect(readAfter(wrap(`${good}"`), wrap(plain))).toEqual(readAfter(OTHER, wrap(plain)))
        expect(readAfter(wrap(`${good}"`), plain)).toEqual(readAfter(OTHER, plain))
      }
    })

  it('is refused where its signature is never closed', () => {
    const good = beginningOf('Sandbank') + SIGNATURE
    for (const open of [good, `${good}x`])
      expect(readAfter(`${good}"`, open)).toMatch(/The closing quotation mark of the parameter signature is missing/)
  })

  it('is read to its end after one that ends otherwise', () => {
    const plain = ENDS.map(end => beginningOf('Øvelse') + end)
    for (const headers of [plain, plain.map(text => wrap(text))])
      for (const header of headers) {
        const alone = readAfter(OTHER, header)
        const others = headers.filter(before => !isDeepStrictEqual(readAfter(before, header), alone))
        expect(others).toEqual([])
      }
  })

  it('is read to its end where the signature is not the last of it', () => {
    const signed = (names: string) => `keyId="SN=1,CA=CN=A",signature="YWJj",headers="${names}"`
    expect(readAfter(signed('date'), signed('host'))).toMatchObject({ headers: ['host'], signatureText: 'YWJj' })
    expect(readAfter(wrap(signed('date')), wrap(signed('host')))).toMatchObject({ headers: ['host'] })
    const short = (serial: number) => `keyId="SN=${serial},CA=CN=A",signature="YWJj"`
    expect(readAfter(`${short(2)},headers="host"`, short(2))).toMatchObject({ headers: ['date'] })
    expect(readAfter(wrap(`${short(3)},headers="host"`), wrap(short(3)))).toMatchObject({ headers: ['date'] })
  })

  it('keeps its warnings', () => {
    const header = `keyId="SN=1,CA=CN=A",headers="Date",signature="${SIGNATURE}"`
    for (const before of [header, header, OTHER])
      expect(readAfter(before, header)).toMatchObject({ warnings: [{ code: 'SIGNED_NAMES_CASE' }] })
  })

  it('is read again as to its signature alone, also after others', () => {
    for (const form of [(text: string) => text, wrap]) {
      const [first, second, third] = ['b25lIQ==', 'dHdvIQ==', 'c2l4IQ=='].map(signature =>
        form(`${beginningOf('Sandbank')}${signature}"`),
      )
      const { headers } = readSignatureHeader(first ?? '')
      const again = readSignatureHeader(second ?? '')
      expect(again).toMatchObject({ signatureText: 'dHdvIQ==', keyId: 'SN=4f02,CA=CN=Sandbank' })
      expect(again.headers).toBe(headers)
      readSignatureHeader(OTHER)
      expect(readSignatureHeader(third ?? '').headers).toBe(headers)
    }
  })

  it('is refused for each character of an encoded word that is no Base64', () => {
    for (const word of ['=?utf-8?B?', '=?UTF-8?b?']) {
      const good = wrap(`${beginningOf('Øvelse')}${SIGNATURE}"`, word)
      const others: string[] = []
      for (let place = word.length; place <= good.length; place += 1)
        for (const odd of ['!', ' ', '=', '-', '?', 'é', '\n', 'A', '']) {
          const header = good.slice(0, place) + odd + good.slice(place + 1)
          if (!isDeepStrictEqual(readAfter(good, header), readAfter(OTHER, header))) others.push(header)
        }
      expect(others).toEqual([])
    }
  })

  it('has its own signature', () => {
    const other = Buffer.from('another signature of as many bytes as this').toString('base64')
    const headers = [SIGNATURE, other].map(signature => wrap(`${beginningOf('Øvelse')}${signature}"`))
    expect(headers.map(header => readSignatureHeader(header).signatureText)).toEqual([SIGNATURE, other])
  })
})
