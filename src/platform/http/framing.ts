import type { IncomingMessage } from 'node:http'
import { DomainError } from '../../domain/errors.ts'

/** The fault of a request in which two readers could see two different requests: it is refused before its content counts. */
export function framingFault({ httpVersion, rawHeaders, headers, url }: IncomingMessage): DomainError | undefined {
  const hosts = count(rawHeaders, 'host')
  if (hosts > 1) return fault('Host', `A request has one Host; this one has ${hosts} (RFC 9112, 3.2).`)
  if (hosts === 0 && httpVersion !== '1.0') return fault('Host', 'A request of HTTP/1.1 says its Host (RFC 9112, 3.2).')
  const { host = '' } = headers
  if (hosts === 1 && !isHost(host))
    return fault(
      'Host',
      `Host ${JSON.stringify(host.slice(0, 80))} is no host name or address, with a port or without.`,
    )
  if (!/^(\/|https?:\/\/)/i.test(url ?? ''))
    return fault(undefined, 'The target of a request is a path that begins with a slash (RFC 9112, 3.2).')
  return codingFault(httpVersion, headers['transfer-encoding'])
}

const HOST = /^([\w.~-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i
const MOST_KNOWN = 100
const known = new Set<string>()

/**
 * Whether a text is a host name or address, with a port or without. The few names of a server are parsed once. A host that URL turns into another one
 * (0x7f.1) is none.
 */
export function isHost(host: string): boolean {
  if (known.has(host)) return true
  const [, name] = HOST.exec(host) ?? []
  if (name === undefined || !URL.canParse(`http://${host}`)) return false
  if (new URL(`http://${host}`).hostname !== name.toLowerCase()) return false
  if (known.size < MOST_KNOWN) known.add(host)
  return true
}

function codingFault(httpVersion: string, coding: string | undefined): DomainError | undefined {
  if (coding === undefined) return undefined
  if (httpVersion === '1.0') return fault('Transfer-Encoding', 'HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1).')
  if (coding.trim().toLowerCase() === 'chunked') return undefined
  return fault(
    'Transfer-Encoding',
    `The body may come in chunks, and in no other coding: ${JSON.stringify(coding.slice(0, 80))} is not understood here.`,
  )
}

function fault(path: string | undefined, text: string): DomainError {
  return new DomainError('BAD_REQUEST', text, path)
}

function count(rawHeaders: readonly string[], name: string): number {
  let found = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const text = rawHeaders[place]
    if (text?.length === name.length && text.toLowerCase() === name) found += 1
  }
  return found
}
