import { DomainError } from '../../domain/errors.ts'
import { lackingProduct } from '../../domain/products.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { Route } from './serve.ts'

/** The result for a target: the world of its base URL (D1), and the operation at its path. */
export type RouteMatch<Handler> = {
  readonly world: string
  readonly handlers: ReadonlyMap<string, Handler>
  /** The methods of this path for Allow: HEAD is answered like GET, without a body (RFC 9110, 9.3.2). */
  readonly allowed: string
  /** The parameters in the path, by their names in `method`'s route. */
  params(method: string): Readonly<Record<string, string>>
}

export type Router<Handler> = { readonly find: (path: string) => RouteMatch<Handler> | undefined }

type Node<Handler> = {
  readonly fixed: Map<string, Node<Handler>>
  parameter: Node<Handler> | undefined
  readonly handlers: Map<string, Handler>
  /** For each method the places of its parameters among the parts of the path. */
  readonly names: Map<string, readonly (readonly [name: string, place: number])[]>
  allowed: string
}

// [I] A payment's service is one of three words; no other word is possible there.
export const SERVICES = ['payments', 'bulk-payments', 'periodic-payments']

/** Finds the operation of a path by its parts. No pattern is tried, so that every operation takes the same time. */
export function createRouter<Handler>(routes: readonly Route[], handlerOf: (route: Route) => Handler): Router<Handler> {
  const root = emptyNode<Handler>()
  for (const route of routes) {
    const handler = handlerOf(route)
    for (const node of leavesOf(root, route.path.split('/').slice(1))) {
      node.handlers.set(route.method, handler)
      node.names.set(route.method, placesOf(route.path))
      node.allowed = [...node.handlers.keys()].map(method => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')
    }
  }
  return { find: (path: string) => find(root, path) }
}

/** Whether a path belongs to the interface: below the base URL of the default world or of any other (D1). */
export function isRestPath(path: string): boolean {
  return /^(?:\/worlds\/[^/]*)?\/v1(?:\/|$)/.test(path)
}

/** The fault of a path, wherever it leads: a part that cannot be decoded, or dots, which would lead out of the world. */
export function pathFault(path: string): DomainError | undefined {
  if (!path.includes('%') && !path.includes('/.')) return undefined
  try {
    return partsOf(path).every(part => part === '' || isName(part)) ? undefined : unknownPath(path)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** D12: the refusal of a path that no route serves. */
export function unknownPath(path: string, near?: string): DomainError {
  const meant = near === undefined ? productHint(path.replaceAll(/\/{2,}/g, '/')) : ` Did you mean ${near}?`
  return new DomainError(
    'NOT_FOUND',
    `There is no path ${JSON.stringify(path.slice(0, 200))}.${meant} /openapi.json lists all operations.`,
  )
}

/** D12: the refusal of a method that a path does not support. */
export function unknownMethod(method: string, allowed: string, path = ''): DomainError {
  return new DomainError('METHOD_NOT_ALLOWED', `${method} is not possible here: use ${allowed}.${productHint(path)}`)
}

function productHint(path: string): string {
  const [, service = '', name = ''] = OF_PAYMENTS.exec(path) ?? []
  return lackingProduct(service, name)
}

const OF_PAYMENTS = /\/v1\/((?:bulk-|periodic-)?payments)\/([^/]+)/

function partsOf(path: string): string[] {
  const parts = path.split('/').slice(1)
  return path.includes('%') ? parts.map(decode) : parts
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new DomainError(
      'BAD_REQUEST',
      `${JSON.stringify(part.slice(0, 80))} in the path is no percent-encoded UTF-8 (RFC 3986, 2.1).`,
    )
  }
}

function find<Handler>(root: Node<Handler>, path: string): RouteMatch<Handler> | undefined {
  const all = partsOf(path)
  const [first, name] = all
  const below = first === 'worlds' ? 2 : 0
  const world = below === 0 ? DEFAULT_WORLD : (name ?? '')
  const parts = all.slice(below)
  let node: Node<Handler> | undefined = root
  for (const part of parts) {
    node = node.fixed.get(part) ?? (isName(part) ? node.parameter : undefined)
    if (node === undefined) return undefined
  }
  const { handlers, names, allowed } = node
  if (handlers.size === 0) return undefined
  const params = (method: string) => {
    const found: Record<string, string> = {}
    for (const [of, place] of names.get(method) ?? []) found[of] = parts[place] ?? ''
    return found
  }
  return { world, handlers, allowed, params }
}

// No name consists of dots, which elsewhere mean the parent.
function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..'
}

function emptyNode<Handler>(): Node<Handler> {
  return { fixed: new Map(), parameter: undefined, handlers: new Map(), names: new Map(), allowed: '' }
}

function leavesOf<Handler>(root: Node<Handler>, parts: readonly string[]): Node<Handler>[] {
  return parts.reduce<Node<Handler>[]>((nodes, part) => nodes.flatMap(node => childrenOf(node, part)), [root])
}

function childrenOf<Handler>(node: Node<Handler>, part: string): Node<Handler>[] {
  if (part === '{paymentService}') return SERVICES.map(service => fixedChild(node, service))
  if (!part.startsWith('{')) return [fixedChild(node, part)]
  node.parameter ??= emptyNode()
  return [node.parameter]
}

function fixedChild<Handler>(node: Node<Handler>, part: string): Node<Handler> {
  const child = node.fixed.get(part) ?? emptyNode<Handler>()
  node.fixed.set(part, child)
  return child
}

function placesOf(path: string): (readonly [string, number])[] {
  const parts = path.split('/').slice(1)
  return parts.flatMap((part, place) => (part.startsWith('{') ? [[part.slice(1, -1), place] as const] : []))
}
