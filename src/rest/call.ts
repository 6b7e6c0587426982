import { DomainError } from '../domain/errors.ts'
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
  /** The whole body; `undefined` when it has more than `limit` bytes. Rejects when the connection ends before it does. */
  readonly readBody: (limit: number) => Promise<Uint8Array | undefined>
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

/** [D12] The largest body: 1 MiB. */
const MAX_BODY_BYTES = 1_048_576

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
  const body = await readBody(incoming, header)
  return { method, target, headers, grouped, header, body }
}

export function headersTooLarge(): DomainError {
  return new DomainError('HEADERS_TOO_LARGE', `The headers of a request may have ${MAX_HEADER_BYTES} bytes together.`)
}

const NOTHING = new Uint8Array()

async function readBody({ readBody }: Incoming, header: Call['header']): Promise<Uint8Array> {
  const declared = header('content-length')
  if (Number(declared) > MAX_BODY_BYTES) throw tooLarge()
  if ((declared === undefined || declared === '0') && header('transfer-encoding') === undefined) return NOTHING
  const body = await readBody(MAX_BODY_BYTES).catch(error => {
    if (error instanceof DomainError) throw error
    // A caller that hangs up in the middle of its body is no fault of the server.
    throw new DomainError('BAD_REQUEST', 'The connection ended before the whole body was received.')
  })
  if (body === undefined) throw tooLarge()
  return body
}

function tooLarge(): DomainError {
  return new DomainError('CONTENT_TOO_LARGE', `A body may have ${MAX_BODY_BYTES} bytes.`)
}
