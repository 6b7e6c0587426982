import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a connection may cost this server, in numbers that tests make smaller. */
export type ConnectionLimits = {
  /** How long the headers of a request may take, and the whole of it with its body. */
  readonly headersMs: number
  readonly requestMs: number
  /** How long a request that is still coming when the server stops may take to its end, and the reader of an answer to take it. */
  readonly stoppingMs: number
  /** How long a connection stays open without a request. */
  readonly idleMs: number
  /** How long a reader may take nothing of its answer. */
  readonly stalledMs: number
  /** How many requests may wait on one connection for the answer to the one before them. */
  readonly waiting: number
  /** How many bytes of answers may wait for their readers, all connections together. */
  readonly unreadBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  stoppingMs: 5_000,
  idleMs: 65_000,
  stalledMs: 10_000,
  waiting: 100,
  unreadBytes: 134_217_728,
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
type Connection = {
  readonly socket: Socket
  running: Exchange | undefined
  /** Whether a request came on it already: one that never did runs into the limit of its headers. */
  used: boolean
  readonly waiting: Exchange[]
  /** What to say instead of reading on, once what runs is answered. */
  last: string | undefined
}

export type Connections = {
  /** Answers the requests of each connection one after the other: a next one only when its reader has taken what came before. */
  readonly oneByOne: (handle: RequestListener) => RequestListener
  /** Says something that answers no request, after what runs, and closes. */
  readonly finish: (socket: Socket, sayWhat: () => string) => void
  /** Closes every connection on which nothing runs. */
  readonly closeIdle: () => void
  /** Closes every connection whose request has not come to its end, and every one whose answer waits for its reader. */
  readonly closeLate: () => void
}

const CHECK_MS = 500
const LINGER_MS = 1_000

/** Watches the connections of a server: what each holds is bounded, and what is over is destroyed. */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { socket, running: undefined, used: false, waiting: [], last: undefined })
    socket.once('close', () => open.delete(socket))
  })
  server.setTimeout(limits.stalledMs, socket => {
    const connection = open.get(socket)
    const isIdle = connection?.used === true && connection.running === undefined
    // A call that still works on its answer writes nothing, and is not stalled for that.
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
  const checking = setInterval(() => dropUnread([...open.keys()], limits.unreadBytes), CHECK_MS).unref()
  server.once('close', () => clearInterval(checking))

  return {
    oneByOne: handle => (request, response) => {
      const connection = open.get(request.socket)
      if (connection === undefined) return handle(request, response)
      if (connection.running !== undefined) return waitForTurn(connection, { request, response }, limits)
      run(connection, { request, response }, handle)
    },
    finish: (socket, sayWhat) => {
      const connection = open.get(socket)
      if (connection === undefined || connection.last !== undefined) return
      connection.last = sayWhat()
      // A request that is itself what cannot be read will not be answered by anybody else.
      if (connection.running === undefined || !connection.running.request.complete) sayLast(connection)
    },
    closeIdle: () => {
      for (const { socket, running } of open.values()) if (running === undefined) socket.destroy()
    },
    closeLate: () => {
      for (const { socket, running } of open.values())
        if (running?.request.complete === false || socket.writableLength > 0) socket.destroy()
    },
  }
}

function run(connection: Connection, exchange: Exchange, handle: RequestListener): void {
  connection.running = exchange
  connection.used = true
  exchange.response.once('close', () => {
    const next = connection.waiting.shift()
    connection.running = undefined
    if (connection.socket.destroyed) return
    if (next !== undefined) run(connection, next, handle)
    else if (connection.last !== undefined) sayLast(connection)
  })
  handle(exchange.request, exchange.response)
}

// Whoever sends more before reading an answer may send the rest again on another connection (RFC 9112, 9.3.2).
function waitForTurn({ waiting }: Connection, exchange: Exchange, limits: ConnectionLimits): void {
  if (waiting.length < limits.waiting) waiting.push(exchange)
  else waiting.at(-1)?.response.setHeader('Connection', 'close')
}

function sayLast({ socket, last = '' }: Connection): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(last)
  // What still comes is not read; without that the reader might lose what was said.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Together the answers that nobody takes may not fill the memory: the largest go first. */
function dropUnread(sockets: readonly Socket[], limit: number): void {
  const unread = sockets.filter(socket => socket.writableLength > 0)
  let sum = unread.reduce((total, socket) => total + socket.writableLength, 0)
  if (sum <= limit) return
  for (const socket of unread.sort((one, other) => other.writableLength - one.writableLength)) {
    sum -= socket.writableLength
    socket.destroy()
    if (sum <= limit) return
  }
}
