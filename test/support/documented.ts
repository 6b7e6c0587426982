import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openApiDocument } from '../../src/openapi/document.ts'
import { ROUTES } from '../../src/rest/routes.ts'
import type { Route } from '../../src/rest/serve.ts'

const document = JSON.parse(openApiDocument('strict', '2026-05-18'))
const ajv = new Ajv2020({ strict: false, allErrors: true })
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

/** Fails the test when an answer of a known operation is not what the OpenAPI document says: its status or its body. */
export function assertDocumented(method: string, path: string, answer: Answered): void {
  const [pathname = ''] = path.split('?')
  const found = patterns.find(one => one.route.method === method && one.pattern.test(pathname))
  if (found === undefined) return
  const place = `openapi#/paths/${pointer(found.route.path)}/${method.toLowerCase()}/responses/${answer.status}`
  const { responses } = document.paths[found.route.path][method.toLowerCase()]
  const isForced = answer.headers['sandbank-scenario']?.startsWith('error;') === true
  const inline = responses[answer.status] ?? (isForced ? responses.default : undefined)
  expect(
    inline,
    `${method} ${found.route.path} documents the status ${answer.status}: ${answer.text.slice(0, 300)}`,
  ).toBeDefined()
  const named: string | undefined = inline.$ref?.split('/').at(-1)
  const documented = named === undefined ? inline : document.components.responses[named]
  assertHeaders(`${method} ${path}`, documented.headers, answer)
  if (answer.status === 204) {
    expect(answer.text).toBe('')
    return
  }
  const schema = `${named === undefined ? place : `openapi#/components/responses/${named}`}/content/application~1json/schema`
  const validate = ajv.getSchema(schema)
  if (validate === undefined) throw new Error(`${place} documents no JSON body`)
  validate(answer.body)
  expect(validate.errors ?? [], `${method} ${path} answers ${answer.status} as documented`).toEqual([])
}

type Headers = Readonly<Record<string, { readonly $ref: string }>>

/** Each header that the document promises is there, and each of ours that is there is in the document. */
function assertHeaders(call: string, documented: Headers, { headers, status }: Answered): void {
  const promised = Object.entries(documented).filter(
    ([, { $ref }]) => document.components.headers[$ref.split('/').at(-1) ?? ''].required === true,
  )
  for (const [name] of promised)
    expect(headers, `${call} answers ${status} with ${name}`).toHaveProperty(name.toLowerCase())
  const known = new Set(Object.keys(documented).map(name => name.toLowerCase()))
  const unsaid = Object.keys(headers).filter(name => OURS.test(name) && !known.has(name))
  expect(unsaid, `${call} documents the headers of its answer ${status}`).toEqual([])
}

/** Headers that this interface gives a meaning; HTTP's own need no words. */
const OURS = /^(sandbank-|x-request-id$|location$|deprecation$|allow$|retry-after$)/

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
