import { parseFixes } from '../domain/account-information.ts'
import { type AccessInput, access, DEFAULT_REDIRECT_URI, paymentCall } from '../inputs/access.ts'
import { parseInput } from '../inputs/parse.ts'
import type { Access } from '../resolvers/consents/grant.ts'
import { actAsTpp, readAsTpp } from '../resolvers/operators.ts'
import type { PaymentCall } from '../resolvers/payments/register.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { PsuContextEnum } from './consent-enums.ts'
import { given } from './inputs.ts'

/** What REST takes from headers, given by the operator who calls in a TPP's stead (D71). */

const TPP =
  'The TPP that calls, by its id, for example "NO-FSA-987654321"; with the prefix PSD or without. The built-in TPP SANDBANK when not given (D71).'
const AGREEMENT = 'PSU-Corporate-ID in REST: the id of the agreement that a corporate PSU acts under (D34).'
const REDIRECT_URI = `TPP-Redirect-URI in REST: where the PSU goes after its SCA. ${DEFAULT_REDIRECT_URI} when not given.`
const REDIRECT_PREFERRED =
  'TPP-Redirect-Preferred in REST: false makes the page say that the PSU should approve in its app (D33). True when not given.'

type Bank = GraphqlContext['bank']

export { accessArg } from './callers.ts'

export type GivenAccess = AccessInput | null | undefined

/** Runs a call of account information as the TPP that the operator names; its refusals carry the link to an SCA (D32). */
export function asTpp<Result>(
  bank: Bank,
  given: GivenAccess,
  run: (ctx: Bank, access: Access) => Promise<Result>,
): Promise<Result> {
  const { tpp, psu, agreementId, psuIpAddress, acceptFix: _, ...rest } = given ?? access.parse({})
  const psuPresent = psuIpAddress !== undefined
  return readAsTpp(bank, tpp, ctx => run(ctx, { ...rest, customerNumber: psu, corporateId: agreementId, psuPresent }))
}

/** The changes that a call activates early (D43). */
export function fixesOf(given: GivenAccess) {
  return parseFixes(given?.acceptFix?.join(','))
}

/** The arguments of every field that acts on payments for a PSU. */
export const psuArgs = builder.args(t => ({
  tpp: t.string({ description: TPP }),
  psu: t.string({ required: true, description: 'The customerNumber of the PSU, in place of PSU-ID.' }),
  agreementId: t.string({ description: AGREEMENT }),
}))

/** Those of every field that starts an SCA. */
export const scaArgs = builder.args(t => ({
  redirectUri: t.string({ description: REDIRECT_URI }),
  redirectPreferred: t.boolean({ description: REDIRECT_PREFERRED }),
}))

/** The context, where the PSU's SCA is to be started at once. */
export const contextArg = builder.args(t => ({
  context: t.field({
    type: PsuContextEnum,
    description: 'PSU-Context in REST. Given, the SCA is started at once; else by startPaymentAuthorisation (D45).',
  }),
}))

type Given<Value> = Value | null | undefined
type CallArgs = {
  readonly tpp?: Given<string>
  readonly psu: string
  readonly agreementId?: Given<string>
  readonly context?: Given<'PRIVATE' | 'CORPORATE'>
  readonly redirectUri?: Given<string>
  readonly redirectPreferred?: Given<boolean>
  readonly allowLogicalDuplicate?: Given<boolean>
}

/** Runs a call on payments as the TPP and for the PSU that the operator names. FORMAT_ERROR for a redirectUri that is none. */
export async function asPayer<Result>(
  bank: Bank,
  { tpp, psu, agreementId, context, redirectUri, redirectPreferred, allowLogicalDuplicate }: CallArgs,
  run: (ctx: Bank, call: PaymentCall) => Promise<Result>,
): Promise<Result> {
  const args = { tpp, psu, agreementId, context, redirectUri, redirectPreferred, allowLogicalDuplicate }
  const call = parseInput(given(paymentCall), args)
  return run(await actAsTpp(bank, call.tpp), { ...call, customerNumber: call.psu, corporateId: call.agreementId })
}
