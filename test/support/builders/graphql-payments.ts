import type { World } from '../clients/bank.ts'
import { ask } from '../clients/both-doors.ts'

/** Payments made through the operator's door as the built-in TPP. */

export const PRODUCT = 'NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS'

/** A product of REST's path as GraphQL names it. */
export const asProduct = (name: string | undefined) => name?.toUpperCase().replaceAll('-', '_')

/** One mutation for each service. */
const MADE =
  '{ payment { id status } authorisation { id status redirectUri } transactionFees { amount currency } transactionFeeIndicator psuMessage tppMessages { category code path text } }'

export const CREATE = {
  single: `mutation ($input: CreatePaymentInput!) { made: createPayment(input: $input) ${MADE} }`,
  bulk: `mutation ($input: CreateBulkPaymentInput!) { made: createBulkPayment(input: $input) ${MADE} }`,
  periodic: `mutation ($input: CreatePeriodicPaymentInput!) { made: createPeriodicPayment(input: $input) ${MADE} }`,
} as const

type Variables = Readonly<Record<string, unknown>>

/** The variables of `CREATE`: who calls, with the body of a payment in `input`. */
export const ordered = ({ input, ...by }: Variables) => ({ input: { product: PRODUCT, ...by, ...Object(input) } })

/** Registers a payment; its id, and the id of its SCA when the context is given. */
export async function pay(
  world: World,
  service: keyof typeof CREATE,
  given: Variables,
): Promise<{ id: string; sca: string | undefined }> {
  const duplicates = service === 'periodic' ? {} : { allowLogicalDuplicate: true }
  const { made } = await ask(world, CREATE[service], ordered({ ...duplicates, ...given }))
  return { id: made.payment.id, sca: made.authorisation?.id }
}

/** The PSU approves. */
export function approve(world: World, id: string | undefined, psu: string) {
  const query =
    'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { authorisation { status } } }'
  return ask(world, query, { input: { id, psu, outcome: 'APPROVED' } })
}

export const moveOn = (world: World, by: string) =>
  ask(world, 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { clock { now } } }', { by })

export async function statusOf(world: World, id: string): Promise<string> {
  return (await ask(world, 'query ($id: ID!) { payment(id: $id) { status } }', { id })).payment.status
}
