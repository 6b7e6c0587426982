import { type AccessInput, access, paymentCall } from '../../bank/inputs/access.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import { NO_PSU, type Service } from '../../bank/operations/operation.ts'
import { linkSca } from '../../bank/resolvers/authorisations/start.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import { actAsTpp } from '../../bank/resolvers/tpps.ts'
import { type Fixes, NO_FIXES, parseFixes } from '../../domain/account-information.ts'
import { DomainError, type Fault } from '../../domain/errors.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { given } from './input-types.ts'
import { inputTypeOf } from './inputs.ts'

/** The values that REST takes from headers, given by the operator that calls on behalf of a TPP (D71). */

type Bank = GraphqlContext['bank']
type Run<Result> = (ctx: Bank, access: Access, fixes: Fixes) => Promise<Result>
type CallerArgs = Readonly<Record<string, unknown>>

/** The argument of every field that reads as a TPP. */
export const accessArg = builder.args(t => ({
  access: t
    .field({
      type: inputTypeOf(access),
      description: 'Who calls, and for which PSU. When not given, it is the built-in TPP, without a PSU.',
    })
    .validate(given(access.nullish())),
}))

/** The PSU in whose name something is decided. */
export const PSU_WHO_DECIDES = 'The customerNumber of the PSU who decides: the number that it enters at the bank.'

/** A call of the operator itself, without a subject. */
export const AS_OPERATOR = { ids: {}, options: {}, input: undefined, access: NO_PSU, fixes: NO_FIXES }

/** Runs a call as the TPP and for the PSU of its arguments. */
export function runAs<Result>(service: Service, bank: Bank, args: CallerArgs, run: Run<Result>): Promise<Result> {
  if (service === 'accountInformation') return asTpp(bank, accessIn(args), run, 'access' in args ? 'access.' : '')
  return service === 'payments' ? asPayer(bank, args, run) : asOperator(bank, args, run)
}

/** Runs a call of account information; its refusals carry the link to an SCA (D32). */
export async function asTpp<Result>(
  bank: Bank,
  stated: Partial<AccessInput> | null | undefined,
  run: Run<Result>,
  place: '' | 'access.' = '',
): Promise<Result> {
  const { tpp, psu, agreementId, psuIpAddress, acceptFix, ...rest } = { ...access.parse({}), ...stated }
  const who = { ...rest, customerNumber: psu, corporateId: agreementId, psuPresent: psuIpAddress !== undefined }
  const ctx = await actAsTpp(bank, tpp, `${place}tpp`)
  return withArguments(
    place,
    linkSca(ctx, () => run(ctx, who, parseFixes(acceptFix?.join(',')))),
  )
}

/** Runs a call on payments. FORMAT_ERROR for an invalid redirectUri. */
async function asPayer<Result>(bank: Bank, args: CallerArgs, run: Run<Result>): Promise<Result> {
  const stated = Object.fromEntries(Object.keys(paymentCall.shape).map(name => [name, args[name]]))
  const { tpp, psu, agreementId, ...rest } = parseInput(given(paymentCall), stated)
  const who = { ...rest, customerNumber: psu, corporateId: agreementId, psuPresent: true }
  return withArguments('', run(await actAsTpp(bank, tpp), who, NO_FIXES))
}

/** Values for which REST has a header, and GraphQL an argument. */
const ARGUMENTS: Readonly<Record<string, keyof AccessInput>> = {
  'PSU-Context': 'context',
  'PSU-Corporate-ID': 'agreementId',
  'PSU-ID': 'psu',
  'PSU-IP-Address': 'psuIpAddress',
  'TPP-Redirect-URI': 'redirectUri',
  'TPP-Session-ID': 'sessionId',
  'X-PSU-IDENTITY': 'psu',
}
// Text in quotation marks is the caller's.
const HEADERS = new RegExp(`(?<!")\\b(?:${Object.keys(ARGUMENTS).join('|')})\\b`, 'g')

/** A text about a call with the arguments of GraphQL in place of REST's headers. */
export function nameArguments(text: string, place: '' | 'access.' = ''): string {
  return text.replaceAll(HEADERS, header => `${place}${ARGUMENTS[header] ?? header}`)
}

/** Refusals of an operation name headers: here each is replaced by its argument (D71), at `place`. */
async function withArguments<Result>(place: '' | 'access.', running: Promise<Result>): Promise<Result> {
  try {
    return await running
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const named = (text: string) => nameArguments(text, place)
    const inArguments = (fault: Fault): Fault => {
      const { path, text } = fault
      // The argument of the deciding PSU, besides those for the headers of a TPP.
      if (path !== undefined && path in access.shape) return fault
      return { ...fault, text: named(text), ...(path === undefined ? {} : { path: named(path) }) }
    }
    throw new DomainError(error.code, error.listed.map(inArguments), undefined, error.links, error.unlisted)
  }
}

async function asOperator<Result>(bank: Bank, { tpp }: CallerArgs, run: Run<Result>): Promise<Result> {
  return run(typeof tpp === 'string' ? await actAsTpp(bank, tpp) : bank, NO_PSU, NO_FIXES)
}

// Validated by the plugin.
function accessIn(args: CallerArgs): AccessInput | null | undefined
function accessIn(args: CallerArgs): unknown {
  return 'access' in args ? args['access'] : args
}
