import { PRODUCTS } from '../../domain/products.ts'
import { EXAMPLE_REQUEST_ID, EXAMPLE_TPP_ID, type HeaderSchema } from '../rest/header-formats.ts'
import { HEADER_SETS, HEADERS, type HeaderPolicy, type HeaderRow, type HeaderSet, isRequired } from '../rest/headers.ts'
import type { Route } from '../rest/serve.ts'
import type { ExampleIds } from './examples.ts'

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: HeaderSchema
  readonly example?: string
}

/** Every header and part of a path once, as components: operations refer to them. Certificate, digest and signature are security schemes. */
export function parameterComponents(ids: ExampleIds, policy: HeaderPolicy): (readonly [string, Parameter])[] {
  const ofHeaders = HEADERS.filter(row => !SECURITY.has(row.name)).flatMap(row => {
    const { freeIn, format: _, ...free } = row
    const demanded = demandsOf(row, policy).map(
      required => [headerComponent(row, required, policy), describeHeader(row, required, ids)] as const,
    )
    // [I] PSU headers: in the column of some sets the value has no fixed form.
    return freeIn === undefined
      ? demanded
      : [...demanded, [freeComponent(row), describeHeader(free, false, ids)] as const]
  })
  const ofPaths = Object.entries(pathParts(ids)).map(
    ([key, part]) => [componentName(key), describePathPart(key, part)] as const,
  )
  return [...ofHeaders, ...ofPaths]
}

/** References to the parameters of an operation: of its path, then its headers. */
export function describeParameters(one: Route, policy: HeaderPolicy): { $ref: string }[] {
  const ofPath = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    componentName(name === 'id' && one.path.startsWith('/v1/card-accounts') ? 'cardAccountId' : name),
  )
  const ofHeaders = HEADERS.filter(row => row.sets[one.headerSet] !== undefined && !SECURITY.has(row.name)).map(row =>
    row.freeIn?.includes(one.headerSet) === true
      ? freeComponent(row)
      : headerComponent(row, isDemanded(row, one.headerSet, policy), policy),
  )
  return [...ofPath, ...ofHeaders].map(name => ({ $ref: `#/components/parameters/${name}` }))
}

const SECURITY: ReadonlySet<string> = new Set(['TPP-Signature-Certificate', 'Signature', 'Digest'])

/** Whether some header sets require it, and others do not. */
function demandsOf(row: HeaderRow, policy: HeaderPolicy): boolean[] {
  const sets = HEADER_SETS.filter(set => row.sets[set] !== undefined)
  return [...new Set(sets.map(set => isDemanded(row, set, policy)))]
}

/** A header that another may replace is required only in words. */
function isDemanded(row: HeaderRow, set: HeaderSet, policy: HeaderPolicy): boolean {
  const mayBeOther = HEADERS.some(other => other.name === row.alternative && other.sets[set] !== undefined)
  return isRequired(row, set, policy) && !mayBeOther
}

function headerComponent(row: HeaderRow, required: boolean, policy: HeaderPolicy): string {
  const prefix = !required && demandsOf(row, policy).length > 1 ? 'Optional' : ''
  return `${prefix}${componentName(row.name)}`
}

function freeComponent(row: HeaderRow): string {
  return `Free${componentName(row.name)}`
}

function describeHeader(row: HeaderRow, required: boolean, ids: ExampleIds): Parameter {
  const { name, description, format, alternative } = row
  const words = [
    description,
    ...(format === undefined ? [] : [`Form: ${format.right}.`]),
    ...(required || alternative === undefined
      ? []
      : [`Where a payment is created, this or ${alternative} is required.`]),
  ]
  const example = headerExamples(ids)[name]
  return {
    name,
    in: 'header',
    required,
    description: words.join(' '),
    schema: format?.schema ?? { type: 'string' },
    ...(example === undefined ? {} : { example }),
  }
}

/** Importers send each of them, so none requests another outcome, or an agreement beside a private PSU (D100). */
function headerExamples(ids: ExampleIds): Readonly<Record<string, string>> {
  return {
    'X-Request-ID': EXAMPLE_REQUEST_ID,
    'x-accept-fix': 'longer-name',
    'TPP-Session-ID': '0b9d1c52-7a0e-4d5a-9c5b-8a4f0a2f1c11',
    'TPP-Redirect-URI': 'https://tpp.example/callback',
    'PSU-ID': ids.customer.psuId,
    'X-PSU-IDENTITY': ids.customer.customerNumber,
    'PSU-Context': 'PRIVATE',
    'PSU-IP-Address': '192.0.2.17',
    'Accept-Language': 'nb',
  }
}

function describePathPart(key: string, { schema = { type: 'string', minLength: 1 }, ...part }: PathPart): Parameter {
  return { name: key === 'cardAccountId' ? 'id' : key, in: 'path', required: true, schema, ...part }
}

type PathPart = { readonly description: string; readonly example?: string; readonly schema?: HeaderSchema }

function pathParts(ids: ExampleIds): Readonly<Record<string, PathPart>> {
  return {
    customerId: { description: 'The id of a customer.', example: ids.customer.id },
    mockAgreementId: { description: 'The id of an agreement.', example: ids.agreement.id },
    mockEngagementId: { description: 'The id of an engagement of the agreement.', example: ids.engagement.id },
    mockAccountId: { description: 'The id of an account.', example: ids.account.id },
    mockCardAccountId: { description: 'The id of a card account.', example: ids.card.id },
    mockTransactionId: { description: 'The id of a transaction of the account.', example: ids.transaction.id },
    mockCardTransactionId: {
      description: 'The id of a transaction of the card account.',
      example: ids.cardTransaction.id,
    },
    id: { description: 'The resourceId of an account of the consent.', example: ids.account.id },
    cardAccountId: { description: 'The resourceId of a card account of the consent.', example: ids.card.id },
    transactionId: { description: 'The transactionId of a line of the statement.', example: ids.transaction.id },
    tppId: {
      description: "The calling TPP's own authority id, with or without the prefix PSD ([I] 1.21.6).",
      example: EXAMPLE_TPP_ID,
    },
    paymentService: {
      description: 'The kind of payment.',
      schema: { type: 'string', enum: ['payments', 'bulk-payments', 'periodic-payments'] },
      example: 'payments',
    },
    paymentProduct: {
      description: 'The payment product. Bulk and periodic payments know norwegian-domestic-credit-transfers alone.',
      schema: { type: 'string', enum: [...PRODUCTS] },
      example: 'norwegian-domestic-credit-transfers',
    },
    paymentId: { description: 'The paymentId of the answer that created the payment.' },
    basketId: { description: 'The basketId of the answer that created the basket.' },
    authorisationId: { description: 'The authorisationId of the answer that started the SCA.' },
  }
}

/** `PSU-IP-Address` becomes `PsuIpAddress`, `paymentId` `PaymentId`. */
function componentName(name: string): string {
  return name
    .split('-')
    .map(
      part =>
        part.charAt(0).toUpperCase() + (part === part.toUpperCase() ? part.slice(1).toLowerCase() : part.slice(1)),
    )
    .join('')
}
