import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { DomainError } from './domain/errors.ts'
import { headersTooLarge } from './rest/call.ts'
import { refuse } from './rest/problem.ts'

export type RunningServer = {
  readonly url: string
  /** Takes no new connection, finishes the requests that run, then is done. */
  stop(): Promise<void>
}

// Above our own limit on headers, so that ours answers first and only a flood meets Node's.
const NODE_HEADER_LIMIT = 65_536

/** Listens on `host` and `port`; 0 takes any free one. */
export async function listen(
  app: Hono,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const server = createServer(
    // A missing Host is refused below, in our own form.
    { maxHeaderSize: NODE_HEADER_LIMIT, keepAliveTimeout: 65_000, requestTimeout: 60_000, requireHostHeader: false },
    getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: refuseUnroutable }),
  )
  server.on('clientError', answerUnreadable)
  // An expectation that we do not know may be ignored (RFC 9110, 10.1.1); Node would answer it with a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await new Promise<void>((resolve, reject) =>
    server.once('error', error => reject(cannotListen(error, host, port))).listen(port, host, resolve),
  )
  return { url: urlOf(server, host), stop: () => stop(server) }
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reason =
    error.code === 'EADDRINUSE' ? 'another program uses it; PORT=0 takes any free one' : (error.code ?? error.message)
  return new Error(`Cannot listen on PORT=${port} of HOST=${host}: ${reason}.`, { cause: error })
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // Node closes what is idle now, but would keep a connection whose request is still running open until its keep-alive ends.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}

// What cannot become a request of the app has a Host or a target that makes no URL.
function refuseUnroutable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new DomainError('BAD_REQUEST', `Host and path of this request make no URL: ${error.message}.`)
      : new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request.')
  const { status, headers, body } = refuse(refusal)
  return new Response(body, { status, headers })
}

// What Node's parser refuses never reaches a door, but its caller gets the same kind of answer (D16).
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const known =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? headersTooLarge()
      : new DomainError('BAD_REQUEST', 'This is no HTTP request that can be read.')
  const { status, headers, body } = refuse(known)
  const lines = Object.entries({
    ...headers,
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  )
}
