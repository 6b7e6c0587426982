import { hash } from 'node:crypto'
import { isValidNorwegianBban, norwegianIban, readBban } from '../../../domain/account-numbers.ts'
import { scaStatus } from '../../../domain/authorisations.ts'
import { osloDay } from '../../../domain/calendar.ts'
import { actWanted, byRule, DomainError } from '../../../domain/errors.ts'
import type { AnyOf } from '../../../domain/given.ts'
import type { DecidedTransfer, StructuredReference, Transfer } from '../../../domain/payments.ts'
import { SERVICE_PATHS } from '../../../domain/products.ts'
import { waitsForSca } from '../../../domain/status.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Account, Authorisation, Payment, PaymentService, Prisma } from '../../../generated/client.ts'
import { type Context, tppOf } from '../../context.ts'
import { scaPath } from '../authorisations/start.ts'

/** The parts of a new payment that decide whether it is a duplicate. */
type NewPayment = {
  readonly service: PaymentService
  readonly transfers: readonly Transfer[]
  readonly fields: AnyOf<Pick<Payment, 'requestedExecutionDate'>>
}

/**
 * D46: two payments of any product are the same if these are equal, however they are written: debtor, day, and creditor, name, amount and remittance
 * of each transfer. Periodic payments have no duplicates, and all of them get the same hash.
 */
export function duplicateKeyOf(
  tx: Context,
  account: Account,
  { service, transfers, fields }: NewPayment,
  creditors: Creditors,
  decided: readonly DecidedTransfer[],
): string {
  if (service === 'PERIODIC') return ''
  const when = fields.requestedExecutionDate ?? osloDay(tx.now)
  const parts = transfers.map((transfer, index) => {
    const { instructedAmount, creditorName, creditorAccount, remittanceInformationUnstructured } = transfer
    const [first, ...others] = (decided[index]?.references ?? []).map(partsOfReference)
    const known = creditors.find(creditorAccount)
    return [
      String(decided[index]?.amountMinor),
      instructedAmount.currency,
      creditorName,
      known?.iban ?? numberElsewhere(transfer),
      remittanceInformationUnstructured,
      ...(first ?? [undefined, undefined, undefined]),
      ...others.flat(),
    ]
  })
  return hash('sha256', JSON.stringify([service, account.id, when, parts]), 'base64')
}

function partsOfReference({ reference, referenceType, referenceIssuer }: StructuredReference) {
  return [reference, referenceType, referenceIssuer]
}

/** An account at another bank: its IBAN, that of a Norwegian number, or the number abroad with the bank that it belongs to (D23). */
function numberElsewhere({ creditorAccount: { iban, bban = '' }, creditorAgent = '' }: Transfer): string {
  if (iban !== undefined) return iban
  const digits = readBban(bban)
  return isValidNorwegianBban(digits) ? norwegianIban(digits) : `${creditorAgent}/${bban}`
}

/** How many payments with one hash, and how many of their SCAs, are examined, newest first: more of them would delay others (D74). */
const MOST_TWINS = 50
const MOST_SCAS = 500

/** CONFLICT when this TPP has already registered the same payment, and that was executed or still can be (D46). */
export async function assertNoDuplicate(tx: Context, duplicateKey: string): Promise<void> {
  if (duplicateKey === '') return
  const same = {
    worldId: tx.world.id,
    tppId: tppOf(tx).tppId,
    duplicateKey,
    status: { notIn: ['RJCT', 'CANC'] },
  } satisfies Prisma.PaymentWhereInput
  const twins = await tx.db.payment.findMany({ where: same, orderBy: { id: 'desc' }, take: MOST_TWINS })
  if (twins.length === 0) return
  const scas = await tx.db.authorisation.findMany({
    where: {
      worldId: tx.world.id,
      purpose: { in: ['PAYMENT', 'BASKET'] },
      resourceId: { in: twins.flatMap(({ id, basketId }) => (basketId === null ? [id] : [id, basketId])) },
    },
    orderBy: { id: 'desc' },
    take: MOST_SCAS,
  })
  for (const twin of twins) {
    const states = scas
      .filter(({ resourceId }) => resourceId === twin.id || resourceId === twin.basketId)
      .map(sca => ({ ...sca, state: scaStatus(sca, tx.now) }))
    if (states.length > 0 && states.every(({ state }) => state === 'failed')) continue
    const open = states.find(({ state }) => state === 'received')
    const text = byRule(
      'D46',
      `${howItGoesOn(tx, twin, open)}If this is meant as another one, add ?allowLogicalDuplicate=true to the path, or in GraphQL allowLogicalDuplicate: true to the input.`,
    )`The payment ${twin.id} has the same debtor, creditor, amount, date and remittance.`
    throw new DomainError('CONFLICT', actWanted('ALLOW_DUPLICATE', text))
  }
}

/** How a waiting payment is authorised. */
function howItGoesOn(tx: Context, payment: Payment, open: Authorisation | undefined): string {
  if (!waitsForSca(payment)) return ''
  if (open !== undefined) return `It waits for its PSU at ${scaPath(tx, open)}. `
  const { basketId, service, product, id } = payment
  return basketId === null
    ? `It waits for its SCA, which startPaymentAuthorisation starts: POST ${worldBasePath(tx.world)}/v1/${SERVICE_PATHS[service]}/${product}/${id}/authorisations. `
    : `It waits in a basket for its SCA, which authoriseSigningBasket starts: POST ${worldBasePath(tx.world)}/v1/signing-baskets/${basketId}/authorisations. `
}

type Numbers = { readonly iban?: string | null | undefined; readonly bban?: string | null | undefined }

/** The creditors of payments that are accounts of the world. */
export type Creditors = { readonly all: readonly Account[]; find(numbers: Numbers): Account | undefined }

/** Looks up all creditors at once, whatever the number of payments. */
export async function findCreditors(ctx: Context, numbers: readonly Numbers[]): Promise<Creditors> {
  const ibans = [...new Set(numbers.flatMap(one => one.iban ?? []))]
  const bbans = [...new Set(numbers.flatMap(one => (one.bban == null ? [] : [one.bban, readBban(one.bban)])))]
  const all = await ctx.db.account.findMany({
    where: { worldId: ctx.world.id, OR: [{ iban: { in: ibans } }, { bban: { in: bbans } }] },
  })
  return { all, find: finderAmong(all) }
}

/** Finds among accounts the one that a payment names: by its iban, else by its bban as it was sent, else by the digits of that (D23). */
export function finderAmong<Row extends Pick<Account, 'iban' | 'bban'>>(
  all: readonly Row[],
): (numbers: Numbers) => Row | undefined {
  const byIban = new Map(all.map(account => [account.iban, account]))
  const byBban = new Map(all.map(account => [account.bban, account]))
  return ({ iban, bban }) =>
    (iban != null ? byIban.get(iban) : undefined) ??
    (bban != null ? (byBban.get(bban) ?? byBban.get(readBban(bban))) : undefined)
}
