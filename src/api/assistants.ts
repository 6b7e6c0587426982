import { Hono, type Context as HonoContext } from 'hono'
import type { Deps } from '../bank/context.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import type { OriginOf } from '../platform/http/addresses.ts'
import { type ReadyAnswer, toResponse } from '../platform/http/answers.ts'
import { passOverRest, readBody, readParts } from '../platform/http/bodies.ts'
import { assertJsonType, assertPlain, parseJsonBody } from '../platform/http/json-bodies.ts'
import { jsonMistake } from '../platform/http/json-mistakes.ts'
import { messageOf, noted, noteOf } from '../platform/http/notes.ts'
import { assertHost, assertSameOrigin, hasLogin, hasToken, type Operator } from '../platform/http/operator-access.ts'
import { enterWorld } from '../sandbox/worlds/doors.ts'
import { guarded, refuseToken } from './graphql/yoga/server.ts'
import { refuseMethod } from './rest/app.ts'
import { unknownMethod } from './rest/router.ts'

/** A message of the Model Context Protocol, as this door has admitted it. */
export type AssistantsCall = {
  /** The request, whose body is read. */
  readonly request: Request
  readonly message: unknown
  /** The name of the world of the address. */
  readonly world: string
  /** The origin by which the caller reaches the bank. */
  readonly origin: string | undefined
}

type AssistantsOptions = {
  readonly deps: Deps
  readonly operator: Operator
  readonly originOf: OriginOf
  /** Receives every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
  /** Answers a message; the edge hands it in. */
  readonly answer: (call: AssistantsCall) => Promise<Response>
}

/** The door of assistants below the base URL of each world (D135): the Model Context Protocol, Streamable HTTP, without sessions. */
export function createAssistantsDoor(options: AssistantsOptions): Hono {
  const door = new Hono()
  for (const path of ['/mcp', '/worlds/:world/mcp'])
    door.all(path, async c => {
      const header = (name: string) => c.req.header(name)
      const answer = await guarded(options, header, noteOf(c.req.raw), () => answerCall(c, options))
      // The sender of a body that was refused in its middle sees the answer only when its rest is read.
      if (answer.status >= 400 && !(await passOverRest(c.req.raw.body)))
        return toResponse({ ...answer, headers: { ...answer.headers, Connection: 'close' } })
      return toResponse(answer)
    })
  return door
}

async function answerCall(
  c: HonoContext,
  { deps, operator, originOf, answer }: AssistantsOptions,
): Promise<ReadyAnswer> {
  const { raw: request, method, url } = c.req
  const header = (name: string) => c.req.header(name)
  const note = noteOf(request)
  assertHost(operator, header)
  assertSameOrigin(operator, header)
  if (!hasToken(operator, header) && !hasLogin(operator, header)) return refuseToken(note)
  if (method !== 'POST') {
    note.refusal = unknownMethod(method, 'POST')
    return refuseMethod(note.refusal, 'POST')
  }
  const world = c.req.param('world') ?? DEFAULT_WORLD
  await enterWorld(deps, world, { kind: 'operator' }, request.signal)
  const parts = noted(note, request.body ?? new Blob([]).stream())
  const bytes = await readBody(limit => readParts(parts, limit), header('Content-Length'))
  assertJsonType(header('Content-Type') ?? '')
  assertPlain(header('Content-Encoding'))
  const message = parseJsonBody(bytes, jsonMistake)
  const answered = await answer({ request, message, world, origin: originOf(messageOf(c), url) })
  return { status: answered.status, headers: Object.fromEntries(answered.headers), body: await answered.text() }
}
