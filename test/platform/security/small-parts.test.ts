import { describe, expect, it } from 'vitest'
import { findAttributeOid } from '../../../src/platform/security/certificates/distinguished-name.ts'
import { listSignatureForms } from '../../../src/platform/security/doctor/signature-forms.ts'
import {
  describeOtherName,
  describeToken,
  HeaderValues,
  inSmallLetters,
  remember,
} from '../../../src/platform/security/signature/header-values.ts'
import { toBytes, trimValue } from '../../../src/platform/security/signature/signing-string.ts'
import { NOW } from '../../support/builders/certificates.ts'
import { signRequest } from '../../support/clients/sign-request.ts'
import { tpp } from '../../support/hostile/attack-kit.ts'

describe('what comes again and again', () => {
  const makeCounted = () => {
    const made: string[] = []
    const read = remember(
      text => {
        made.push(text)
        return `${text}!`
      },
      { most: 2, longest: 3 },
    )
    return { made, read }
  }

  it('is made once', () => {
    const { made, read } = makeCounted()
    expect(['abc', 'abc', 'abc'].map(read)).toEqual(['abc!', 'abc!', 'abc!'])
    expect(made).toEqual(['abc'])
  })

  it('is made each time when it is long, or when there are too many', () => {
    const { made, read } = makeCounted()
    for (const text of ['long', 'long', 'a', 'b', 'c', 'c', 'a', 'b']) expect(read(text)).toBe(`${text}!`)
    expect(made).toEqual(['long', 'long', 'a', 'b', 'c', 'c'])
  })

  it('is the name of a header, in small letters', () => {
    for (const name of ['X-Never-Seen', 'X-Never-Seen', 'x-never-seen', `X-${'LONG-'.repeat(20)}`])
      expect(inSmallLetters(name)).toBe(name.toLowerCase())
  })
})

describe('the headers of a request', () => {
  const read = () => new HeaderValues(['A', '1', 'b', '2', 'a', '3', 'odd'])

  it('are found by their names in small letters', () => {
    const headers = read()
    expect([headers.has('a'), headers.has('A'), headers.has('odd')]).toEqual([true, false, false])
    expect([headers.first('a'), headers.first('b'), headers.first('c')]).toEqual(['1', '2', undefined])
  })

  it('may be sent again', () => {
    const headers = read()
    expect([headers.isRepeated('a'), headers.isRepeated('b'), headers.isRepeated('c')]).toEqual([true, false, false])
    expect([headers.all('a'), headers.all('b'), headers.all('c')]).toEqual([['1', '3'], ['2'], []])
    expect([headers.joined('a'), headers.joined('b'), headers.joined('c')]).toEqual(['1, 3', '2', undefined])
  })
})

describe('a header that a client sent otherwise', () => {
  const UNDERSCORES = 'write the name with hyphens, both there and in the parameter headers.'
  const CONTENT_DIGEST =
    'The request carries Content-Digest of RFC 9530: the interface has Digest of RFC 3230, SHA-256=<Base64>.'

  it.each<[listed: string, sent: string[], hint: string | undefined]>([
    ['x-request-id', ['x_request_id'], `The request carries x_request_id: ${UNDERSCORES}`],
    ['x_request_id', ['x-request-id'], `The request carries x-request-id: ${UNDERSCORES}`],
    ['x-request-id', ['x-request-id', 'xrequestid'], undefined],
    ['psuid', ['psuid', 'psu-id'], undefined],
    ['digest', ['content-digest'], CONTENT_DIGEST],
    ['Digest', ['content-digest'], CONTENT_DIGEST],
    ['digest', ['digest'], undefined],
    ['date', ['content-digest'], undefined],
  ])('listed %s, sent %j: %s', (listed, sent, hint) => {
    expect(describeOtherName(listed, name => (sent.includes(name) ? 'x' : undefined))).toBe(hint)
  })

  it.each([
    ['Bearer abc', true],
    ['bearer\tabc', true],
    ['Bearerabc', false],
    ['Basic bearer abc', false],
    ['', false],
    [undefined, false],
  ])('is a token where Authorization is %j: %s', (value, isToken) => {
    expect(describeToken(name => (name === 'authorization' ? value : 'Bearer abc'))).toBe(
      isToken
        ? 'Authorization has a Bearer token, which the interface does not know: each call is signed instead.'
        : undefined,
    )
  })

  it('has the bytes that were sent, and those of UTF-8 where no byte is such a character', () => {
    expect(toBytes('\xe5')).toEqual(Buffer.of(0xe5))
    expect(toBytes('\u0153')).toEqual(Buffer.of(0xc5, 0x93))
  })
})

it.each([
  ['O', '2.5.4.10'],
  ['organizationName', '2.5.4.10'],
  ['OID.2.5.4.10', '2.5.4.10'],
  ['oid.2.5.4.10', '2.5.4.10'],
  ['12.5.4', '12.5.4'],
  ['1.2', '1.2'],
  ['1', undefined],
  ['OID.O', undefined],
  ['x1.2', undefined],
  ['1.2x', undefined],
  ['1..2', undefined],
  ['.1.2', undefined],
  ['1.2.', undefined],
])('the type %s of an attribute is %s', (written, oid) => expect(findAttributeOid(written)).toBe(oid))

it.each([
  ['', ''],
  [' ', ''],
  [' \t ', ''],
  ['a', 'a'],
  [' a', 'a'],
  ['a\t', 'a'],
  [' a b ', 'a b'],
  ['\u00a0a\u00a0', '\u00a0a\u00a0'],
])('of the value %j only spaces and tabs around it go', (value, trimmed) => expect(trimValue(value)).toBe(trimmed))

it.each(['-', '', '='])('%j stands for no signature', written => expect(listSignatureForms(written)).toEqual([]))

describe('a request that is signed', () => {
  const least = { ...tpp, method: 'GET', url: '/v1/accounts', requestId: 'r-1' }

  it('has no other headers than it must, when none are given', () => {
    expect(signRequest(least).headers.map(([name]) => name)).toEqual([
      'X-Request-ID',
      'Digest',
      'TPP-Signature-Certificate',
      'Signature',
    ])
    expect(signRequest({ ...least, date: NOW }).headers.map(([name]) => name)).toContain('Date')
  })

  it('has its body as bytes', () => {
    expect(signRequest(least).body).toEqual(new Uint8Array())
    expect(signRequest({ ...least, body: 'Å' }).body).toEqual(Buffer.from('Å'))
    expect(signRequest({ ...least, body: new Uint8Array([1]) }).body).toEqual(new Uint8Array([1]))
  })
})
