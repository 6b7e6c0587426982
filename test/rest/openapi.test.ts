import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/rest/openapi.ts'
import { ROUTES } from '../../src/rest/routes.ts'
import { startBank } from '../support/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const served = await fetch(`${bank.url}/openapi.json`)
const document = JSON.parse(await served.text())
const operations = ROUTES.map(route => ({
  name: `${route.method} ${route.path}`,
  route,
  documented: document.paths[route.path]?.[route.method.toLowerCase()],
}))

describe('/openapi.json', () => {
  it('is served without a signature, as JSON', () => {
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('is accepted by a standard validator as OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has every operation of the server and no other, each under a name of its own', () => {
    const listed = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        call: `${method.toUpperCase()} ${path}`,
        operationId,
      })),
    )
    expect(listed.map(({ call }) => call).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
    expect(new Set(listed.map(({ operationId }) => operationId)).size).toBe(ROUTES.length)
  })

  it('says that x-accept-fix and TPP-Session-ID are optional when the server is lenient (D10)', () => {
    expect(openApiDocument('lenient').length).toBeGreaterThan(0)
    const required = (text: string) =>
      [...text.matchAll(/"required":true,"name":"(x-accept-fix|TPP-Session-ID)"/g)].length
    expect(required(openApiDocument('lenient'))).toBe(0)
  })
})

describe.each(operations)('$name', ({ route, documented }) => {
  it('has a summary, a description and a tag', () => {
    expect(documented.summary).toMatch(/^[A-Z].{5,}/)
    expect(documented.description).toMatch(/^[A-Z].{20,}\./)
    expect(documented.tags).toHaveLength(1)
  })

  it('documents its success and its refusals, each with the body of a problem (D16)', () => {
    const statuses = Object.keys(documented.responses)
    const expected = [String(route.success), '400', '401', '403', '404', '406', '413', '415', '431', '500', '503']
    expect(statuses).toEqual(expect.arrayContaining(expected))
    if (route.method !== 'GET') expect(statuses).toContain('409')
    for (const status of statuses.filter(one => Number(one) >= 400)) {
      const { description, content } = documented.responses[status]
      expect(description).toMatch(/^[A-Z_]+(, [A-Z_]+)*$/)
      expect(content['application/json'].schema.$ref).toBe('#/components/schemas/Problem')
    }
  })

  it('documents its path parameters and headers, the required ones as required', () => {
    const parameters: { name: string; in: string; required?: boolean; description?: string }[] = documented.parameters
    const ofPath = parameters.filter(one => one.in === 'path').map(({ name }) => `{${name}}`)
    expect(ofPath).toEqual(route.path.match(/\{\w+\}/g) ?? [])
    const required = parameters.filter(one => one.in === 'header' && one.required === true).map(({ name }) => name)
    expect(required).toEqual(expect.arrayContaining(['X-Request-ID', 'TPP-Signature-Certificate', 'Signature']))
    if (route.headerSet === 'sandboxWrite') expect(required).toContain('Digest')
    for (const { name, description } of parameters.filter(one => one.in !== 'path'))
      expect(description, `${name} has a description`).toMatch(/\w{3}/)
  })

  it('describes every field of its request', () => {
    const schema = documented.requestBody?.content['application/json'].schema
    expect(undescribed(schema, route.operation)).toEqual([])
  })
})

type Schema = {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** Fields below a schema that neither they nor the type they refer to describe. */
function undescribed(schema: Schema | undefined, at: string): string[] {
  if (schema === undefined) return []
  const target = resolve(schema)
  const own = Object.entries(target.properties ?? {}).flatMap(([name, field]) => [
    ...(isDescribed(field) ? [] : [`${at}.${name}`]),
    ...undescribed(field, `${at}.${name}`),
  ])
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? [])].flatMap(part => undescribed(part, at))
  return [...own, ...parts, ...undescribed(target.items, `${at}[]`)]
}

function isDescribed(schema: Schema): boolean {
  const described = (one: Schema) => (one.description ?? '').length > 10
  return described(schema) || described(resolve(schema)) || (schema.allOf ?? []).some(isDescribed)
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : document.components.schemas[name]
}
