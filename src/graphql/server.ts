import { getOperationAST } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { Hono, type Context as HonoContext } from 'hono'
import type { Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import { enterWorld, refusalOf } from '../resolvers/doors.ts'
import { assertLocal, hasToken, type Operator } from './access.ts'
import type { GraphqlContext } from './builder.ts'
import { refuseCost } from './cost.ts'
import { graphiqlPage, wantsPage } from './graphiql.ts'
import { LIMITS, parseWithinLimits, SizeLimitsRule } from './limits.ts'
import { presentErrors, refuseHttp } from './refusals.ts'
import { schema } from './schema.ts'

export type GraphqlOptions = {
  readonly deps: Deps
  readonly operator: Operator
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

type ServerContext = GraphqlContext & { readonly requestId: string | undefined }

/** The operator's door (D70): GraphQL and GraphiQL for the default world and for any other (D1). */
export function createGraphql(options: GraphqlOptions): Hono {
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '{/worlds/:world}?/graphql',
    plugins: [limits, presentation(options)],
    fetchAPI: { Response },
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    maskedErrors: false,
    logging: false,
  })
  const answer = async (c: HonoContext): Promise<Response> => {
    const header = (name: string) => c.req.header(name)
    assertLocal(options.operator, header)
    if (wantsPage(c.req.method, header)) return graphiqlPage(options.operator, header)
    if (!hasToken(options.operator, header)) return refuseToken()
    const bank = await enterWorld(options.deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    return yoga.fetch(await readRequest(c), { bank, requestId: header('X-Request-ID') })
  }
  const door = new Hono()
  for (const path of ['/graphql', '/worlds/:world/graphql']) door.all(path, c => respond(c, options, answer))
  return door
}

/** Sizes that the document alone decides are checked with it, and so once for each document; its cost depends on the variables. */
const limits: Plugin = {
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),
  onValidate: ({ addValidationRule }) => addValidationRule(SizeLimitsRule),
  onExecute: ({ args, setResultAndStopExecution }) => {
    const operation = getOperationAST(args.document, args.operationName)
    const refusal = operation && refuseCost(args.schema, args.document, operation, args.variableValues ?? {})
    if (refusal) setResultAndStopExecution({ errors: [refusal] })
  },
}

function presentation({ report }: GraphqlOptions): Plugin<object, ServerContext> {
  return {
    onResultProcess: ({ result, setResult, serverContext }) => {
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return
      setResult({ ...result, errors: presentErrors(result.errors, error => report(error, serverContext.requestId)) })
    },
  }
}

/** The request with its body, within the limit: CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
async function readRequest(c: HonoContext): Promise<Request> {
  const { raw } = c.req
  if (raw.method !== 'POST') return raw
  const type = raw.headers.get('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be application/json; Content-Type says ${JSON.stringify(type.slice(0, 80))}.`,
      'Content-Type',
    )
  }
  const declared = Number(raw.headers.get('Content-Length'))
  if (declared > LIMITS.bodyBytes) throw tooLarge(`${declared}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of raw.body ?? []) {
    size += part.byteLength
    if (size > LIMITS.bodyBytes) throw tooLarge(`more than ${LIMITS.bodyBytes}`)
    parts.push(part)
  }
  return new Request(raw.url, { method: 'POST', headers: raw.headers, body: Buffer.concat(parts) })
}

function tooLarge(actual: string): DomainError {
  return new DomainError('CONTENT_TOO_LARGE', `A body may have ${LIMITS.bodyBytes} bytes; this one has ${actual}.`)
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
  const response = withBody(await run(c).catch((error: unknown) => refuseHttp(toRefusal(error, requestId, report))))
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

function withBody(response: Response): Response {
  if (response.status !== 406) return response
  return refuseHttp(
    new DomainError(
      'NOT_ACCEPTABLE',
      'Answers are application/graphql-response+json or application/json, which Accept excludes.',
      'Accept',
    ),
  )
}
