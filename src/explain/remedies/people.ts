import type { Context } from '../../context.ts'
import { missingRight, parseRoles } from '../../domain/engagements.ts'
import type { LocalTpp } from '../../domain/tpps.ts'
import type { Account, PsuContext } from '../../generated/client.ts'
import { headerOf, type RefusedCall, type Signer, withHeaders, withoutHeaders } from '../commands.ts'
import { quote } from '../shell.ts'
import { readsAsTpp, withAccess } from './arguments.ts'

/** A PSU as a call names it. */
export type Person = {
  readonly customerNumber: string
  readonly context: PsuContext
  readonly agreementId: string
}

/** The arguments that name a PSU, as GraphQL writes them. */
export function argumentsOf({ customerNumber, context, agreementId }: Person): Readonly<Record<string, string>> {
  const agreement = context === 'CORPORATE' ? { agreementId: JSON.stringify(agreementId) } : {}
  return { psu: JSON.stringify(customerNumber), context, ...agreement }
}

/** The call for another PSU, in its own name or that of its corporation. */
export function callFor(call: RefusedCall, person: Person): RefusedCall {
  const { customerNumber, context, agreementId } = person
  if (readsAsTpp(call)) return withAccess(call, argumentsOf(person))
  const plain = withoutHeaders(call, 'PSU-ID', 'X-PSU-IDENTITY', 'PSU-Corporate-ID')
  const own = { ...plain, psu: customerNumber }
  if (context === 'CORPORATE') return withHeaders(own, ['PSU-Context', 'CORPORATE'], ['PSU-Corporate-ID', agreementId])
  return headerOf(call, 'PSU-Context') === undefined ? own : withHeaders(own, ['PSU-Context', 'PRIVATE'])
}

/** Who may act on an account, or on any: private members first, then those with the highest limit. */
export async function membersOf(ctx: Context, accountId?: string) {
  const rights = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, ...(accountId === undefined ? {} : { accountId }) },
    include: { customer: true, agreement: true, account: true },
    orderBy: { id: 'asc' },
    take: MOST_LOOKED_AT,
  })
  const weight = ({ agreement, registerLimit }: (typeof rights)[number]) =>
    agreement.automatic ? Number.POSITIVE_INFINITY : registerLimit
  return rights.toSorted((one, other) => (weight(one) === weight(other) ? 0 : weight(other) > weight(one) ? 1 : -1))
}
const MOST_LOOKED_AT = 50

export type Member = Awaited<ReturnType<typeof membersOf>>[number]

/** The first member that passes a test, preferably the PSU that the call names. */
export async function memberFor(
  ctx: Context,
  psu: string | undefined,
  will: (member: Member) => boolean = () => true,
  accountId?: string,
): Promise<Member | undefined> {
  const able = (await membersOf(ctx, accountId)).filter(will)
  return able.find(({ customer }) => customer.customerNumber === psu) ?? able[0]
}

export function personOf({ customer, agreement }: Member): Person {
  return {
    customerNumber: customer.customerNumber,
    context: agreement.automatic ? 'PRIVATE' : 'CORPORATE',
    agreementId: agreement.id,
  }
}

/** A member that can include an account in a consent (D27), preferably the PSU that the call names. */
export async function viewerOf(
  ctx: Context,
  psu: string | undefined,
  accountId?: string,
  agreementId?: string,
): Promise<Person | undefined> {
  const sees = ({ roles, agreementId: own }: Member) =>
    (['REGISTER', 'VIEW'] as const).every(role => parseRoles(roles).includes(role)) && (agreementId ?? own) === own
  const found = await memberFor(ctx, psu, sees, accountId)
  return found && personOf(found)
}

/** A member that may register payments of an amount from an account. */
export async function payerOf(ctx: Context, { id, currency }: Account, minor: bigint): Promise<Person | undefined> {
  const may = (member: Member) => missingRight([member], 'REGISTER', currency, minor) === undefined
  const found = await memberFor(ctx, undefined, may, id)
  return found && personOf(found)
}

export async function localTpps({ deps }: Context): Promise<readonly LocalTpp[]> {
  return (await deps.localTpps?.()) ?? []
}

/** Who signs a repeated call of a TPP. */
export async function signerOf(ctx: Context, tppId: string | undefined): Promise<Signer> {
  return chosenSigner(await localTpps(ctx), ctx.deps.machineNow(), tppId)
}

/** The caller where its key is on this machine, since payments and consents are its own (D3); any fit TPP where the caller is unknown; else a new one. */
export function chosenSigner(local: readonly LocalTpp[], now: Date, tppId: string | undefined): Signer {
  const fit = local.filter(({ flawed, notAfter }) => flawed !== true && (notAfter === undefined || notAfter > now))
  const chosen = fit.find(({ id }) => tppId === undefined || id === tppId)
  if (chosen !== undefined) return { tpp: local.length > 1 ? chosen.localName : undefined, createdBy: undefined }
  return newSigner(
    local.map(({ localName }) => localName),
    tppId,
  )
}

/** A new TPP with all roles, and with the caller's id where a certificate can have it. */
export function newSigner(taken: readonly string[], tppId = ''): Signer {
  let [tpp, next] = ['acme', 2]
  for (; taken.includes(tpp); next += 1) tpp = `acme-${next}`
  const id = /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? ` --id ${quote(tppId)}` : ''
  return { tpp, createdBy: `npx sandbank tpp new ${tpp} --roles PI,AI${id}` }
}
