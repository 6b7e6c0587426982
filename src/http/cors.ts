import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a page may read of an answer besides its body. */
const EXPOSED = [
  'Allow',
  'Deprecation',
  'Location',
  'Retry-After',
  'Sandbank-Replayed',
  'Sandbank-Request',
  'Sandbank-Scenario',
  'Sandbank-Warning',
  'X-Request-ID',
].join(', ')

/** How long a browser may keep what a preflight said. */
const MAX_AGE_SECONDS = '600'

/**
 * Lets pages of the origins in SANDBANK_CORS call the bank; of no others, which is the default (Fetch, 3.2). True when the call was a
 * preflight, which is answered then.
 */
export function allowOrigins(origins: readonly string[], incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (origins.length === 0) return false
  const { headers, method } = incoming
  const { origin } = headers
  // Each answer adds what else it depends on.
  outgoing.setHeader('Vary', 'Origin')
  if (origin === undefined || !origins.includes(origin)) return false
  outgoing.setHeader('Access-Control-Allow-Origin', origin)
  outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE')
  outgoing.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '')
  outgoing.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS)
  outgoing.writeHead(204).end()
  return true
}
