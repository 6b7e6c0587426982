import { GraphQLError, getNamedType, OperationTypeNode } from 'graphql'
import { DomainError } from '../../domain/errors.ts'
import type { Note } from '../../http/notes.ts'
import type { GraphqlContext } from '../builder.ts'
import { AnswerTooLarge } from '../execution/plans.ts'
import type { WrittenAnswer } from '../execution/prepare.ts'
import { schema } from '../schema.ts'
import { refuseCost } from './cost.ts'
import { type PreparedOperation, prepareOperation } from './documents.ts'
import { LIMITS, refusedRequest } from './limits.ts'
import { coerceVariables, holdLiterals } from './raw-input.ts'
import { isUnavailable, presentErrors } from './refusals.ts'
import type { GraphqlRequest } from './requests.ts'

/** What an operation came to. Where it was refused before anything was done, the status says so: 400 or 405. */
export type Answer = {
  readonly status: 200 | 400 | 405 | 503
  readonly text: string
}

type Caller = { readonly context: GraphqlContext; readonly report: (error: unknown) => void; readonly note: Note }

/** Runs a request: reads, validates and measures its document (once), its variables, and then answers. */
export async function runRequest(request: GraphqlRequest, method: string, caller: Caller): Promise<Answer> {
  const refuse = (errors: readonly GraphQLError[], status: 400 | 405 = 400): Answer => ({
    status,
    text: JSON.stringify({ errors: presentErrors(errors, caller.report) }),
  })
  const given = request.variables ?? {}
  const prepared = prepareOperation(request.query, request.operationName ?? undefined)
  if ('errors' in prepared) return refuse(await holdLiterals(prepared, given, caller.context.bank))
  const { fields } = prepared
  caller.note.operation = prepared.operation.name?.value ?? fields.slice(0, 5).join(' ')
  // Whoever looks at the journal, again and again, is not what it is for.
  caller.note.quiet = fields.every(field => LOOKS_AT_JOURNAL.has(field))
  const stopped = method === 'GET' ? refuseGet(prepared) : undefined
  if (stopped !== undefined) return refuse([stopped], 405)
  const read = coerceVariables(prepared, given, caller.context.bank)
  if ('refusals' in read) return refuse(await read.refusals)
  const costly = refuseCost(prepared.costOf(read.variables))
  if (costly !== undefined) return refuse([costly])
  caller.note.steps.push('RULES')
  try {
    const written = await prepared.execute(read.variables, caller.context)
    return { status: nothingCouldBeDone(written, fields.length) ? 503 : 200, text: textOf(written, caller) }
  } catch (error) {
    if (error instanceof AnswerTooLarge) return refuse([answerTooLarge(prepared)])
    throw error
  }
}

const LOOKS_AT_JOURNAL = new Set(['request', 'requests', 'lostRequests', '__typename'])

/** Whether all that was asked for failed since the bank cannot do it now: as at REST, such a call is to be sent again (D17). */
function nothingCouldBeDone({ data, errors }: WrittenAnswer, fields: number): boolean {
  if (errors.length === 0 || !errors.every(isUnavailable)) return false
  const answered: unknown = JSON.parse(data)
  // Where one field that is never null has failed there is no data at all, whatever was done for the others.
  if (answered === null) return fields === 1
  return Object.values(Object(answered)).every(value => value === null)
}

/** The answer, errors first, as graphql-js has it. */
function textOf({ data, errors }: WrittenAnswer, { report }: Caller): string {
  const text =
    errors.length === 0
      ? `{"data":${data}}`
      : `{"errors":${JSON.stringify(presentErrors(errors, report))},"data":${data}}`
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 > LIMITS.answerBytes && Buffer.byteLength(text) > LIMITS.answerBytes) throw new AnswerTooLarge()
  return text
}

function answerTooLarge({ operation }: PreparedOperation): GraphQLError {
  const done = operation.operation === OperationTypeNode.MUTATION ? ' What it was to change is changed.' : ''
  const text = `An answer may have ${LIMITS.answerBytes} bytes; this one would have more. Ask for smaller pages or fewer fields.${done}`
  return refusedRequest(new DomainError('BAD_REQUEST', text))
}

/**
 * What changes something is refused over GET: mutations, and also queries that read as a TPP, since a refused one stores an
 * SCA and an answered one uses up a quota (D32, D41). Links and pictures of other sites can make a browser send a GET.
 */
function refuseGet({ operation, fields }: PreparedOperation): GraphQLError | undefined {
  if (operation.operation !== OperationTypeNode.QUERY) {
    return notByGet('A mutation changes something: send it with POST.')
  }
  const field = fields.find(readsAsTpp)
  if (field === undefined) return undefined
  return notByGet(`${field} reads as a TPP, which is counted, and may start an SCA: send it with POST (D41).`)
}

function notByGet(text: string): GraphQLError {
  return new GraphQLError(text, {
    originalError: new DomainError('METHOD_NOT_ALLOWED', text),
  })
}

function readsAsTpp(field: string): boolean {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? []
  return args.some(({ type }) => getNamedType(type).name === 'AccessInput')
}
