import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DomainError } from '../domain/errors.ts'
import { readCallers } from '../platform/http/addresses.ts'
import { type ReadyAnswer, sendAnswer } from '../platform/http/answers.ts'
import { hasLongBody } from '../platform/http/bodies.ts'
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Connections,
  watchConnections,
} from '../platform/http/connections.ts'
import { framingFault } from '../platform/http/framing.ts'
import { allowOrigins, headersTooLarge } from '../platform/http/headers.ts'
import { startListening } from '../platform/http/listening.ts'
import { endTurn } from '../platform/http/turns.ts'
import { givingWay, isBehind, noteAccepted } from '../platform/store/turns.ts'
import { refuse } from './rest/answers.ts'
import type { Incoming } from './rest/call.ts'

/** The functions that answer: `fetch` any call, `serve` those that node:http alone can answer; it returns whether it did. */
export type ServedApp = {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>
  readonly serve?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** Answers a call of the interface without a connection and without the Fetch API; undefined for any other call. */
  readonly answer?: (incoming: Incoming) => Promise<ReadyAnswer> | undefined
  /** Receives requests that were refused before they reach either; returns their id in the journal. */
  readonly record?: (unread: UnreadRequest, refused: EarlyRefusal) => string
}

type UnreadRequest = {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export type RunningServer = {
  readonly url: string
  /** How many connections are open. */
  connections(): Promise<number>
  /** Ends each connection with its next answer, until a proxy has noticed (D127). */
  drain(): Promise<void>
  /** Accepts no new connection, finishes the running requests, and resolves. */
  stop(): Promise<void>
}

// Above our own limit on headers, so that ours answers first, and only a flood reaches Node's.
const NODE_HEADER_LIMIT = 65_536

const DRAINING_MS = 1_000

export type ListenOptions = {
  readonly host: string
  readonly port: number
  /** Origins whose pages may call (SANDBANK_CORS): none by default. */
  readonly origins?: readonly string[]
  /** Addresses and networks of proxies (SANDBANK_PROXY): their connections carry the calls of others (D75). */
  readonly proxies?: readonly string[]
  readonly limits?: ConnectionLimits
  /** How many connections may be open at once, and who hears, once, that as many are; without it, as many as come. */
  readonly room?: { readonly connections: number; readonly onFull: () => void } | undefined
  /** Hears of connections that could not be taken; without it, standard error does. */
  readonly onFault?: ((error: Error) => void) | undefined
}

/** Listens on `host` and `port`; 0 takes any free one. */
export async function listen(app: ServedApp, options: ListenOptions): Promise<RunningServer> {
  const { host, origins = [], proxies, limits = CONNECTION_LIMITS, room } = options
  const server = createServer({
    maxHeaderSize: NODE_HEADER_LIMIT,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: limits.idleMs,
    // A missing Host is refused below, in our own form.
    requireHostHeader: false,
  })
  const refusal = (address: string) => answerUnasked('429 Too Many Requests', tooManyConnections(address, limits))
  const connections = watchConnections(server, limits, {
    ...readCallers(proxies),
    refusal,
    noteAccepted,
    givesWay: givingWay(),
    isBehind,
  })
  let isDraining = false
  const answer = handler(app, origins)
  if (room !== undefined) keepRoom(server, room)
  const handle = connections.oneByOne((incoming, outgoing) => {
    if (isDraining) outgoing.shouldKeepAlive = false
    answer(incoming, outgoing)
  })
  server.on('request', handle)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node would answer it with a bare 417.
  server.on('checkExpectation', handle)
  server.on('clientError', (error, socket: Socket) => answerUnreadable(app, error, socket, connections.finish))
  await listenOn(server, options)
  return {
    url: urlOf(server, host),
    connections: () => promisify(server.getConnections.bind(server))(),
    drain: () => {
      isDraining = true
      return sleep(DRAINING_MS)
    },
    stop: () => stop(server, connections, limits),
  }
}

/** Beyond its room the server closes connections without a word, since an answer would need one more file. */
function keepRoom(server: Server, { connections, onFull }: Exclude<ListenOptions['room'], undefined>): void {
  server.maxConnections = connections
  let isFull = false
  server.on('drop', () => {
    if (!isFull) onFull()
    isFull = true
  })
  // Full again is worth another word only after it was clearly not.
  server.on('connection', () => {
    if (!isFull) return
    server.getConnections((_, open) => {
      isFull &&= open > connections / 2
    })
  })
}

/** Refuses an address at which nothing can listen, before a home is made or filled for it. */
export async function assertCanListen(options: Pick<ListenOptions, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  await listenOn(server, options)
  await promisify(server.close.bind(server))()
}

function listenOn(server: Server, { host, port, onFault }: ListenOptions): Promise<void> {
  return startListening(server, { host, port }, onFault).catch((error: unknown) => {
    throw cannotListen(error, host, port)
  })
}

function handler(app: ServedApp, origins: readonly string[]): RequestListener {
  // Loaded on demand: it brings the Fetch API, which most calls never need.
  let longWay: Promise<typeof import('@hono/node-server')> | undefined
  const fetch = origins.length === 0 ? app.fetch : variesByOrigin(app.fetch)
  const takeTheLongWay: RequestListener = (incoming, outgoing) => {
    longWay ??= import('@hono/node-server').then(loaded => endTurn().then(() => loaded))
    void longWay.then(({ getRequestListener, RequestError }) => {
      const listener = getRequestListener(fetch, {
        overrideGlobalObjects: false,
        // HTTP/1.0 knows no Host.
        hostname: 'localhost',
        errorHandler: error => (error instanceof RequestError ? refuseUnroutable(app, incoming, error) : answerFault()),
      })
      return listener(incoming, outgoing)
    })
  }
  return (incoming, outgoing) => {
    const fault = framingFault(incoming)
    if (fault !== undefined) {
      const { headers, ...answer } = refuse(fault)
      const id = recordRefused(app, incoming, { refusal: fault, status: answer.status })
      sendAnswer(incoming, outgoing, { ...answer, headers: { ...headers, ...idHeader(id), Connection: 'close' } })
    } else if (allowOrigins(origins, incoming, outgoing)) return
    else if (app.serve?.(incoming, outgoing) !== true) takeTheLongWay(incoming, outgoing)
  }
}

// Its headers replace those that were set before it.
function variesByOrigin(fetch: ServedApp['fetch']): ServedApp['fetch'] {
  return async (request, env) => {
    const answer = await fetch(request, env)
    answer.headers.append('Vary', 'Origin')
    return answer
  }
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function cannotListen(error: unknown, host: string, port: number): Error {
  const { code, message }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {}
  const reason = code === 'EADDRINUSE' ? 'another program uses it; PORT=0 takes any free one' : (code ?? message)
  return new Error(`Cannot listen on PORT=${port} of HOST=${host}: ${reason}.`, { cause: error })
}

async function stop(server: Server, connections: Connections, { stoppingMs }: ConnectionLimits): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // After close, Node checks no time limit: a request that never ends would keep the server running for ever, and a reader that does not take its
  // answer for as long as its socket may stall.
  const until = performance.now() + stoppingMs
  const sweep = () => {
    // Node closes idle connections now, but would keep a connection with a running request open until its keep-alive ends.
    connections.closeIdle()
    if (performance.now() > until) connections.closeLate()
  }
  sweep()
  const sweeping = setInterval(sweep, 50)
  await closed
  clearInterval(sweeping)
}

type EarlyRefusal = { readonly refusal: DomainError; readonly status: number }

/** Records a request that was read, and refused before it reached a door; returns its id in the journal. */
function recordRefused(
  app: ServedApp,
  { method = '', url = '', rawHeaders }: IncomingMessage,
  refused: EarlyRefusal,
): string | undefined {
  return app.record?.({ method, target: url, headers: pairs(rawHeaders) }, refused)
}

// Only a target that makes no URL prevents a request of the Fetch API.
function refuseUnroutable(app: ServedApp, incoming: IncomingMessage, error: Error): Response {
  const refusal = new DomainError('BAD_REQUEST', `Host and path of this request make no URL: ${error.message}.`)
  const { status, headers, body } = refuse(refusal)
  const id = recordRefused(app, incoming, { refusal, status })
  return new Response(body, { status, headers: { ...headers, ...idHeader(id) } })
}

function answerFault(): Response {
  const { body, ...answer } = refuse(
    new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request.'),
  )
  return new Response(body, answer)
}

// Requests that Node's parser refuses never reach a door, but their caller gets the same kind of answer (D16).
function answerUnreadable(
  app: ServedApp,
  { code = '', reason: why, rawPacket }: Error & ParserError,
  socket: Socket,
  finish: Connections['finish'],
): void {
  if (code === LATE && hasLongBody(socket)) return
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const { reason, refusal } = UNREADABLE[code] ?? GARBAGE
  // A connection without a byte is not a call.
  const unread = socket.bytesRead === 0 ? undefined : firstLineOf(rawPacket)
  finish(socket, () => {
    const refused = refusal(typeof why === 'string' ? why : undefined)
    const status = Number(reason.slice(0, 3))
    const id = unread === undefined ? undefined : app.record?.(unread, { refusal: refused, status })
    return answerUnasked(reason, refused, idHeader(id))
  })
}

type ParserError = { readonly code?: string; readonly rawPacket?: Uint8Array; readonly reason?: unknown }

/** An answer to no request, after which the connection ends. */
function answerUnasked(reason: string, refusal: DomainError, more: Readonly<Record<string, string>> = {}): string {
  const { headers, body } = refuse(refusal)
  const length = String(Buffer.byteLength(body))
  const lines = Object.entries({ ...headers, ...more, Connection: 'close', 'Content-Length': length })
  return `HTTP/1.1 ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

function tooManyConnections(address: string, { connections }: ConnectionLimits): DomainError {
  return new DomainError(
    'ACCESS_EXCEEDED',
    `${address} has ${connections} connections open, as many as one address may have: close some first. If a proxy calls from there for many, its address belongs in SANDBANK_PROXY.`,
  )
}

const LONGEST_LINE = 2_000

/** What is known of an unread request: its first line, if it has one. The rest may contain anything, including secrets. */
function firstLineOf(packet: Uint8Array | undefined): UnreadRequest {
  const text = packet === undefined ? '' : Buffer.from(packet.subarray(0, LONGEST_LINE)).toString('latin1')
  const [, method = '-', target = ''] = /^([A-Z]{3,10}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(text) ?? []
  return { method, target, headers: [] }
}

function idHeader(id: string | undefined): Readonly<Record<string, string>> {
  return id === undefined ? {} : { 'Sandbank-Request': id }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, place): [string, string][] => (place % 2 === 0 ? [[name, raw[place + 1] ?? '']] : []))
}

type ParserFault = { readonly reason: string; readonly refusal: (why: string | undefined) => DomainError }

const GARBAGE: ParserFault = {
  reason: '400 Bad Request',
  refusal: why =>
    new DomainError('BAD_REQUEST', `This is no HTTP request that can be read${why === undefined ? '' : `: ${why}`}.`),
}
const BROKEN_HEADER: ParserFault = {
  ...GARBAGE,
  refusal: why =>
    new DomainError(
      'BAD_REQUEST',
      `This is no HTTP request that can be read: ${why ?? 'Invalid header'}. A header is one line, NAME: VALUE, without line breaks, also in a certificate: send it without those of its PEM.`,
    ),
}
/** What Node says of a request that takes longer than `requestMs`. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const UNREADABLE: Readonly<Record<string, ParserFault>> = {
  HPE_INVALID_HEADER_TOKEN: BROKEN_HEADER,
  HPE_CR_EXPECTED: BROKEN_HEADER,
  HPE_LF_EXPECTED: BROKEN_HEADER,
  HPE_INVALID_EOF_STATE: {
    ...GARBAGE,
    refusal: () =>
      new DomainError(
        'BAD_REQUEST',
        'The request ended too early: its headers or its body did not come whole. Content-Length, or the last chunk, says where a body ends.',
      ),
  },
  HPE_HEADER_OVERFLOW: { reason: '431 Request Header Fields Too Large', refusal: () => headersTooLarge() },
  [LATE]: {
    reason: '408 Request Timeout',
    refusal: () => new DomainError('BAD_REQUEST', 'The request did not come to its end in time. Send it again.'),
  },
}
