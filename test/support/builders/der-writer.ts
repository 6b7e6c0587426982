import { TAG } from '../../../src/platform/security/certificates/der.ts'

/** One DER element: tag, length in its shortest form, and the parts one after the other. */
export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const digits = content.length.toString(16)
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}

export const sequence = (...members: readonly Buffer[]) => element(TAG.sequence, ...members)
export const set = (...members: readonly Buffer[]) => element(TAG.set, ...members)
export const octets = (...parts: readonly Buffer[]) => element(TAG.octetString, ...parts)
export const utf8 = (text: string) => element(TAG.utf8String, Buffer.from(text))
export const printable = (text: string) => element(TAG.printableString, Buffer.from(text, 'latin1'))
/** A BIT STRING of whole bytes, or with as many unused bits at its end. */
export const bits = (bytes: Buffer, unused = 0) => element(TAG.bitString, Buffer.from([unused]), bytes)
export const asn1True = () => element(TAG.boolean, Buffer.from([0xff]))
export const asn1Null = () => element(TAG.null)

/** An INTEGER of 0 or more, or of the bytes given, as they are. */
export function integer(value: number | Buffer): Buffer {
  if (typeof value !== 'number') return element(TAG.integer, value)
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return element(TAG.integer, ...((bytes[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), bytes)
}

/** An OBJECT IDENTIFIER from its dotted form: the first two numbers share a byte group, each group has seven bits a byte. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const groups = [first * 40 + second, ...rest].map(number => {
    const bytes = [number % 0x80]
    for (let left = Math.floor(number / 0x80); left > 0; left = Math.floor(left / 0x80))
      bytes.unshift(0x80 | (left % 0x80))
    return Buffer.from(bytes)
  })
  return element(TAG.oid, ...groups)
}

/** UTCTime ends with the year 2049 (RFC 5280, 4.1.2.5). */
export function instant(time: Date): Buffer {
  const digits = `${time.toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  const year = time.getUTCFullYear()
  return year >= 1950 && year < 2050
    ? element(TAG.utcTime, Buffer.from(digits.slice(2)))
    : element(TAG.generalizedTime, Buffer.from(digits))
}
