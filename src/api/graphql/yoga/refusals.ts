import { GraphQLError, isEnumType, Kind } from 'graphql'
import { ERRORS, linksOf, tppMessages, wireCode } from '../../../bank/wire/errors.ts'
import { DomainError, type ErrorCode } from '../../../domain/errors.ts'
import { beginningOf } from '../../../domain/texts.ts'
import type { ReadyAnswer } from '../../../platform/http/answers.ts'
import { type Note, textOf } from '../../../platform/http/notes.ts'
import { quoteNumbers } from '../../../platform/http/sent-numbers.ts'
import { refusalOf } from '../../../sandbox/worlds/doors.ts'
import type { Effect } from '../builder.ts'
import { afterOthers } from '../made.ts'
import { schema } from '../schema.ts'

/** A refusal of a call before a document was read: the errors that a client of GraphQL reads, and the body that REST would send (D16). */
export function refuseHttp(refusal: DomainError): ReadyAnswer {
  const { status, headers } = ERRORS[refusal.code]
  // The rest of a body that is too large is not read, so no other request can follow on this connection.
  const unread = status === 413 ? { Connection: 'close' } : undefined
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers, ...unread },
    body: JSON.stringify({
      errors: presentErrors([refusal], { report: () => undefined }),
      tppMessages: tppMessages(refusal),
    }),
  }
}

/** A call that names a document by its hash. The code that GraphQL's clients expect is not one of the interface. */
export class NoPersistedQueries extends DomainError {
  constructor() {
    super(
      'FORMAT_ERROR',
      'No document is kept under a hash: send it in query, without extensions.persistedQuery.',
      'query',
    )
  }
}

/** Errors as clients see them (D71). An error that is not a refusal goes to `report`; a fault of ours is masked. */
export function presentErrors(
  errors: readonly unknown[],
  { report, note, origin, made = [] }: PresentedCall,
): GraphQLError[] {
  const refusals = errors.map(error => quoteNumbers(refusalFor(error, report), () => note && textOf(note)))
  const [first] = refusals
  if (first !== undefined && note !== undefined)
    note.refusal = new DomainError(
      first.code,
      refusals.flatMap(({ faults }) => faults),
    )
  return errors.map((error, place) => afterOthers(withMessages(error, refusals[place] ?? SERVER_FAULT, origin), made))
}

/**
 * Receives faults of ours, the record of the call for the journal (D95), the origin of its links (D19), and what its document had done before one of
 * its mutations failed.
 */
type PresentedCall = {
  readonly report: (error: unknown) => void
  readonly note?: Note
  readonly origin?: string | undefined
  readonly made?: readonly Effect[]
}

const SERVER_FAULT = new DomainError('SYSTEM_ERROR', 'This is a fault of the server, not of the request.')

/** The code of a refusal; undefined for other errors. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return refusalOf(rootOf(error))?.code
}

function refusalFor(error: unknown, report: (error: unknown) => void): DomainError {
  const root = rootOf(error)
  const refusal = refusalOf(root)
  if (refusal !== undefined && root !== refusal) report(root)
  if (refusal !== undefined) return refusal
  if (error instanceof GraphQLError && root instanceof GraphQLError)
    return new DomainError('FORMAT_ERROR', CLEARER[error.message] ?? clearer(error))
  report(root)
  return SERVER_FAULT
}

function withMessages(error: unknown, refusal: DomainError, origin: string | undefined): GraphQLError {
  const extensions = {
    code: extensionCode(refusal),
    tppMessages: tppMessages(refusal),
    links: linksOf(refusal, origin),
  }
  return new GraphQLError(cut(refusal.message), { ...placeOf(error), extensions })
}

// A client must be able to distinguish a call that it may repeat from a fault of ours (D123, D127); the interface has one code for both.
function extensionCode(refusal: DomainError): string {
  if (refusal instanceof NoPersistedQueries) return 'PERSISTED_QUERY_NOT_SUPPORTED'
  return refusal.code === 'UNAVAILABLE' ? refusal.code : wireCode(refusal.code)
}

function placeOf(error: unknown) {
  if (!(error instanceof GraphQLError)) return {}
  const { nodes = null, source, positions, path } = error
  return { nodes, source, positions, path }
}

// The text of GraphQL's own guard against slow documents.
const CLEARER: Readonly<Record<string, string>> = {
  'Validation aborted.':
    'The document repeats fields so often that comparing them with each other takes too long: name each once.',
}

function clearer({ message, nodes }: GraphQLError): string {
  const [node] = nodes ?? []
  return node?.kind === Kind.STRING && isEnumWord(node.value) ? `${message} Write it without quotation marks.` : message
}

function isEnumWord(word: string): boolean {
  return Object.values(schema.getTypeMap()).some(type => isEnumType(type) && type.getValue(word) !== undefined)
}

function rootOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? rootOf(error.originalError) : error
}

function cut(text: string): string {
  return text.length <= 2_000 ? text : `${beginningOf(text, 1_999)}…`
}
