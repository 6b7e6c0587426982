/** One element of a DER structure. `raw` holds tag, length and content; both are views, not copies. */
export type DerElement = { readonly tag: number; readonly content: Buffer; readonly raw: Buffer }

/** The bytes are no DER that this reader knows. It never leaves `security/`: whoever reads turns it into a refusal. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** The universal and context tags that certificates use. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context3: 0xa3,
} as const

/**
 * Reads bytes that are exactly one DER element. Nothing here recurses: a caller opens the levels it knows, one at a
 * time, so however deep the bytes are nested, the work stays proportional to their length.
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
  if (content.length === 0) throw new DerError('an integer has no bytes')
  const magnitude = BigInt(`0x${content.toString('hex')}`)
  return (content[0] ?? 0) >= 0x80 ? magnitude - (1n << BigInt(content.length * 8)) : magnitude
}

/** A BOOLEAN; undefined when the element is another one, since DER leaves out a FALSE that is the default. */
export function readOptionalBoolean(element: DerElement | undefined): boolean | undefined {
  return element?.tag === TAG.boolean ? element.content[0] !== 0 : undefined
}

/** The text of a string element; undefined when it is no string type or not valid in its own encoding. */
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

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes as UTF-8; undefined when they are not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    return undefined
  }
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
  if (start + length > bytes.length) throw new DerError('the bytes end inside an element')
  return { tag, content: bytes.subarray(start, start + length), raw: bytes.subarray(at, start + length) }
}
