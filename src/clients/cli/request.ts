import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'
import type { HeaderSet } from '../../api/rest/headers.ts'
import { CERTIFICATE_HEADER } from '../../platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../platform/security/refusals.ts'
import { createDigest } from '../../platform/security/signature/digest.ts'
import { formatKeyId } from '../../platform/security/signature/key-id.ts'
import { signHeaders } from '../../platform/security/signature/request-signer.ts'
import type { RawHeaders } from '../../platform/security/signature/signing-string.ts'
import { guessRequired, listRequired } from '../../workbench/explain/copies/required-headers.ts'
import { tlsFault } from '../testing/failure.ts'
import { answersIn, EVENTS } from '../testing/operator.ts'
import { Failure, messageOf } from './failure.ts'
import { readTppKey, type Tpp } from './tpps.ts'

export type RequestParts = {
  readonly method: string
  readonly url: URL
  readonly tpp: Tpp
  /** undefined: no operation has this path, so only the headers of every call are added */
  readonly headerSet: HeaderSet | undefined
  readonly psuId?: string
  readonly body: Buffer | undefined
  /** what the caller gives: null removes a header */
  readonly changes: readonly Change[]
  readonly now: Date
  readonly newId: () => string
}

export type Change = readonly [name: string, value: string | null]

export type ComposedRequest = Request & {
  readonly signingString: string
  /** required by the operation, neither given nor known */
  readonly missing: readonly string[]
}

/** A signed request with all headers that its operation requires, as far as they are known, and with the changes. */
export function composeRequest(parts: RequestParts): ComposedRequest {
  const { method, url, tpp, changes } = parts
  const changed = new Set(changes.map(([name]) => name.toLowerCase()))
  const defaults = listDefaults(parts).filter(([name]) => !changed.has(name.toLowerCase()))
  const headers = [...defaults, ...given(changes).filter(([name]) => !isSignature(name))]
  const carried = new Set(headers.map(([name]) => name.toLowerCase()))
  const { signature, signingString } = signHeaders({
    message: { method, target: url.pathname + url.search, headers },
    keyId: formatKeyId(tpp.certificate),
    key: readTppKey(tpp),
  })
  return {
    method,
    url,
    headers: [...headers, ...chooseSignatures(signature, changes)],
    body: parts.body ?? Buffer.alloc(0),
    signingString,
    missing: listRequired(parts.headerSet).filter(
      name => !carried.has(name.toLowerCase()) && !changed.has(name.toLowerCase()) && !isSignature(name),
    ),
  }
}

/** Reads `Name: value` of --header; without a value it removes the header, and `Name;` sends it empty, as with curl. The value becomes the bytes that are sent, in UTF-8. */
export function parseHeader(text: string): Change {
  const isEmpty = /^[^:]*;$/.test(text)
  const colon = isEmpty ? text.length - 1 : text.indexOf(':')
  const name = colon < 0 ? '' : text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new Failure(
      'usage',
      `${JSON.stringify(text)} is not a header: write --header 'Name: value', --header 'Name;' to send it empty, or --header 'Name:' to leave that header out.`,
    )
  }
  if (/[^\P{Cc}\t]/u.test(value))
    throw new Failure('usage', `The value of the header ${name} holds a control character, which no request can carry.`)
  return [name, value === '' && !isEmpty ? null : Buffer.from(value).toString('latin1')]
}

function listDefaults(parts: RequestParts): [string, string][] {
  return [
    ['Accept', 'application/json'],
    ...(parts.body === undefined ? [] : [['Content-Type', 'application/json'] satisfies [string, string]]),
    ['Date', parts.now.toUTCString()],
    ['X-Request-ID', parts.newId()],
    ['Digest', createDigest(parts.body ?? Buffer.alloc(0))],
    ...guessRequired(parts.headerSet, parts.url, parts.newId),
    ...(parts.psuId === undefined ? [] : [['PSU-ID', parts.psuId] satisfies [string, string]]),
    [CERTIFICATE_HEADER, parts.tpp.x509.raw.toString('base64')],
  ]
}

/** The signature is computed last, and can be replaced or left out like any other header. */
function chooseSignatures(made: string, changes: readonly Change[]): RawHeaders {
  const own = changes.filter(([name]) => isSignature(name))
  return own.length === 0 ? [[SIGNATURE_HEADER, made]] : given(own)
}

function given(changes: readonly Change[]): [string, string][] {
  return changes.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]))
}

function isSignature(name: string): boolean {
  return name.toLowerCase() === SIGNATURE_HEADER.toLowerCase()
}

export type Request = {
  readonly method: string
  readonly url: URL
  /** one character for each byte, as Node sends them */
  readonly headers: RawHeaders
  readonly body: Buffer
  /** The certificate and key by which the caller shows itself to a bank that demands that of TLS, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

export type Reply = {
  readonly status: number
  readonly reason: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * Sends a request with exactly these headers, plus Host, Content-Length and Connection, which every request has. The answers of a subscription (D99)
 * are passed on as they come.
 */
export function send(
  { method, url, headers, body, tls }: Request,
  onAnswer: (text: string) => void = () => undefined,
): Promise<Reply> {
  const request = url.protocol === 'https:' ? https.request : http.request
  const framing = [
    ['Host', url.host],
    ['Connection', 'close'],
    ...(body.length > 0 || method !== 'GET' ? [['Content-Length', String(body.length)]] : []),
  ]
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const raw = [...framing.filter(([name = '']) => !given.has(name.toLowerCase())), ...headers].flat()
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(unreachable(url, headers, error))
    const outgoing = request(url, { method, headers: raw, timeout: PATIENCE_MS, ...tls }, incoming => {
      const chunks: Buffer[] = []
      const end = () =>
        resolve({
          status: incoming.statusCode ?? 0,
          reason: incoming.statusMessage ?? '',
          headers: pairs(incoming.rawHeaders),
          body: Buffer.concat(chunks),
        })
      if (incoming.headers['content-type']?.startsWith(EVENTS) === true) {
        outgoing.setTimeout(0)
        passOn(incoming.setEncoding('utf8'), onAnswer).then(end, fail)
        return
      }
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
      incoming.on('end', end)
    })
    outgoing.on('error', fail)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    outgoing.end(body)
  })
}

async function passOn(stream: AsyncIterable<string>, onAnswer: (text: string) => void): Promise<void> {
  for await (const text of answersIn(stream)) onAnswer(text)
}

function unreachable(url: URL, headers: RawHeaders, error: unknown): Failure {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    // A call with its id is done once (D15); one of the operator has none.
    const id = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1]
    const remedy =
      id === undefined
        ? 'look at what is there before you send it again.'
        : `send it again with --header 'X-Request-ID: ${id}' to hear.`
    return new Failure(
      'unreachable',
      `The connection to ${url.origin} ended without an answer. What the call was to do may be done: ${remedy}`,
      error,
    )
  }
  const tls = tlsFault(url.origin, error)
  if (tls !== undefined) return new Failure('unreachable', tls, error)
  return new Failure(
    'unreachable',
    `No bank answers at ${url.origin} (${messageOf(error) || 'no connection'}): start it with \`npx sandbank start\`, or say where it is with --base or SANDBANK_URL.`,
    error,
  )
}

/** Sends a body as it is read, and gives the answer whose body is still to be read. A long pause of either side ends the call. */
export function exchange(
  { method, url, headers }: Omit<Request, 'body' | 'tls'>,
  body?: Readable,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const options = { method, headers: headers.flat(), timeout: PATIENCE_MS, agent: false }
    const outgoing = request(url, options, resolve)
    // Once there is an answer, it says what is wrong; the rest of the body is not wanted.
    outgoing.on('error', error => reject(unreachable(url, headers, error)))
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)))
    if (body === undefined) outgoing.end()
    else body.on('error', error => outgoing.destroy(error)).pipe(outgoing)
  })
}

/** Header lines in Node's form, grouped by name. */
export function pairs(raw: readonly string[]): RawHeaders {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] satisfies [string, string]] : [],
  )
}
