import { z } from 'zod'
import { Failure } from './failure.ts'
import { type Reply, send } from './send.ts'

/** Asks the operator's door for the PSU-ID of one customer. */
export const PSU_ID_QUERY =
  'query PsuId($customerNumber: String!) { customer(customerNumber: $customerNumber) { psuId } }'

const answer = z.object({
  data: z.object({ customer: z.object({ psuId: z.string() }).nullable() }).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
    .optional(),
})

/**
 * The PSU-ID of a customer (D20), which only the operator's door knows.
 * @param world the base URL of the customer's world, without a slash at its end
 * @param token the operator's, if the server demands one (D70)
 */
export async function findPsuId(world: string, customerNumber: string, token: string | undefined): Promise<string> {
  const reply = await send({
    method: 'POST',
    url: new URL(`${world}/graphql`),
    headers: [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] satisfies [string, string]]),
    ],
    body: Buffer.from(JSON.stringify({ query: PSU_ID_QUERY, variables: { customerNumber } })),
  })
  const { data, errors = [] } = readAnswer(reply, world)
  if (data?.customer) return data.customer.psuId
  const reason = errors.map(error => error.message).join(' ') || 'There is no such customer.'
  throw new Failure(
    'refused',
    `The bank knows no psuId of ${JSON.stringify(customerNumber)}: ${reason} \`npx sandbank call GET /v1/sandbox/customers\` lists the customers.`,
  )
}

function readAnswer({ status, body }: Reply, world: string): z.output<typeof answer> {
  if (status === 401 || status === 403) {
    throw new Failure(
      'refused',
      `The bank lets only its operator look up a customer's psuId (${status}): set SANDBANK_TOKEN to the token that the server was started with.`,
    )
  }
  if (status >= 500)
    throw new Failure('serverFault', `The bank failed to look up the customer (${status}): its log says why.`)
  const parsed = answer.safeParse(parseJson(body))
  if (parsed.success && (parsed.data.data !== undefined || parsed.data.errors !== undefined)) return parsed.data
  throw new Failure(
    'refused',
    `${world}/graphql did not answer like Sandbank's GraphQL door (${status}): check --base and --world, or give the PSU-ID itself with --header.`,
  )
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
