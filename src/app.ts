import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Deps } from './context.ts'
import { createGraphql } from './graphql/server.ts'
import { createPages } from './pages/app.tsx'
import { createRest, refuseUnknownPath } from './rest/app.ts'
import type { Security } from './rest/checks.ts'
import { openApiDocument } from './rest/openapi.ts'
import { JSON_TYPE } from './rest/problem.ts'

export type AppOptions = {
  readonly deps: Deps
  readonly security: Security
  /** Who may use the operator's door: a token, or without one the hosts that this machine is called by (D70). */
  readonly operator: { readonly token: string | undefined; readonly hosts: readonly string[] | undefined }
  /** Told of every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}

/** The whole bank as one function from request to response. It never listens. */
export function createApp(options: AppOptions): Hono {
  const { deps, security } = options
  const app = new Hono()
  // Made when it is first asked for: it takes a sixth of the start.
  let openApi: string | undefined
  const describeAll = () => {
    openApi ??= openApiDocument(security.headers)
    return openApi
  }

  app.use(secureHeaders(HEADERS))
  app.get('/health', c =>
    health(deps).then(({ status, body }) => c.json(body, status, status === 503 ? RETRY : undefined)),
  )
  app.get('/openapi.json', c => c.body(describeAll(), 200, { 'Content-Type': JSON_TYPE }))
  app.route('/', createPages(options))
  app.route('/', createGraphql(options))
  app.route('/', createRest(options))
  app.notFound(c => refuseUnknownPath(c, options))
  return app
}

const RETRY = { 'Retry-After': '1' }

// Answers are data on plain HTTP: transport security and the isolation of documents are for pages, which add their own.
const HEADERS = {
  strictTransportSecurity: false,
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** 200 when the store can be written and read, else 503 and the part that fails. */
async function health({ store }: Deps) {
  const found = await store.health()
  if (found.ok) return { status: 200, body: { status: 'ok' } } as const
  const { part, reason } = found
  return { status: 503, body: { status: 'unavailable', part, reason } } as const
}
