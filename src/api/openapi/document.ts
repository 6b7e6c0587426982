import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { structuredRemittance } from '../../bank/inputs/transactions.ts'
import { accountReference, amount, bic } from '../../bank/inputs/values.ts'
import { takesInput } from '../../bank/operations/operation.ts'
import { given } from '../../domain/given.ts'
import { problem } from '../rest/answers.ts'
import { HEADERS, type HeaderPolicy, isRequired } from '../rest/headers.ts'
import { ROUTES } from '../rest/routes.ts'
import type { Route } from '../rest/serve.ts'
import { amountAnswer } from '../rest/transaction-details.ts'
import { ANSWER_HEADERS, FORCED_REFUSAL, forcedComponent, headersOf, refusalComponents, refusalsOf } from './answers.ts'
import type { DocumentedOperation } from './documented.ts'
import { type ExampleIds, ID_SOURCES, type RequestExample, requestExamples } from './examples.ts'
import { type Json, objectAt } from './json.ts'
import { describeParameters, parameterComponents } from './parameters.ts'
import { atOrigin, HERE_ORIGIN, type RecordedAnswer, recordedAnswers } from './recorded.ts'
import { callOf } from './steps.ts'
import { TAGS } from './tags.ts'
import { flattened, withSharedParameters } from './tidy.ts'

/** How an example is written as commands for a terminal: the workbench knows, and the edge hands it in. */
export type SampleCommands = {
  /** An example as commands, with the options for the bank's address. */
  readonly sample: (example: Pick<DocumentedOperation, 'steps' | 'call' | 'customer'>, there: string) => string
  /** The options for a bank that its reader has reached by this origin. */
  readonly optionsAt: (origin: string | undefined) => string
}

/**
 * The OpenAPI 3.1 document, built from the records that the router serves, so that the two always agree. Built in steps, since the whole takes longer
 * than one turn of the event loop may (D74). The address in its commands is inserted for each reader: `documentAt`.
 * @param today the day from which the days of its examples are counted
 */
export function* openApiSteps(
  policy: HeaderPolicy,
  today: string,
  ids: ExampleIds,
  commands: SampleCommands,
): Generator<void, string> {
  const examples = requestExamples(ids, today)
  const recorded = recordedAnswers(today)
  const parts: Json[] = []
  for (let from = 0; from < ROUTES.length; from += ROUTES_A_STEP) {
    const app = withComponents(policy, ids)
    for (const one of ROUTES.slice(from, from + ROUTES_A_STEP)) {
      const example = examples[one.operation] ?? {}
      // Each command once: the page of an operation shows what its example needs first.
      const sample = commands.sample({ steps: [], call: callOf(one, example), customer: ids.customer }, HERE)
      app.openAPIRegistry.registerPath(describe(one, policy, { example, sample, recorded: recorded[one.operation] }))
    }
    yield
    parts.push(flattened(JSON.parse(JSON.stringify(app.getOpenAPI31Document(ABOUT)))))
    yield
  }
  const whole = withSharedParameters(parts.reduce(joined))
  yield
  return JSON.stringify(whole)
}

/** How many routes are described in one turn. */
const ROUTES_A_STEP = 4

/** An app that has no routes yet. */
function withComponents(policy: HeaderPolicy, ids: ExampleIds): OpenAPIHono {
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  // Named before a field adds words of its own to one of them, which would then apply to all.
  registry.register('Amount', amount)
  registry.register('AmountAnswer', amountAnswer)
  registry.register('AccountReference', accountReference)
  registry.register('BicFiIdentifier', bic)
  registry.register('StructuredRemittance', structuredRemittance)
  registry.register('Error', problem)
  for (const [name, component] of parameterComponents(ids, policy))
    registry.registerComponent('parameters', name, component)
  for (const [name, { component }] of Object.entries(ANSWER_HEADERS))
    registry.registerComponent('headers', name, component)
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    registry.registerComponent('securitySchemes', name, scheme)
  for (const [name, answer] of refusalComponents()) registry.registerComponent('responses', name, answer)
  registry.registerComponent('responses', 'Forced', forcedComponent())
  return app
}

/** Two documents in one: the methods of each path, and the components of each kind. */
function joined(one: Json, other: Json): Json {
  const both = (part: string) => {
    const names = new Set([one, other].flatMap(document => Object.keys(objectAt(document, part))))
    return Object.fromEntries(
      [...names].map(name => [name, { ...objectAt(one, part, name), ...objectAt(other, part, name) }]),
    )
  }
  // The generator writes webhooks, of which the interface has none.
  const { webhooks: _, ...rest } = objectAt(one)
  return { ...rest, components: both('components'), paths: both('paths') }
}

/** Stands in the document's commands for the options with the bank's address. */
const HERE = ' --base {here}'

/** The document for a reader who has reached the bank by this origin, in its servers, commands and answers. */
export function documentAt(text: string, origin: string | undefined, { optionsAt }: SampleCommands): string {
  const inText = (one: string) => JSON.stringify(one).slice(1, -1)
  const there = optionsAt(origin)
  // A document without an origin has relative addresses.
  const placed = text.replaceAll(HERE, inText(there)).replaceAll(`"${HERE_ORIGIN}"`, JSON.stringify(origin ?? '/'))
  return atOrigin(placed, origin)
}

/** The name of an operation in the style of functions, as generated clients have them: `listCustomers`, `getCustomer`. */
function operationIdOf({ method, operation, summary }: Route): string {
  if (method !== 'GET') return operation
  const verb = summary.startsWith('List') ? 'list' : 'get'
  return `${verb}${operation.charAt(0).toUpperCase()}${operation.slice(1)}`
}

const ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Sandbank',
    version: '1.21.7',
    summary: 'Payment initiation, account information and sandbox data of a PSD2 test bank.',
    description:
      'Every call is signed: /docs shows how, and sends some. `Dn` is a decision of this bank, at /docs/decisions; `[I]` is the interface description. HEAD is GET without a body. Every answer has Referrer-Policy, X-Content-Type-Options and X-Frame-Options, for browsers. Nothing here is real: no money, no person, no bank.',
    license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
    contact: { name: 'The operator of this server' },
  },
  servers: [
    { url: HERE_ORIGIN, description: 'The world "default".' },
    {
      url: `${HERE_ORIGIN}/worlds/{world}`,
      description: 'Any other world, by its name: one isolated bank each (D1).',
      // Without a description: the schema of OpenAPI 3.1 of 2021 misspells that keyword, so parsers with it refuse the document.
      variables: { world: { default: 'default' } },
    },
  ],
  tags: [...new Set(ROUTES.map(one => one.tag))].map(name => given({ name, description: TAGS[name] })),
}

/** Headers that a client's interceptor adds when the request is complete, since they depend on all of it. */
const SECURITY_SCHEMES = {
  certificate: {
    type: 'apiKey',
    in: 'header',
    name: 'TPP-Signature-Certificate',
    description: 'The signing certificate, Base64 of its DER form. `npx sandbank tpp new NAME` makes one.',
  },
  digest: {
    type: 'apiKey',
    in: 'header',
    name: 'Digest',
    description:
      'SHA-256 or SHA-512 of the body, Base64 (RFC 3230): `SHA-256=…`. Checked wherever it is sent, demanded where it is named.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'HTTP signature (draft-cavage-http-signatures-10) over date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri, as far as the request has them (D13).',
  },
} as const

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

type OperationExample = {
  readonly example: RequestExample
  readonly sample: string
  readonly recorded: RecordedAnswer | undefined
}

function describe(one: Route, policy: HeaderPolicy, { example, sample, recorded }: OperationExample) {
  return createRoute({
    method: METHODS[one.method],
    path: one.path,
    operationId: operationIdOf(one),
    summary: one.summary,
    description: `${one.description} Header set: ${one.headerSet}.`,
    tags: [one.tag],
    ...(one.deprecated === true ? { deprecated: true } : {}),
    security: [{ certificate: [], ...(demandsDigest(one, policy) ? { digest: [] } : {}), signature: [] }],
    parameters: describeParameters(one, policy),
    // The field with the same name in GraphQL (D71).
    'x-operation': one.operation,
    'x-codeSamples': [{ lang: 'shell', label: 'sandbank', source: sample }],
    request: {
      query: one.query,
      ...(takesInput(one.runs)
        ? {
            body: {
              required: !one.body.safeParse(undefined).success,
              content: {
                'application/json': {
                  schema: one.body,
                  ...(example.body === undefined ? {} : { example: example.body }),
                },
              },
            },
          }
        : {}),
    },
    responses: {
      [one.success]: successOf(one, one.success, recorded),
      ...(one.mayBeAccepted === true ? { 202: successOf(one, 202, recorded) } : {}),
      ...refusalsOf(one),
      ...FORCED_REFUSAL,
    },
  })
}

function demandsDigest({ headerSet }: Route, policy: HeaderPolicy): boolean {
  return HEADERS.some(row => row.name === 'Digest' && isRequired(row, headerSet, policy))
}

function successOf(one: Route, status: number, recorded: RecordedAnswer | undefined) {
  const answer = { headers: headersOf(one, status), ...linksFrom(one, status) }
  if (status === 204) return { description: 'Done.', ...answer }
  return {
    description: status === 202 ? 'Begun: the PSU still has to approve.' : `${one.summary}: done.`,
    ...answer,
    content: {
      'application/json': {
        schema: one.answer,
        ...(recorded?.status === status ? { examples: { standard: exampleOf(recorded) } } : {}),
      },
    },
  }
}

/** The answer to the example above it, in a world without earlier changes (D108). */
function exampleOf({ body }: RecordedAnswer) {
  return { summary: 'The standard world answers this to the example.', value: JSON.parse(body) }
}

/** Which operation reads the thing that this one created, and how it gets the id. */
function linksFrom(one: Route, status: number) {
  const sources = Object.entries(ID_SOURCES[one.operation] ?? {})
  if (status !== 201 || sources.length === 0) return {}
  const links = sources.flatMap(([parameter, pointer]) => {
    const target = ROUTES.find(
      other => other.method === 'GET' && other.path.endsWith(`{${parameter}}`) && isBelow(one, other),
    )
    if (target === undefined) return []
    const names = [...target.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const parameters = names.map(name => [name, name === parameter ? `$response.body#${pointer}` : wordOf(one, name)])
    return [[operationIdOf(target), { operationId: operationIdOf(target), parameters: Object.fromEntries(parameters) }]]
  })
  return { links: Object.fromEntries(links) }
}

/** A part of the path that both operations have, or the payment service, which is a word in the path of a creation. */
function wordOf({ path }: Route, name: string): string {
  return path.includes(`{${name}}`) ? `$request.path.${name}` : (path.split('/')[2] ?? '')
}

function isBelow({ path }: Route, other: Route): boolean {
  const generic = other.path.replace('{paymentService}', path.split('/')[2] ?? '')
  return generic.startsWith(path)
}
