import { z } from '@hono/zod-openapi'
import Negotiator from 'negotiator'
import { DomainError } from '../domain/errors.ts'
import { parseInput } from '../inputs/parse.ts'
import { LIMITS } from './limits.ts'

/** A call as it came over the wire. */
export type GraphqlCall = {
  readonly method: string
  /** The query string, without its `?`. */
  readonly search: string
  readonly header: (name: string) => string | undefined
  /** The whole body; `undefined` when it has more than `limit` bytes. Rejects when the connection ends before it does. */
  readonly readBody: (limit: number) => Promise<Uint8Array | undefined>
}

/** What a client wants to run (GraphQL over HTTP, 5). */
export type GraphqlRequest = z.output<typeof graphqlRequest>

/** The media types of answers. The first one is older: for it, a refusal that the document earns is 200. */
const MEDIA_TYPES = ['application/json', 'application/graphql-response+json'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

const map = z.record(z.string(), z.unknown(), 'must be a JSON object.')
const graphqlRequest = z.strictObject({
  query: z.string({
    error: ({ input }) => (input === undefined ? 'is required: the document to run.' : 'must be a string.'),
  }),
  variables: map.nullish(),
  operationName: z.string('must be a string.').nullish(),
  /** For clients to agree on with servers; this one agrees on none. */
  extensions: map.nullish(),
})

/** Reads what a call wants to run: FORMAT_ERROR for what is no request, UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE. */
export async function readRequest(call: GraphqlCall): Promise<GraphqlRequest> {
  return parseInput(graphqlRequest, call.method === 'POST' ? await readBody(call) : readSearch(call.search))
}

/** The media type to answer in. NOT_ACCEPTABLE when the client takes neither. */
export function chooseMediaType(header: GraphqlCall['header']): MediaType {
  const accept = header('Accept')
  // What clients in browsers and in scripts send, without the work of reading it.
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json'
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...MEDIA_TYPES])
  const known = MEDIA_TYPES.find(type => type === chosen)
  if (known !== undefined) return known
  throw new DomainError(
    'NOT_ACCEPTABLE',
    'Answers are application/graphql-response+json or application/json, which Accept excludes.',
    'Accept',
  )
}

function readSearch(search: string): unknown {
  return Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([name, text]) => {
      if (text === '') return []
      return [[name, name === 'variables' || name === 'extensions' ? parseJson(text, name) : text]]
    }),
  )
}

async function readBody({ header, readBody: read }: GraphqlCall): Promise<unknown> {
  assertJson(header)
  const declared = Number(header('Content-Length'))
  if (declared > LIMITS.bodyBytes) throw tooLarge(`${declared}`)
  const bytes = await read(LIMITS.bodyBytes).catch(error => {
    if (error instanceof DomainError) throw error
    // A caller that hangs up in the middle of its body is no fault of the server.
    throw new DomainError('BAD_REQUEST', 'The connection ended before the whole body was received.')
  })
  if (bytes === undefined) throw tooLarge(`more than ${LIMITS.bodyBytes}`)
  return parseJson(decode(bytes), undefined)
}

function assertJson(header: GraphqlCall['header']): void {
  const type = header('Content-Type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The body must be application/json; Content-Type says ${JSON.stringify(type.slice(0, 80))}.`,
      'Content-Type',
    )
  }
  const coding = header('Content-Encoding')
  if (coding === undefined || coding.toLowerCase() === 'identity') return
  throw new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must not be compressed: send it without Content-Encoding.',
    'Content-Encoding',
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new DomainError('FORMAT_ERROR', 'The body is not JSON in UTF-8: a byte sequence is not UTF-8.')
  }
}

function parseJson(text: string, path: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw path === undefined
      ? new DomainError('FORMAT_ERROR', `The body is not JSON: ${why}.`)
      : new DomainError('FORMAT_ERROR', `must be JSON: ${why}.`, path)
  }
}

function tooLarge(actual: string): DomainError {
  return new DomainError('CONTENT_TOO_LARGE', `A body may have ${LIMITS.bodyBytes} bytes; this one has ${actual}.`)
}
