import { decodeUtf8 } from '../certificates/der.ts'
import { refuseSignature } from '../refusals.ts'

/**
 * Undoes the RFC 2047 wrapping of a header that is, as a whole, one or more encoded words ([I] Authentication 4).
 * Charsets utf-8, iso-8859-1 and us-ascii, encodings B and Q, one layer.
 * @param header begins with `=?`
 * @throws DomainError SIGNATURE_INVALID when the wrapping is broken, or a second layer is inside
 */
export function decodeEncodedWords(header: string): string {
  const usual = decodeUsualWord(header)
  if (usual !== undefined) return usual
  refuseBlanks(header)
  const words = header.split(/[ \t\r\n]+/).map(readWord)
  const text = joinByCharset(words)
    .map(({ charset, bytes }) => decodeCharset(charset, bytes))
    .join('')
  if (text.trimStart().startsWith('=?')) refuseSignature('The header is wrapped as RFC 2047 twice: wrap it once.')
  return text
}

/** Blanks separate words, so that Base64 with blanks in it would be several words, and none of them whole. */
function refuseBlanks(header: string): void {
  const [, content] = /^=\?[^?\s]*\?B\?([^?]*)\?=$/i.exec(header) ?? []
  if (content === undefined || !/\s/.test(content)) return
  const cause = BLANKS.find(([blank]) => isBase64(content.replaceAll(/\s/g, blank)))?.[1]
  if (cause !== undefined) refuseSignature(`The header is wrapped as RFC 2047, but ${cause}`)
}

const BLANKS = [
  [
    '',
    'its Base64 has blanks in it: write it on one line, as base64 -w0 does (Java: getEncoder(), not getMimeEncoder()).',
  ],
  ['+', 'its Base64 has a blank for each +: do not decode it as a form, since + is a letter of Base64.'],
] as const

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** One word, UTF-8 in Base64, as nearly every client writes it; undefined for any other. */
function decodeUsualWord(header: string): string | undefined {
  const [, content] = USUAL_WORD.exec(header) ?? []
  const text = content === undefined ? undefined : decodeUtf8(Buffer.from(content, 'base64'))
  return text?.trimStart().startsWith('=?') === true ? undefined : text
}

const USUAL_WORD = /^=\?utf-8\?B\?([A-Za-z0-9+/]*={0,2})\?=$/i

/** Wraps a text that is not ASCII as one encoded word, UTF-8 in Base64; ASCII stays unchanged. */
export function encodeWhenNotAscii(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

/**
 * A header value without wrapping. Node shows each byte as one character; they are read as UTF-8, else as ISO-8859-1, the old charset of HTTP
 * headers.
 */
export function decodeHeaderBytes(header: string): string {
  // A character beyond one byte cannot come from the wire: the text was decoded already.
  if (isAscii(header) || /[^\p{ASCII}\x80-\xff]/u.test(header)) return header
  return decodeUtf8(Buffer.from(header, 'latin1')) ?? header
}

export const UTF_8_TWICE =
  'Its characters beyond ASCII are in UTF-8 twice: something has taken the bytes of UTF-8 for ISO-8859-1 or Windows-1252, and encoded them again. Encode the text once, and wrap the whole header as RFC 2047, =?utf-8?B?<Base64 of it>?=.'

/** Whether the characters of a text are the bytes of another one in UTF-8. */
export function isUtf8Twice(text: string): boolean {
  return undoUtf8(text) !== undefined
}

/** The text whose UTF-8 bytes were taken for characters of ISO-8859-1 or Windows-1252; undefined when this is not the case. */
export function undoUtf8(text: string): string | undefined {
  if (isAscii(text)) return undefined
  const bytes = Array.from(text, character => WINDOWS_1252.indexOf(character))
  const plain = /[^\p{ASCII}\x80-\xff]/u.test(text) ? undefined : decodeUtf8(Buffer.from(text, 'latin1'))
  return plain ?? (bytes.includes(-1) ? undefined : decodeUtf8(Buffer.from(bytes)))
}

// ISO-8859-1, except for these from 80 to 9f. (What some versions of Node call windows-1252 is ISO-8859-1.)
const FROM_80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const WINDOWS_1252 = Array.from({ length: 256 }, (_, byte) => FROM_80[byte - 0x80] ?? String.fromCharCode(byte))

/** What Windows-1252 means by a byte that is a control character of ISO-8859-1, such as a quotation mark; undefined where it means none. */
export function inWindows1252(byte: string): string | undefined {
  const meant = WINDOWS_1252[byte.charCodeAt(0)]
  return meant === byte ? undefined : meant
}

/** Whether a text is ASCII only. */
export function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text)
}

type EncodedWord = { readonly charset: Charset; readonly bytes: Buffer }
type Charset = 'utf-8' | 'iso-8859-1' | 'us-ascii'

const CHARSETS: ReadonlyMap<string, Charset> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['iso-8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['us-ascii', 'us-ascii'],
  ['ascii', 'us-ascii'],
])

const FORM = 'one or more words of the form =?charset?B?…?= or =?charset?Q?…?=, separated by spaces'

function readWord(word: string): EncodedWord {
  const [begin, charsetName = '', encoding = '', content = '', end, ...rest] = word.split('?')
  if (begin !== '=' || end !== '=' || rest.length > 0) {
    return refuseSignature(
      `The header begins as an RFC 2047 encoded word, but is not ${FORM}.${hintOn(word, encoding)}`,
    )
  }
  // RFC 2231 lets a language follow the charset.
  const charset = CHARSETS.get(charsetName.toLowerCase().split('*', 1)[0] ?? '')
  if (charset === undefined) {
    return refuseSignature('The header is wrapped in a charset that is not known: use utf-8, iso-8859-1 or us-ascii.')
  }
  const bytes = DECODERS.get(encoding.toUpperCase())?.(content)
  if (bytes !== undefined) return { charset, bytes }
  return refuseSignature(
    `The header is wrapped as RFC 2047, but its content is neither valid Base64 (B) nor quoted-printable (Q).${hintOn(word, encoding)}`,
  )
}

function hintOn(word: string, encoding: string): string {
  if (encoding.toUpperCase() === 'Q')
    return ' In the form Q a blank is written _, and =, ? and _ are written =3D, =3F and =5F: B, with Base64, is simpler.'
  if (/^=\?[^?]*\?B\?[^?]*\?=./i.test(word)) return ' Something follows the encoded word: wrap the whole header.'
  return word.endsWith('?=') ? '' : ' It does not end in ?=: was it cut off?'
}

const DECODERS: ReadonlyMap<string, (content: string) => Buffer | undefined> = new Map([
  ['B', (content: string) => (/^[A-Za-z0-9+/]*={0,2}$/.test(content) ? Buffer.from(content, 'base64') : undefined)],
  ['Q', decodeQ],
])

/** RFC 2047, 4.2: `_` is a space, `=XX` a byte. */
function decodeQ(content: string): Buffer | undefined {
  if (!/^(?:[^=]|=[0-9A-Fa-f]{2})*$/.test(content)) return undefined
  const spaced = content.replaceAll('_', ' ')
  return Buffer.from(
    spaced.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** Encoders may cut a character of several bytes in two, so neighbours of one charset are joined before decoding. */
function joinByCharset(words: readonly EncodedWord[]): EncodedWord[] {
  const groups: { charset: Charset; parts: Buffer[] }[] = []
  for (const { charset, bytes } of words) {
    const last = groups.at(-1)
    if (last?.charset === charset) last.parts.push(bytes)
    else groups.push({ charset, parts: [bytes] })
  }
  return groups.map(({ charset, parts }) => ({ charset, bytes: Buffer.concat(parts) }))
}

function decodeCharset(charset: Charset, bytes: Buffer): string {
  if (charset === 'iso-8859-1') return bytes.toString('latin1')
  const text = decodeUtf8(bytes)
  if (text !== undefined && (charset === 'utf-8' || text.length === bytes.length)) return text
  return refuseSignature(`The header is wrapped as ${charset}, but its bytes are not ${charset}.`)
}
