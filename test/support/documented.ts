import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi.ts'
import type { Route } from '../../src/rest/route.ts'
import { ROUTES } from '../../src/rest/routes.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...JSON.parse(openApiDocument('strict')) })

// A path in its own words comes before one in which those could be parameters.
const parametersIn = ({ path }: Route) => path.split('{').length
const patterns = ROUTES.toSorted((one, other) => parametersIn(one) - parametersIn(other)).map(route => ({
  route,
  pattern: new RegExp(
    `^${route.path.replace('{paymentService}', '(payments|bulk-payments|periodic-payments)').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  ),
}))

/** Fails the test when an answer of a known operation is not what the OpenAPI document says: its status or its body. */
export function assertDocumented(
  method: string,
  path: string,
  answer: { status: number; text: string; body: unknown },
): void {
  const [pathname = ''] = path.split('?')
  const found = patterns.find(one => one.route.method === method && one.pattern.test(pathname))
  if (found === undefined) return
  const place = `openapi#/paths/${pointer(found.route.path)}/${method.toLowerCase()}/responses/${answer.status}`
  const documented = ajv.getSchema(place)
  expect(
    documented,
    `${method} ${found.route.path} documents the status ${answer.status}: ${answer.text.slice(0, 300)}`,
  ).toBeDefined()
  if (answer.status === 204) {
    expect(answer.text).toBe('')
    return
  }
  const validate = ajv.getSchema(`${place}/content/application~1json/schema`)
  if (validate === undefined) throw new Error(`${place} documents no JSON body`)
  validate(answer.body)
  expect(validate.errors ?? [], `${method} ${path} answers ${answer.status} as documented`).toEqual([])
}

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
