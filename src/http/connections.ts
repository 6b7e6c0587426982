import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The limits of a connection, as numbers that tests can reduce. */
export type ConnectionLimits = {
  /**
   * How long the headers of a request may take, and the whole request with its body. A late one is closed at most two seconds later: Node checks once
   * a second.
   */
  readonly headersMs: number
  readonly requestMs: number
  /** When the server stops: how long an arriving request may take to its end, and a reader to take its answer. */
  readonly stoppingMs: number
  /** How long a connection stays open without a request. */
  readonly idleMs: number
  /** How long a reader may pause while taking its answer. */
  readonly stalledMs: number
  /** How many requests may wait on one connection for earlier answers. */
  readonly waiting: number
  /** How many bytes of answers may wait for their readers, for all connections together. */
  readonly unreadBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 13_000,
  requestMs: 13_000,
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
  /** Whether a request has come on it: a connection without one runs into the time limit of headers. */
  used: boolean
  /** The turn of the event loop in which its latest request began. */
  turn: Turn | undefined
  readonly waiting: Exchange[]
  /** What to send instead of reading on, after the running request is answered. */
  last: string | undefined
}

/** A turn of the event loop: when its first request came, and whether connections wait for its end before they continue. */
type Turn = { readonly began: number; isOver: boolean }

export type Connections = {
  /**
   * Answers the requests of each connection one after the other: the next one only after its reader has taken the previous answer, and in a later
   * turn of the event loop, since one read may contain thousands (D74).
   */
  readonly oneByOne: (handle: RequestListener) => RequestListener
  /** Sends an answer that belongs to no request, after the running one, and closes. */
  readonly finish: (socket: Socket, sayWhat: () => string) => void
  /** Closes every connection without a running request. */
  readonly closeIdle: () => void
  /** Closes every connection whose request is incomplete, and every one whose answer waits for its reader. */
  readonly closeLate: () => void
}

const CHECK_MS = 500
const LINGER_MS = 1_000
/** For how long waiting requests of connections may be read in one turn. */
const READING_MS = 10

/** Watches the connections of a server: the memory of each is limited, and a connection above its limit is destroyed. */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    const waiting: Exchange[] = []
    open.set(socket, { socket, running: undefined, used: false, turn: undefined, waiting, last: undefined })
    // By default Node reads on after each request.
    socket.on('resume', () => waiting.length > 0 && socket.pause())
    socket.once('close', () => open.delete(socket))
  })
  server.setTimeout(limits.stalledMs, socket => {
    const connection = open.get(socket)
    // A call that still works on its answer writes nothing; this does not count as a stalled reader.
    if ((connection?.used === true && isIdle(connection)) || socket.writableLength > 0) socket.destroy()
  })

  let turn: Turn | undefined
  const later = new Map<Connection, () => void>()
  const thisTurn = () => {
    if (turn === undefined) setImmediate(nextTurn)
    turn ??= { began: performance.now(), isOver: false }
    return turn
  }
  const nextTurn = () => {
    const wasOver = turn?.isOver === true
    turn = undefined
    const next = [...later.values()]
    later.clear()
    for (const goOn of next) goOn()
    if (wasOver) for (const { socket, waiting } of open.values()) if (waiting.length === 0) socket.resume()
  }
  // Node reads everything that has arrived on a connection, 64 KiB at a time, and then on the next one, all in one turn.
  const readLess = (connection: Connection, now: Turn) => {
    connection.socket.pause()
    if (now.isOver || performance.now() - now.began < READING_MS) return
    now.isOver = true
    for (const socket of open.keys()) socket.pause()
  }
  const run = (connection: Connection, exchange: Exchange, handle: RequestListener) => {
    connection.running = exchange
    connection.used = true
    connection.turn = thisTurn()
    exchange.response.once('close', () => {
      connection.running = undefined
      goOnLater(connection, handle)
    })
    handle(exchange.request, exchange.response)
  }
  const goOnLater = (connection: Connection, handle: RequestListener) => {
    if (connection.waiting.length > 0) {
      thisTurn()
      later.set(connection, () => goOn(connection, handle))
    } else goOn(connection, handle)
  }
  const goOn = (connection: Connection, handle: RequestListener) => {
    const { socket, waiting, running, last } = connection
    if (running !== undefined || socket.destroyed) return
    const next = waiting.shift()
    if (next !== undefined) run(connection, next, handle)
    else if (last !== undefined) sayLast(connection)
    else if (socket.writable && socket.isPaused()) socket.resume()
  }

  const checking = setInterval(() => dropUnread([...open.keys()], limits.unreadBytes), CHECK_MS).unref()
  server.once('close', () => clearInterval(checking))

  return {
    oneByOne: handle => (request, response) => {
      const connection = open.get(request.socket)
      if (connection === undefined) return handle(request, response)
      const now = thisTurn()
      if (isIdle(connection) && connection.turn !== now) return run(connection, { request, response }, handle)
      waitForTurn(connection, { request, response }, limits)
      readLess(connection, now)
      goOnLater(connection, handle)
    },
    finish: (socket, sayWhat) => {
      const connection = open.get(socket)
      if (connection === undefined || connection.last !== undefined) return
      connection.last = sayWhat()
      // No handler answers a request that cannot be read.
      if (isIdle(connection) || connection.running?.request.complete === false) sayLast(connection)
    },
    closeIdle: () => {
      for (const connection of open.values()) if (isIdle(connection)) connection.socket.destroy()
    },
    closeLate: () => {
      for (const { socket, running } of open.values())
        if (running?.request.complete === false || socket.writableLength > 0) socket.destroy()
    },
  }
}

function isIdle({ running, waiting }: Connection): boolean {
  return running === undefined && waiting.length === 0
}

// A client that sends more before reading an answer may send the rest again on another connection (RFC 9112, 9.3.2).
function waitForTurn({ waiting }: Connection, exchange: Exchange, limits: ConnectionLimits): void {
  if (waiting.length < limits.waiting) waiting.push(exchange)
  else waiting.at(-1)?.response.setHeader('Connection', 'close')
}

function sayLast({ socket, last = '' }: Connection): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(last)
  // Arriving bytes must not be read; otherwise the reader might lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** All answers without a reader together must not fill the memory: the largest are dropped first. */
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
