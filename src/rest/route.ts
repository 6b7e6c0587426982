import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { ErrorCode } from '../domain/errors.ts'
import { parseInput } from '../inputs/parse.ts'
import { type AnyOperation, type Service, takesInput } from '../operations/operation.ts'
import type { HeaderSet } from './headers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type { Service } from '../operations/operation.ts'

/** A request whose headers and signature are checked; query and body are as they came. */
export type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** A request header's value; repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
}

/** What a handler gets: `param` is a part of the path, query and body have the types of their schemas. */
export type Request<Query, Body> = Omit<RawRequest, 'query' | 'body' | 'params'> & {
  readonly param: (name: string) => string
  readonly query: Query
  readonly body: Body
}

/** What does not depend on the operation's schemas. */
export type RequestParts = Pick<Request<unknown, unknown>, 'header' | 'param'>

/** What a handler answers: a JSON body, or none for 204. `location` is relative to the world's base path. */
export type Reply<Body = unknown> = {
  readonly status?: 200 | 201 | 202 | 204
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body
}

type Described = {
  readonly method: Method
  /** Below the base URL, with `{parameters}`. */
  readonly path: string
  /** Also the name of its twin in GraphQL (D71). */
  readonly operation: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly headerSet: HeaderSet
  readonly service: Service
  readonly success: 200 | 201 | 204
  /** The refusals that are this operation's own, beyond those that every operation has. */
  readonly refusals: readonly ErrorCode[]
  readonly deprecated?: boolean | undefined
  /** It may also be answered 202, with the body of `answer`: the PSU still has to approve (D36). */
  readonly mayBeAccepted?: boolean | undefined
}

/** One REST operation: the schemas for its documentation, and `prepare`, which checks query and body and answers what is left to run. */
export type Route = Described & {
  readonly query: z.ZodObject
  readonly body: z.ZodType
  readonly answer: z.ZodType
  readonly runs?: AnyOperation
  readonly prepare: (raw: RawRequest) => (ctx: Context) => Promise<Reply>
}

type Definition<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType> = Described & {
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** The resolver this operation maps onto, and how its result is shown. */
  readonly handle: (ctx: Context, request: Request<z.output<Query>, z.output<Body>>) => Promise<Reply<z.input<Answer>>>
}

/** No query parameters, no body, no answer. */
export const NOTHING = { query: z.strictObject({}), body: z.undefined(), answer: z.undefined() } as const

/** One REST operation as data: what it is called, what it demands, what it answers, and the resolver it maps onto. */
export function route<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType>(
  definition: Definition<Query, Body, Answer>,
): Route {
  const { handle, ...described } = definition
  return {
    ...described,
    prepare: raw => {
      const query = parseInput(definition.query, raw.query)
      const body = parseInput(definition.body, raw.body)
      const param = (name: string) => raw.params[name] ?? ''
      return ctx => handle(ctx, { query, body, param, header: raw.header })
    },
  }
}

/** Whether an operation takes a body. */
export function takesBody(one: Route): boolean {
  return one.runs === undefined ? one.body !== NOTHING.body : takesInput(one.runs)
}
