import { z } from '@hono/zod-openapi'
import { OperationTypeNode } from 'graphql'
import { parseInput } from '../../../bank/inputs/parse.ts'
import { holdsMoreThan } from '../../../bank/inputs/values.ts'
import { DomainError } from '../../../domain/errors.ts'
import { MOST_DOCUMENT_BYTES, SEVERAL_DOCUMENTS } from '../../../domain/fixtures.ts'
import { isObject } from '../../../domain/given.ts'
import { isOverLimit, largeBody, type ReadBody, readBody, turnAfter } from '../../../platform/http/bodies.ts'
import {
  assertJsonType,
  assertPlain,
  JSON_LIMITS,
  parseJsonBody,
  parseJsonParameter,
  parseLargeBody,
} from '../../../platform/http/json-bodies.ts'
import { jsonMistake } from '../../../platform/http/json-mistakes.ts'
import { chooseType } from '../../../platform/http/negotiation.ts'
import { LIMITS, refusedRequest } from './limits.ts'
import { NoPersistedQueries } from './refusals.ts'

/** A call as received. */
export type GraphqlCall = {
  readonly method: string
  /** The query string, without its `?`. */
  readonly search: string
  readonly header: (name: string) => string | undefined
  readonly readBody: ReadBody
}

/** What a client wants to run (GraphQL over HTTP, 5). */
export type GraphqlRequest = {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

/** The media types of answers. The first one is older: with it, the refusal of a document has status 200 (GraphQL over HTTP, 6.4). */
const MEDIA_TYPES = ['application/json', 'application/graphql-response+json'] as const
/** The media type of subscriptions, and of any answer that a client wants in this form (GraphQL over SSE, distinct connections mode). */
export const EVENTS = 'text/event-stream'
export type MediaType = (typeof MEDIA_TYPES)[number] | typeof EVENTS

/** What a client accepts: the type of an answer (EVENTS only when nothing else is accepted), and whether a subscription may be answered. */
export type AcceptableTypes = { readonly mediaType: MediaType; readonly takesEvents?: boolean }

// Without a copy: to check thousands of copied variables would be work for nothing.
const map = z.custom<Readonly<Record<string, unknown>>>(isObject, 'must be a JSON object.')
const graphqlRequest = z.strictObject({
  query: z.string({
    error: ({ input }) => (input === undefined ? 'is required: the document to run.' : 'must be a string.'),
  }),
  variables: map.nullish(),
  operationName: z.string('must be a string.').nullish(),
  /** Extensions are for agreements between clients and servers; this server has none. */
  extensions: map.nullish(),
})

/** Reads what a call wants to run. FORMAT_ERROR for an invalid request, UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE. */
export async function readRequest(call: GraphqlCall): Promise<GraphqlRequest> {
  const given = call.method === 'POST' ? await bodyOf(call) : readSearch(call.search)
  if (namesPersisted(given)) throw new NoPersistedQueries()
  const { query, variables, operationName } = parseInput(graphqlRequest, given)
  // Clients with a field for a name send it empty where there is none; so do forms.
  return { query, ...(variables == null ? {} : { variables }), ...(operationName ? { operationName } : {}) }
}

/**
 * Whether a document is named by its hash, as Apollo's clients do at first: they send the whole document when the answer says that none is stored.
 */
function namesPersisted(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || 'query' in given || !('extensions' in given)) return false
  const { extensions } = given
  return typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions
}

/** NOT_ACCEPTABLE when the client accepts none of our media types. */
export function readAccept(header: GraphqlCall['header']): AcceptableTypes {
  const accept = header('Accept')
  // The values that browsers and scripts usually send, without parsing them.
  if (accept === undefined || accept === '*/*') return { mediaType: 'application/json', takesEvents: true }
  if (accept === 'application/json') return { mediaType: accept, takesEvents: false }
  const takesEvents = chooseType(accept, [EVENTS]) !== undefined
  const mediaType = chooseType(accept, MEDIA_TYPES) ?? (takesEvents ? EVENTS : undefined)
  if (mediaType !== undefined) return { mediaType, takesEvents }
  throw notAcceptable(
    'Answers are application/graphql-response+json, application/json or text/event-stream, which Accept excludes.',
  )
}

/** A subscription is always a stream; a query or mutation may be one, too, with a single answer (GraphQL over SSE). */
export function assertAccepted(operation: OperationTypeNode, { takesEvents = false }: AcceptableTypes): void {
  if (operation !== OperationTypeNode.SUBSCRIPTION || takesEvents) return
  throw refusedRequest(notAcceptable(`A subscription is answered as ${EVENTS}: send the header Accept: ${EVENTS}.`))
}

function notAcceptable(text: string): DomainError {
  return new DomainError('NOT_ACCEPTABLE', text, 'Accept')
}

function readSearch(search: string): unknown {
  return Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([name, text]) => {
      if (text === '') return []
      return [[name, name === 'variables' || name === 'extensions' ? parseJsonParameter(text, name) : text]]
    }),
  )
}

async function bodyOf({ header, readBody: read }: GraphqlCall): Promise<unknown> {
  // First the size, then the type (D12): the journal keeps the body of a call that is refused for its type, too.
  const bytes = await readBody(read, header('Content-Length'), MOST_FIXTURE_BYTES, SEVERAL_DOCUMENTS)
  assertJsonType(header('Content-Type') ?? '')
  assertPlain(header('Content-Encoding'))
  if (isOverLimit(bytes)) return readLarge(bytes, largeBody(bytes))
  await turnAfter(bytes)
  const request = parseOrRefuse(bytes)
  await turnAfter(bytes)
  return request instanceof DomainError ? readLarge(bytes, request) : request
}

/** A request with more values than other calls may have is refused, unless it carries a fixture. */
function parseOrRefuse(bytes: Uint8Array): unknown {
  try {
    return parseJsonBody(bytes, jsonMistake)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_REQUEST') return error
    throw error
  }
}

/** The largest body with a fixture: a document of 16 MiB, and the call that it is in (D82). */
const MOST_FIXTURE_BYTES = MOST_DOCUMENT_BYTES + 65_536

/** Only a fixture may be so large, or hold so many values: it is read entry by entry, while everything else is read in one turn (D74). */
async function readLarge(bytes: Uint8Array, refusal: DomainError): Promise<unknown> {
  const raw = Buffer.from(bytes)
  if (!Object.keys(DOCUMENT_IN).some(type => raw.includes(type))) throw refusal
  const request = await parseLargeBody(bytes, jsonMistake)
  const { data } = graphqlRequest.safeParse(request)
  const [, name = '', type = ''] = HOLDS_DOCUMENT.exec(data?.query.slice(0, LIMITS.characters) ?? '') ?? []
  const others = Object.entries(data?.variables ?? {}).map(([one, value]) =>
    one === name ? without(value, DOCUMENT_IN[type] ?? []) : value,
  )
  if (name === '' || holdsMoreThan([data?.query, data?.operationName, others], JSON_LIMITS.values, LIMITS.characters))
    throw refusal
  return request
}

/** Where a variable of these types has its document. */
const DOCUMENT_IN: Readonly<Record<string, readonly string[]>> = {
  FixtureInput: [],
  WorldSourceInput: ['fixture'],
  CreateWorldInput: ['source', 'fixture'],
  ResetWorldInput: ['source', 'fixture'],
}
const HOLDS_DOCUMENT = new RegExp(`\\$(\\w+)\\s*:\\s*(${Object.keys(DOCUMENT_IN).join('|')})\\b`)

function without(value: unknown, [name, ...below]: readonly string[]): unknown {
  if (name === undefined) return undefined
  return isObject(value) ? { ...value, [name]: without(value[name], below) } : value
}
