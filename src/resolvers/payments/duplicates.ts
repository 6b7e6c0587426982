import { createHash } from 'node:crypto'
import { type Context, tppOf } from '../../context.ts'
import { norwegianIban } from '../../domain/account-numbers.ts'
import { osloDay } from '../../domain/calendar.ts'
import { actWanted, byRule, DomainError } from '../../domain/errors.ts'
import type { AnyOf } from '../../domain/given.ts'
import type { DecidedTransfer, Transfer } from '../../domain/payments.ts'
import type { Product } from '../../domain/products.ts'
import type { PlanColumns } from '../../domain/schedule.ts'
import type { Account, Payment, PaymentService, Prisma } from '../../generated/client.ts'

/** What of a payment that is to be registered counts. */
type NewPayment = {
  readonly service: PaymentService
  readonly transfers: readonly Transfer[]
  readonly fields: AnyOf<PlanColumns & Pick<Payment, 'requestedExecutionDate'>>
}

/** D46: what makes two payments the same: product, debtor, day or plan, and of each transfer creditor, amount and remittance, however they are written. */
export function duplicateKeyOf(
  tx: Context,
  product: Product,
  account: Account,
  { service, transfers, fields }: NewPayment,
  creditors: Creditors,
  decided: readonly DecidedTransfer[],
): string {
  const { startDate, endDate, frequency, executionRule, dayOfExecution, monthsOfExecution } = fields
  const plan = [startDate, endDate, frequency, executionRule, dayOfExecution, monthsOfExecution]
  const when = service === 'PERIODIC' ? plan : (fields.requestedExecutionDate ?? osloDay(tx.now))
  const parts = transfers.map(({ instructedAmount, creditorAccount, remittanceInformationUnstructured }, index) => {
    const { iban, bban } = creditors.find(creditorAccount) ?? creditorAccount
    const { reference, referenceType, referenceIssuer } = decided[index]?.reference ?? {}
    return [
      String(decided[index]?.amountMinor),
      instructedAmount.currency,
      // A bban that is no account of the world is a Norwegian one (D23).
      iban ?? norwegianIban(bban ?? ''),
      remittanceInformationUnstructured,
      reference,
      referenceType,
      referenceIssuer,
    ]
  })
  return createHash('sha256')
    .update(JSON.stringify([product, service, account.id, when, parts]))
    .digest('base64')
}

/** CONFLICT when this TPP has registered the same payment already (D46). */
export async function assertNoDuplicate(tx: Context, duplicateKey: string): Promise<void> {
  const same = {
    worldId: tx.world.id,
    tppId: tppOf(tx).tppId,
    duplicateKey,
    status: { notIn: ['RJCT', 'CANC'] },
  } satisfies Prisma.PaymentWhereInput
  const twin = await tx.db.payment.findFirst({ where: same, select: { id: true } })
  if (twin === null) return
  const text = byRule(
    'D46',
    'If this is meant as another one, add ?allowLogicalDuplicate=true.',
  )`The payment ${twin.id} has the same debtor, creditor, amount, date and remittance.`
  throw new DomainError('CONFLICT', actWanted('ALLOW_DUPLICATE', text))
}

type Numbers = { readonly iban?: string | null | undefined; readonly bban?: string | null | undefined }

/** The accounts of the world among those that payments go to. */
export type Creditors = { readonly all: readonly Account[]; find(numbers: Numbers): Account | undefined }

/** Looks up all creditors at once, however many payments there are. */
export async function findCreditors(ctx: Context, numbers: readonly Numbers[]): Promise<Creditors> {
  const ibans = [...new Set(numbers.flatMap(one => one.iban ?? []))]
  const bbans = [...new Set(numbers.flatMap(one => one.bban ?? []))]
  const all = await ctx.db.account.findMany({
    where: { worldId: ctx.world.id, OR: [{ iban: { in: ibans } }, { bban: { in: bbans } }] },
  })
  const byIban = new Map(all.map(account => [account.iban, account]))
  const byBban = new Map(all.map(account => [account.bban, account]))
  return {
    all,
    find: ({ iban, bban }) =>
      (iban != null ? byIban.get(iban) : undefined) ?? (bban != null ? byBban.get(bban) : undefined),
  }
}
