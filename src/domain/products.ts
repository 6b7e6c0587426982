import type { PaymentService } from '../generated/client.ts'
import { DomainError } from './errors.ts'
import { isUuid } from './ids.ts'

/** The payment products [P]. */
export const PRODUCTS = [
  'norwegian-domestic-credit-transfers',
  'instant-norwegian-domestic-credit-transfers-straks',
  'cross-border-credit-transfers',
  'sepa-credit-transfers',
] as const
export type Product = (typeof PRODUCTS)[number]

/** The differences between the products. */
export type ProductRules = {
  /** The currencies that can be instructed; undefined: all that the bank exchanges. */
  readonly currency: 'NOK' | 'EUR' | undefined
  /** Executed at the moment of its SCA, at any hour (D35). */
  readonly instant: boolean
  /** How many batches it takes until the money has arrived (D35). */
  readonly batches: 0 | 1 | 2
  /** In øre; booked separately (D48). */
  readonly feeMinor: bigint
  readonly needsIban: boolean
  /** The countries that it reaches. */
  readonly reaches: 'NORWAY' | 'SEPA' | 'ANYWHERE'
  /** It needs a BIC and a full address of the creditor. */
  readonly needsAgent: boolean
  /** What a structured reference of type SCOR is (D47). */
  readonly scor: 'KID' | 'RF'
  /** How many structured references it takes (D47). */
  readonly mostReferences: number
}

/** How many structured references a transfer holds at most (D47). */
export const MOST_REFERENCES = 5

const DOMESTIC = {
  currency: 'NOK',
  instant: false,
  batches: 1,
  feeMinor: 0n,
  needsIban: false,
  reaches: 'NORWAY',
  needsAgent: false,
  scor: 'KID',
  mostReferences: MOST_REFERENCES,
} as const

export const PRODUCT_RULES = {
  'norwegian-domestic-credit-transfers': DOMESTIC,
  'instant-norwegian-domestic-credit-transfers-straks': { ...DOMESTIC, instant: true, batches: 0 },
  'cross-border-credit-transfers': {
    currency: undefined,
    instant: false,
    batches: 2,
    feeMinor: 50_00n,
    needsIban: false,
    reaches: 'ANYWHERE',
    needsAgent: true,
    scor: 'RF',
    mostReferences: 1,
  },
  'sepa-credit-transfers': {
    currency: 'EUR',
    instant: false,
    batches: 2,
    feeMinor: 10_00n,
    needsIban: true,
    reaches: 'SEPA',
    needsAgent: false,
    scor: 'RF',
    mostReferences: 1,
  },
} as const satisfies Record<Product, ProductRules>

type ChargedPayment = {
  readonly payment: { readonly service: PaymentService; readonly product: string }
  readonly entries: readonly unknown[]
}

/** All fees of a payment, in øre: one for each transfer (D48). */
export function feesMinor({ payment: { service, product }, entries }: ChargedPayment): bigint {
  return PRODUCT_RULES[requireProduct(service, product)].feeMinor * BigInt(entries.length)
}

/** How many transfers a bulk payment holds at most. */
export const MAX_BULK_TRANSFERS = 500

/** The payment services as the paths name them. */
export const SERVICES = {
  payments: 'SINGLE',
  'bulk-payments': 'BULK',
  'periodic-payments': 'PERIODIC',
} as const satisfies Record<string, PaymentService>
export type ServicePath = keyof typeof SERVICES

/** The path of a service. */
export const SERVICE_PATHS = {
  SINGLE: 'payments',
  BULK: 'bulk-payments',
  PERIODIC: 'periodic-payments',
} as const satisfies Record<PaymentService, ServicePath>

/** Bulk and periodic payments exist only as domestic credit transfers. */
export const OFFERED: Record<PaymentService, readonly Product[]> = {
  SINGLE: PRODUCTS,
  BULK: ['norwegian-domestic-credit-transfers'],
  PERIODIC: ['norwegian-domestic-credit-transfers'],
}

/** The product with a name, if the service offers it. */
export function findProduct(service: PaymentService, name: string): Product | undefined {
  return OFFERED[service].find(product => product === name)
}

/** A sentence for a path that names a payment without its product; empty for any other. */
export function lackingProduct(service: string, name: string): string {
  return isUuid(name)
    ? ` An id stands where the product belongs: write /v1/${service}/{payment-product}/{paymentId}.`
    : ''
}

/** The product that a path names. PRODUCT_UNKNOWN when there is none with this name, PRODUCT_INVALID when the service does not offer it. */
export function requireProduct(service: PaymentService, name: string): Product {
  const product = PRODUCTS.find(one => one === name)
  if (product === undefined) {
    throw new DomainError(
      'PRODUCT_UNKNOWN',
      `There is no payment product ${JSON.stringify(name.slice(0, 80))}. There are ${PRODUCTS.join(', ')}.${lackingProduct(SERVICE_PATHS[service], name)}`,
      'payment-product',
    )
  }
  if (OFFERED[service].includes(product)) return product
  throw new DomainError(
    'PRODUCT_INVALID',
    `${SERVICE_PATHS[service]} offers ${OFFERED[service].join(', ')} only.`,
    'payment-product',
  )
}
