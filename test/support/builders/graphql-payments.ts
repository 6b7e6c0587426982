import type { World } from '../clients/bank.ts'
import { ask } from '../clients/both-doors.ts'

/** Payments made through the operator's door as the built-in TPP. */

export const PRODUCT = 'NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS'

/** A product of REST's path as GraphQL names it. */
export const asProduct = (name: string | undefined) => name?.toUpperCase().replaceAll('-', '_')

/** One mutation for each service, with all of its arguments as variables. */
const ARGUMENTS =
  '$tpp: String, $psu: String!, $context: PsuContext, $agreementId: ID, $redirectUri: String, $redirectPreferred: Boolean, $product: PaymentProduct!'
const GIVEN =
  'tpp: $tpp, psu: $psu, context: $context, agreementId: $agreementId, redirectUri: $redirectUri, redirectPreferred: $redirectPreferred, product: $product, input: $input'
const MADE =
  '{ payment { id status } authorisation { id status redirectUri } transactionFees { amount currency } transactionFeeIndicator psuMessage tppMessages { category code path text } }'

export const CREATE = {
  single: `mutation (${ARGUMENTS}, $allowLogicalDuplicate: Boolean, $input: CreatePaymentInput!) { made: createPayment(${GIVEN}, allowLogicalDuplicate: $allowLogicalDuplicate) ${MADE} }`,
  bulk: `mutation (${ARGUMENTS}, $allowLogicalDuplicate: Boolean, $input: CreateBulkPaymentInput!) { made: createBulkPayment(${GIVEN}, allowLogicalDuplicate: $allowLogicalDuplicate) ${MADE} }`,
  periodic: `mutation (${ARGUMENTS}, $input: CreatePeriodicPaymentInput!) { made: createPeriodicPayment(${GIVEN}) ${MADE} }`,
} as const

type Variables = Readonly<Record<string, unknown>>

/** Registers a payment; its id, and the id of its SCA when the context is given. */
export async function pay(
  world: World,
  service: keyof typeof CREATE,
  variables: Variables,
): Promise<{ id: string; sca: string | undefined }> {
  const { made } = await ask(world, CREATE[service], { product: PRODUCT, allowLogicalDuplicate: true, ...variables })
  return { id: made.payment.id, sca: made.authorisation?.id }
}

/** The PSU approves. */
export function approve(world: World, id: string | undefined, customerNumber: string, more: Variables = {}) {
  return ask(
    world,
    'mutation ($id: ID!, $customerNumber: String) { completeAuthorisation(id: $id, customerNumber: $customerNumber, outcome: APPROVED) { authorisation { status } } }',
    { id, customerNumber, ...more },
  )
}

export const moveOn = (world: World, by: string) =>
  ask(world, 'mutation ($by: String) { advanceClock(by: $by) { now } }', { by })

export async function statusOf(world: World, id: string): Promise<string> {
  return (await ask(world, 'query ($id: ID!) { paymentStatus(id: $id) }', { id })).paymentStatus
}
