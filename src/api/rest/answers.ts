import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { absolute, ERRORS, linksOf, tppMessages, WIRE_CODES } from '../../bank/wire/errors.ts'
import type { DomainError } from '../../domain/errors.ts'
import { formatScenario, losesAnswer, marksAnswer, type Scenario } from '../../domain/scenarios.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import type { ReadyAnswer } from '../../platform/http/answers.ts'
import type { Incoming } from './call.ts'

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/** [I] Link. `href` is relative to the host and starts with the world's base path; that of scaRedirect is absolute (D19). */
export const link = z
  .object({ href: z.string(), verbs: z.array(z.enum(METHODS)) })
  .openapi('Link', { description: 'Where to go next, and how.' })

/** [I] A map from a link's name to the link. */
export const links = z.record(z.string(), link).openapi('Links')

/** A whole number of the interface; without this, generators would accept any number. */
export function int32Answer(description: string) {
  return z.int32().openapi({ type: 'integer', format: 'int32', description })
}

/** A link to a path below the world's base URL. */
export function linkTo(ctx: Context, path: string, ...verbs: Method[]) {
  return { href: `${worldBasePath(ctx.world)}${path}`, verbs }
}

/** The link to the page where a PSU decides. A browser opens it, so it is absolute (D19). */
export function scaLink(
  ctx: Context,
  authorisation: { readonly id: string },
  origin: Incoming['origin'],
): z.output<typeof link> {
  const { href, verbs } = linkTo(ctx, `/sca/${authorisation.id}`, 'GET')
  return { href: absolute(href, origin()), verbs }
}

/** self, next and previous of a list that is cut by offset and limit, with its other options; each states the limit ([I] Limits). */
export function pagingLinks(
  ctx: Context,
  path: string,
  { offset, limit, ...rest }: { readonly offset: number; readonly limit: number },
  more: boolean,
) {
  const at = (start: number) => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries<string | undefined>(rest))
      if (value !== undefined) parameters.set(name, value)
    parameters.set('offset', String(start))
    parameters.set('limit', String(limit))
    return linkTo(ctx, `${path}?${parameters}`, 'GET')
  }
  return {
    self: at(offset),
    ...(more ? { next: at(offset + limit) } : {}),
    ...(offset > 0 ? { previous: at(Math.max(0, offset - limit)) } : {}),
  }
}

/** An answer as it is sent, and as it is stored for a repeated call (D15). Headers and warnings of one call are not stored. */
export type Answer = Omit<ReadyAnswer, 'body' | 'stream'> & { readonly body: string }

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The headers of most answers. */
export const JSON_HEADERS: Answer['headers'] = { 'Content-Type': JSON_TYPE }

/** [I] TppMessage. */
export const tppMessage = z
  .strictObject({
    category: z.enum(['ERROR', 'WARNING']),
    // A string in code, since our rows and its words come from one table.
    code: z.string().openapi({ enum: WIRE_CODES, description: 'What is wrong: the table of errors (D17).' }),
    path: z
      .string()
      .optional()
      .openapi({ description: 'Where: a JSON path into the body, or the name of a header or query parameter (D16).' }),
    text: z.string().max(512).optional().openapi({ description: 'What was wrong, and what would be right.' }),
  })
  .openapi('TppMessage')

/** D16: the body of every refusal. */
export const problem = z
  .strictObject({ tppMessages: z.array(tppMessage).min(1), _links: links.optional() })
  .openapi('Error', { description: 'What was wrong and what would be right (D16).' })

// The rest of a body that is too large is not read, so the connection cannot carry another request.
const UNREAD = { Connection: 'close' }

/** A refusal as an answer. `origin` is that of its links. */
export function refuse(error: DomainError, origin?: string): Answer {
  const { status, headers } = ERRORS[error.code]
  const body = JSON.stringify({ tppMessages: tppMessages(error), _links: linksOf(error, origin) })
  return { status, headers: { ...JSON_HEADERS, ...headers, ...(status === 413 ? UNREAD : undefined) }, body }
}

/** Stands for an answer that is never sent. */
export function withoutAnswer(): Answer {
  return { status: 0, headers: {}, body: '' }
}

/** The answer with the name of the scenario that forced it, which is stored with it (D15, D88). */
export function withScenario(answer: Answer, scenario: Scenario | undefined): Answer {
  return scenario === undefined || !marksAnswer(scenario) ? answer : named(answer, scenario)
}

/** The answer after a scenario has acted: with its name, or not sent at all (D88). */
export function endedBy(answer: Answer, scenario: Scenario): Answer {
  return { ...named(answer, scenario), ...(losesAnswer(scenario) ? { lost: true } : {}) }
}

function named(answer: Answer, scenario: Scenario): Answer {
  return { ...answer, headers: { ...answer.headers, 'Sandbank-Scenario': formatScenario(scenario) } }
}
