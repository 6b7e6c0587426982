import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { Operator } from '../http/operator-access.ts'
import { EXAMPLES } from './examples.ts'

type Header = (name: string) => string | undefined
type Bytes = Uint8Array<ArrayBuffer>
type Page = { readonly plain: Bytes; readonly zipped: Bytes }

/** Whether a browser asks for the page. It may be served to anyone who reaches this door: it holds no data. */
export function wantsPage(method: string, header: Header): boolean {
  const accept = header('Accept')
  if (method !== 'GET' || accept === undefined) return false
  const types = ['application/graphql-response+json', 'application/json', 'text/html']
  return new Negotiator({ headers: { accept } }).mediaType(types) === 'text/html'
}

/** GraphiQL with everything it needs inside: it loads nothing from anywhere, and asks only the address it came from. */
export async function graphiqlPage(operator: Operator, header: Header): Promise<Response> {
  const { plain, zipped } = await pageFor(operator.token !== undefined)
  const coding = header('Accept-Encoding')
  const zip =
    coding !== undefined &&
    new Negotiator({ headers: { 'accept-encoding': coding } }).encodings(['gzip']).includes('gzip')
  const headers = { ...PAGE_HEADERS, ...(zip ? { 'Content-Encoding': 'gzip' } : {}) }
  return new Response(zip ? zipped : plain, { headers })
}

// Its scripts and styles are inline and its editor makes workers of its own, so these must be allowed; other hosts are not.
const POLICY = [
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache',
  Vary: 'Accept, Accept-Encoding',
}

// Nine megabytes that do not depend on the request: made when first asked for, so that starting and API calls do not pay for them.
const pages = new Map<boolean, Promise<Page>>()

function pageFor(withToken: boolean): Promise<Page> {
  const known = pages.get(withToken)
  if (known !== undefined) return known
  const made = makePage(withToken)
  pages.set(withToken, made)
  return made
}

async function makePage(withToken: boolean): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const headers = JSON.stringify(withToken ? { Authorization: 'Bearer ' } : {}, null, 2)
  const defaultTabs = EXAMPLES.map(({ query, variables }) => ({
    query,
    headers,
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }),
  }))
  const plain = Buffer.from(
    renderGraphiQL({
      title: 'Sandbank',
      defaultTabs,
      defaultHeaders: headers,
      defaultEditorToolsVisibility: withToken ? 'headers' : 'variables',
      schemaDescription: true,
    }),
  )
  return { plain, zipped: new Uint8Array(await promisify(gzip)(plain)) }
}
