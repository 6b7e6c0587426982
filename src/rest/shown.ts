import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'

/** How a result is answered that is shown in one way wherever it is: by itself, in a list, or when it was made. */
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

// How sandbox data is served ([I] Endpoints): what operations of the same kind have in common.

export const READ = { method: 'GET', headerSet: 'sandboxRead', success: 200 } as const
export const CREATE = { method: 'POST', headerSet: 'sandboxWrite', success: 201 } as const
export const CHANGE = { method: 'PUT', headerSet: 'sandboxWrite', success: 200 } as const
export const DELETE = { method: 'DELETE', headerSet: 'sandboxRead' } as const
