import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/** An answer that is ready to be sent. */
export type ReadyAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Sent instead of the body, as it comes, until it ends (D99). */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  /** Further headers, each with another name. */
  readonly own?: readonly (readonly [name: string, value: string])[]
  /** Each becomes a separate header `Sandbank-Warning` (D73). */
  readonly warnings?: readonly string[]
  /** It is not sent: the connection ends instead (D88). */
  readonly lost?: boolean
}

/** Headers of every answer, of each door: browsers must neither guess its type nor send its address elsewhere. */
export const COMMON_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
} as const
const COMMON = Object.entries(COMMON_HEADERS)

const SLICE_BYTES = 262_144
const LINGER_MS = 1_000

/** Sends an answer as fast as its reader takes it, in slices. */
export function sendAnswer(incoming: IncomingMessage, outgoing: ServerResponse, answer: ReadyAnswer): void {
  const { status, body, stream } = answer
  // A caller that has disconnected gets no answer.
  if (outgoing.destroyed || answer.lost === true) void stream?.cancel()
  if (outgoing.destroyed) return
  if (answer.lost === true) return void incoming.socket.destroy()
  if (stream !== undefined) {
    outgoing.writeHead(status, linesOf(answer, undefined, outgoing.getHeader('Vary')))
    // A caller that disconnects ends the stream, too.
    return void pipeline(Readable.from(stream, { objectMode: false }), outgoing, () => undefined)
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  outgoing.writeHead(status, linesOf(answer, length, outgoing.getHeader('Vary')))
  if (incoming.method === 'HEAD' || length === 0) endOf(incoming, outgoing)
  // As many bytes as characters: the text is ASCII, which can be copied; the encoder for UTF-8 would examine each character.
  else if (length <= SLICE_BYTES && incoming.complete) outgoing.end(body, body.length === length ? 'latin1' : 'utf8')
  else writeSlices(outgoing, typeof body === 'string' ? Buffer.from(body) : body, () => endOf(incoming, outgoing))
}

/** The body for the Fetch API, which would copy bytes twice: a large one is taken in slices, as fast as its reader takes them. */
export function fetchBody(body: string | Uint8Array): BodyInit | null {
  if (typeof body === 'string') return body === '' ? null : body
  if (body.length <= SLICE_BYTES) return new Uint8Array(body)
  let at = 0
  return new ReadableStream({
    pull: reader => {
      reader.enqueue(body.subarray(at, at + SLICE_BYTES))
      at += SLICE_BYTES
      if (at >= body.length) reader.close()
    },
  })
}

/** Parts that come one after the other, as fast as their reader takes them; an error ends the reader's connection. */
export function streamOf(parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const coming = parts[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async reader => {
        const next = await coming.next()
        if (next.done === true) reader.close()
        else reader.enqueue(new Uint8Array(next.value))
      },
      cancel: async () => {
        await coming.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** An answer for the Fetch API. */
export function toResponse({ status, headers, body, own = [], warnings = [] }: ReadyAnswer): Response {
  const all = new Headers({ ...COMMON_HEADERS, ...headers })
  for (const [name, value] of own) all.set(name, value)
  for (const warning of warnings) all.append('Sandbank-Warning', warning)
  return new Response(status === 204 || status === 304 ? null : fetchBody(body), { status, headers: all })
}

// Names and values, alternating, in the form in which they are written: an object of them would only be taken apart again.
function linesOf(
  { status, headers, own = [], warnings = [] }: ReadyAnswer,
  length: number | undefined,
  varies: unknown,
): OutgoingHttpHeader[] {
  const lines: OutgoingHttpHeader[] = []
  for (const [name, value] of COMMON) if (headers[name] === undefined) lines.push(name, value)
  for (const name in headers) {
    const value = headers[name] ?? ''
    // The Vary of an answer would replace that of its connection (Fetch, 3.2.5).
    lines.push(name, name === 'Vary' && varies !== undefined ? `${varies}, ${value}` : value)
  }
  for (const [name, value] of own) lines.push(name, value)
  if (warnings.length > 0) lines.push('Sandbank-Warning', [...warnings])
  if (length !== undefined && status !== 204 && status !== 304) lines.push('Content-Length', length)
  return lines
}

function writeSlices(outgoing: ServerResponse, bytes: Uint8Array, done: () => void): void {
  let at = 0
  const more = () => {
    while (at < bytes.length) {
      const flows = outgoing.write(bytes.subarray(at, at + SLICE_BYTES))
      at += SLICE_BYTES
      if (!flows && at < bytes.length) return void outgoing.once('drain', more)
    }
    done()
  }
  more()
}

/**
 * Ends an answer. If a connection is closed while a body still arrives, its reader would lose the answer, too; so arriving bytes are discarded for a
 * while (RFC 9112, 9.6).
 */
function endOf(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) {
    outgoing.end()
    return
  }
  const end = () => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(end, LINGER_MS)
  incoming.once('close', end).resume()
}
