import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from '@hono/zod-openapi'
import { Hono, type Context as HonoContext } from 'hono'
import { type Context, type Deps, isOver } from '../bank/context.ts'
import { parseOptions } from '../bank/inputs/parse.ts'
import { DomainError } from '../domain/errors.ts'
import { DEFAULT_WORLD, nameOf, SNAPSHOT_TYPE, worldBasePath } from '../domain/worlds.ts'
import { type ReadyAnswer, streamOf, toResponse } from '../platform/http/answers.ts'
import { beginLongBody, passOverRest, tooLarge } from '../platform/http/bodies.ts'
import { assertPlain } from '../platform/http/json-bodies.ts'
import { chooseType } from '../platform/http/negotiation.ts'
import { messageOf, noteOf } from '../platform/http/notes.ts'
import { assertHost, assertSameOrigin, hasLogin, hasToken, type Operator } from '../platform/http/operator-access.ts'
import { BY_HEADER, operatorOf } from '../sandbox/journal/record-calls.ts'
import { enterWorld } from '../sandbox/worlds/doors.ts'
import { interrupted } from '../sandbox/worlds/locks.ts'
import { loadSnapshot, openSnapshot } from '../sandbox/worlds/snapshots/files.ts'
import { guarded, refuseToken } from './graphql/yoga/server.ts'
import { JSON_TYPE } from './rest/answers.ts'
import { refuseMethod } from './rest/app.ts'
import { parseQuery } from './rest/checks.ts'
import { unknownMethod } from './rest/router.ts'

type SnapshotFilesOptions = {
  readonly deps: Deps
  readonly operator: Operator
  /** Receives every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The paths of snapshot files below the base URL of a world (D131). */
export const SNAPSHOT_PATHS = ['/snapshots/:name', '/worlds/:world/snapshots/:name'] as const

/** Snapshot files at the operator's door (D131): GET reads one, PUT stores one. */
export function createSnapshotFiles(options: SnapshotFilesOptions): Hono {
  const door = new Hono()
  for (const path of SNAPSHOT_PATHS)
    door.all(path, async c => {
      const header = headerOf(c)
      const note = noteOf(c.req.raw)
      note.by = operatorOf(header(BY_HEADER))
      const answer = await guarded(options, header, note, () => answerCall(c, options))
      // The sender of a body that was refused in its middle sees the answer only when its rest is read.
      if (answer.status >= 400 && !(await passOverRest(c.req.raw.body)))
        return toResponse({ ...answer, headers: { ...answer.headers, Connection: 'close' } })
      if (answer.stream === undefined) return toResponse(answer)
      if (c.req.method !== 'HEAD') return new Response(answer.stream, answer)
      await answer.stream.cancel()
      return new Response(null, answer)
    })
  return door
}

async function answerCall(c: HonoContext, { deps, operator, report }: SnapshotFilesOptions): Promise<ReadyAnswer> {
  const { raw, method } = c.req
  const header = headerOf(c)
  const note = noteOf(raw)
  assertHost(operator, header)
  assertSameOrigin(operator, header)
  if (!hasToken(operator, header) && !hasLogin(operator, header)) return refuseToken(note)
  const world = c.req.param('world') ?? DEFAULT_WORLD
  const ctx = await enterWorld(deps, world, { kind: 'operator' }, raw.signal)
  const name = c.req.param('name') ?? ''
  if (method === 'PUT') return put(c, ctx, name)
  if (method === 'GET' || method === 'HEAD') return get(c, ctx, name, error => report(error, header('X-Request-ID')))
  note.refusal = unknownMethod(method, METHODS)
  return refuseMethod(note.refusal, METHODS)
}

const METHODS = 'GET, HEAD, PUT'

async function get(c: HonoContext, ctx: Context, name: string, report: (error: unknown) => void): Promise<ReadyAnswer> {
  if (chooseType(c.req.header('Accept'), [SNAPSHOT_TYPE]) === undefined)
    throw new DomainError('NOT_ACCEPTABLE', `A snapshot is ${SNAPSHOT_TYPE}, which Accept excludes.`, 'Accept')
  parseOptions(getOptions, parseQuery(c.req.url))
  const lines = await openSnapshot(ctx, name)
  const headers = {
    'Content-Type': SNAPSHOT_TYPE,
    // The name is one of a world: it needs no quoting, since no other is found.
    'Content-Disposition': `attachment; filename="${name}.snapshot"`,
  }
  const { socket } = messageOf(c) ?? {}
  const bytes = bytesOf(ctx, lines)
  return { status: 200, headers, body: '', stream: streamOf(socket ? brokenOff(bytes, socket, report) : bytes) }
}

/**
 * HTTP cannot take back an answer that has begun: a reader that does not get the whole sees its connection end. A snapshot that is deleted meanwhile is
 * no fault of ours.
 */
async function* brokenOff(
  bytes: AsyncIterable<Uint8Array>,
  socket: Pick<Socket, 'destroy'>,
  report: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof DomainError)) report(error)
    socket.destroy()
  }
}

// A server that is being stopped waits for no reader (D127).
async function* bytesOf(ctx: Context, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    if (isOver(ctx)) throw interrupted('The snapshot was not read to its end.')
    yield Buffer.from(line)
  }
}

async function put(c: HonoContext, ctx: Context, name: string): Promise<ReadyAnswer> {
  const type = c.req.header('Content-Type') ?? ''
  if (Number(c.req.header('Content-Length')) > MOST_BYTES)
    throw tooLarge('snapshot', MOST_BYTES, `${c.req.header('Content-Length')}`)
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== SNAPSHOT_TYPE) {
    const text = `The body must be ${SNAPSHOT_TYPE}; Content-Type says ${JSON.stringify(type.slice(0, 80))}.`
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text, 'Content-Type')
  }
  assertPlain(c.req.header('Content-Encoding'))
  const options = parseOptions(putOptions, parseQuery(c.req.url))
  const end = beginLongBody(messageOf(c)?.socket)
  try {
    const made = await loadSnapshot(ctx, name, partsOf(c.req.raw.body), options)
    const body = { name: made.name, world: nameOf(ctx.world), takenAt: made.takenAt.toISOString() }
    const headers = { 'Content-Type': JSON_TYPE, Location: `${worldBasePath(ctx.world)}/snapshots/${made.name}` }
    return { status: 201, headers, body: JSON.stringify(body) }
  } finally {
    end()
  }
}

const getOptions = z.strictObject({})
/** As takeSnapshot has them. */
const putOptions = z.strictObject({ expiresAfter: z.string().optional() })

const MOST_BYTES = 2 ** 30
/** How long a sender may pause. The whole may take longer than other calls. */
const PAUSE_MS = 10_000

async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  let size = 0
  try {
    for (;;) {
      const next = await nextOf(() => reader?.read() ?? Promise.resolve(NOTHING))
      if (next.value === undefined) return
      size += next.value.byteLength
      if (size > MOST_BYTES) throw tooLarge('snapshot', MOST_BYTES, `more than ${MOST_BYTES}`)
      yield next.value
    }
  } finally {
    reader?.releaseLock()
  }
}

type ReadResult = { readonly value?: Uint8Array | undefined }
const NOTHING: ReadResult = {}

async function nextOf(read: () => Promise<ReadResult>): Promise<ReadResult> {
  const end = new AbortController()
  try {
    const late = sleep(PAUSE_MS, undefined, { signal: end.signal }).then(() => {
      throw new DomainError('BAD_REQUEST', `No part of the snapshot came for ${PAUSE_MS / 1000} s. Send it again.`)
    })
    late.catch(() => undefined)
    return await Promise.race([read(), late])
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('BAD_REQUEST', 'The connection ended before the whole snapshot was received.')
  } finally {
    end.abort()
  }
}

function headerOf(c: HonoContext) {
  return (name: string) => c.req.header(name)
}
