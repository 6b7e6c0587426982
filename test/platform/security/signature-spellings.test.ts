import { describe, expect, it } from 'vitest'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const NEEDED = 'Needed: keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="…",signature="…".'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const wrap = (text: string) => `=?utf-8?B?${base64(text)}?=`
const faultsOf = (header: string) => refusalOf(() => readSignatureHeader(header)).faults.map(({ text }) => text)
const GOOD = 'keyId="SN=1,CA=CN=A",signature="YWJj"'

const JSON_TEXT = 'It is JSON: write name="value", with commas between.'
const LATER =
  'It is in the form of RFC 9421: the interface has draft-cavage-http-signatures-10, with everything in Signature.'
const TOKEN = 'It is a JSON Web Signature: the interface has draft-cavage-http-signatures-10.'
const QUOTED = 'It stands in quotation marks as a whole, as JSON writes a text: send the text itself.'
const SLASHED = 'Its quotation marks are written \\": leave the backslashes out.'
const COLON = 'It has a colon after a name: write name="value".'
const LIST = ' The parameter headers is a list of JSON: write the names in quotation marks, with blanks between them.'
const ENCODED = 'It is the Base64 of the header: write =?utf-8?B? before it and ?= after it (RFC 2047).'
const HTML = 'Its quotation marks are those of HTML, &quot;: write ".'
const TYPOGRAPHIC = 'Its quotation marks are typographic ones: write ".'
const SEMICOLONS = 'Its parameters are separated by semicolons: commas are needed.'
const SINGLE = 'Its values stand in single quotation marks: double ones are needed.'
const BARE = 'Its values stand in no quotation marks: double ones are needed.'

describe('a Signature header that cannot be read is named as what it is', () => {
  it.each<[header: string, from: number, hint: string]>([
    ['{"keyId":"a"}', 1, JSON_TEXT],
    ['x{"keyId":"a"}', 1, ''],
    ['sig1=("date");created=1', 7, LATER],
    ['sig-b*=:YWJj:', 1, LATER],
    ['!sig=("date")', 1, ''],
    ['eyJhbGciOiJSUzI1NiJ9.e30x.c2ln', 1, TOKEN],
    ['eyJhbGciOiJSUzI1NiJ9..c2ln', 1, TOKEN],
    ['!eyJhbGciOiJSUzI1NiJ9..c2ln', 1, ''],
    ['eyJhbGciOiJSUzI1NiJ9..c2ln!', 1, ''],
    ['"keyId"', 1, QUOTED],
    ['keyId=\\"a\\"', 8, SLASHED],
    ['keyId= \\"a\\"', 9, SLASHED],
    ['keyId: a', 1, COLON],
    ['KEYID : a', 1, COLON],
    ['my keyId: a', 1, ''],
    ['headers=["date"]', 10, LIST],
    ['headers = ["date"]', 12, LIST],
    ['HEADERS =["date"]', 11, LIST],
    [base64('keyId="abc",signature="abc"'), 1, ENCODED],
    [base64('keyid = "abcde"'), 1, ENCODED],
    [`!${base64('keyId="abc",signature="abc"')}`, 1, ''],
    [`${base64('keyId="abc",signature="abc"')}!`, 1, ''],
    [`${base64('keyId="a"')}x!`, 1, ''],
    ['!keyId=a', 1, ''],
    ['YWJj', 1, ''],
    ["keyId='a',!signature='b'", 11, SINGLE],
    ["keyId='a' ! SIGNATURE = 'b'", 11, SINGLE],
    ["keyId= 'a',!signature= 'b'", 12, SINGLE],
    ['keyId=a,!signature=b', 9, BARE],
    ['keyId=a,!signature = b', 9, BARE],
    ['keyId=a,!', 9, ''],
    ['keyId=a,x="a",!signature=b', 11, ''],
  ])('%s, from character %i on', (header, from, hint) => {
    expect(faultsOf(header)).toEqual([
      `${hint} The header cannot be read from character ${from} on: ${header.slice(from - 1)}. ${NEEDED}`.trimStart(),
    ])
  })

  it.each<[header: string, missing: string, hint: string]>([
    ['sig1=:YWJj:', 'keyId', LATER],
    [base64('keyId="abc",signature="abcd"'), 'keyId', ENCODED],
    [`${base64('keyId="abc",signature="abcd"')}!`, 'keyId', ''],
    ['keyId=&quot;a&quot;', 'signature', HTML],
    ['keyId=“a”', 'signature', TYPOGRAPHIC],
    ['keyId=‘a’', 'signature', TYPOGRAPHIC],
    ['keyId=„a‟', 'signature', TYPOGRAPHIC],
    ['keyId="a";signature="b"', 'signature', SEMICOLONS],
    ['keyId="a" ;signature="b"', 'signature', SEMICOLONS],
    ['algorithm=a', 'keyId', ''],
    ['', 'keyId', ''],
  ])('%s, which lacks a parameter', (header, missing, hint) => {
    // It is missing only where all of the header could be read (D97).
    expect(faultsOf(header)).toEqual([`${hint || `The parameter ${missing} is missing.`} ${NEEDED}`.trimStart()])
  })

  it.each([
    ['@method date', '@method'],
    ['date @target-uri', '@target-uri'],
  ])('that lists %s, names of another standard', (names, first) => {
    expect(faultsOf(`headers="${names}",${GOOD}`)).toEqual([
      `The parameter headers lists ${first}, which is of RFC 9421: the interface has draft-cavage-http-signatures-10, where (request-target) stands for method, path and query.`,
    ])
    expect(readSignatureHeader(`headers="date x@y",${GOOD}`).headers).toEqual(['date', 'x@y'])
  })

  it('is read up to 32,768 characters', () => {
    expect(faultsOf('!'.repeat(32_768))[0]).toMatch(/^The header cannot be read from character 1 on: !{80}… /)
    expect(faultsOf('!'.repeat(32_769))).toEqual(['The header has 32769 characters: at most 32768 are read.'])
  })
})

describe('D97: a parameter is missing only where that is proved', () => {
  const WHOLE = 'keyId="SN=1,CA=CN=A",algorithm="rsa-sha256",headers="date digest",signature="YWJj"'
  const NAMES = ['keyId', 'algorithm', 'headers', 'signature']
  const marks = [...WHOLE.matchAll(/"/g)].map(({ index }) => index)

  it.each(marks.map((at, count) => [count % 2 === 0 ? 'opening' : 'closing', NAMES[count >> 1] ?? '', at] as const))(
    'without the %s quotation mark of %s',
    (which, name, at) => {
      const header = WHOLE.slice(0, at) + WHOLE.slice(at + 1)
      // A value of Base64 and a name alone need none.
      if (
        which === 'opening' &&
        (name === 'algorithm' || name === 'signature' || name === 'headers' || name === 'keyId')
      )
        return expect(faultsOf(header)[0]).toMatch(`The opening quotation mark of the parameter ${name} is missing.`)
      expect(faultsOf(header)[0]).toMatch(`The closing quotation mark of the parameter ${name} is missing`)
    },
  )

  it.each([1, 2, 3])('without the comma before parameter %i', count => {
    const at = WHOLE.indexOf(`,${NAMES[count]}=`)
    expect(faultsOf(`${WHOLE.slice(0, at)} ${WHOLE.slice(at + 1)}`)[0]).toMatch(
      `The comma between the parameters ${NAMES[count - 1]} and ${NAMES[count]} is missing.`,
    )
  })

  /** One typing mistake at each place of each name: a letter left out, doubled, changed, or exchanged with the next. */
  const MISTYPED = NAMES.flatMap(name =>
    Array.from(name, (letter, at) => [
      name.slice(0, at) + name.slice(at + 1),
      name.slice(0, at) + letter + name.slice(at),
      `${name.slice(0, at)}w${name.slice(at + 1)}`,
      `${name.slice(0, at)}${name[at + 1] ?? ''}${letter}${name.slice(at + 2)}`,
    ])
      .flat()
      .filter(typed => typed.toLowerCase() !== name.toLowerCase())
      .map(typed => [typed, name] as const),
  )
  it.each(MISTYPED)('%s is said to be meant for %s', (typed, name) => {
    const header = WHOLE.replace(`${name}=`, `${typed}=`)
    const text = `The parameter ${typed.toLowerCase()} of the Signature header is not known: write ${name}.`
    if (name !== 'algorithm') return expect(faultsOf(header)).toEqual([`${text} ${NEEDED}`])
    expect(readSignatureHeader(header).warnings).toEqual([{ code: 'PARAMETER_NAME', text }])
  })

  it('and what is near to none is ignored, as the draft wants it', () => {
    expect(
      readSignatureHeader(`${GOOD},nonce="1"`.replace('keyId', 'nonce="1",keyId').replace(',nonce="1"', '')).warnings,
    ).toEqual([])
  })

  it.each([
    ['“', 'Its quotation marks are typographic ones: write ". They are sent in Windows-1252.'],
    [
      '–',
      'The header is sent in Windows-1252, in which \\x96 is –: write it in UTF-8, and wrap the whole of it as RFC 2047, =?utf-8?B?<Base64 of it>?=.',
    ],
  ])('%s in Windows-1252 is no control character', (sign, words) => {
    const byte = new Map([
      ['“', '\x93'],
      ['–', '\x96'],
    ]).get(sign)
    expect(faultsOf(`keyId="SN=1,CA=CN=Ø ${byte}A",signature="YWJj"`)).toEqual([words])
  })

  it.each([
    ['a blank', (text: string) => text.replace(/.{60}/g, '$& '), /its Base64 has blanks in it: write it on one line/],
    [
      'a blank for each +',
      (text: string) => text.replaceAll('+', ' '),
      /has a blank for each \+: do not decode it as a form/,
    ],
  ])('the Base64 of a wrapped header with %s in it is not cut off', (_, change, words) => {
    const text = wrap('keyId="SN=1,CA=CN=Øst >>> ~~",signature="YWJj"')
    expect(text).toContain('+')
    expect(faultsOf(change(text))[0]).toMatch(words)
  })
})

describe('a Signature header that is written otherwise is read', () => {
  it('with blanks around it, and around what is wrapped', () => {
    for (const header of [GOOD, ` ${GOOD} `, ` ${wrap(GOOD)} `, wrap(` ${GOOD} `)])
      expect(readSignatureHeader(header)).toMatchObject({ keyId: 'SN=1,CA=CN=A', warnings: [] })
  })

  it('with the scheme of Authorization before it, once', () => {
    for (const header of [`Signature ${GOOD}`, ` SIGNATURE\t ${GOOD}`, wrap(` Signature ${GOOD}`)]) {
      const { keyId, warnings } = readSignatureHeader(header)
      expect([keyId, warnings.map(({ code }) => code)]).toEqual(['SN=1,CA=CN=A', ['SIGNATURE_SCHEME']])
    }
    // Only at the beginning is it a scheme.
    expect(readSignatureHeader('keyId="a",signature ="YWJj"').warnings).toEqual([])
    expect(faultsOf(`my Signature ${GOOD}`)[0]).toMatch(/^The header cannot be read from character 1 on: my Signature/)
  })

  it('with quotation marks inside a value, unless what follows looks like the next parameter', () => {
    expect(readSignatureHeader('keyId="CN="A",O=b",signature="YWJj"').keyId).toBe('CN="A",O=b')
    const open = `The closing quotation mark of the parameter keyId is missing. ${NEEDED}`
    expect(faultsOf('keyId="a')).toEqual([open])
    expect(faultsOf('keyId="a\\"')).toEqual([open])
    expect(faultsOf('keyId="a" b')).toEqual([`The header cannot be read from character 7 on: "a" b. ${NEEDED}`])
  })

  it('with an escaped quotation mark before what looks like the next parameter', () => {
    expect(readSignatureHeader('keyId="a\\",headers=\\"b",signature="YWJj"')).toMatchObject({
      keyId: 'a\\",headers=\\"b',
      headers: ['date'],
    })
    expect(readSignatureHeader('keyId="a\\\\",headers="b",signature="YWJj"')).toMatchObject({
      keyId: 'a\\\\',
      headers: ['b'],
    })
  })
})
