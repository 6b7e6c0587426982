import { type AccessInput, access, paymentCall } from '../../bank/inputs/access.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import { NO_PSU, type Service } from '../../bank/operations/operation.ts'
import { linkSca } from '../../bank/resolvers/authorisations/start.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import { actAsTpp } from '../../bank/resolvers/tpps.ts'
import { type Fixes, NO_FIXES, parseFixes } from '../../domain/account-information.ts'
import { DomainError, type Fault } from '../../domain/errors.ts'
import type { GraphqlContext } from './builder.ts'
import { given as givenAs } from './input-types.ts'

/** The values that REST takes from headers, given by the operator that calls on behalf of a TPP (D71). */

type Bank = GraphqlContext['bank']
type Run<Result> = (ctx: Bank, access: Access, fixes: Fixes) => Promise<Result>
type CallerArgs = Readonly<Record<string, unknown>>

/** A TPP that reads, and for whom: what each field below `asTpp` is run with (D130). */
export type Reader = { readonly ctx: Bank; readonly stated: AccessInput; readonly fixes: Fixes }

/** The TPP and the PSU of `asTpp`. RESOURCE_UNKNOWN for a TPP that the bank does not know. */
export async function readerOf(bank: Bank, given: Partial<AccessInput> | null | undefined): Promise<Reader> {
  const stated = { ...access.parse({}), ...given }
  return {
    stated,
    ctx: await actAsTpp(bank, stated.tpp, 'access.tpp'),
    fixes: parseFixes(stated.acceptFix?.join(',')),
  }
}

/** Runs a read as its TPP and for its PSU. */
export function readAs<Result>(service: Service, { ctx, stated, fixes }: Reader, run: Run<Result>): Promise<Result> {
  if (service === 'sandbox') return run(ctx, NO_PSU, NO_FIXES)
  return withArguments('access.', service === 'payments' ? pay(ctx, stated, run) : askFor(ctx, stated, fixes, run))
}

/** The PSU in whose name something is decided. */
export const PSU_WHO_DECIDES = 'The PSU who decides: by its customerNumber, key or id.'

/** A call of the operator itself, without a subject. */
export const AS_OPERATOR = { ids: {}, options: {}, input: undefined, access: NO_PSU, fixes: NO_FIXES }

/** Runs a call that changes something, as the TPP and for the PSU of its input. */
export function runAs<Result>(service: Service, bank: Bank, stated: CallerArgs, run: Run<Result>): Promise<Result> {
  if (service === 'accountInformation') return asTpp(bank, stated, run)
  return service === 'payments' ? asPayer(bank, stated, run) : asOperator(bank, stated, run)
}

/** Runs a call of account information; its refusals carry the link to an SCA (D32). */
export async function asTpp<Result>(bank: Bank, given: Partial<AccessInput>, run: Run<Result>): Promise<Result> {
  const stated = { ...access.parse({}), ...given }
  const ctx = await actAsTpp(bank, stated.tpp)
  return withArguments('', askFor(ctx, stated, parseFixes(stated.acceptFix?.join(',')), run))
}

function askFor<Result>(ctx: Bank, stated: AccessInput, fixes: Fixes, run: Run<Result>): Promise<Result> {
  const { tpp: _, psu, agreementId, psuIpAddress, acceptFix: __, ...rest } = stated
  const who = { ...rest, customerNumber: psu, corporateId: agreementId, psuPresent: psuIpAddress !== undefined }
  return linkSca(ctx, () => run(ctx, who, fixes))
}

async function asPayer<Result>(bank: Bank, stated: CallerArgs, run: Run<Result>): Promise<Result> {
  const { tpp } = stated
  return withArguments('', pay(await actAsTpp(bank, typeof tpp === 'string' ? tpp : undefined), stated, run))
}

/** Runs a call on payments. FORMAT_ERROR for an invalid redirectUri, and without a PSU. */
async function pay<Result>(ctx: Bank, given: CallerArgs, run: Run<Result>): Promise<Result> {
  const stated = Object.fromEntries(Object.keys(paymentCall.shape).map(name => [name, given[name]]))
  const { tpp: _, psu, agreementId, ...rest } = parseInput(givenAs(paymentCall), stated)
  return run(ctx, { ...rest, customerNumber: psu, corporateId: agreementId, psuPresent: true }, NO_FIXES)
}

/** Values for which REST has a header or a part of the path, and GraphQL an argument. */
const ARGUMENTS: Readonly<Record<string, keyof AccessInput | 'product'>> = {
  'PSU-Context': 'context',
  'PSU-Corporate-ID': 'agreementId',
  'PSU-ID': 'psu',
  'PSU-IP-Address': 'psuIpAddress',
  'TPP-Redirect-URI': 'redirectUri',
  'TPP-Session-ID': 'sessionId',
  'X-PSU-IDENTITY': 'psu',
  'payment-product': 'product',
}
// Text in quotation marks is the caller's.
const HEADERS = new RegExp(`(?<!")\\b(?:${Object.keys(ARGUMENTS).join('|')})\\b`, 'g')

/** A text about a call with the arguments of GraphQL in place of REST's headers. */
export function nameArguments(text: string, place: '' | 'access.' = ''): string {
  return text.replaceAll(HEADERS, header => `${place}${ARGUMENTS[header] ?? header}`)
}

/** Refusals of an operation name headers: here each is replaced by its argument (D71), at `place`. */
export async function withArguments<Result>(place: '' | 'access.', running: Promise<Result>): Promise<Result> {
  try {
    return await running
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const named = (text: string) => nameArguments(text, place)
    const inArguments = (fault: Fault): Fault => {
      const { path, text } = fault
      // A field of the caller by its own name.
      if (path !== undefined && path in access.shape) return { ...fault, path: `${place}${path}` }
      return { ...fault, text: named(text), ...(path === undefined ? {} : { path: named(path) }) }
    }
    throw new DomainError(error.code, error.listed.map(inArguments), undefined, error.links, error.unlisted)
  }
}

async function asOperator<Result>(bank: Bank, { tpp }: CallerArgs, run: Run<Result>): Promise<Result> {
  return run(typeof tpp === 'string' ? await actAsTpp(bank, tpp) : bank, NO_PSU, NO_FIXES)
}
