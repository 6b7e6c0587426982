import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer that is ready to be sent. */
export type ReadyAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Each becomes a header `Sandbank-Warning` of its own (D73). */
  readonly warnings?: readonly string[]
  /** It is not sent: the connection ends in its place (D88). */
  readonly lost?: boolean
}

/** What every answer carries, whoever made it: it is what it says it is, and leads to no other place. */
export const COMMON_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
} as const

const SLICE_BYTES = 262_144
const LINGER_MS = 1_000

/** Sends an answer as fast as its reader takes it, slice by slice. */
export function sendAnswer(incoming: IncomingMessage, outgoing: ServerResponse, answer: ReadyAnswer): void {
  const { status, headers, body, warnings = [] } = answer
  // Whoever hung up gets no answer.
  if (outgoing.destroyed) return
  if (answer.lost === true) return void incoming.socket.destroy()
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const sized = status === 204 || status === 304 ? {} : { 'Content-Length': length }
  const warned = warnings.length === 0 ? {} : { 'Sandbank-Warning': [...warnings] }
  const varies = alsoVaries(outgoing.getHeader('Vary'), headers['Vary'])
  outgoing.writeHead(status, { ...COMMON_HEADERS, ...headers, ...varies, ...warned, ...sized })
  if (incoming.method === 'HEAD' || length === 0) endOf(incoming, outgoing)
  else if (length <= SLICE_BYTES && incoming.complete) outgoing.end(body)
  else writeSlices(outgoing, typeof body === 'string' ? Buffer.from(body) : body, () => endOf(incoming, outgoing))
}

// What an answer says it depends on would take the place of what the connection said before it (Fetch, 3.2.5).
function alsoVaries(before: unknown, own: string | undefined): { readonly Vary?: string } {
  return before === undefined || own === undefined ? {} : { Vary: `${before}, ${own}` }
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
 * Ends an answer. Closing a connection on which a body is still coming would take the answer away from its reader, too:
 * so what comes is thrown away for a while (RFC 9112, 9.6).
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
