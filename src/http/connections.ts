import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a connection may cost this server, in numbers that tests make smaller. */
export type ConnectionLimits = {
  /** How long the headers of a request may take, and the whole of it with its body. What is late is closed two seconds later at most: Node looks once a second. */
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
  /** Whether a request came on it already: one that never did runs into the limit of its headers. */
  used: boolean
  /** The turn of the event loop in which its latest request began. */
  turn: Turn | undefined
  readonly waiting: Exchange[]
  /** What to say instead of reading on, once what runs is answered. */
  last: string | undefined
}

/** A turn of the event loop: when its first request came, and whether connections wait for its end to be read on. */
type Turn = { readonly began: number; isOver: boolean }

export type Connections = {
  /**
   * Answers the requests of each connection one after the other: a next one only when its reader has taken what came before, and in a later turn of the
   * event loop, since thousands fit into what is read in one (D74).
   */
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
/** How long requests that wait for others on their connection may be read in one turn. */
const READING_MS = 10

/** Watches the connections of a server: what each holds is bounded, and what is over is destroyed. */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    const waiting: Exchange[] = []
    open.set(socket, { socket, running: undefined, used: false, turn: undefined, waiting, last: undefined })
    // Node reads on by itself after each request.
    socket.on('resume', () => waiting.length > 0 && socket.pause())
    socket.once('close', () => open.delete(socket))
  })
  server.setTimeout(limits.stalledMs, socket => {
    const connection = open.get(socket)
    // A call that still works on its answer writes nothing, and is not stalled for that.
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
  // Node reads what has come on a connection to its end, 64 KiB at a time, and then that of the next one, all in one turn.
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
  // What still comes is not read; without that the reader might lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Together the answers without a reader may not fill the memory: the largest go first. */
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
