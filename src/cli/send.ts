import * as http from 'node:http'
import * as https from 'node:https'
import type { RawHeaders } from '../security/signature/signing-string.ts'
import { tlsFault } from '../testing/client/tls-faults.ts'
import { Failure, messageOf } from './failure.ts'

export type Request = {
  readonly method: string
  readonly url: URL
  /** one character for each byte, as Node sends them */
  readonly headers: RawHeaders
  readonly body: Buffer
}

export type Reply = {
  readonly status: number
  readonly reason: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 60_000

/** Sends a request with exactly these headers, besides Host, Content-Length and Connection, which every request has. */
export function send({ method, url, headers, body }: Request): Promise<Reply> {
  const request = url.protocol === 'https:' ? https.request : http.request
  const framing = [
    ['Host', url.host],
    ['Connection', 'close'],
    ...(body.length > 0 || method !== 'GET' ? [['Content-Length', String(body.length)]] : []),
  ]
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const raw = [...framing.filter(([name = '']) => !given.has(name.toLowerCase())), ...headers].flat()
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(unreachable(url, error))
    const outgoing = request(url, { method, headers: raw, timeout: PATIENCE_MS }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          reason: incoming.statusMessage ?? '',
          headers: pairs(incoming.rawHeaders),
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('error', fail)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    outgoing.end(body)
  })
}

function unreachable(url: URL, error: unknown): Failure {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    return new Failure(
      'unreachable',
      `The connection to ${url.origin} ended without an answer. What the call was to do may be done: send it again with --header 'X-Request-ID: …', the one it had, to hear.`,
      error,
    )
  const tls = tlsFault(url.origin, error)
  if (tls !== undefined) return new Failure('unreachable', tls, error)
  return new Failure(
    'unreachable',
    `No bank answers at ${url.origin} (${messageOf(error) || 'no connection'}): start it with \`npx sandbank start\`, or say where it is with --base or SANDBANK_URL.`,
    error,
  )
}

function pairs(raw: readonly string[]): RawHeaders {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] satisfies [string, string]] : [],
  )
}
