import { z } from 'zod'
import { Failure } from './failure.ts'
import { askOperator } from './operator.ts'

/** Asks the operator's door for the PSU-ID of one customer. */
export const PSU_ID_QUERY =
  'query PsuId($customerNumber: String!) { customer(customerNumber: $customerNumber) { psuId } }'

const found = z.object({ customer: z.object({ psuId: z.string() }) })

/**
 * The PSU-ID of a customer (D20), which only the operator's door knows.
 * @param world the base URL of the customer's world, without a slash at its end
 * @param token the operator's, if the server demands one (D70)
 */
export async function findPsuId(world: string, customerNumber: string, token: string | undefined): Promise<string> {
  const { data, errors = [] } = await askOperator(world, PSU_ID_QUERY, { customerNumber }, token)
  const parsed = found.safeParse(data)
  if (parsed.success) return parsed.data.customer.psuId
  const reason = errors.map(error => error.message).join(' ') || 'There is no such customer.'
  throw new Failure(
    'refused',
    `The bank knows no psuId of ${JSON.stringify(customerNumber)}: ${reason} \`npx sandbank call GET /v1/sandbox/customers\` lists the customers.`,
  )
}
