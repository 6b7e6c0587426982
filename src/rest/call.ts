import { DomainError } from '../domain/errors.ts'
import { type ReadBody, readBody } from '../http/bodies.ts'
import { inSmallLetters } from '../security/header-names.ts'
import { groupHeaders, type HeaderValues, type RawHeaders } from '../security/signing-string.ts'

/** A request as it comes, before its body is read. */
export type Incoming = {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly headers: RawHeaders
  /** The same, names and values in turn. */
  readonly lines: readonly string[]
  readonly readBody: ReadBody
  /** Told when the caller hangs up. Made when it is asked for, since few calls wait for anything. */
  readonly hungUp: () => AbortSignal
}

/** A request as it came over the wire: what signatures and digests are computed over. */
export type Call = {
  readonly method: string
  readonly target: string
  readonly headers: RawHeaders
  /** The headers by their names in small letters. */
  readonly grouped: HeaderValues
  /** A header's value, repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** The largest set of headers: 32 KiB. */
const MAX_HEADER_BYTES = 32_768

/** A header's value by its name in any case, repeated ones joined by ", ". */
export function headerReader(headers: RawHeaders): (name: string) => string | undefined {
  return readerOf(groupHeaders(headers))
}

export function readerOf(grouped: HeaderValues): (name: string) => string | undefined {
  return name => {
    const values = grouped.get(inSmallLetters(name))
    return values === undefined || values.length === 1 ? values?.[0] : values.join(', ')
  }
}

/** Reads the whole request, within its limits: CONTENT_TOO_LARGE, HEADERS_TOO_LARGE. */
export async function readCall(
  incoming: Incoming,
  { grouped, header }: Pick<Call, 'grouped' | 'header'>,
): Promise<Call> {
  const { method, target, headers } = incoming
  let size = 0
  for (const [name, value] of headers) size += name.length + value.length + 4
  if (size > MAX_HEADER_BYTES) throw headersTooLarge()
  const body = await bodyOf(incoming, header)
  return { method, target, headers, grouped, header, body }
}

export function headersTooLarge(): DomainError {
  return new DomainError('HEADERS_TOO_LARGE', `The headers of a request may have ${MAX_HEADER_BYTES} bytes together.`)
}

const NOTHING = new Uint8Array()

async function bodyOf({ readBody: read }: Incoming, header: Call['header']): Promise<Uint8Array> {
  const declared = header('content-length')
  const isFramed = header('transfer-encoding') !== undefined || (declared !== undefined && declared !== '0')
  return isFramed ? readBody(read, declared) : NOTHING
}
