import { byRule, DomainError, inWords, type Words } from '../../domain/errors.ts'
import type { Agreement, Authorisation, Customer, PsuContext } from '../../generated/client.ts'
import type { Context } from '../context.ts'

/** How a TPP names its PSU: by PSU-ID, by X-PSU-IDENTITY, or by a session that the bank issued (D32, D34). */
export type PsuClaim = {
  readonly psuId?: string | undefined
  readonly customerNumber?: string | undefined
  readonly sessionId?: string | undefined
  readonly context?: PsuContext | undefined
  readonly corporateId?: string | undefined
}

/** A PSU that the bank knows. `context` is undefined when the call leaves it open; a corporate PSU has its agreement. */
export type Psu = {
  readonly customer: Customer
  readonly context: PsuContext | undefined
  readonly agreement: Agreement | undefined
}

/**
 * The PSU of a call, and on whose behalf it acts (D34). `undefined` when the call names no PSU. PSU_CREDENTIALS_INVALID for an unknown PSU or an
 * agreement that is not one of the PSU; HTTP_HEADER_REQUIRED when a corporate user comes without PSU-Corporate-ID.
 */
export async function identifyPsu(ctx: Context, claim: PsuClaim): Promise<Psu | undefined> {
  const customer = await findCustomer(ctx, claim)
  return customer === undefined ? undefined : psuOf(ctx, customer, claim)
}

/** The same when the customer is known already. `owns`: the customer is known to own an account. */
export async function psuOf(ctx: Context, customer: Customer, claim: PsuClaim, owns = false): Promise<Psu> {
  if (!(await isCorporate(ctx, customer, claim, owns))) {
    return { customer, context: claim.context, agreement: undefined }
  }
  return { customer, context: 'CORPORATE', agreement: await requireAgreement(ctx, customer, claim.corporateId) }
}

/** The agreement under which a corporate PSU acts. */
export async function requireAgreement(
  ctx: Context,
  customer: Customer,
  corporateId: string | undefined,
): Promise<Agreement> {
  if (corporateId === undefined) {
    throw new DomainError(
      'HTTP_HEADER_REQUIRED',
      byRule(
        '[I] Authentication 5',
      )`A request for a corporate user needs PSU-Corporate-ID: the id of the agreement that the PSU acts under.`,
      'PSU-Corporate-ID',
    )
  }
  const engagement = await ctx.db.engagement.findFirst({
    where: {
      worldId: ctx.world.id,
      customerId: customer.id,
      agreementId: corporateId,
      agreement: { automatic: false },
    },
    include: { agreement: true },
  })
  if (engagement !== null) return engagement.agreement
  throw new DomainError('PSU_CREDENTIALS_INVALID', [
    {
      path: 'PSU-Corporate-ID',
      ...byRule.D34`${JSON.stringify(corporateId.slice(0, 80))} is no agreement of a corporation in which this PSU has an engagement.`,
      want: { kind: 'known', noun: 'agreement', key: corporateId },
    },
  ])
}

/** The customer that a claim names; `undefined` when it names none. PSU_CREDENTIALS_INVALID for an unknown one. */
export async function findCustomer(
  ctx: Context,
  { psuId, customerNumber, sessionId }: PsuClaim,
): Promise<Customer | undefined> {
  const worldId = ctx.world.id
  const byId =
    psuId === undefined ? undefined : await ctx.db.customer.findUnique({ where: { worldId_psuId: { worldId, psuId } } })
  if (psuId !== undefined && byId == null) {
    refuseUnknown(
      'PSU-ID',
      psuId,
      byRule.D20`${await whatElse(ctx, psuId)}PSU-ID is the psu-id that the bank adds to TPP-Redirect-URI after an SCA, and \`psuId\` in GraphQL.`,
    )
  }
  const byNumber =
    customerNumber === undefined
      ? undefined
      : await ctx.db.customer.findUnique({ where: { worldId_customerNumber: { worldId, customerNumber } } })
  if (customerNumber !== undefined && byNumber == null)
    refuseUnknown(
      'X-PSU-IDENTITY',
      customerNumber,
      inWords('X-PSU-IDENTITY is the customerNumber of a customer of this world.'),
    )
  if (byId != null && byNumber != null && byId.id !== byNumber.id)
    throw new DomainError(
      'PSU_CREDENTIALS_INVALID',
      'PSU-ID and X-PSU-IDENTITY name two PSUs: send one of them, or both of the same person.',
      'X-PSU-IDENTITY',
    )
  const named = byId ?? byNumber ?? undefined
  return named ?? (sessionId === undefined ? undefined : findBySession(ctx, sessionId))
}

/** A sentence that says what else an id that was sent as PSU-ID names; undefined if it names nothing. */
async function whatElse({ db, world }: Context, id: string): Promise<string> {
  const where = { worldId_id: { worldId: world.id, id } }
  const select = { id: true } as const
  if ((await db.customer.findUnique({ where, select })) !== null) return 'That is the id of a customer, not its psuId. '
  return (await db.account.findUnique({ where, select })) === null ? '' : 'That is the id of an account. '
}

/** The SCA whose approval gave a TPP-Session-ID; null for any other. */
export function scaOfSession({ db, world }: Context, sessionId: string): Promise<Authorisation | null> {
  return db.authorisation.findUnique({ where: { worldId_sessionId: { worldId: world.id, sessionId } } })
}

async function findBySession(ctx: Context, sessionId: string): Promise<Customer | undefined> {
  if (ctx.caller.kind !== 'tpp') return undefined
  const session = await scaOfSession(ctx, sessionId)
  if (session === null || session.tppId !== ctx.caller.tppId || session.customerId === null) return undefined
  const customer = await ctx.db.customer.findUnique({
    where: { worldId_id: { worldId: ctx.world.id, id: session.customerId } },
  })
  return customer ?? undefined
}

function refuseUnknown(path: string, value: string, hint: Words): never {
  const text = `The bank knows no PSU ${JSON.stringify(value.slice(0, 80))}. ${hint.text}`
  throw new DomainError('PSU_CREDENTIALS_INVALID', [
    { ...hint, path, text, want: { kind: 'known', noun: 'customer', key: value } },
  ])
}

// D34: corporate by its context, by a named agreement, or because the PSU owns nothing here.
async function isCorporate(
  ctx: Context,
  customer: Customer,
  { context, corporateId }: PsuClaim,
  owns: boolean,
): Promise<boolean> {
  if (context === 'PRIVATE' && corporateId !== undefined) {
    throw new DomainError(
      'FORMAT_ERROR',
      'PSU-Corporate-ID goes with the context CORPORATE; PSU-Context says PRIVATE.',
      'PSU-Corporate-ID',
    )
  }
  if (context !== undefined) return context === 'CORPORATE'
  return corporateId !== undefined || !(await canActPrivately(ctx, customer, owns))
}

/**
 * Whether a customer can act for itself: it owns an account or card account, or has nothing at all. Most own an account, so that is looked up first.
 */
async function canActPrivately({ db, world }: Context, customer: Customer, owns: boolean): Promise<boolean> {
  if (customer.type !== 'PRIVATE') return false
  if (owns) return true
  const worldId = world.id
  const mine = { worldId, customerId: customer.id }
  const select = { id: true } as const
  const own = await db.engagement.findFirst({
    where: { ...mine, agreement: { automatic: true, ownerId: customer.id } },
    select,
  })
  if (own !== null) return true
  const card = await db.cardAccount.findFirst({ where: { worldId, ownerId: customer.id }, select })
  if (card !== null) return true
  return (await db.engagement.findFirst({ where: { ...mine, agreement: { automatic: false } }, select })) === null
}

/** What a TPP says about itself and its PSU in a call of account information. */
export type Access = PsuClaim & {
  /** The PSU's address was sent: the PSU is present ([I] Limits). */
  readonly psuPresent: boolean
  readonly redirectUri: string
  readonly redirectPreferred: boolean
}

/** What a call says outside of its body. */
export type PaymentCall = PsuClaim & {
  readonly redirectUri: string
  readonly redirectPreferred: boolean
  readonly allowLogicalDuplicate?: boolean | undefined
}
