import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Callers } from './addresses.ts'
import { createCallerQueue } from './caller-queue.ts'

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
  /** How many connections one address may have open (D75): more than it may have listeners in a world, each of which has one. */
  readonly connections: number
  /** How many requests may wait on one connection for earlier answers. */
  readonly waiting: number
  /** How many requests of one address may wait on all its connections together (D75). */
  readonly waitingOfCaller: number
  /** How many bytes of answers may wait for their readers, for all connections together. */
  readonly unreadBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 13_000,
  requestMs: 13_000,
  stoppingMs: 5_000,
  idleMs: 65_000,
  stalledMs: 10_000,
  connections: 2_000,
  waiting: 100,
  waitingOfCaller: 1_000,
  unreadBytes: 134_217_728,
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
type Connection = {
  readonly socket: Socket
  /** The other end of the connection. */
  readonly address: string
  running: Exchange | undefined
  /** When its latest request began, among all requests: 0 for none. A connection without one runs into the time limit of headers. */
  ran: number
  /** The turn in which its latest request began, if that was read in it. */
  turn: Turn | undefined
  readonly waiting: (Exchange & { readonly caller: string })[]
  /** Whether nothing more is read on it. */
  isFull: boolean
  /** What to send instead of reading on, after the running request is answered. */
  sayLast: (() => string) | undefined
}

/** A turn of the event loop in which requests are read: when the first one was, and whether connections wait for its end before they are read on. */
type Turn = { readonly began: number; isOver: boolean }

export type Connections = {
  /**
   * Answers the requests of each connection one after the other: the next one only after its reader has taken the previous answer, and in a later
   * turn of the event loop, since one read may contain thousands (D74). When more has come than a turn has time for, callers take turns (D75).
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
/** For how long requests may be read in one turn; those that wait may begin for as long, or less while what has begun waits. */
const SHARE_MS = 10
const SHARE_WHEN_BEHIND_MS = 2
/** How many connections of an address above its limit get an answer; further ones are closed without a word. */
const MOST_REFUSED = 100

/** Who calls, what a connection gets whose address has too many, and how the store's turns are shared (store/turns.ts). */
export type Admission = Callers & {
  readonly refusal: (address: string) => string
  readonly noteAccepted: () => void
  readonly givesWay: () => boolean
  readonly isBehind: () => boolean
}

/** Watches the connections of a server: the memory of each is limited, and a connection above its limit is destroyed. */
export function watchConnections(server: Server, limits: ConnectionLimits, admission: Admission): Connections {
  const open = new Map<Socket, Connection>()
  const connectionsOf = createCounter()
  const waitingOf = createCounter()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const connection: Connection = {
      socket,
      address,
      running: undefined,
      ran: 0,
      turn: undefined,
      waiting: [],
      isFull: false,
      sayLast: undefined,
    }
    open.set(socket, connection)
    admission.noteAccepted()
    // By default Node reads on after each request.
    socket.on('resume', () => (connection.isFull || connection.waiting.length > 0) && socket.pause())
    // Before Node's own listener, which would destroy each waiting request with an error of its own, and write its stack.
    socket.prependOnceListener('close', () => {
      open.delete(socket)
      connectionsOf.add(address, -1)
      for (const { request, caller } of connection.waiting.splice(0)) {
        waitingOf.add(caller, -1)
        request.destroy()
      }
    })
    const above = connectionsOf.add(address, 1) - limits.connections
    if (above <= 0 || admission.isProxy(address)) return
    if (above > MOST_REFUSED) socket.destroy()
    else finish(connection, () => admission.refusal(address))
  })
  server.setTimeout(limits.stalledMs, socket => {
    const connection = open.get(socket)
    // A call that still works on its answer writes nothing; this does not count as a stalled reader.
    if ((connection !== undefined && connection.ran > 0 && isIdle(connection)) || socket.writableLength > 0)
      socket.destroy()
  })

  let turn: Turn | undefined
  const thisTurn = () => {
    if (turn === undefined) setImmediate(nextTurn)
    turn ??= { began: performance.now(), isOver: false }
    return turn
  }
  const nextTurn = () => {
    const wasOver = turn?.isOver === true
    turn = undefined
    if (!wasOver) return
    // The order in which they are resumed is that in which they are read.
    for (const { socket, waiting, isFull } of [...open.values()].sort((one, other) => one.ran - other.ran))
      if (waiting.length === 0 && !isFull) socket.resume()
  }
  // Node reads everything that has arrived on a connection, 64 KiB at a time, and then on the next one, all in one turn.
  const readLess = (connection: Connection, now: Turn) => {
    connection.socket.pause()
    if (now.isOver || hasTime(now.began)) return
    now.isOver = true
    for (const socket of open.keys()) socket.pause()
  }

  const ready = createCallerQueue<Connection>()
  let isBeginning = false
  const goOnLater = (connection: Connection) => {
    ready.add(connection.waiting[0]?.caller ?? connection.address, connection, connection.waiting.length <= 1)
    if (!isBeginning) setImmediate(beginReady)
    isBeginning = true
  }
  const beginReady = async () => {
    if (admission.givesWay()) return void setImmediate(beginReady)
    const began = performance.now()
    for (
      let next = ready.take();
      next !== undefined;
      next = hasTime(began, admission.isBehind()) ? ready.take() : undefined
    ) {
      goOn(next)
      // What a request does at once counts, too.
      await new Promise(resolve => process.nextTick(resolve))
    }
    isBeginning = !ready.isEmpty()
    if (isBeginning) setImmediate(beginReady)
  }
  let handle: RequestListener = () => undefined
  let ran = 0
  const run = (connection: Connection, exchange: Exchange) => {
    ran += 1
    connection.running = exchange
    connection.ran = ran
    connection.turn = turn
    exchange.response.once('close', () => {
      connection.running = undefined
      if (connection.waiting.length > 0) goOnLater(connection)
      else goOn(connection)
    })
    handle(exchange.request, exchange.response)
  }
  const goOn = (connection: Connection) => {
    const { socket, waiting, running, isFull } = connection
    if (socket.destroyed) return
    // No handler answers a request that cannot be read.
    if (connection.sayLast !== undefined && waiting.length === 0 && running?.request.complete !== true)
      return sayLast(socket, connection.sayLast())
    if (running !== undefined) return
    const next = waiting.shift()
    if (next !== undefined) {
      waitingOf.add(next.caller, -1)
      run(connection, next)
    } else if (!isFull && socket.writable && socket.isPaused()) socket.resume()
  }
  // A client that sends more before reading an answer may send the rest again on another connection (RFC 9112, 9.3.2).
  const wait = (connection: Connection, exchange: Exchange) => {
    const { waiting } = connection
    const caller = admission.addressOf(exchange.request)
    const isBelow = waiting.length === 0 || waitingOf.of(caller) < limits.waitingOfCaller
    if (waiting.length < limits.waiting && isBelow && !connection.isFull) {
      waiting.push({ ...exchange, caller })
      waitingOf.add(caller, 1)
    } else {
      connection.isFull = true
      waiting.at(-1)?.response.setHeader('Connection', 'close')
      parseNoMore(connection.socket)
    }
  }
  const finish = (connection: Connection, sayWhat: () => string) => {
    if (connection.sayLast !== undefined) return
    connection.sayLast = sayWhat
    connection.isFull = true
    connection.socket.pause()
    goOnLater(connection)
  }

  const checking = setInterval(() => dropUnread([...open.keys()], limits.unreadBytes), CHECK_MS).unref()
  server.once('close', () => clearInterval(checking))

  return {
    oneByOne: handler => {
      handle = handler
      return (request, response) => {
        const connection = open.get(request.socket)
        if (connection === undefined) return
        const now = thisTurn()
        if (
          isIdle(connection) &&
          connection.turn !== now &&
          ready.isEmpty() &&
          hasTime(now.began, admission.isBehind())
        )
          return run(connection, { request, response })
        wait(connection, { request, response })
        readLess(connection, now)
        goOnLater(connection)
      }
    },
    finish: (socket, sayWhat) => {
      const connection = open.get(socket)
      if (connection !== undefined) finish(connection, sayWhat)
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

/** Counts for each address; one without any takes no memory. */
function createCounter() {
  const counts = new Map<string, number>()
  const of = (address: string) => counts.get(address) ?? 0
  const add = (address: string, change: number) => {
    const count = of(address) + change
    if (count > 0) counts.set(address, count)
    else counts.delete(address)
    return count
  }
  return { of, add }
}

function hasTime(began: number, isShort = false): boolean {
  return performance.now() - began < (isShort ? SHARE_WHEN_BEHIND_MS : SHARE_MS)
}

function isIdle({ running, waiting }: Connection): boolean {
  return running === undefined && waiting.length === 0
}

/**
 * Makes Node throw away what has come on a connection after the present request. Node has no way to say this but to call the rest a protocol that is no
 * HTTP: 2 is the parser's word for that. Where Node's parser has no such listener, the rest is parsed and dropped.
 */
function parseNoMore(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null && 'onIncoming' in parser)
    parser.onIncoming = (request: IncomingMessage) => {
      // No event for an upgrade follows.
      Object.assign(request, { upgrade: false })
      return 2
    }
}

function sayLast(socket: Socket, text: string): void {
  if (!socket.writable) return void socket.destroy()
  socket.end(text)
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
