import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { Call, Operation, OperationFacts } from '../../bank/operations/operation.ts'
import type { Writable } from '../../bank/wire/json.ts'
import type { Habit } from '../../domain/habits.ts'
import type { View } from '../../domain/views.ts'
import type { Warning } from '../../platform/security/warnings.ts'
import type { Method } from './answers.ts'
import type { HeaderSet } from './headers.ts'

/** A request whose headers and signature are checked; query and body are still unchecked. */
export type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** A request header's value; repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  /** The origin by which a PSU's browser reaches the bank (D19). */
  readonly origin: () => string | undefined
  /** The habits that its header requests of a statement (D133). */
  readonly habits?: readonly Habit[] | undefined
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
export type Route<Name extends string = string> = Omit<OperationFacts, 'name'> &
  Door & {
    /** The operation's name. */
    readonly operation: Name
    readonly runs: ServedOperation
    readonly query: z.ZodObject
    readonly body: z.ZodType
  } & AnyRendering

/** An operation whose inputs have the types that its schemas return. */
type ServedOperation = Operation<string, z.ZodObject, z.ZodType, unknown>

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

type AnyRendering = {
  readonly answer: z.ZodType
  readonly show: (ctx: Context, result: unknown, request: Request<string, unknown>) => Reply
  readonly view?: View
}

/** Serves an operation whose answer has a body. */
export function serve<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  Answer extends z.ZodType,
  Name extends string,
>(
  operation: Operation<Id, Options, Input, Result, Name>,
  door: Door & Rendering<Id, z.output<Options>, Result, Answer>,
): Route<Name>
export function serve(operation: ServedOperation, door: Door & AnyRendering): Route {
  const { name, options: query, input: body, judge: _judge, run: _run, ...described } = operation
  return { ...described, ...door, operation: name, runs: operation, query, body }
}

/** Serves an operation that is answered without a body. */
export function serveDone<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Result,
  Name extends string,
>(operation: Operation<Id, Options, Input, Result, Name>, door: Omit<Door, 'success'>): Route<Name> {
  return serve(operation, { ...door, success: 204, answer: z.undefined(), show: () => ({}) })
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
