import { GraphQLError } from 'graphql'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { refusalOf } from '../resolvers/doors.ts'
import { ERRORS, tppMessages, wireCode } from '../wire/errors.ts'

/** A refusal that is no answer of GraphQL, with the body that REST would give it (D16). */
export function refuseHttp(refusal: DomainError, status: number = ERRORS[refusal.code].status): Response {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' })
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer realm="sandbank"')
  if (status === 503) headers.set('Retry-After', '1')
  return new Response(JSON.stringify({ tppMessages: tppMessages(refusal) }), { status, headers })
}

/** Errors as clients see them (D71). What is no refusal is masked, and given to `report`. */
export function presentErrors(errors: readonly unknown[], report: (error: unknown) => void): GraphQLError[] {
  return errors.map(error => present(error, report))
}

function present(error: unknown, report: (error: unknown) => void): GraphQLError {
  const root = rootOf(error)
  const refusal = refusalOf(root)
  if (refusal !== undefined) return withMessages(error, refusal)
  if (error instanceof GraphQLError && root instanceof GraphQLError) return withMessages(error, ofGraphql(error))
  report(root)
  return withMessages(
    error,
    new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request. Nothing was changed.'),
  )
}

function withMessages(error: unknown, refusal: DomainError): GraphQLError {
  const extensions = { code: wireCode(refusal.code), tppMessages: tppMessages(refusal) }
  const message = cut(refusal.message)
  if (!(error instanceof GraphQLError))
    return new GraphQLError(message, { extensions: { ...extensions, http: { status: ERRORS[refusal.code].status } } })
  const { nodes, source, positions, path } = error
  const http = httpOf(error)
  const all = http === undefined ? extensions : { ...extensions, http }
  return new GraphQLError(message, { nodes, source, positions, path, extensions: all })
}

// A body that is no GraphQL request yet is refused with 400 whatever the client accepts: only for what a document says
// does application/json answer 200 (GraphQL over HTTP).
function httpOf({ extensions: { http }, source, originalError }: GraphQLError): unknown {
  const ofDocument = source !== undefined || originalError !== undefined
  return typeof http === 'object' && http !== null ? { ...http, spec: ofDocument } : undefined
}

/** GraphQL's own refusals: of syntax, of unknown fields, of values that no type takes. */
function ofGraphql(error: GraphQLError): DomainError {
  const path = /^Variable "\$(\w+)" got invalid value .* at "\1\.([^"]+)"/s.exec(error.message)?.[2]
  return new DomainError(codeOf(error), error.message, path)
}

function codeOf({ extensions }: GraphQLError): ErrorCode {
  const { http } = extensions
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : undefined
  return status === 405 ? 'METHOD_NOT_ALLOWED' : 'FORMAT_ERROR'
}

function rootOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? rootOf(error.originalError) : error
}

function cut(text: string): string {
  return text.length <= 2_000 ? text : `${text.slice(0, 1_999)}…`
}
