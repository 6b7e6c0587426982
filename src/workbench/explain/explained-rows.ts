import type { ExplainedRow } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { consentStateAt } from '../../bank/resolvers/consents/list.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { normaliseIban, readBban } from '../../domain/account-numbers.ts'
import type { JournaledCall } from '../../domain/calls.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { formatAmount } from '../../domain/money.ts'
import type { Account, Customer } from '../../generated/client.ts'
import { fieldsOf, idsIn, type RefusedCall } from './commands.ts'
import { row } from './explanation.ts'

/** When a call was judged, by its world's clock. The clock may stand still, so only a later id shows that a row was created after the call. */
export type CallInstant = { readonly at: Date; readonly before: string | undefined }

/** The rows that the rule of a refusal examined, besides those that the call names: consents, or the debtor account and its engagements (D97). */
export async function rowsBehind(
  ctx: Context,
  code: ErrorCode,
  call: RefusedCall,
  psu: Customer | null,
  instant: CallInstant,
): Promise<ExplainedRow[]> {
  if (CONSENTS.has(code)) return psu === null ? [] : consentsOf(ctx, call, psu, instant)
  const account = MONEY.has(code) ? await debtorOf(ctx, call) : undefined
  if (account === undefined) return []
  const { id, bookedMinor, reservedMinor, creditLine, currency } = account
  const booked = formatAmount(bookedMinor, currency)
  const reserved = formatAmount(reservedMinor, currency)
  const rights = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, accountId: id, ...(psu === null ? {} : { customerId: psu.id }) },
    orderBy: { id: 'asc' },
    take: MOST_LISTED,
  })
  return [
    row('Account', id, { iban: account.iban, owner: account.ownerId, booked, reserved, creditLine }),
    ...rights.map(({ id, agreementId, roles, registerLimit, approvalLimit }) =>
      row('Engagement', id, { agreement: agreementId, roles, registerLimit, approvalLimit }),
    ),
  ]
}

const CONSENTS: ReadonlySet<ErrorCode> = new Set(['CONSENT_INVALID', 'CONSENT_EXPIRED', 'CONSENT_UNKNOWN'])
const MONEY: ReadonlySet<ErrorCode> = new Set(['PAYMENT_FAILED', 'FORBIDDEN', 'HTTP_HEADER_REQUIRED'])
const MOST_LISTED = 5

/** The consents of a PSU, including those of other TPPs, and the SCA that waits for its answer (D32). */
async function consentsOf(
  ctx: Context,
  { tppId }: RefusedCall,
  psu: Customer,
  { at, before }: CallInstant,
): Promise<ExplainedRow[]> {
  const where = { worldId: ctx.world.id }
  const [consents, waiting] = await Promise.all([
    ctx.db.consent.findMany({
      where: {
        ...where,
        customerId: psu.id,
        grantedAt: { lte: at },
        ...(before === undefined ? {} : { id: { lt: before } }),
      },
      orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
      take: MOST_LISTED,
    }),
    ctx.db.authorisation.findMany({
      where: {
        ...where,
        purpose: 'CONSENT',
        createdAt: { lte: at },
        expiresAt: { gt: at },
        ...(tppId === undefined ? {} : { tppId }),
        AND: [
          { OR: [{ customerId: psu.id }, { customerId: null }] },
          { OR: [{ finishedAt: null }, { finishedAt: { gt: at } }] },
        ],
      },
      orderBy: { id: 'desc' },
      take: 1,
    }),
  ])
  const known = consents.map(async one => {
    const { id, tppId, context, agreementId, grantedAt } = one
    const state = await consentStateAt(ctx, one, at)
    return row('Consent', id, { tppId, state, context, agreement: agreementId, grantedAt: grantedAt.toISOString() })
  })
  return [
    ...(await Promise.all(known)),
    ...waiting.map(({ id, tppId, expiresAt }) =>
      row('Authorisation', id, { status: 'RECEIVED', purpose: 'CONSENT', tppId, expiresAt: expiresAt.toISOString() }),
    ),
  ]
}

/** The rows that a call names by id, in their present state. */
export async function rowsNamed({ load }: Context, { target, request }: JournaledCall): Promise<ExplainedRow[]> {
  const ids = idsIn(`${target} ${request.body ?? ''}`)
  const found = await Promise.all(
    ids.flatMap(id =>
      NOUNS.map(async ([noun, lookup, shown]) => {
        const found = await unlessGone<object>(lookup(load)(id))
        const fields = new Map(Object.entries(found ?? {}))
        const values = shown.map(name => [name.replace('ownerId', 'owner'), fields.get(name)] as const)
        return found === null ? [] : [row(noun, id, Object.fromEntries(values))]
      }),
    ),
  )
  return found.flat()
}

type Lookup = (load: Context['load']) => (id: string) => Promise<object>

/** Each noun with its loader and its shown fields. */
const NOUNS: readonly (readonly [noun: string, lookup: Lookup, shown: readonly string[]])[] = [
  ['Payment', load => load.payment, ['status', 'tppId', 'service']],
  ['Account', load => load.account, ['iban', 'currency', 'ownerId']],
  ['CardAccount', load => load.cardAccount, ['maskedPan', 'ownerId']],
  ['Customer', load => load.customer, ['customerNumber', 'type']],
  ['Agreement', load => load.agreement, ['name', 'ownerId']],
  ['SigningBasket', load => load.signingBasket, ['tppId']],
  ['Authorisation', load => load.authorisation, ['status', 'purpose', 'tppId']],
]

/** The account of this world that the call debits, by its numbers. */
async function debtorOf(ctx: Context, call: Pick<RefusedCall, 'graphql' | 'body'>): Promise<Account | undefined> {
  const { debtorAccount } = fieldsOf(call)
  if (!isObject(debtorAccount)) return undefined
  const numbers = ['iban', 'bban'].flatMap(name => {
    const number = debtorAccount[name]
    return typeof number === 'string'
      ? [number, normaliseIban(number), readBban(number)].map(text => ({ [name]: text }))
      : []
  })
  if (numbers.length === 0) return undefined
  return (await ctx.db.account.findFirst({ where: { worldId: ctx.world.id, OR: numbers } })) ?? undefined
}
