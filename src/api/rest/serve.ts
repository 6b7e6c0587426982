import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { parseInput, parseOptions, reportTogether } from '../../bank/inputs/parse.ts'
import {
  type AnyOperation,
  type Call,
  NO_PSU,
  type Operation,
  type OperationFacts,
} from '../../bank/operations/operation.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import type { Writable } from '../../bank/wire/json.ts'
import { parseFixes } from '../../domain/account-information.ts'
import { checkTogether, DomainError } from '../../domain/errors.ts'
import { readId } from '../../domain/ids.ts'
import type { View } from '../../domain/views.ts'
import type { Warning } from '../../platform/security/warnings.ts'
import type { Method } from './answers.ts'
import type { HeaderSet } from './headers.ts'

/** A request whose headers and signature are checked; query and body are still unchecked. */
type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** A request header's value; repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  /** The origin by which a PSU's browser reaches the bank (D19). */
  readonly origin: () => string | undefined
  /** Throws the refusal of a body that is the same for all operations of this server (D73). */
  readonly assertBody?: (() => void) | undefined
}

/** The answer: a JSON body, or none for 204. `location` is relative to the world's base path. */
export type Reply<Body = unknown> = {
  readonly status?: 200 | 201 | 202 | 204
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
  /** The warnings of the answer (D73). */
  readonly warnings?: readonly Warning[]
}

/** One operation as REST serves it. */
export type Route = Omit<OperationFacts, 'name'> &
  Door & {
    /** The operation's name. */
    readonly operation: string
    readonly runs: AnyOperation
    readonly query: z.ZodObject
    readonly body: z.ZodType
    readonly answer: z.ZodType
    /** Checks query and body, and returns the work that is left. A refusal of either includes all faults that the rules find in the body (D78). */
    readonly prepare: (ctx: Context, raw: RawRequest) => Promise<(at: Context) => Promise<Reply>>
  }

/** What the view of a result may use besides the result: the request, and the inputs read from it. */
export type Request<Id extends string, Options> = Pick<Call<Id, Options, unknown>, 'ids' | 'options' | 'fixes'> &
  Pick<RawRequest, 'header' | 'origin'>

/** The parts of an operation that only HTTP has. */
type Door = {
  readonly method: Method
  /** Below the base URL, with `{parameters}`: the ids of the operation. */
  readonly path: string
  readonly headerSet: HeaderSet
  readonly success: 200 | 201 | 204
  readonly deprecated?: boolean
  /** It may also be answered with 202 and the body of `answer`: the PSU still has to approve (D36). */
  readonly mayBeAccepted?: boolean
}

type Rendering<Id extends string, Options, Result, Answer extends z.ZodType> = {
  readonly answer: Answer
  /** How a result becomes an answer. */
  readonly show: (ctx: Context, result: Result, request: Request<Id, Options>) => Reply<Writable<z.input<Answer>>>
  /** In which view rows are wanted, if `show` accepts them as written JSON. */
  readonly view?: View
}

/** Serves an operation whose answer has a body. */
export function serve<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  Answer extends z.ZodType,
>(
  operation: Operation<Id, Options, Input, Result>,
  door: Door & Rendering<Id, z.output<Options>, Result, Answer>,
): Route {
  const { name, options: query, input: body, judge, run, ...described } = operation
  const { show, view, ...http } = door
  return {
    ...described,
    ...http,
    operation: name,
    runs: operation,
    query,
    body,
    prepare: async (ctx, raw) => {
      const { header, origin } = raw
      const ids = idsOf(operation.ids, raw.params)
      const together = async (at: Context, error: unknown) =>
        error instanceof DomainError && judge !== undefined
          ? reportTogether(error, () => judge(raw.body, { ids, ctx: at }))
          : error
      try {
        const [options, input] = parseTogether(
          () => parseOptions(query, raw.query),
          () => parseInput(body, raw.body),
          raw.assertBody,
        )
        const access = operation.service === 'sandbox' ? NO_PSU : readAccess(header, door.headerSet)
        const fixes = parseFixes(header('x-accept-fix'))
        return at =>
          run(at, { ids, options, input, access, fixes, view }).then(
            result => show(at, result, { ids, options, fixes, header, origin }),
            async error => {
              throw await together(at, error)
            },
          )
      } catch (error) {
        throw await together(ctx, error)
      }
    },
  }
}

/** Serves an operation that is answered without a body. */
export function serveDone<Id extends string, Options extends z.ZodObject, Input extends z.ZodType, Result>(
  operation: Operation<Id, Options, Input, Result>,
  door: Omit<Door, 'success'>,
): Route {
  return serve(operation, { ...door, success: 204, answer: z.undefined(), show: () => ({}) })
}

// Faults of the query and of the body are reported together (D16).
function parseTogether<Options, Input>(
  query: () => Options,
  body: () => Input,
  assertBody: () => void = () => undefined,
): [Options, Input] {
  try {
    const read: [Options, Input] = [query(), body()]
    assertBody()
    return read
  } catch (error) {
    checkTogether(query, body, assertBody)
    throw error
  }
}

function idsOf<Id extends string>(names: readonly Id[], params: RawRequest['params']): Readonly<Record<Id, string>>
function idsOf(names: readonly string[], params: RawRequest['params']): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = readId(params[name] ?? '')
  return ids
}

type Headers = (name: string) => string | undefined

const psuContext = z.enum(['PRIVATE', 'CORPORATE']).optional()

/** What the headers of a production call say about the TPP's PSU ([I] PSU headers). Their forms are already checked. */
export function readAccess(header: Headers, set?: HeaderSet): Access {
  const idIn = (name: string) => {
    const value = header(name)
    return value === undefined ? undefined : readId(value)
  }
  return {
    psuId: idIn('PSU-ID'),
    // [I] Authentication 5: on payment creation the PSU may be named by its customer number.
    ...(set === 'periodicPayment' ? { customerNumber: header('X-PSU-IDENTITY') } : {}),
    sessionId: idIn('TPP-Session-ID'),
    context: psuContext.parse(header('PSU-Context')),
    corporateId: idIn('PSU-Corporate-ID'),
    psuPresent: header('PSU-IP-Address') !== undefined,
    redirectUri: header('TPP-Redirect-URI') ?? '',
    redirectPreferred: header('TPP-Redirect-Preferred') !== 'false',
  }
}

/** How a kind of result is answered in every place: alone, in a list, or after its creation. */
export function shownBy<Result, Answer extends z.ZodType>(
  answer: Answer,
  show: (ctx: Context, result: Result) => z.input<Answer>,
) {
  return {
    one: { answer, show: (ctx: Context, found: Result) => ({ body: show(ctx, found) }) },
    list: {
      answer: z.array(answer),
      show: (ctx: Context, found: readonly Result[]) => ({ body: found.map(each => show(ctx, each)) }),
    },
    /** A list of one ([I] Endpoints 7). */
    only: {
      answer: z.array(answer).length(1),
      show: (ctx: Context, found: Result) => ({ body: [show(ctx, found)] }),
    },
    made: (pathOf: (made: Result) => string) => ({
      answer,
      show: (ctx: Context, made: Result) => ({ location: pathOf(made), body: show(ctx, made) }),
    }),
  }
}

// How sandbox data is served ([I] Endpoints): the common parts of operations of the same kind.

export const READ = { method: 'GET', headerSet: 'sandboxRead', success: 200 } as const
export const CREATE = { method: 'POST', headerSet: 'sandboxWrite', success: 201 } as const
export const CHANGE = { method: 'PUT', headerSet: 'sandboxWrite', success: 200 } as const
export const DELETE = { method: 'DELETE', headerSet: 'sandboxRead' } as const
