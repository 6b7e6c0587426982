import type { Context } from '../../context.ts'
import { missingRight, parseRoles } from '../../domain/engagements.ts'
import type { Account, PsuContext } from '../../generated/client.ts'
import { headerOf, type RefusedCall, readsAsTpp, withAccess, withHeaders, withoutHeaders } from '../commands.ts'

/** A PSU as a call names it. */
export type Person = {
  readonly customerNumber: string
  readonly context: PsuContext
  readonly agreementId: string
}

/** The call for another PSU, in the name that this one acts in. */
export function callFor(call: RefusedCall, { customerNumber, context, agreementId }: Person): RefusedCall {
  if (readsAsTpp(call))
    return withAccess(call, { psu: customerNumber, context, ...(context === 'CORPORATE' ? { agreementId } : {}) })
  const plain = withoutHeaders(call, 'PSU-ID', 'X-PSU-IDENTITY', 'PSU-Corporate-ID')
  const own = { ...plain, psu: customerNumber }
  if (context === 'CORPORATE') return withHeaders(own, ['PSU-Context', 'CORPORATE'], ['PSU-Corporate-ID', agreementId])
  return headerOf(call, 'PSU-Context') === undefined ? own : withHeaders(own, ['PSU-Context', 'PRIVATE'])
}

/** Those that may act on an account, or on any: private ones first, then those of whom most is left to the limit. */
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

export function personOf({ customer, agreement }: Member): Person {
  return {
    customerNumber: customer.customerNumber,
    context: agreement.automatic ? 'PRIVATE' : 'CORPORATE',
    agreementId: agreement.id,
  }
}

/** A member that sees an account in a consent (D27): the one that is asked for, where it does. */
export async function viewerOf(
  ctx: Context,
  psu: string | undefined,
  accountId?: string,
  agreementId?: string,
): Promise<Person | undefined> {
  const able = (await membersOf(ctx, accountId)).filter(
    ({ roles, agreementId: own }) =>
      (['REGISTER', 'VIEW'] as const).every(role => parseRoles(roles).includes(role)) && (agreementId ?? own) === own,
  )
  const found = able.find(({ customer }) => customer.customerNumber === psu) ?? able[0]
  return found === undefined ? undefined : personOf(found)
}

/** A member that may register payments of an amount from an account. */
export async function payerOf(ctx: Context, { id, currency }: Account, minor: bigint): Promise<Person | undefined> {
  const able = (await membersOf(ctx, id)).find(
    member => missingRight([member], 'REGISTER', currency, minor) === undefined,
  )
  return able === undefined ? undefined : personOf(able)
}
