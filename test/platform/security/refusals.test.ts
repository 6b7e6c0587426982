import { describe, expect, it } from 'vitest'
import { NOT_EXAMINED } from '../../../src/domain/tpps.ts'
import { findControl, refuse, showText } from '../../../src/platform/security/refusals.ts'
import { checkAlgorithm } from '../../../src/platform/security/signature/algorithms.ts'
import { checkDate, checkLifetime } from '../../../src/platform/security/signature/date.ts'
import { formatWarning, refuseTolerated, TOLERATED } from '../../../src/platform/security/warnings.ts'
import { NOW } from '../../support/builders/certificates.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const CODES = ['CERTIFICATE_FORM', 'SIGNATURE_SCHEME', 'KEYID_FORM', 'DATE_FORM', 'DIGEST_FORM'] as const
const faultsOf = (run: () => unknown) => refusalOf(run).faults.map(({ path, text }) => [path, text])

describe('a text of a client inside a sentence', () => {
  it.each([
    ['plain', 'plain'],
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\0\x01\x7f\x9f', '\\x00\\x01\\x7f\\x9f'],
    ['a\u200bb\u202ec\ufeff', 'a\\u{200b}b\\u{202e}c\\u{feff}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['\xad', '\\xad'],
    ['\u0600', '\\u{600}'],
    ['\u{e0001}', '\\u{e0001}'],
    ['Åse & Co', 'Åse & Co'],
  ])('%j is shown as %j', (text, shown) => expect(showText(text)).toBe(shown))

  it('is cut when it is long', () => {
    expect(showText('x'.repeat(160))).toBe('x'.repeat(160))
    expect(showText('x'.repeat(161))).toBe(`${'x'.repeat(160)}… (161 characters)`)
    expect(showText('abcdef', 3)).toBe('abc… (6 characters)')
    expect(showText('abc', 3)).toBe('abc')
  })

  it('is searched for control characters, but for tabs and line ends', () => {
    expect(findControl('a\tb\r\nc')).toBeUndefined()
    expect(findControl('a\x1bb\0')).toBe('\\x1b')
    expect(findControl('\x9b')).toBe('\\x9b')
  })
})

describe('a refusal with long material', () => {
  it('is spread over faults of 460 characters', () => {
    const text = Array.from({ length: 1_000 }, (_, place) => place % 10).join('')
    expect(faultsOf(() => refuse('SIGNATURE_INVALID', 'Wrong.', 'Signature', [text, 'x']))).toEqual([
      ['Signature', 'Wrong.'],
      ['Signature', text.slice(0, 460)],
      ['Signature', `… ${text.slice(460, 920)}`],
      ['Signature', `… ${text.slice(920)}`],
      ['Signature', 'x'],
    ])
    expect(faultsOf(() => refuse('SIGNATURE_INVALID', 'x'.repeat(460), 'Digest'))).toEqual([
      ['Digest', 'x'.repeat(460)],
    ])
  })

  it('says what would be right, and for what was not looked into, how to have it looked into', () => {
    const want = { kind: 'value', value: 'x' } as const
    expect(refusalOf(() => refuse('SIGNATURE_INVALID', 'Wrong.', 'Digest', [NOT_EXAMINED], { want })).faults).toEqual([
      { path: 'Digest', text: 'Wrong.', want },
      { path: 'Digest', text: NOT_EXAMINED, want: { kind: 'act', act: 'EXAMINE_SIGNATURE' } },
    ])
  })

  it('ends after twelve of them, and has none of an empty text', () => {
    expect(faultsOf(() => refuse('SIGNATURE_INVALID', 'x'.repeat(10_000), 'a'))).toHaveLength(12)
    expect(faultsOf(() => refuse('SIGNATURE_INVALID', 'x', 'a', ['', 'y']))).toEqual([
      ['a', 'x'],
      ['a', 'y'],
    ])
  })
})

describe('the Date of a request (D13)', () => {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
  const clock = NOW.toUTCString()

  it.each([[undefined], [NOW.toUTCString()], [at(300).toUTCString()], [at(-300).toUTCString()], [` ${clock}\t`]])(
    '%j is right',
    written => expect(checkDate(written, NOW)).toEqual([]),
  )

  it.each([
    ['02 Mar 2026 09:30:00 GMT'],
    ['Mon, 2 Mar 2026 09:30:00 GMT'],
    ['Mon, 02 Mar 2026 09:30:00 UTC'],
    ['Mon, 02 Mar 2026 10:30:00 +0100'],
    ['mon, 02 mar 2026 09:30:00 GMT'],
  ])('%s is read, with a warning', written => {
    expect(checkDate(written, NOW)).toEqual([
      {
        code: 'DATE_FORM',
        text: 'The Date is read, but not written as HTTP wants it: write it like Sun, 06 Nov 1994 08:49:37 GMT.',
      },
    ])
  })

  it.each([
    ['soon'],
    [''],
    ['Monday, 02 Mar 2026 09:30:00 GMT'],
    ['Mon, 02 Mar 2026 09:30:00'],
    ['Mon, 02 Mar 26 09:30:00 GMT'],
    ['Mon, 02 March 2026 09:30:00 GMT'],
    ['Mon, 02 Mar 2026 9:30:00 GMT'],
    ['Mon, 002 Mar 2026 09:30:00 GMT'],
    ['xMon, 02 Mar 2026 09:30:00 GMT'],
    ['Mon, 02 Mar 2026 09:30:00 GMTx'],
    ['Mon, 02 Mar 2026 09:30:00 +01'],
    [''],
  ])('%j cannot be read', written => {
    expect(faultsOf(() => checkDate(written, NOW))).toEqual([
      ['Date', `The date ${written || '""'} cannot be read: write it like ${clock}.`],
    ])
  })

  it.each([
    ['2026-03-02T09:30:00Z', 'it is in the form of ISO 8601, so use RFC_1123_DATE_TIME in Java'],
    ['1772443800', 'it is a number of seconds since 1970; '],
    ['1772443800000', 'it is a number of milliseconds since 1970; '],
    ['Monday, 02-Mar-26 09:30:00 GMT', 'it is in the old form of RFC 850; '],
    ['Mon, 02 Mar 2026 10:30:00 CET', 'its zone is not GMT; '],
    ['man., 02 mars 2026 09:30:00 GMT', 'its names of days and months are not English ones, so use Locale.ENGLISH'],
    ['Mo, 02 Mrz 2026 09:30:00 GMT', 'its names of days and months are not English ones'],
    ['Mon, 02 Xyz 2026 09:30:00 GMT', 'its names of days and months are not English ones'],
    ['Mon, 02 Mar 2026 9:30:00 AM GMT', 'it counts hours to 12; '],
  ])('%j is named as what it is', (written, words) => {
    const [[, text] = []] = faultsOf(() => checkDate(written, NOW))
    expect(text).toContain(`The date ${written} cannot be read: ${words}`)
    expect(text).toMatch(/write it like Mon, 02 Mar 2026 09:30:00 GMT\.$/)
  })

  it.each([
    [3_600_000, ' That is 1 whole hour: a local time that is called GMT? Write the time of GMT.'],
    [-7_200_000, ' That is 2 whole hours: a local time that is called GMT? Write the time of GMT.'],
    [3_660_000, ' That is 1 whole hour: a local time that is called GMT? Write the time of GMT.'],
    [3_661_000, ''],
    [400_000, ''],
    [50_400_000, ' That is 14 whole hours: a local time that is called GMT? Write the time of GMT.'],
    [54_000_000, ''],
    [5_400_000, ''],
    [86_400_000, ''],
  ])('a clock that is %d ms off is taken for another zone where it can be one', (off, words) => {
    const [[, text] = []] = faultsOf(() => checkDate(new Date(NOW.getTime() + off).toUTCString(), NOW))
    expect(text).toMatch(/at most 300 s are allowed\./)
    expect(text?.split('are allowed.')[1]).toBe(words)
  })

  it.each([['Mon Mar 02 2026 09:30:00 GMT+0000 (UTC)'], ['Mon Mar 02 2026 10:30:00 GMT+0100']])(
    '%j is named as what toString() of JavaScript gives',
    written => {
      expect(faultsOf(() => checkDate(written, NOW))).toEqual([
        [
          'Date',
          `The date ${written} cannot be read: it is what toString() of JavaScript's Date gives, so use toUTCString(); write it like ${clock}.`,
        ],
      ])
    },
  )

  it('is at most five minutes from the clock', () => {
    expect(faultsOf(() => checkDate(at(301).toUTCString(), NOW))).toEqual([
      [
        'Date',
        `The date ${at(301).toUTCString()} is 301 s after the server's clock, which shows ${clock}: at most 300 s are allowed.`,
      ],
    ])
    expect(faultsOf(() => checkDate(at(-3_600).toUTCString(), NOW))[0]?.[1]).toContain(
      " is 3600 s before the server's clock",
    )
    // By the millisecond, not by the second.
    expect(faultsOf(() => checkDate(at(300).toUTCString(), at(-0.001)))).toHaveLength(1)
  })
})

describe('the parameters created and expires of later drafts (D76)', () => {
  const now = new Date(1_772_443_800_500)
  const check = (created?: string, expires?: string) => () => checkLifetime({ created, expires }, now)
  const clock = "the server's clock, which shows 1772443800.5: leave it out, or sign anew."

  it.each([
    [undefined, undefined],
    ['1772443800', '1772443801'],
    ['1772443800.5', '1772443800.5'],
    ['0', '999999999999999'],
    ['1772443800.123456789', undefined],
  ])('%s and %s hold', (created, expires) => expect(check(created, expires)).not.toThrow())

  it.each<[created: string | undefined, expires: string | undefined, text: string]>([
    ['1772443801', undefined, `The parameter created is 1772443801, which is after ${clock}`],
    ['1772443800.501', undefined, `The parameter created is 1772443800.501, which is after ${clock}`],
    [undefined, '1772443800', `The parameter expires is 1772443800, which is before ${clock}`],
    [undefined, '0', `The parameter expires is 0, which is before ${clock}`],
    ...['soon', '', '-1', 'x1', '1x', '1.', '.5', '1e3', '1.1234567890', '1234567890123456'].flatMap(written =>
      ['created', 'expires'].map((name): [string | undefined, string | undefined, string] => [
        name === 'created' ? written : undefined,
        name === 'expires' ? written : undefined,
        `The parameter ${name} is ${written}: it is a number of seconds since 1970, or left out.`,
      ]),
    ),
  ])('%s and %s are refused: %s', (created, expires, text) => {
    const { code, faults } = refusalOf(check(created, expires))
    expect(code).toBe('SIGNATURE_INVALID')
    expect(faults).toEqual([{ path: 'Signature', text }])
  })
})

describe('the parameter algorithm', () => {
  const RSA = ['hs2019', 'sha-256', 'RSA', 'RS256', 'rsa-sha2-256', 'SHA256withRSA', 'rsassa-pkcs1-v1_5-sha256']
  const EC = ['hs2019', 'SHA-256', 'ecdsa', 'ES256', 'SHA256withECDSA', 'ecdsa-p256-sha256', '1.2.840.10045.4.3.2']

  it('may be absent, or be what the key is for', () => {
    for (const mode of ['tolerant', 'strict'] as const) {
      expect(checkAlgorithm(undefined, 'rsa-sha256', mode)).toEqual([])
      expect(checkAlgorithm('RSA-SHA256', 'rsa-sha256', mode)).toEqual([])
      expect(checkAlgorithm('ecdsa-sha256', 'ecdsa-sha256', mode)).toEqual([])
    }
  })

  it('may be another word for that, with a warning, but where keyIds are taken strictly', () => {
    for (const [wanted, words] of [
      ['rsa-sha256', RSA],
      ['ecdsa-sha256', EC],
    ] as const)
      for (const word of words) {
        expect(checkAlgorithm(word, wanted, 'tolerant')).toEqual([
          {
            code: 'ALGORITHM_NAME',
            text: `The algorithm is named ${word}: write algorithm="${wanted}", the name that the interface has.`,
          },
        ])
        expect(refusalOf(() => checkAlgorithm(word, wanted, 'strict')).code).toBe('SIGNATURE_INVALID')
      }
  })

  it('is nothing else', () => {
    expect(faultsOf(() => checkAlgorithm('rsa-sha512', 'rsa-sha256', 'tolerant'))).toEqual([
      [
        'Signature',
        'The algorithm is rsa-sha512, but the key of the certificate is for rsa-sha256: write algorithm="rsa-sha256", or leave it out.',
      ],
    ])
    expect(faultsOf(() => checkAlgorithm('HS2019', 'rsa-sha256', 'strict'))[0]?.[1]).toMatch(
      /^The algorithm is HS2019, a word of later drafts, but the key/,
    )
    for (const word of ['ES256', 'ecdsa-sha256', '', '-', 'rsa-sha256-x'])
      expect(refusalOf(() => checkAlgorithm(word, 'rsa-sha256', 'tolerant')).code).toBe('SIGNATURE_INVALID')
    for (const word of ['RS256', 'rsa-sha256'])
      expect(refusalOf(() => checkAlgorithm(word, 'ecdsa-sha256', 'tolerant')).code).toBe('SIGNATURE_INVALID')
  })
})

describe('a warning (D73)', () => {
  it('is a header of visible characters', () => {
    expect(formatWarning({ code: 'KEYID_FORM', text: 'Å\n~ ' })).toBe('KEYID_FORM; ??~ ')
  })

  it('is a refusal where nothing is tolerated, but advice is none', () => {
    for (const code of CODES) {
      const { refusal, path } = TOLERATED[code]
      const warnings = [{ code, text: 'Odd.' }]
      expect(refusalOf(() => refuseTolerated(warnings))).toMatchObject({
        code: refusal,
        faults: [{ path, text: 'Odd. This server was set to refuse it (SANDBANK_STRICT=1).', rule: 'D73' }],
      })
    }
    expect(() => refuseTolerated([{ code: 'DATE_UNSIGNED', text: 'a' }])).not.toThrow()
    expect(() =>
      refuseTolerated([
        { code: 'REQUEST_TARGET_UNSIGNED', text: 'a' },
        { code: 'DATE_FORM', text: 'b' },
      ]),
    ).toThrow('Date: b This server')
  })
})
