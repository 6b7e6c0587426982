import { fieldOf } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import { SandbankError } from './failure.ts'
import type { AnswerWithLink } from './kit.ts'

/** Bodies of answers, so that a test may read a body and still pass the answer on. */
const texts = new WeakMap<Response, string>()

/** Remembers the body of an answer that was created in this process. */
export function rememberText(response: Response, text: string): Response {
  texts.set(response, text)
  return response
}

/** The same answer, whose body is remembered. */
export async function keepText(response: Response): Promise<Response> {
  if (texts.has(response) || response.body === null) return response
  texts.set(response, await response.clone().text())
  return response
}

/** The id of the SCA in `_links.scaRedirect` of an answer, for a call of the kit. */
export async function scaOf(call: string, answer: AnswerWithLink): Promise<string> {
  const link = typeof answer === 'string' ? answer : linkIn(answer instanceof Response ? await bodyOf(answer) : answer)
  const [, id] = /\/sca\/([^/?#]+)/.exec(link ?? '') ?? []
  if (id !== undefined) return id
  throw new SandbankError(
    `${call}: the answer has no _links.scaRedirect to follow: ${answer instanceof Response ? `HTTP ${answer.status} ${texts.get(answer)?.slice(0, 300) ?? ''}` : JSON.stringify(answer)?.slice(0, 300)}`,
  )
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = texts.get(response) ?? (response.bodyUsed ? '' : await response.clone().text())
  return parseJson(text)
}

function linkIn(body: unknown): string | undefined {
  const link = fieldOf(fieldOf(fieldOf(body, '_links'), 'scaRedirect'), 'href')
  return typeof link === 'string' ? link : undefined
}
