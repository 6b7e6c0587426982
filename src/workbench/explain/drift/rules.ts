import { entriesOf, type Json, objectAt, textAt } from '../../../api/openapi/json.ts'
import { readOperation } from '../../../api/openapi/reference.ts'
import type { Route } from '../../../api/rest/serve.ts'
import { ERRORS, wireCode } from '../../../bank/wire/errors.ts'
import type { Drift } from '../../../domain/drift.ts'
import { ERROR_CODES } from '../../../domain/errors.ts'

/** What an operation says of the place of a difference; empty when it says nothing. */
export type RuleOf = (drift: Drift) => string

/**
 * The rules of an operation, from the OpenAPI document that the bank serves.
 * @param status that of this bank's answer
 */
export function rulesOf(document: Json, route: Route, status: number): RuleOf {
  const described = objectAt(document, 'paths', route.path, route.method.toLowerCase())
  const answer = resolved(document, objectAt(described, 'responses', String(status)))
  const { answers } = readOperation(document, described)
  const fields = answers.find(one => one.status === String(status))?.fields ?? []
  return ({ kind, place, here, there }) => {
    if (kind === 'STATUS') return statusRule(described, document, [here, there])
    if (kind === 'CODE') return codeRule(route, [here, there])
    if (kind === 'HEADER') {
      const [, header] = entriesOf(objectAt(answer, 'headers')).find(([name]) => name.toLowerCase() === place) ?? []
      return header === undefined ? '' : requirement(objectAt(resolved(document, header))['required'], header, document)
    }
    const field = fields.find(({ name }) => name === place)
    if (field === undefined) return kind === 'EXTRA' ? 'The operation has no such field.' : ''
    const words = [field.required ? 'required' : 'optional', field.type, field.rules].filter(Boolean).join('; ')
    return `${words}. ${field.description}`.trim()
  }
}

function requirement(required: Json | undefined, header: Json, document: Json): string {
  return `${required === true ? 'required' : 'optional'}. ${textAt(resolved(document, header), 'description')}`
}

/** What each of the two statuses means for the operation, and each code. */
function statusRule(described: Json, document: Json, sides: readonly string[]): string {
  return sides
    .map(side => {
      const [status = '', code] = side.split(' ')
      const answer = objectAt(described, 'responses', status)
      if (code !== undefined) return `${code}: ${meaningOf(code)}`
      const words = textAt(answer, 'description') || textAt(resolved(document, answer), 'description')
      return words === '' ? `${status}: The operation has no such status.` : `${status}: ${words}`
    })
    .join(' ')
}

function codeRule({ refusals }: Route, sides: readonly string[]): string {
  return sides
    .map(code => {
      const isOwn = refusals.some(one => wireCode(one) === code)
      return `${code}${isOwn ? ', a refusal of this operation' : ''}: ${meaningOf(code)}`
    })
    .join(' ')
}

function meaningOf(code: string): string {
  const known = ERROR_CODES.find(one => one === code) ?? ERROR_CODES.find(one => wireCode(one) === code)
  return known === undefined ? 'This bank has no such code.' : ERRORS[known].meaning
}

function resolved(document: Json, value: Json): Json {
  const [kind, name] = textAt(value, '$ref').split('/').slice(-2)
  return kind === undefined || name === undefined ? value : objectAt(document, 'components', kind, name)
}
