import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { tpp, which } from '../../bank/inputs/filters.ts'
import { oneOf, text } from '../../bank/inputs/values.ts'
import { OPERATIONS } from '../../bank/operations/list.ts'
import { idOfTpp } from '../../bank/resolvers/lists.ts'
import { WIRE_CODES } from '../../bank/wire/errors.ts'
import { CALLERS, type Caller, type CallFilter, type CallSummary, DOORS } from '../../domain/calls.ts'
import { DomainError, ERROR_CODES } from '../../domain/errors.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { nameOf } from '../../domain/worlds.ts'
import { readyJournal } from './requests.ts'

const traceId = z
  .string()
  .regex(/^[\da-f]{32}$/, 'must be a trace-id of 32 digits and letters from a to f.')
  .openapi({
    description: 'Only calls of this trace: the trace-id of their traceparent, 32 of 0-9 and a-f.',
  })

/** The filters for calls of the journal. */
export const requestFilter = z
  .strictObject({
    by: z.array(oneOf(CALLERS, 'One of them.')).min(1, 'must name at least one caller.').optional().openapi({
      description: 'Only calls of these; not given: all but those that the kit and the CLI make for a test.',
    }),
    door: oneOf(DOORS, 'Only calls through this door.').optional(),
    operation: text(
      200,
      'Only calls of this operation, such as createPayment; in GraphQL the name or the root fields of a document. FORMAT_ERROR for a name that none of the calls has and that is nearly the name of an operation.',
    ).optional(),
    tpp: tpp.optional().openapi({
      description:
        "Only this TPP's, by its id, with the prefix PSD or without, or by its name. RESOURCE_UNKNOWN for one that the bank does not know.",
    }),
    xRequestId: text(128, 'Only calls with this X-Request-ID.').optional(),
    traceId: traceId.optional(),
    status: z.int().optional().openapi({ description: 'Only answers with this status, such as 401.' }),
    code: text(
      60,
      'Only refusals with this code, such as CONSENT_INVALID. FORMAT_ERROR for one that no refusal has.',
    ).optional(),
    refused: z.boolean().optional().openapi({
      description: 'true: only refused calls, answered 400 or more or, in GraphQL, with errors; false: only others.',
    }),
    path: text(200, 'Only calls whose path and query contain this text.').optional(),
    contains: text(
      200,
      'Only calls of which method, path, operation, code, cause, X-Request-ID, trace or TPP contains this text, in upper or lower case.',
    ).optional(),
  })
  .openapi('CallFilter', which('calls'))

/**
 * The filter as the journal has it, which knows TPPs by their ids. A name that was probably mistyped is refused: a test that expects no such call would
 * pass for ever. `fields` are the root fields of the graph; without them, for the calls of all worlds, any operation is taken.
 */
export async function callFilterOf(
  ctx: Context,
  filter: z.output<typeof requestFilter> | null | undefined,
  fields: readonly string[] | undefined,
): Promise<CallFilter> {
  const { tpp: named, xRequestId, ...others } = filter ?? {}
  const { operation, code } = others
  if (code !== undefined && !CODES.has(code)) throw notNamed('filter.code', 'code', nearest(code, CODES))
  if (operation !== undefined && fields !== undefined)
    await assertOperation(ctx, operation, [...OPERATIONS.map(({ name }) => name), ...fields])
  return { ...others, requestId: xRequestId, tppId: await idOfTpp(ctx, named) }
}

// Of some refusals the journal has the code that clients see, of others our own.
const CODES: ReadonlySet<string> = new Set([...WIRE_CODES, ...ERROR_CODES])

async function assertOperation(ctx: Context, operation: string, names: readonly string[]): Promise<void> {
  const like = names.includes(operation) ? undefined : nearest(operation, names)
  if (like === undefined) return
  // A document of GraphQL has any name that its caller likes.
  const isCalled = (await (await readyJournal(ctx)).count(nameOf(ctx.world), { by: CALLERS, operation })) > 0
  if (!isCalled) throw notNamed('filter.operation', 'operation', like)
}

function notNamed(path: string, noun: string, like: string | undefined): DomainError {
  const hint = like === undefined ? '' : `: is it ${like}?`
  return new DomainError('FORMAT_ERROR', `No call has this ${noun}${hint || '.'}`, path)
}

/** The parts of a call that are searched. */
export const SEARCHED = [
  'method',
  'target',
  'operation',
  'code',
  'cause',
  'requestId',
  'traceId',
  'tppId',
] as const satisfies readonly (keyof CallSummary)[]

/** As in SQLite: letters beyond ASCII stay as they are. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** The parts of a call that a filter compares for equality. */
export const COMPARED = [
  'door',
  'operation',
  'tppId',
  'requestId',
  'traceId',
  'status',
  'code',
] as const satisfies readonly (keyof CallFilter & keyof CallSummary)[]

/** Whether a call was refused. GraphQL also answers a refusal with 200, but gives it a code. */
export function isRefused({ status, code }: Pick<CallSummary, 'status' | 'code'>): boolean {
  return status >= 400 || code !== undefined
}

/** The senders that pass a filter. What the kit does for a test is not a call of an application (D95). */
export function wantedCallers({ by }: CallFilter): readonly Caller[] {
  return by ?? CALLERS.filter(caller => caller !== 'KIT')
}

/** Whether a new call passes a filter; must agree with the journal's SQL. */
export function isWanted(filter: CallFilter, call: CallSummary): boolean {
  return (
    COMPARED.every(name => filter[name] === undefined || filter[name] === call[name]) &&
    wantedCallers(filter).includes(call.by) &&
    (filter.refused === undefined || filter.refused === isRefused(call)) &&
    (filter.acts === undefined || call.door !== 'PAGE' || call.method !== 'GET' || isRefused(call)) &&
    (filter.path === undefined || call.target.includes(filter.path)) &&
    contains(call, filter.contains)
  )
}

function contains(call: CallSummary, text: string | undefined): boolean {
  return (
    text === undefined || lowerCase(SEARCHED.flatMap(name => call[name] ?? []).join('\n')).includes(lowerCase(text))
  )
}
