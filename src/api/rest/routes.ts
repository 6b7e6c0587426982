import type { OperationName } from '../../bank/operations/list.ts'
import { DomainError } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { PRODUCTS } from '../../domain/products.ts'
import { consentedAccountRoutes, consentedCardAccountRoutes, fundsRoutes } from './account-information/accounts.ts'
import { statementRoutes } from './account-information/statements.ts'
import { accountRoutes } from './accounts.ts'
import { agreementRoutes } from './agreements.ts'
import { consentRoutes } from './consents.ts'
import { customerRoutes } from './customers.ts'
import { engagementRoutes } from './engagements.ts'
import { paymentResourceRoutes, paymentRoutes } from './payments/resources.ts'
import { createRouter, SERVICES } from './router.ts'
import type { Route } from './serve.ts'
import { signingBasketRoutes } from './signing-baskets.ts'
import { tppRoutes } from './tpps.ts'
import { transactionRoutes } from './transactions.ts'

const ALL = [
  ...customerRoutes,
  ...agreementRoutes,
  ...engagementRoutes,
  ...accountRoutes,
  ...transactionRoutes,
  ...consentRoutes,
  ...consentedAccountRoutes,
  ...statementRoutes,
  ...consentedCardAccountRoutes,
  ...fundsRoutes,
  ...tppRoutes,
  ...paymentRoutes,
  ...paymentResourceRoutes,
  ...signingBasketRoutes,
]

/** Every REST operation. The router, the OpenAPI document, the CLI and the guards all read this list. */
export const ROUTES: readonly Route<Each<(typeof ALL)[number]['operation'], OperationName>>[] = ALL

/** Does not compile while an operation has no route: the compiler names the operation. */
type Each<Served, All extends Served> = All

/** Finds an operation by its path. */
export const ROUTER = createRouter(ROUTES, route => route)

/** The operation of a method and a path below the base URL, found as the bank itself finds it. */
export function findOperation(method: string, path: string): Route | undefined {
  try {
    return ROUTER.find(path)?.handlers.get(method)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/**
 * The path of the interface that was probably meant: without a final slash, with its version, or without a prefix, and with each misspelt part
 * corrected; with the first of the products where that is missing. Nothing when no path is similar.
 */
export function nearestPath(path: string): string | undefined {
  if (path.length > LONGEST) return undefined
  const [, world = '', behind = ''] = GRAPHQL.exec(path) ?? []
  if (GRAPHQL.test(path)) return `${world === '' ? behind : world}/graphql`
  const all = path.split('/').filter(part => part !== '')
  const below = all[0] === 'worlds' && all.length > 2 ? 2 : 0
  const base = all.slice(0, below)
  const parts = all.slice(below)
  const version = parts.findIndex(part => /^v\d+(\.\d+)*$/i.test(part))
  const rest = parts.slice(version + 1)
  for (const tried of version < 0 ? [rest, rest.slice(1)] : [rest]) {
    const found = tried.length === 0 ? undefined : (spelled(['v1', ...tried]) ?? withProduct(['v1', ...tried]))
    if (found !== undefined) return `/${[...base, ...found].join('/')}`
  }
  return undefined
}

const LONGEST = 300
/** The operator's door with more parts before or after it than a world's name. */
const GRAPHQL = /^(\/worlds\/[\w-]+)?(?:\/(?:api|v\d+))?\/graph(?:i?ql|QL)(\/worlds\/[\w-]+)?\/?$/

const TEMPLATES: readonly (readonly string[])[] = ROUTES.flatMap(({ path }) => {
  const parts = path.split('/').slice(1)
  return parts.includes('{paymentService}')
    ? SERVICES.map(service => parts.map(part => (part === '{paymentService}' ? service : part)))
    : [parts]
})

/** The parts according to a template. Of several templates, the first without a correction, else the one with the fewest. */
function spelled(parts: readonly string[]): readonly string[] | undefined {
  const fitting = TEMPLATES.flatMap(template => {
    if (template.length !== parts.length) return []
    const right = template.map((name, place) => {
      const part = parts[place] ?? ''
      if (name.startsWith('{')) return mayBe(name, part) ? part : undefined
      return nearest(part.toLowerCase(), [name])
    })
    const whole = right.flatMap(part => part ?? [])
    return whole.length === parts.length ? [whole] : []
  })
  const changes = (one: readonly string[]) => one.filter((part, place) => part !== parts[place]).length
  return fitting.toSorted((one, other) => changes(one) - changes(other))[0]
}

/** Whether a part can be a value: where one is missing, the word or id after it would take its place. */
function mayBe(name: string, part: string): boolean {
  return !WORDS.has(part) && !(name === '{paymentProduct}' && isUuid(part))
}

const WORDS = new Set(TEMPLATES.flat())

function withProduct(parts: readonly string[]): readonly string[] | undefined {
  return parts.length === 2 ? spelled([...parts, PRODUCTS[0]]) : undefined
}
