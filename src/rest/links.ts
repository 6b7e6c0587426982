import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { worldBasePath } from '../domain/worlds.ts'

type Verb = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** [I] Link. `href` is relative to the host and starts with the world's base path (D19). */
export const link = z
  .object({ href: z.string(), verbs: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE'])) })
  .openapi('Link', { description: 'Where to go next, and how.' })

/** [I] A map from a link's name to the link. */
export const links = z.record(z.string(), link).openapi('Links')

/** A link to a path below the world's base URL. */
export function linkTo(ctx: Context, path: string, ...verbs: Verb[]) {
  return { href: `${worldBasePath(ctx.world)}${path}`, verbs }
}

/** self, next and previous of a list that is cut by offset and limit; all spell the limit out ([I] Limits). */
export function pagingLinks(
  ctx: Context,
  path: string,
  query: { readonly offset: number; readonly limit: number },
  more: boolean,
  rest: Readonly<Record<string, string | undefined>>,
) {
  const at = (offset: number) => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) parameters.set(name, value)
    parameters.set('offset', String(offset))
    parameters.set('limit', String(query.limit))
    return linkTo(ctx, `${path}?${parameters}`, 'GET')
  }
  return {
    self: at(query.offset),
    ...(more ? { next: at(query.offset + query.limit) } : {}),
    ...(query.offset > 0 ? { previous: at(Math.max(0, query.offset - query.limit)) } : {}),
  }
}
