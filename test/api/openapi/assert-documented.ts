import { z } from '@hono/zod-openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openApiText } from '../../../src/api/openapi/api-reference.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import type { Route } from '../../../src/api/rest/serve.ts'
import { SAMPLE_COMMANDS } from '../../../src/workbench/explain/samples/operation-samples.ts'

const document = JSON.parse(await openApiText('strict', '2026-05-18', SAMPLE_COMMANDS))
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

// A path in its own words comes before one in which those could be parameters.
const parametersIn = ({ path }: Route) => path.split('{').length
const patterns = ROUTES.toSorted((one, other) => parametersIn(one) - parametersIn(other)).map(route => ({
  route,
  pattern: new RegExp(
    `^${route.path.replace('{paymentService}', '(payments|bulk-payments|periodic-payments)').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  ),
}))

type Answered = {
  readonly status: number
  readonly text: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Fails the test when an answer of a known operation is not what the OpenAPI document says: its status, its headers or its body. It looks at each of the thousands
 * of answers of a run, so it compares by itself: an expectation takes longer than what it compares.
 */
export function assertDocumented(method: string, path: string, answer: Answered): void {
  const { pathname } = new URL(`http://bank${path}`)
  const found = patterns.find(one => one.route.method === method && one.pattern.test(pathname))
  if (found === undefined) return
  const call = `${method} ${found.route.path}`
  const isForced = answer.headers['sandbank-scenario']?.startsWith('error;') === true
  const documented =
    wordsOn(found.route, String(answer.status)) ?? (isForced ? wordsOn(found.route, 'default') : undefined)
  if (documented === undefined)
    throw new Error(`${call} does not document the status ${answer.status}: ${answer.text.slice(0, 300)}`)
  const missing = documented.promised.filter(name => answer.headers[name] === undefined)
  if (missing.length > 0) expect.fail(`${call} answers ${answer.status} without ${missing.join(', ')}`)
  const unsaid = Object.keys(answer.headers).filter(name => OURS.test(name) && !documented.known.has(name))
  if (unsaid.length > 0) expect.fail(`${call} does not document ${unsaid.join(', ')} of its answer ${answer.status}`)
  if (answer.status === 204) {
    if (answer.text !== '') expect.fail(`${call} answers 204 with a body: ${answer.text.slice(0, 300)}`)
    return
  }
  if (!isForced && answer.status >= 400) {
    const codes = codesIn(answer.body).filter(code => !documented.codes.has(code))
    if (codes.length > 0)
      expect.fail(`${call} does not document ${codes.join(', ')} of its answer ${answer.status}: see its refusals`)
  }
  if (documented.validate === undefined) throw new Error(`${call} documents no JSON body of ${answer.status}`)
  if (!documented.validate(answer.body))
    expect(documented.validate.errors, `${call} answers ${answer.status} as documented`).toEqual([])
}

/** The codes of an answer's messages. */
function codesIn(body: unknown): string[] {
  return refusal.safeParse(body).data?.tppMessages.map(({ code }) => code) ?? []
}
const refusal = z.object({ tppMessages: z.array(z.object({ code: z.string() })) })

/** What the document says of an answer: headers in small letters, those that are always there and all; the codes of a refusal; and what its body must be. */
type Words = {
  readonly codes: ReadonlySet<string>
  readonly promised: readonly string[]
  readonly known: ReadonlySet<string>
  readonly validate: ReturnType<typeof ajv.getSchema>
}

const words = new Map<string, Words>()

/** What the document says of an answer of a route, by its status or `default`; undefined when nothing. */
function wordsOn({ method, path }: Route, status: string): Words | undefined {
  const place = `openapi#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`
  const kept = words.get(place)
  if (kept !== undefined) return kept
  const inline = document.paths[path][method.toLowerCase()].responses[status]
  if (inline === undefined) return undefined
  const named: string | undefined = inline.$ref?.split('/').at(-1)
  const documented = named === undefined ? inline : document.components.responses[named]
  const headers: [string, { readonly $ref: string }][] = Object.entries(documented.headers)
  const promised = headers.filter(
    ([, { $ref }]) => document.components.headers[$ref.split('/').at(-1) ?? ''].required === true,
  )
  const schema = `${named === undefined ? place : `openapi#/components/responses/${named}`}/content/application~1json/schema`
  const made = {
    codes: new Set<string>((inline.description ?? documented.description).split(', ')),
    promised: promised.map(([name]) => name.toLowerCase()),
    known: new Set(headers.map(([name]) => name.toLowerCase())),
    validate: status === '204' ? undefined : ajv.getSchema(schema),
  }
  words.set(place, made)
  return made
}

/** Headers that this interface gives a meaning; HTTP's own need no words. */
const OURS = /^(sandbank-|x-request-id$|location$|deprecation$|allow$|retry-after$)/

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
