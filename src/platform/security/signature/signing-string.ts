import { refuseSignature, showText } from '../refusals.ts'
import { describeOtherName, HeaderValues } from './header-values.ts'

/** Headers as received, including repeats: Node joins some repeats and drops others, so `rawHeaders` is the source. */
export type RawHeaders = readonly (readonly [name: string, value: string])[]

export type SignedMessage = {
  readonly method: string
  /** path and query exactly as sent */
  readonly target: string
  readonly headers: RawHeaders
  /** The same by name, if they are grouped already. */
  readonly grouped?: HeaderValues
}

/** One line of a signing string. */
export type SignedLine = { readonly name: string; readonly value: string }

/**
 * The text that is signed: one line `name: value` for each name, in the order given, without a newline at the end.
 * @throws DomainError SIGNATURE_INVALID when the message lacks a named header
 */
export function buildSigningString(message: SignedMessage, names: readonly string[]): string {
  return joinLines(
    listLines(
      message,
      groupHeaders(message.headers),
      names.map(name => name.toLowerCase()),
    ),
  )
}

export function groupHeaders(raw: RawHeaders): HeaderValues {
  return new HeaderValues(raw.flat())
}

export function listLines(
  { method, target }: SignedMessage,
  headers: HeaderValues,
  names: readonly string[],
): SignedLine[] {
  return names.map(name => {
    if (name === '(request-target)') return { name, value: `${method.toLowerCase()} ${target}` }
    const first = headers.first(name)
    if (first !== undefined)
      return { name, value: headers.isRepeated(name) ? headers.all(name).map(trimValue).join(', ') : trimValue(first) }
    const other = describeOtherName(name, one => headers.first(one))
    return refuseSignature(
      `The header ${showText(name, 60)} is listed as signed, but the request does not carry it.${other === undefined ? '' : ` ${other}`}`,
      [`Signed are: ${names.join(' ')}`],
    )
  })
}

export function joinLines(lines: readonly SignedLine[]): string {
  return lines.map(({ name, value }) => `${name}: ${value}`).join('\n')
}

/** Only spaces and tabs: String.trim would also remove the byte A0, which ends some characters in UTF-8. */
export function trimValue(value: string): string {
  let start = 0
  let end = value.length
  while (isBlank(value.charAt(start))) start++
  while (isBlank(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t'
}

/** The bytes that were sent: Node shows each as one character. A text that cannot be such bytes is encoded as UTF-8. */
export function toBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? bytes : Buffer.from(text)
}
