import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { openApiText } from '../../../src/api/openapi/api-reference.ts'
import { HEADERS } from '../../../src/api/rest/headers.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { ERRORS } from '../../../src/bank/wire/errors.ts'
import { SAMPLE_COMMANDS } from '../../../src/workbench/explain/samples/operation-samples.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { createCli, pasteHere } from '../../support/clients/cli.ts'
import { exampleOf, type Follower, sendChanged, sendExample, today } from '../../support/reference/examples.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const served = await fetch(`${bank.url}/openapi.json`)
const text = await served.text()
const document = JSON.parse(text)
const DISPENSABLE = HEADERS.flatMap(({ name, dispensable }) => (dispensable === true ? [name] : []))
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })
const operations = ROUTES.map(route => ({
  name: `${route.method} ${route.path}`,
  route,
  documented: document.paths[route.path]?.[route.method.toLowerCase()],
}))

const operationsById = Object.fromEntries(operations.map(({ documented }) => [documented.operationId, documented]))

/** On average: an operation more does not break it, one that repeats what components say does. Today's are 5,020, recorded answers included. */
const BYTES_PER_OPERATION = 5_100

describe('/openapi.json', () => {
  it('says at each part of an address which product requires it', () => {
    const { properties } = document.components.schemas.Address
    for (const field of ['street', 'postalCode', 'city'])
      expect(properties[field].description).toContain('Required for cross-border-credit-transfers.')
  })

  it('has no webhooks, since the interface has none', () => {
    expect(document).not.toHaveProperty('webhooks')
  })

  it('is served without a signature, as JSON', () => {
    expect(served.status).toBe(200)
    expect(served.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('says of HEAD, and of the headers that every answer has, what no operation says', async () => {
    const answer = await fetch(`${bank.url}/v1/sandbox/customers`, { method: 'HEAD' })
    const common = ['Referrer-Policy', 'X-Content-Type-Options', 'X-Frame-Options']
    expect(common.filter(name => answer.headers.has(name))).toEqual(common)
    const errors = await (await fetch(`${bank.url}/docs/errors`, { headers: { Accept: 'text/html' } })).text()
    for (const name of ['HEAD', ...common])
      for (const page of [document.info.description, errors]) expect(page).toContain(name)
  })

  it('is accepted by a standard validator as OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has integers wherever the interface has int32: other numbers are amounts alone (D22)', () => {
    const numbers: string[] = []
    const walk = (value: unknown, path: readonly string[]): void => {
      if (typeof value !== 'object' || value === null) return
      if (Object.entries(value).some(([name, type]) => name === 'type' && type === 'number'))
        numbers.push(path.join('.'))
      for (const [name, part] of Object.entries(value)) walk(part, [...path, name])
    }
    walk(document, [])
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter(path => !path.endsWith('.properties.amount'))).toEqual([])
  })

  it('leaves PSU-HTTP-Method free where the interface does: on what transaction details take ([I] PSU headers)', () => {
    for (const { name, route, documented } of operations) {
      const names = documented.parameters.map(({ $ref = '' }) => $ref.split('/').at(-1))
      const used = names.filter((one: string) => /PsuHttpMethod$/i.test(one))
      const free = route.headerSet === 'transactionDetails'
      const has = HEADERS.some(
        ({ name: header, sets }) => header === 'PSU-HTTP-Method' && sets[route.headerSet] !== undefined,
      )
      expect([name, ...used]).toEqual([name, ...(has ? [free ? 'FreePsuHttpMethod' : 'PsuHttpMethod'] : [])])
    }
    const { FreePsuHttpMethod: free, PsuHttpMethod: listed } = document.components.parameters
    expect(free.schema).toEqual({ type: 'string' })
    expect(listed.schema.enum).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  })

  it('names as its servers the address that its reader has used', async () => {
    const [first, other] = document.servers
    expect([first.url, other.url]).toEqual([bank.url, `${bank.url}/worlds/{world}`])
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'bank.example' }
    const { servers } = await (await fetch(`${bank.url}/openapi.json`, { headers })).json()
    expect(servers[0].url).toBe('https://bank.example')
    expect(JSON.parse(await openApiText('strict', today, SAMPLE_COMMANDS)).servers[1].url).toBe('/worlds/{world}')
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

  it('is short: each header, path parameter and refusal is described once', () => {
    expect(text.length / ROUTES.length).toBeLessThan(BYTES_PER_OPERATION)
    const refusals = Object.values<Operation>(operationsById).flatMap(({ responses }) =>
      Object.entries(responses).filter(([status]) => Number(status) >= 400),
    )
    for (const [, refusal] of refusals) expect(refusal).toHaveProperty('$ref')
    const inline = Object.values<Operation>(operationsById).flatMap(({ parameters }) =>
      parameters.filter(one => !('$ref' in one)).map(one => JSON.stringify(one)),
    )
    expect(new Set(inline).size).toBe(inline.length)
  })

  it('names operations by verbs, and lets no reference be composed with words alone', () => {
    for (const id of Object.keys(operationsById))
      expect(id).toMatch(
        /^(list|get|create|delete|change|set|start|authorise|cancel|offer|confirm|initialize)([A-Z][A-Za-z]*)?$/,
      )
    expect(text).not.toContain('"allOf"')
  })

  it('lists every code that an answer can have as the enum of TppMessage.code', () => {
    const codes = Object.entries(ERRORS).map(([code, { wireCode = code }]) => wireCode)
    expect(document.components.schemas.TppMessage.properties.code.enum.toSorted()).toEqual([...new Set(codes)].sort())
  })

  it('demands x-accept-fix and TPP-Session-ID where the server does, and nowhere when it is lenient (D10)', async () => {
    for (const policy of ['strict', 'lenient'] as const) {
      const described = JSON.parse(await openApiText(policy, today, SAMPLE_COMMANDS))
      for (const { name, route } of operations) {
        const demanded = headersOf(described, route).filter(({ required }) => required === true)
        const expected = HEADERS.filter(row => row.sets[route.headerSet] === 'required' && row.dispensable === true)
        const found = demanded.map(one => one.name).filter(one => DISPENSABLE.includes(one))
        expect(found, `${policy}: ${name}`).toEqual(policy === 'strict' ? expected.map(row => row.name) : [])
      }
    }
    expect(DISPENSABLE).toEqual(['x-accept-fix', 'TPP-Session-ID'])
  })
})

/** Spectral's recommended rules, of which Redocly's do not speak. */
describe('the document', () => {
  const objects = [...everyObject(document)]

  it('is written for machines and people: contact, licence, descriptions, no scripts in them', () => {
    expect(document.info.contact.name).toMatch(/\w/)
    expect(document.info.license.name).toMatch(/\w/)
    expect(document.info.description).toMatch(/\w{3}/)
    expect(text).not.toMatch(/eval\(|<script/i)
    for (const { url } of document.servers) expect(url).not.toMatch(/.\/$/)
  })

  it('defines each tag that it uses, once, and gives each operation one', () => {
    const defined = document.tags.map(({ name }: { name: string }) => name)
    expect(new Set(defined).size).toBe(defined.length)
    for (const { tags } of Object.values<Operation>(operationsById)) {
      expect(tags).toHaveLength(1)
      expect(defined).toContain(tags[0])
    }
  })

  it('has enums of different words, each of the type that is named', () => {
    const enums = objects.filter(one => Array.isArray(one.enum))
    expect(enums.length).toBeGreaterThan(20)
    for (const one of enums) {
      expect(new Set(one.enum).size).toBe(one.enum.length)
      if (one.type !== undefined) for (const word of one.enum) expect(typeof word).toBe(one.type)
    }
  })

  it('says of what each list is one', () => {
    for (const one of objects.filter(({ type }) => type === 'array')) expect(one).toHaveProperty('items')
  })

  it('uses every component, and refers to none that is not there', () => {
    const used = new Set(objects.flatMap(one => (typeof one.$ref === 'string' ? [one.$ref] : [])))
    const defined = Object.entries<object>(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map(name => `#/components/${kind}/${name}`))
    expect([...used].sort()).toEqual(defined.toSorted())
  })

  it('gives examples that their own schemas accept', () => {
    const schemas = objects.filter(one => one.schema !== undefined && one.example !== undefined)
    expect(schemas.length).toBeGreaterThan(40)
    for (const { schema, example } of schemas) expect(accepts(schema, example), JSON.stringify(example)).toBe(true)
    // Insomnia reads them at their schemas alone.
    for (const { schema, example } of schemas) expect(schema.example).toEqual(example)
    for (const one of objects.filter(({ examples: given, type }) => Array.isArray(given) && type !== undefined))
      for (const example of one.examples) expect(accepts(one, example), JSON.stringify(example)).toBe(true)
  })
})

/** The example of an operation with one thing wrong, and the field that the server names. */
const WRONG_PARTS: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['createPayment', 'creditorAccount', { creditorAccount: { currency: 'NOK' } }],
  ['createPayment', 'instructedAmount.amount', { instructedAmount: { amount: '0.00', currency: 'NOK' } }],
  ['createPayment', 'instructedAmount.amount', { instructedAmount: { amount: '-1.00', currency: 'NOK' } }],
  ['createPayment', 'instructedAmount.amount', { instructedAmount: { amount: '1e3', currency: 'NOK' } }],
  ['createPayment', 'instructedAmount.amount', { instructedAmount: { amount: '12345678901234', currency: 'NOK' } }],
  ['createPayment', 'instructedAmount.currency', { instructedAmount: { amount: '1.00', currency: 'nok' } }],
  ['createPayment', 'creditorName', { creditorName: 'Ola\u0000' }],
  ['createPayment', 'creditorName', { creditorName: 'Ola\u0085' }],
  ['createPayment', 'creditorName', { creditorName: 'x'.repeat(71) }],
  ['createPayment', 'creditorAgent', { creditorAgent: 'DEUT' }],
  ['createPayment', 'remittanceInformationStructuredArray', { remittanceInformationStructuredArray: [] }],
  [
    'createPayment',
    'remittanceInformationStructuredArray',
    { remittanceInformationStructuredArray: [...'abcdef'].map(reference => ({ reference })) },
  ],
  [
    'createPayment',
    'remittanceInformationUnstructured',
    { remittanceInformationStructuredArray: [{ reference: 'a' }] },
  ],
  ['createPayment', 'purposeCode', { purposeCode: 'salary' }],
  ['createPayment', 'requestedExecutionDate', { requestedExecutionDate: '2026-02-30' }],
  ['createBulkPayment', 'payments', { payments: [] }],
  ['createPeriodicPayment', 'monthsOfExecution', { frequency: 'MonthlyVariable' }],
  ['createPeriodicPayment', 'monthsOfExecution', { monthsOfExecution: [1, 7] }],
  ['createPeriodicPayment', 'monthsOfExecution', { frequency: 'MonthlyVariable', monthsOfExecution: [1, 1] }],
  ['createPeriodicPayment', 'monthsOfExecution[0]', { frequency: 'MonthlyVariable', monthsOfExecution: [13] }],
  ['createPeriodicPayment', 'dayOfExecution', { dayOfExecution: '32' }],
  ['createSigningBasket', 'paymentIds', { paymentIds: ['a', 'a'] }],
  ['createSigningBasket', 'paymentIds', { paymentIds: [...'abcdefghijk'] }],
  ['createEngagement', 'roles', { roles: ['VIEW', 'VIEW'] }],
  ['createEngagement', 'registerLimit', { registerLimit: -1 }],
  ['createEngagement', 'registerLimit', { registerLimit: 2_147_483_648 }],
  ['createEngagement', 'approvalLimit', { approvalLimit: 0.5 }],
  ['createAccount', 'balances', { balances: [] }],
  ['createAccount', 'iban', { iban: 'NO' }],
  ['createCardAccount', 'maskedPan', { maskedPan: '5412750000000017' }],
  ['createCustomer', 'type', { type: 'private' }],
  ['createCustomer', 'nickname', { nickname: 'Siri' }],
  ['confirmFunds', 'account', { account: { currency: 'NOK' } }],
  ['confirmFunds', 'account', { account: {} }],
  ['setContactInformation', 'emails', { emails: ['psd2@tpp.example', 'psd2@tpp.example'] }],
  ['setContactInformation', 'emails[0]', { emails: ['nobody'] }],
  ['createTransaction', 'bookingDate', { bookingDate: '17.05.2026' }],
]

describe('a body that the document does not allow', () => {
  it.each(WRONG_PARTS)('%s: %s, %j: is refused by the server at that field', async (operation, path, change) => {
    const route = operations.find(one => one.route.operation === operation)
    const body: unknown = exampleOf(operation).body
    const damaged = { ...(typeof body === 'object' ? body : {}), ...change }
    expect(accepts(route?.documented.requestBody.content['application/json'].schema, damaged)).toBe(false)
    const who = followerIn(bank.at('default'))
    const sent = await sendChanged(who, operation, request => ({ ...request, body: damaged }))
    expect([sent.status, sent.body.tppMessages[0].code]).toEqual([400, 'FORMAT_ERROR'])
    expect(sent.body.tppMessages.map((message: { path: string }) => message.path)).toContain(path)
  })
})

describe('a header or query parameter that the document does not allow', () => {
  const TAKEN = [
    ['createPayment', 'PSU-ID', 'kari'],
    ['createPayment', 'PSU-Context', 'private'],
    ['createPayment', 'PSU-IP-Address', '192.0.2.256'],
    ['createPayment', 'PSU-IP-Port', '65536'],
    ['createPayment', 'PSU-Device-ID', 'phone'],
    ['createPayment', 'PSU-HTTP-Method', 'FETCH'],
    ['createPayment', 'TPP-Redirect-URI', 'https://tpp.example/#top'],
    ['createPayment', 'TPP-Redirect-Preferred', 'yes'],
  ] as const

  it.each(TAKEN)('%s with %s: %s is refused by the server at that header', async (operation, name, value) => {
    const route = operations.find(one => one.route.operation === operation)?.route
    const parameter = headersOf(document, route).find(one => one.name === name)
    const given = { integer: Number(value), boolean: value }[parameter?.schema?.type ?? ''] ?? value
    expect(accepts(parameter?.schema ?? {}, given)).toBe(false)
    const who = followerIn(bank.at('default'))
    const { status, body } = await sendChanged(who, operation, request => ({
      ...request,
      headers: { ...request.headers, [name]: value },
    }))
    expect([status, body.tppMessages[0].code, body.tppMessages[0].path]).toEqual([400, 'FORMAT_ERROR', name])
  })

  it('demands bookingStatus of both statements, as the server does', () => {
    for (const id of ['listAccountTransactions', 'listCardAccountTransactions']) {
      const parameters: Parameter[] = operationsById[id].parameters.map(resolve)
      expect(parameters.find(({ name }) => name === 'bookingStatus')?.required).toBe(true)
    }
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
    const expected = [
      String(route.success),
      '400',
      '401',
      '403',
      '404',
      '405',
      '406',
      '413',
      '415',
      '431',
      '500',
      '503',
    ]
    expect(statuses).toEqual(expect.arrayContaining(expected))
    if (route.method !== 'GET') expect(statuses).toContain('409')
    for (const status of statuses.filter(one => Number(one) >= 400)) {
      const { description, content, headers } = {
        ...resolve(documented.responses[status]),
        ...documented.responses[status],
      }
      expect(description).toMatch(/^[A-Z_]+(, [A-Z_]+)*$/)
      expect(content['application/json'].schema.$ref).toBe('#/components/schemas/Error')
      expect('Allow' in headers).toBe(status === '405')
      expect('Retry-After' in headers).toBe(status === '503')
    }
  })

  it('documents its path parameters and headers, the required ones as required', () => {
    const parameters: Parameter[] = documented.parameters.map(resolve)
    const ofPath = parameters.filter(one => one.in === 'path').map(({ name }) => `{${name}}`)
    expect(ofPath).toEqual(route.path.match(/\{\w+\}/g) ?? [])
    const required = parameters.filter(one => one.in === 'header' && one.required === true).map(({ name }) => name)
    const schemes = Object.keys(documented.security[0]).map(name => document.components.securitySchemes[name].name)
    const mayBeOther = route.headerSet === 'periodicPayment' ? ['PSU-ID'] : []
    expect([...required, ...schemes, ...mayBeOther].toSorted()).toEqual(
      HEADERS.filter(row => row.sets[route.headerSet] === 'required')
        .map(({ name }) => name)
        .toSorted(),
    )
    for (const { name, description } of parameters) expect(description, `${name} has a description`).toMatch(/\w{3}/)
  })

  it('sends its example, as written, to a standard world, and gets what it promises', async () => {
    // What only reads, or adds one thing, leaves a standard world to the next.
    const changes = route.method === 'DELETE' || exampleOf(route.operation).after !== undefined
    const answer = await sendExample(
      followerIn(changes ? await bank.world('STANDARD') : bank.at('default')),
      route.operation,
    )
    expect([route.success, ...(route.mayBeAccepted === true ? [202] : [])], answer.text).toContain(answer.status)
    const { body } = exampleOf(route.operation)
    const schema = documented.requestBody?.content['application/json'].schema
    if (body !== undefined) expect(accepts(schema, body)).toBe(true)
    expect(documented['x-codeSamples'][0].source).toMatch(/^npx sandbank call /m)
  })

  it('refuses its example without any one of the headers that it demands', async () => {
    const who = followerIn(bank.at('default'))
    for (const name of Object.keys(who.demanded(route.operation)).filter(one => one !== 'X-Request-ID')) {
      const { status, body } = await sendChanged(who, route.operation, ({ headers, ...rest }) => {
        const { [name]: _, ...others } = headers
        return { ...rest, headers: others }
      })
      expect([status, body.tppMessages[0].code, body.tppMessages[0].path]).toEqual([400, 'HTTP_HEADER_REQUIRED', name])
    }
  })

  it('describes every field of its request', () => {
    const schema = documented.requestBody?.content['application/json'].schema
    expect(undescribed(schema, route.operation)).toEqual([])
  })
})

/** A caller who does as the document says. */
function followerIn(world: World): Follower {
  const demanded = (operation: string) => {
    const route = ROUTES.find(one => one.operation === operation)
    const parameters: Parameter[] = route === undefined ? [] : headersOf(document, route)
    return Object.fromEntries(
      parameters.flatMap(({ name, required, example }) =>
        required === true && name !== 'X-Request-ID' ? [[name, String(example)]] : [],
      ),
    )
  }
  return { world, tppId: tppIdOf(bank, bank.tpp), demanded }
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: { readonly type?: string }
}
type Operation = {
  readonly tags: readonly string[]
  readonly parameters: readonly object[]
  readonly responses: Readonly<Record<string, object>>
}

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes; a wrong one shows as undefined.
function headersOf(described: any, route: (typeof ROUTES)[number] | undefined): Parameter[] {
  if (route === undefined) return []
  const { parameters } = described.paths[route.path][route.method.toLowerCase()]
  return parameters
    .map(({ $ref, ...inline }: { $ref?: string }) =>
      $ref === undefined ? inline : described.components.parameters[$ref.split('/').at(-1) ?? ''],
    )
    .filter((one: Parameter) => one.in === 'header')
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function* everyObject(value: any): Generator<any> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value
  for (const inner of Object.values(value)) yield* everyObject(inner)
}

function accepts(schema: object, value: unknown): boolean {
  return ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')), value)
}

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
  const target: Schema = resolve(schema)
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

// biome-ignore lint/suspicious/noExplicitAny: as above.
function resolve(one: any): any {
  if (one.$ref === undefined) return one
  const [kind = '', name = ''] = one.$ref.split('/').slice(-2)
  return document.components[kind][name]
}

describe('Its commands', () => {
  const samplesAt = async (headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${bank.url}/openapi.json`, { headers })
    const { paths }: { paths: Record<string, Record<string, { 'x-codeSamples': { source: string }[] }>> } =
      await answer.json()
    return Object.values(paths).flatMap(methods =>
      Object.values(methods).flatMap(described => described['x-codeSamples'].map(({ source }) => source)),
    )
  }

  it('go to the server that served the document, also behind a proxy', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'bank.example' }
    for (const [headers, base] of [
      [{}, bank.url],
      [forwarded, 'https://bank.example'],
      [{}, bank.url],
    ] as const) {
      const samples = await samplesAt(headers)
      expect(samples).toHaveLength(ROUTES.length)
      for (const sample of samples) expect(sample).toMatch(new RegExp(` --base ${base}( |$)`))
    }
  })

  it('name no server that a command finds by itself', async () => {
    const default4000 = { 'X-Forwarded-Host': '127.0.0.1:4000' }
    for (const sample of await samplesAt(default4000)) expect(sample).not.toMatch(/--base|\{here\}/)
  })

  it('work as they stand', async () => {
    const cli = createCli()
    cli.addTpp('acme')
    const own = await cli.serve()
    const answer = await fetch(`${own.url}/openapi.json`)
    const { paths } = await answer.json()
    const [{ source }] = paths['/v1/sandbox/customers'].post['x-codeSamples']
    const { exitCode, stdout } = await pasteHere(cli.home, source)
    await own.stop()
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('"customerId"')])
  })
})
