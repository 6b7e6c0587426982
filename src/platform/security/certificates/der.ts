import { isUtf8 } from 'node:buffer'

/** One element of a DER structure. `raw` holds tag, length and content; both are views, not copies. */
export type DerElement = { readonly tag: number; readonly content: Buffer; readonly raw: Buffer }

/** The bytes are not DER that this reader knows. It never leaves `security/`: the caller turns it into a refusal. */
export class DerError extends Error {
  override readonly name = 'DerError'
  /** the part of a certificate that it is about, where the rest could be read */
  readonly part: string | undefined

  constructor(message: string, part?: string) {
    super(message)
    this.part = part
  }
}

/** Reads a part of a certificate; what is wrong inside is said to be of that part. @throws DerError */
export function readPart<T>(part: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DerError ? new DerError(error.message, error.part ?? part) : error
  }
}

/** The universal and context tags that certificates use. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
  context2: 0xa2,
  context3: 0xa3,
} as const

/**
 * Reads bytes that are exactly one DER element. There is no recursion: a caller opens the levels that it knows, one at a time, so the work stays
 * proportional to the length of the bytes, however deep they are nested.
 * @throws DerError
 */
export function readDer(bytes: Buffer): DerElement {
  const element = readElementAt(bytes, 0)
  if (element.raw.length !== bytes.length) throw new DerError('bytes follow the element')
  return element
}

/** The elements inside a constructed one. @throws DerError */
export function readChildren(parent: DerElement, tag: number = TAG.sequence): DerElement[] {
  expectTag(parent, tag)
  const children: DerElement[] = []
  for (let at = 0; at < parent.content.length; ) {
    const child = readElementAt(parent.content, at)
    children.push(child)
    at += child.raw.length
  }
  return children
}

/** An OBJECT IDENTIFIER in dotted form. @throws DerError */
export function readOid(element: DerElement | undefined): string {
  const { content } = expectTag(element, TAG.oid)
  if (content.length === 0 || content.length > 64) throw new DerError('an object identifier has 1 to 64 bytes')
  const arcs: bigint[] = []
  let arc = 0n
  for (const byte of content) {
    if (arc === 0n && byte === 0x80) throw new DerError('an object identifier is not written in its shortest form')
    arc = (arc << 7n) | BigInt(byte & 0x7f)
    if (byte >= 0x80) continue
    if (arcs.length === 0) {
      const first = arc < 80n ? arc / 40n : 2n
      arcs.push(first, arc - first * 40n)
    } else arcs.push(arc)
    arc = 0n
  }
  if ((content.at(-1) ?? 0x80) >= 0x80) throw new DerError('an object identifier ends inside an arc')
  return arcs.join('.')
}

/** An INTEGER, signed as DER has it. @throws DerError */
export function readInteger(element: DerElement | undefined): bigint {
  const { content } = expectTag(element, TAG.integer)
  const [first = 0, second] = content
  if (content.length === 0) throw new DerError('an integer has no bytes')
  if (second !== undefined && (first === 0 ? second < 0x80 : first === 0xff && second >= 0x80))
    throw new DerError('an integer is not written in its shortest form')
  const magnitude = BigInt(`0x${content.toString('hex')}`)
  return first >= 0x80 ? magnitude - (1n << BigInt(content.length * 8)) : magnitude
}

/**
 * A BOOLEAN; undefined when the element is another one, since DER leaves out a default FALSE. A written FALSE is also accepted, since real issuers
 * write it.
 * @throws DerError
 */
export function readOptionalBoolean(element: DerElement | undefined): boolean | undefined {
  if (element?.tag !== TAG.boolean) return undefined
  const [value] = element.content
  if (element.content.length !== 1 || (value !== 0 && value !== 0xff))
    throw new DerError('a boolean is neither 00 nor FF')
  return value === 0xff
}

/** The bytes of a BIT STRING without unused bits, as in keys and signatures. @throws DerError */
export function readBitString(element: DerElement | undefined): Buffer {
  const { content } = expectTag(element, TAG.bitString)
  if (content[0] !== 0) throw new DerError('a key or a signature has bits that fill no byte')
  return content.subarray(1)
}

/**
 * A UTCTime or GeneralizedTime in the one form that RFC 5280 (4.1.2.5) allows: seconds, no fraction, `Z` for UTC.
 * @throws DerError
 */
export function readTime(element: DerElement | undefined): Date {
  const digits = element?.content.toString('latin1') ?? ''
  const [, year, rest] = TIME_FORMS.get(element?.tag ?? 0)?.exec(digits) ?? []
  if (year === undefined || rest === undefined)
    throw new DerError('a date is not written as RFC 5280 demands, in UTC with seconds')
  // RFC 5280: two digits mean 1950 to 2049.
  const century = year.length === 4 ? '' : Number(year) >= 50 ? '19' : '20'
  const iso = `${century}${year}${rest}`.replace(/(.{4})(..)(..)(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6.000Z')
  const time = new Date(iso)
  // Date accepts 30 February as 2 March, and 24:00 as the next day.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) throw new DerError('a date is none of the calendar')
  return time
}

const TIME_FORMS: ReadonlyMap<number, RegExp> = new Map([
  [TAG.utcTime, /^(\d{2})(\d{10}Z)$/],
  [TAG.generalizedTime, /^(\d{4})(\d{10}Z)$/],
])

/** The text of a string element; undefined when it is not a string type or not valid in its own encoding. */
export function readText(element: DerElement): string | undefined {
  return TEXT_DECODERS.get(element.tag)?.(element.content)
}

/** Checks that an element is there and has the tag. @throws DerError */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element?.tag !== tag) throw new DerError(`expected tag ${tag}, found ${element?.tag ?? 'nothing'}`)
  return element
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1')
const TEXT_DECODERS: ReadonlyMap<number, (bytes: Buffer) => string | undefined> = new Map([
  [0x0c, decodeUtf8], // UTF8String
  [0x12, latin1], // NumericString
  [0x13, latin1], // PrintableString
  [0x14, latin1], // TeletexString: everybody writes Latin-1 into it
  [0x16, latin1], // IA5String
  [0x1a, latin1], // VisibleString
  [0x1c, decodeUtf32], // UniversalString
  [0x1e, decodeUtf16], // BMPString
])

/** The bytes of a Base64 text; undefined when it is not valid. */
export function decodeBase64(text = ''): Buffer | undefined {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** Bytes as UTF-8; undefined when they are not valid. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : undefined
}

function decodeUtf16(bytes: Buffer): string | undefined {
  return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : undefined
}

function decodeUtf32(bytes: Buffer): string | undefined {
  if (bytes.length % 4 !== 0) return undefined
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const code = bytes.readUInt32BE(at)
    if (code > 0x10ffff) return undefined
    text += String.fromCodePoint(code)
  }
  return text
}

function readElementAt(bytes: Buffer, at: number): DerElement {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new DerError('the bytes end inside an element')
  if ((tag & 0x1f) === 0x1f) throw new DerError('tags of several bytes do not occur in certificates')
  if (first === 0x80 || first > 0x84) throw new DerError('DER knows only definite lengths, here of at most 4 bytes')
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + lengthBytes
  if (start > bytes.length) throw new DerError('the bytes end inside a length')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
  if (lengthBytes > 0 && length < (lengthBytes === 1 ? 0x80 : 2 ** (8 * (lengthBytes - 1))))
    throw new DerError('a length is not written in its shortest form')
  if (start + length > bytes.length) throw new DerError('the bytes end inside an element')
  return { tag, content: bytes.subarray(start, start + length), raw: bytes.subarray(at, start + length) }
}
