import type { IncomingMessage } from 'node:http'
import { beginBody, readParts, tooMuchComing } from '../http/bodies.ts'
import type { Incoming } from './call.ts'

/** A request of node:http. Only its raw headers show repeated ones. */
export function ofMessage(message: IncomingMessage): Incoming {
  return {
    method: message.method ?? '',
    target: originForm(message.url ?? ''),
    lines: shared(message.rawHeaders),
    readBody: limit => readMessage(message, limit),
    hungUp: () => endOf(message),
  }
}

/** A request of the Fetch API. A body in it has no declared length to go by: what it is read as decides. */
export function ofRequest(request: Request, message: IncomingMessage | undefined): Incoming {
  return {
    method: request.method,
    target: originForm(message?.url ?? request.url),
    lines: message?.rawHeaders ?? linesOf(request),
    readBody: limit => readRequest(request, limit),
    hungUp: () => (message === undefined ? request.signal : endOf(message)),
  }
}

let latest: readonly string[] = []

/**
 * The same headers, in the very texts of the call before where these are equal: the next call is mostly one of the same client. What is kept of a
 * call, and looked up or compared afterwards, is little then.
 */
function shared(lines: string[]): readonly string[] {
  if (lines.length === latest.length)
    for (let place = 0; place < lines.length; place += 1) {
      const text = latest[place]
      if (text !== undefined && lines[place] === text) lines[place] = text
    }
  latest = lines
  return lines
}

function endOf({ socket }: IncomingMessage): AbortSignal {
  const end = new AbortController()
  if (socket.destroyed) end.abort()
  else socket.once('close', () => end.abort())
  return end.signal
}

/** The path of a target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

// A proxy may send the absolute form (RFC 9112, 3.2.2); what is signed is path and query.
function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/'
}

// Without a connection nothing frames the body, so that it is marked as one whose length shows at its end.
function linesOf({ headers, body }: Request): string[] {
  const lines = [...headers].flat()
  const framed = headers.has('content-length') || headers.has('transfer-encoding')
  return body === null || framed ? lines : [...lines, 'transfer-encoding', 'chunked']
}

function readMessage(message: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const stop = () => {
      message.off('data', take).pause()
      parts.length = 0
    }
    const coming = beginBody(() => {
      stop()
      message.off('close', fail)
      reject(tooMuchComing())
    })
    const take = (part: Buffer) => {
      size += part.length
      if (size > limit) {
        stop()
        return end(undefined)
      }
      parts.push(part)
      coming.take(part.length)
    }
    // Every request is closed in the end; only a reader that still waits for its body is notified.
    const fail = () => {
      coming.end()
      reject(new Error('The connection ended.'))
    }
    const end = (body: Uint8Array | undefined) => {
      message.off('close', fail)
      coming.end()
      resolve(body)
    }
    message.on('data', take)
    message.once('end', () => end(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
    message.once('error', reject)
    message.once('close', fail)
  })
}

async function readRequest(request: Request, limit: number): Promise<Uint8Array | undefined> {
  return readParts(request.body ?? [], limit)
}
