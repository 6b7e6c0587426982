import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { actWanted, DomainError } from '../../domain/errors.ts'
import { endTurn } from './turns.ts'

/** How many bytes of incomplete bodies this process holds, for all connections together. */
export const MOST_COMING_BYTES = 67_108_864

/** An arriving body: its bytes count until it ends, or until it is dropped in favour of others. */
export type ComingBody = {
  /** False when this body was dropped. */
  take(bytes: number): boolean
  end(): void
}

type HeldBody = { bytes: number; readonly giveUp: () => void }
const coming = new Set<HeldBody>()
let held = 0

/**
 * Counts bodies while they arrive: with a limit for each body alone, many callers that stop in the middle could fill the memory. When the sum is too
 * large, the largest body is dropped: `giveUp` frees its bytes, so that small senders are served.
 */
export function beginBody(giveUp: () => void): ComingBody {
  const own: HeldBody = { bytes: 0, giveUp }
  coming.add(own)
  return {
    take: bytes => {
      if (!coming.has(own)) return false
      own.bytes += bytes
      held += bytes
      while (held > MOST_COMING_BYTES) dropLargest()
      return coming.has(own)
    },
    end: () => forget(own),
  }
}

/** The largest body of a call, at either door: 1 MiB ([D12]). */
const MAX_BODY_BYTES = 1_048_576

/** Reads the arriving bytes; `undefined` when they are more than `limit`. Rejects when the connection ends earlier. */
export type ReadBody = (limit: number) => Promise<Uint8Array | undefined>

/** The whole body of a call. CONTENT_TOO_LARGE when it has, or declares, more than 1 MiB or its door's limit; `way` says how to go on. */
export function readBody(
  read: ReadBody,
  declared: string | undefined,
  most: number = MAX_BODY_BYTES,
  way = '',
): Promise<Uint8Array> {
  if (Number(declared) > most) return Promise.reject(tooLarge('body', most, `${declared}`, way))
  return readWhole(read, 'body', most, way)
}

/** Whether a body exceeds the limit of usual calls, which only a fixture may do (D85). */
export function isOverLimit(body: Uint8Array): boolean {
  return body.length > MAX_BODY_BYTES
}

/** The refusal of such a body. */
export function largeBody(body: Uint8Array): DomainError {
  return tooLarge('body', MAX_BODY_BYTES, String(body.length))
}

/** A body above this size takes separate turns: one to parse it as JSON, one for the work with it (D74). */
const LARGE_BODY_BYTES = 131_072

/** Ends this turn of the event loop when the body of a call is large. */
export function turnAfter(body: Uint8Array): Promise<void> | undefined {
  return body.length > LARGE_BODY_BYTES ? endTurn() : undefined
}

/** The whole body, whatever its type. CONTENT_TOO_LARGE when it is too large. */
export function readWhole(read: ReadBody, what: string, limit: number, way = ''): Promise<Uint8Array> {
  return read(limit).then(
    bytes => {
      if (bytes === undefined) throw tooLarge(what, limit, `more than ${limit}`, way)
      return bytes
    },
    error => {
      if (error instanceof DomainError) throw error
      // When a caller disconnects in the middle, this is not a fault of the server.
      throw new DomainError('BAD_REQUEST', `The connection ended before the whole ${what} was received.`)
    },
  )
}

/** The refusal of a body that is too large. */
export function tooLarge(what: string, limit: number, actual: string, way = ''): DomainError {
  const text = `A ${what} may have ${limit} bytes; this one has ${actual}.`
  return new DomainError('CONTENT_TOO_LARGE', way === '' ? text : actWanted('SEND_LESS', `${text} ${way}`))
}

/** The parts of a body, as they arrive. */
export type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A whole body of the Fetch API; `undefined` when it has more than `limit` bytes. UNAVAILABLE when it was dropped. */
export async function readParts(stream: Parts, limit: number): Promise<Uint8Array | undefined> {
  const coming = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
  const parts: Uint8Array[] = []
  const body = beginBody(() => {
    parts.length = 0
  })
  try {
    let size = 0
    for (let next = await coming.next(); next.done !== true; next = await coming.next()) {
      const part = next.value
      size += part.byteLength
      if (size > limit) {
        parts.length = 0
        await passOver(coming)
        return undefined
      }
      parts.push(part)
      if (!body.take(part.byteLength)) throw tooMuchComing()
    }
    // Dropped after its last part came.
    if (!body.take(0)) throw tooMuchComing()
    return Buffer.concat(parts)
  } finally {
    body.end()
  }
}

const LINGER_MS = 1_000

/**
 * Discards arriving bytes for a while. A sender that is cut off in the middle of its body loses the answer, too (RFC 9112, 9.6); and only after a
 * body was read to its end can the connection be used again: returns whether it was.
 */
async function passOver(coming: AsyncIterator<Uint8Array> | Iterator<Uint8Array>): Promise<boolean> {
  const end = new AbortController()
  let isDone = false
  const reading = async () => {
    while (!isDone && !end.signal.aborted) isDone = (await coming.next()).done === true
  }
  await Promise.race([reading().catch(() => undefined), sleep(LINGER_MS, undefined, end).catch(() => undefined)])
  end.abort()
  return isDone
}

/** The same for the rest of a body of the Fetch API. */
export async function passOverRest(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  if (body === null || body.locked) return body === null
  const reader = body.getReader()
  const isDone = await passOver({ next: async () => ((await reader.read()).done ? OVER : PART) })
  reader.releaseLock()
  return isDone
}

const OVER = { done: true, value: undefined } as const
const PART = { done: false, value: new Uint8Array() } as const

/** How many bytes are held now. */
export function comingBytes(): number {
  return held
}

function dropLargest(): void {
  let largest: HeldBody | undefined
  for (const one of coming) if (largest === undefined || one.bytes > largest.bytes) largest = one
  if (largest === undefined) return
  forget(largest)
  largest.giveUp()
}

function forget(one: HeldBody): void {
  if (coming.delete(one)) held -= one.bytes
}

/** The refusal of a body that was dropped. */
export function tooMuchComing(): DomainError {
  return new DomainError('UNAVAILABLE', 'Too many bodies are being received at once. Send this one again in a second.')
}

/** Connections whose body may take longer than that of any other call (D131): who reads it says when its sender pauses for too long. */
const long = new WeakSet<Socket>()

/** Begins such a body; call the result at its end. */
export function beginLongBody(socket: Socket | undefined): () => void {
  if (socket === undefined) return () => undefined
  long.add(socket)
  return () => void long.delete(socket)
}

export function hasLongBody(socket: Socket): boolean {
  return long.has(socket)
}
