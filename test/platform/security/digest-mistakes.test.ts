import { createHash } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findDigestMistake, isBase64Of } from '../../../src/platform/security/doctor/digest-mistakes.ts'
import { verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const BODY = '{"b":"Åse & Co","a":[1,{"d":null,"c":"</"}]}'
const JSON_BODY: { readonly b: string; readonly a: readonly unknown[] } = JSON.parse(BODY)
type Hash = 'sha256' | 'sha512'
const hash = (text: string | Buffer, name = 'sha256') => createHash(name).update(text).digest()
const base64 = (text: string | Buffer, name = 'sha256') => hash(text, name).toString('base64')
const find = (claimed: string, body: string | Buffer = BODY, by: Hash = 'sha256') =>
  findDigestMistake({ hash: by, claimed, body: Buffer.from(body) })
/** What is found when another text than the body was hashed. */
const hashed = (text: string | Buffer, body: string | Buffer = BODY) => find(base64(text), body)

const BYTES = 'write the Base64 of the hash’s bytes'
const SAME_BYTES = 'serialise the body once, then hash and send those bytes'
const HEX = 'The hash is right, but written in hexadecimal: write its bytes in Base64.'
const OF_HEX = `That is the Base64 of the hexadecimal text: ${BYTES}.`
const LINE_ENDS =
  'It would match the body with other line ends, or with another line end after it: sign the very bytes that are sent.'
const WHITE_SPACE = `It would match the same JSON written with other white space: ${SAME_BYTES}.`
const SORTED = `It would match the same JSON with its fields in alphabetical order: ${SAME_BYTES}.`
const PYTHON = `It would match the same JSON with \\u for what is not ASCII, as Python’s json.dumps writes it: ${SAME_BYTES}.`
const PHP = `It would match the same JSON with \\/ for each slash, as PHP’s json_encode writes it: ${SAME_BYTES}.`
const GO = `It would match the same JSON with \\u003c, \\u003e and \\u0026 for < > &, as Go’s json.Marshal writes it: ${SAME_BYTES}.`
const WORD = 'It would match a word in place of the body: the body was not there yet when it was hashed.'
const EMPTY = 'That is the digest of an empty body: hash the body that is sent.'
const TWICE = 'The body was hashed twice: hash its bytes once.'

describe('a right hash that is written otherwise', () => {
  const right = hash(BODY)
  it.each([
    [right.toString('hex'), HEX],
    [right.toString('hex').toUpperCase(), HEX],
    [Buffer.from(right.toString('hex')).toString('base64'), OF_HEX],
    [Buffer.from(right.toString('hex').toUpperCase()).toString('base64'), OF_HEX],
    [
      Buffer.from(right.toString('base64')).toString('base64'),
      `The hash is right, but in Base64 twice: ${BYTES} once.`,
    ],
    [encodeURIComponent(right.toString('base64')), 'The hash is right, but percent-encoded: write + / = as they are.'],
    [`"${right.toString('base64')}"`, 'The hash is right, but in quotation marks: leave them out.'],
    [
      `:${right.toString('base64')}:`,
      'The hash is right, but between colons, as in Content-Digest of RFC 9530: the interface has Digest of RFC 3230, without them.',
    ],
  ])('%s', (claimed, says) => expect(find(claimed)).toBe(says))

  it('in the URL form of Base64, with or without its padding', () => {
    const says = 'The hash is right, but in the URL form of Base64: write + and / instead of - and _.'
    // A body whose hash has both signs that differ.
    const body = Array.from({ length: 200 }, (_, place) => `${place}`).find(text =>
      /-.*_|_.*-/.test(hash(text).toString('base64url')),
    )
    const url = hash(body ?? '').toString('base64url')
    expect(find(url, body)).toBe(says)
    expect(find(`${url}=`, body)).toBe(says)
    expect(find(`${url}x`, body)).toBeUndefined()
  })
})

describe('another hash', () => {
  it.each([
    ['md5', 'MD5'],
    ['sha1', 'SHA-1'],
    ['sha384', 'SHA-384'],
    ['sha512', 'SHA-512'],
  ])('%s by the name of SHA-256', (name, word) => {
    expect(find(base64(BODY, name))).toBe(
      `That is the ${word} of the body: name it so, if it is SHA-256 or SHA-512, else use one of these.`,
    )
  })

  it('SHA-256 by the name of SHA-512', () => {
    expect(find(base64(BODY), BODY, 'sha512')).toMatch(/^That is the SHA-256 of the body/)
  })

  it('of the hash, of its hexadecimal, of its Base64', () => {
    expect(hashed(hash(BODY))).toBe(TWICE)
    expect(hashed(hash(BODY).toString('hex'))).toBe(TWICE)
    expect(hashed(base64(BODY))).toBe(TWICE)
    expect(find(base64(hash(BODY, 'sha512'), 'sha512'), BODY, 'sha512')).toBe(TWICE)
  })
})

describe('another body', () => {
  it.each([
    ['gzip', gzipSync(BODY)],
    ['zlib', deflateSync(BODY)],
  ])('it was packed by %s after it was hashed', (_, packed) => {
    const digest = createHash('sha256').update(BODY).digest('base64')
    const packing =
      'It would match the body before it was compressed: send it as it was then, without Content-Encoding.'
    expect(findDigestMistake({ hash: 'sha256', claimed: digest, body: packed })).toBe(packing)
    // What is large when it is unpacked stays packed, though it would match (D74).
    const large = Buffer.alloc(50_000_000)
    expect(findDigestMistake({ hash: 'sha256', claimed: base64(large), body: gzipSync(large) })).toBeUndefined()
  })

  it.each([2, 4, '\t'])('the line ends of a file, which curl -d takes out (%j)', space => {
    const file = JSON.stringify(JSON_BODY, null, space)
    const sent = file.replaceAll('\n', '')
    const words =
      'It would match the same with the line ends of a file, which curl -d takes out: send the file with --data-binary @FILE.'
    for (const text of [file, `${file}\n`, file.replaceAll('\n', '\r\n')]) expect(find(base64(text), sent)).toBe(words)
  })

  const spaced = '{"b": "Åse & Co", "a": [1, {"d": null, "c": "</"}]}'
  const unicode = (text: string) => text.replace('Å', '\\u00c5')
  const sorted = '{"a":[1,{"c":"</","d":null}],"b":"Åse & Co"}'

  it.each([
    ['nothing', '', EMPTY],
    ['a line feed more', `${BODY}\n`, LINE_ENDS],
    ['a line end of Windows more', `${BODY}\r\n`, LINE_ENDS],
    ['blanks, as Python writes them', spaced, WHITE_SPACE],
    ['two blanks for each level', JSON.stringify(JSON_BODY, null, 2), WHITE_SPACE],
    ['four blanks for each level', JSON.stringify(JSON_BODY, null, 4), WHITE_SPACE],
    ['a tab for each level', JSON.stringify(JSON_BODY, null, '\t'), WHITE_SPACE],
    ['two blanks, and a line feed', `${JSON.stringify(JSON_BODY, null, 2)}\n`, WHITE_SPACE],
    ['four blanks, and a line feed', `${JSON.stringify(JSON_BODY, null, 4)}\n`, WHITE_SPACE],
    ['sorted fields', sorted, SORTED],
    ['sorted fields with blanks', '{"a": [1, {"c": "</", "d": null}], "b": "Åse & Co"}', SORTED],
    ['escapes of Python', unicode(BODY), PYTHON],
    ['escapes of Python, with its blanks', unicode(spaced), PYTHON],
    ['escapes of PHP', unicode(BODY).replace('/', '\\/'), PHP],
    ['escaped slashes', BODY.replace('/', '\\/'), PHP],
    ['escaped slashes with blanks', spaced.replace('/', '\\/'), PHP],
    ['the line of echo of Windows', `${BODY} \r\n`, LINE_ENDS],
    ['escapes of Go', BODY.replace('&', '\\u0026').replace('<', '\\u003c'), GO],
    ['escapes of Go with blanks', spaced.replace('&', '\\u0026').replace('<', '\\u003c'), GO],
    ['UTF-16', Buffer.from(BODY, 'utf16le'), 'It would match the body in UTF-16: hash its bytes in UTF-8.'],
    [
      'UTF-16, high byte first',
      Buffer.from(BODY, 'utf16le').swap16(),
      'It would match the body in UTF-16: hash its bytes in UTF-8.',
    ],
    [
      'ISO-8859-1',
      Buffer.from(BODY, 'latin1'),
      'It would match the body in ISO-8859-1: hash its bytes in UTF-8, as they are sent.',
    ],
    ['?', BODY.replace('Å', '?'), 'It would match the body with ? for what is not ASCII: hash its bytes in UTF-8.'],
    [
      'a byte order mark',
      `\ufeff${BODY}`,
      'It would match the body with a byte order mark before it, which is not sent: hash the bytes that are sent.',
    ],
    [
      'a JSON text',
      JSON.stringify(BODY),
      'It would match the body as a JSON text, in quotation marks: the body was serialised twice before it was hashed.',
    ],
    ['Base64', Buffer.from(BODY).toString('base64'), 'It would match the Base64 of the body: hash the body itself.'],
    ['percent-encoding', encodeURIComponent(BODY), 'It would match the percent-encoded body: hash the body itself.'],
    ...['null', 'undefined', '{}', '[]', '""', '[object Object]', 'None'].map((word): [string, string, string] => [
      word,
      word,
      WORD,
    ]),
  ])('%s', (_, text, says) => expect(hashed(text)).toBe(says))

  it('with other line ends', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\nb\n', 'a\nb\r\n']) {
      for (const body of ['a\nb\n\n', 'a\r\nb\r\n\r\n'])
        expect(hashed(text, body), JSON.stringify([text, body])).toBe(text === 'a\r\nb' ? undefined : LINE_ENDS)
    }
    expect(hashed('a\r\nb', 'a\nb')).toBe(LINE_ENDS)
    expect(hashed('a\nb', 'a\r\nb')).toBe(LINE_ENDS)
    expect(hashed('a', 'a \n')).toBe(LINE_ENDS)
  })

  it('without white space, where it was sent with some', () => {
    expect(hashed(BODY, spaced)).toBe(WHITE_SPACE)
    expect(hashed(spaced, JSON.stringify(JSON_BODY, null, 2))).toBe(WHITE_SPACE)
  })

  it('without a byte order mark that is sent', () => {
    for (const body of ['x', BODY])
      expect(hashed(body, `\ufeff${body}`)).toBe(
        'It would match the body without the byte order mark that is sent before it: leave that out of the body, since JSON begins with none.',
      )
  })

  it('of no JSON is not written otherwise, but may have escapes', () => {
    expect(hashed('a: \\u00e5', 'a: å')).toBe(PYTHON)
    expect(hashed('<\\/a>', '</a>')).toBe(PHP)
    expect(hashed('\\u003ca\\u003e', '<a>')).toBe(GO)
    expect(hashed('\\u00e5\\/', 'å/')).toBe(PHP)
  })

  it('of a list keeps its order, and of a text its letters', () => {
    expect(hashed('["b","a"]', '[ "b", "a" ]')).toBe(WHITE_SPACE)
    expect(hashed('["a","b"]', '["b","a"]')).toBeUndefined()
    expect(hashed('"x"', ' "x"')).toBe(WHITE_SPACE)
    expect(hashed('null', ' null')).toBe(WHITE_SPACE)
  })

  it('that is not known is not named', () => {
    expect(hashed('something else')).toBeUndefined()
    expect(find('')).toBeUndefined()
    expect(find(base64(BODY, 'sha384').slice(0, -1))).toBeUndefined()
  })
})

describe('what is looked at', () => {
  it('is a body of up to 64 KiB; of a longer one only whether it was empty or hashed otherwise', () => {
    const long = `"${'x'.repeat(65_534)}"`
    expect(hashed(`${long}\n`, long)).toBe(LINE_ENDS)
    expect(hashed(`${long}x\n`, `${long}x`)).toBeUndefined()
    expect(hashed('', `${long}x`)).toBe(EMPTY)
    expect(find(base64(`${long}x`, 'sha1'), `${long}x`)).toMatch(/^That is the SHA-1/)
  })

  it('is JSON of up to 64 levels and 16,384 brackets', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(hashed(deep(64), ` ${deep(64)}`)).toBe(WHITE_SPACE)
    expect(hashed(deep(65), ` ${deep(65)}`)).toBeUndefined()
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect(hashed(objects(64), ` ${objects(64)}`)).toBe(WHITE_SPACE)
    expect(hashed(objects(65), ` ${objects(65)}`)).toBeUndefined()
    const wide = (brackets: number) => `[${Array.from({ length: brackets - 1 }, () => '{}').join(',')}]`
    expect(hashed(wide(16_384), ` ${wide(16_384)}`)).toBe(WHITE_SPACE)
    expect(hashed(wide(16_385), ` ${wide(16_385)}`)).toBeUndefined()
  })
})

describe('what Python makes of a body', () => {
  const STR = 'It would match what Python’s str() makes of the same data: hash json.dumps of it, and send that text.'

  it.each([
    ['{"t":true,"f":false,"n":null,"i":-1.5}', "{'t': True, 'f': False, 'n': None, 'i': -1.5}", STR],
    ['{"s":"it\'s","l":["a","b"],"o":{}}', `{'s': "it's", 'l': ['a', 'b'], 'o': {}}`, STR],
    ['[1,[]]', '[1, []]', WHITE_SPACE],
    ['["a",null]', "['a', None]", STR],
    ['null', 'x', undefined],
    ['null', '', EMPTY],
    ['no JSON', 'undefined', WORD],
  ])('%s as %s', (body, text, says) => expect(hashed(text, body)).toBe(says))

  it('in the order of the alphabet, of three fields too', () => {
    expect(hashed('{"a":2,"b":1,"c":3}', '{"b":1,"a":2,"c":3}')).toBe(SORTED)
    expect(hashed('{"a":2,"b":1,"c":3}', '{"c":3,"b":1,"a":2}')).toBe(SORTED)
  })

  it('keeps a byte order mark inside it', () => expect(hashed('ab', 'a\ufeffb')).toBeUndefined())

  it('may have many lists beside each other', () => {
    const lists = `[${Array(100).fill('[]').join(',')}]`
    expect(hashed(lists, ` ${lists}`)).toBe(WHITE_SPACE)
  })
})

describe('a digest of no known algorithm says how it is right but for its form', () => {
  const SHORT = 'LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='
  const LONG = 'pKvURIxJVi2CgRXROh/M6pJ/UrTVRZKX+LQ+QtqJI4vBNibkPcs43bCCSIkn7JBPtCBXRDmD6IWFF51QVRr+Yg=='
  const IN_VALUE = 'The hash is right, but the name of the header stands in its value, too: leave it out there.'
  it.each([
    [SHORT, 'The hash is right, but its name is missing: write SHA-256= before it.'],
    [` ${SHORT} `, 'The hash is right, but its name is missing: write SHA-256= before it.'],
    [LONG, 'The hash is right, but its name is missing: write SHA-512= before it.'],
    [`Digest: SHA-256=${SHORT}`, IN_VALUE],
    [`digest:SHA-512=${LONG}`, IN_VALUE],
    [`sha256=${SHORT}`, 'The hash is right, but its name must be SHA-256, with = after it.'],
    [`my Digest: ${SHORT}`, 'The hash is right, but its name must be SHA-256, with = after it.'],
    [`SHA-512:${LONG}`, 'The hash is right, but its name must be SHA-512, with = after it.'],
    [`${SHORT}x`, ''],
    ['MD5=nU4=', ''],
    ...(['md5', 'sha1', 'sha384'] as const).map((name): [string, string] => [
      `${name}=${base64('x', name)}`,
      `It is the ${{ md5: 'MD5', sha1: 'SHA-1', sha384: 'SHA-384' }[name]} of the body, which the interface does not know: hash it by SHA-256.`,
    ]),
    ['', ''],
  ])('%s', (header, hint) => {
    expect(refusalOf(() => verifyDigest(header, Buffer.from('x'))).faults.map(({ text }) => text)).toEqual([
      ...(hint === '' ? [] : [hint]),
      `The header names neither SHA-256 nor SHA-512. For the body received it would be: SHA-256=${SHORT}`,
    ])
  })
})

describe('the Base64 of a hash', () => {
  const bytes = Buffer.from('abcd')
  it.each([
    ['YWJjZA==', true],
    ['YWJjZA', true],
    ['YWJjZA=', false],
    ['YWJjZA===', false],
    ['', false],
    ['YWJjZB==', false],
    [' YWJjZA==', false],
  ])('%j: %s', (text, right) => expect(isBase64Of(text, bytes)).toBe(right))
})
