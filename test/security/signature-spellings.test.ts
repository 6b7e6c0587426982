import { describe, expect, it } from 'vitest'
import { readSignatureHeader } from '../../src/security/signature/parameters.ts'
import { refusalOf } from '../support/clients/refusals.ts'

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
    expect(faultsOf(header)).toEqual([`${hint} The parameter ${missing} is missing. ${NEEDED}`.trimStart()])
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
    expect(faultsOf('keyId="a')).toEqual([`The header cannot be read from character 7 on: "a. ${NEEDED}`])
    expect(faultsOf('keyId="a\\"')).toEqual([`The header cannot be read from character 7 on: "a\\". ${NEEDED}`])
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
