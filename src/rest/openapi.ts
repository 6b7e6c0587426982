import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { ErrorCode } from '../domain/errors.ts'
import { PRODUCTS } from '../domain/products.ts'
import { ERRORS, wireCode } from '../wire/errors.ts'
import { HEADERS, type HeaderPolicy, isRequired } from './headers.ts'
import { problem } from './problem.ts'
import { type Route, takesBody } from './route.ts'
import { ROUTES } from './routes.ts'

/** What any operation may refuse (D12), besides its own refusals. */
const ANYWHERE = [
  'FORMAT_ERROR',
  'HTTP_HEADER_REQUIRED',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'FORBIDDEN',
  'RESOURCE_UNKNOWN',
  'NOT_ACCEPTABLE',
  'CONTENT_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'SYSTEM_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** The OpenAPI 3.1 document, made from the very records that the router serves, so that it cannot drift from them. */
export function openApiDocument(policy: HeaderPolicy): string {
  const app = new OpenAPIHono()
  for (const one of ROUTES) app.openAPIRegistry.registerPath(describe(one, policy))
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Sandbank',
      version: '1.21.7',
      description:
        'Payment initiation, account information and sandbox data of a PSD2 test bank. Every call is signed: see the README. `Dn` names a decision listed at /docs/decisions; `[I]` is the interface description.',
    },
    servers: [
      { url: '/', description: 'The world "default".' },
      {
        url: '/worlds/{world}',
        description: 'Any other world: one isolated bank each (D1).',
        variables: { world: { default: 'default' } },
      },
    ],
    tags: [...new Set(ROUTES.map(one => one.tag))].map(name => ({ name })),
  })
  return JSON.stringify(document)
}

function describe(one: Route, policy: HeaderPolicy) {
  return createRoute({
    method: METHODS[one.method],
    path: one.path,
    operationId: one.operation,
    summary: one.summary,
    description: `${one.description} Header set: ${one.headerSet}.`,
    tags: [one.tag],
    ...(one.deprecated === true ? { deprecated: true } : {}),
    request: {
      params: pathParameters(one.path),
      query: one.query,
      headers: headerParameters(one, policy),
      ...(takesBody(one)
        ? {
            body: {
              required: !one.body.safeParse(undefined).success,
              content: { 'application/json': { schema: one.body } },
            },
          }
        : {}),
    },
    responses: {
      [one.success]: successOf(one, one.success),
      ...(one.mayBeAccepted === true ? { 202: successOf(one, 202) } : {}),
      ...refusalsOf(one),
    },
  })
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Parts of paths that are words of a list. */
const PATH_WORDS: Readonly<Record<string, z.ZodType>> = {
  paymentService: z.enum(['payments', 'bulk-payments', 'periodic-payments']),
  paymentProduct: z.enum(PRODUCTS),
}

function pathParameters(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return z.object(
    Object.fromEntries(
      names.map(name => [name, (PATH_WORDS[name] ?? z.string()).openapi({ param: { name, in: 'path' } })]),
    ),
  )
}

function headerParameters(one: Route, policy: HeaderPolicy) {
  const used = HEADERS.filter(row => row.sets[one.headerSet] !== undefined)
  return z.object(
    Object.fromEntries(
      used.map(row => {
        const schema = z.string().openapi({
          description: row.format === undefined ? row.description : `${row.description} Form: ${row.format.right}.`,
        })
        return [row.name, isRequired(row, one.headerSet, policy) ? schema : schema.optional()]
      }),
    ),
  )
}

const ECHO = z.object({ 'X-Request-ID': z.string().optional().openapi({ description: 'As sent (D11).' }) })
const CREATED = ECHO.extend({ Location: z.string().openapi({ description: 'Where the new resource is (D19).' }) })

function successOf(one: Route, status: number) {
  const headers = status === 201 ? CREATED : ECHO
  if (status === 204) return { description: 'Done.', headers }
  return { description: one.summary, headers, content: { 'application/json': { schema: one.answer } } }
}

function refusalsOf(one: Route) {
  const conflict: readonly ErrorCode[] = one.method === 'GET' ? [] : ['CONFLICT']
  const codes = new Map<number, Set<string>>()
  for (const code of new Set<ErrorCode>([...ANYWHERE, ...conflict, ...one.refusals])) {
    const { status } = ERRORS[code]
    codes.set(status, (codes.get(status) ?? new Set()).add(wireCode(code)))
  }
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [
        status,
        { description: [...names].join(', '), headers: ECHO, content: { 'application/json': { schema: problem } } },
      ]),
  )
}
