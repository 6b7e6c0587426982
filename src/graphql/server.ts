import { Hono, type Context as HonoContext } from 'hono'
import type { Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import type { Certify, ExplainSignature } from '../domain/tpps.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import { noted, noteOf } from '../http/notes.ts'
import { assertHost, assertSameOrigin, hasToken, type Operator } from '../http/operator-access.ts'
import { enterWorld, refusalOf } from '../resolvers/doors.ts'
import { ERRORS } from '../wire/errors.ts'
import type { CopyCall } from './builder.ts'
import { graphiqlPage, wantsPage } from './graphiql.ts'
import { presentErrors, refuseHttp } from './refusals.ts'
import { chooseMediaType, type GraphqlCall, type MediaType, readRequest } from './requests.ts'
import { type Answer, runRequest } from './run.ts'
import { readScript, tellOf } from './scripted.ts'

export type GraphqlOptions = {
  readonly deps: Deps
  readonly operator: Operator
  /** The sandbox's own certificate authority. */
  readonly certify: Certify
  /** Explains a signed request that somebody pasted (D96). */
  readonly explainSignature: ExplainSignature
  readonly copyCall: CopyCall
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The operator's door (D70): GraphQL and GraphiQL for the default world and for any other (D1). */
export function createGraphql(options: GraphqlOptions): Hono {
  const answer = async (c: HonoContext): Promise<Response> => {
    const header = (name: string) => c.req.header(name)
    // A HEAD is answered as the GET, without its body (RFC 9110, 9.3.2).
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    assertHost(options.operator, header)
    if (wantsPage(method, header)) return graphiqlPage(options.operator, header)
    assertSameOrigin(options.operator, header)
    if (!hasToken(options.operator, header)) return refuseToken()
    const { signal } = c.req.raw
    const bank = await enterWorld(options.deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' }, signal)
    const report = (error: unknown) => options.report(error, header('X-Request-ID'))
    const { raw } = c.req
    const search = c.req.url.split('#', 1)[0]?.replace(/^[^?]*\??/, '') ?? ''
    const note = noteOf(raw)
    const body: GraphqlCall['body'] = noted(note, raw.body ?? NOTHING)
    const { certify, copyCall, explainSignature } = options
    const script = readScript(header('Sandbank-Scenario'))
    const context = { bank, certify, copyCall, explainSignature, script }
    const response = await answerCall({ method, search, header, body }, { context, report, note })
    const told = tellOf(script)
    note.lost = told.lost
    if (told.header !== undefined) response.headers.set('Sandbank-Scenario', told.header)
    return response
  }
  const door = new Hono()
  for (const path of ['/graphql', '/worlds/:world/graphql']) door.all(path, c => respond(c, options, answer))
  return door
}

const NOTHING: GraphqlCall['body'] = {
  async *[Symbol.asyncIterator]() {
    // A call without a body.
  },
}

/** Answers a call of GraphQL over HTTP. What is no request yet is refused the same for every media type. */
async function answerCall(call: GraphqlCall, caller: Parameters<typeof runRequest>[2]): Promise<Response> {
  const type = chooseMediaType(call.header)
  if (call.method !== 'GET' && call.method !== 'POST') {
    const refusal = new DomainError(
      'METHOD_NOT_ALLOWED',
      'GraphQL takes POST, and GET for queries that change nothing.',
    )
    return refused(refusal, type, { Allow: 'GET, POST' })
  }
  try {
    const answer = await runRequest(await readRequest(call), call.method, caller)
    caller.note.answer = answer.text
    return shown(answer, type)
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'FORMAT_ERROR')) throw error
    return refused(error, type, {})
  }
}

// GraphQL over HTTP, 6.4: in the older media type, 200 also where the document is at fault.
function shown({ ran, status, text }: Answer, type: MediaType): Response {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, ...(status === 405 ? { Allow: 'POST' } : {}) }
  return new Response(text, { status: ran || (status === 400 && type === 'application/json') ? 200 : status, headers })
}

function refused(refusal: DomainError, type: MediaType, headers: Readonly<Record<string, string>>): Response {
  const text = JSON.stringify({ errors: presentErrors([refusal], () => undefined) })
  const { status } = ERRORS[refusal.code]
  return new Response(text, { status, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers } })
}

// No code of the interface speaks of an operator's token; FORBIDDEN is the nearest, and 401 is what HTTP asks for.
function refuseToken(): Response {
  const text =
    'This server asks for its token: send the header Authorization: Bearer TOKEN, with SANDBANK_TOKEN or the one that the server printed at its start (D70).'
  return refuseHttp(new DomainError('FORBIDDEN', text, 'Authorization'), 401)
}

async function respond(
  c: HonoContext,
  { report }: GraphqlOptions,
  run: (c: HonoContext) => Promise<Response>,
): Promise<Response> {
  const requestId = c.req.header('X-Request-ID')
  const response = await run(c).catch((error: unknown) => refuseHttp(toRefusal(error, requestId, report)))
  const { headers } = response
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (requestId !== undefined && /^[\x21-\x7e]{1,128}$/.test(requestId)) headers.set('X-Request-ID', requestId)
  return response
}

function toRefusal(error: unknown, requestId: string | undefined, report: GraphqlOptions['report']): DomainError {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return refusal
  report(error, requestId)
  return new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request.')
}
