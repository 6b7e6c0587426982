import type { Context } from '../context.ts'
import { WAITING_STATUSES } from '../domain/status.ts'
import { sumBookings } from '../store/sums.ts'

/** Something in a world's books that should not be. `subject` is the id of the account or payment. */
export type Finding = { readonly rule: AuditRule; readonly subject: string; readonly text: string }

/** What an audit holds the books to. */
export const AUDIT_RULES = {
  BALANCE: 'The booked balance of every account and card account is the sum of its bookings.',
  CLOSED: 'An account that was deleted left nothing behind: its bookings add up to zero.',
  RESERVATION: 'What an account holds back is the sum of what its authorised payments hold.',
  EXECUTED_ONCE:
    'Every entry that was paid, and every execution, has exactly one booking of its own; nothing else has one.',
} as const
export type AuditRule = keyof typeof AUDIT_RULES

export type Audit = {
  readonly findings: readonly Finding[]
  readonly accounts: number
  readonly bookings: number
  readonly payments: number
}

/** Checks the books of a world. Every booking has two sides, so that the sum over all sides is zero whatever is booked. */
export async function audit(ctx: Context): Promise<Audit> {
  const worldId = ctx.world.id
  const fields = { id: true, bookedMinor: true, reservedMinor: true } as const
  const [accounts, cards, sums, held, payments, bookings] = await Promise.all([
    ctx.db.account.findMany({ where: { worldId }, select: fields }),
    ctx.db.cardAccount.findMany({ where: { worldId }, select: fields }),
    sumBookings(ctx.db, worldId),
    ctx.db.payment.findMany({
      where: { worldId, reservedMinor: { not: 0n } },
      select: { id: true, status: true, debtorAccountId: true, reservedMinor: true },
    }),
    ctx.db.payment.findMany({
      where: { worldId },
      select: {
        id: true,
        entries: { where: { status: 'EXECUTED' }, select: { id: true } },
        executions: { where: { status: 'EXECUTED' }, select: { id: true } },
      },
    }),
    ctx.db.booking.groupBy({ by: ['paymentId'], where: { worldId, reason: 'PAYMENT' }, _count: true }),
  ])
  const reserved = new Map<string, bigint>()
  for (const payment of held)
    reserved.set(payment.debtorAccountId, (reserved.get(payment.debtorAccountId) ?? 0n) + payment.reservedMinor)
  const booked = new Map(bookings.map(row => [row.paymentId, row._count]))
  const known = new Set([...accounts, ...cards].map(row => row.id))

  const findings: Finding[] = [
    ...[...accounts, ...cards].flatMap(({ id, bookedMinor }) =>
      differs('BALANCE', id, bookedMinor, sums.byAccount.get(id) ?? 0n, 'booked balance', 'bookings add up to'),
    ),
    ...[...sums.byAccount].flatMap(([id, sum]) =>
      known.has(id) || sums.internal.has(id)
        ? []
        : differs('CLOSED', id, 0n, sum, 'the account is gone', 'its bookings add up to'),
    ),
    ...accounts.flatMap(({ id, reservedMinor }) =>
      differs('RESERVATION', id, reservedMinor, reserved.get(id) ?? 0n, 'reserved', 'payments hold'),
    ),
    ...held.flatMap(({ id, status }) =>
      WAITING_STATUSES.some(waiting => waiting === status)
        ? []
        : [
            {
              rule: 'RESERVATION' as const,
              subject: id,
              text: `The payment is ${status} and still holds an amount back.`,
            },
          ],
    ),
    ...payments.flatMap(({ id, entries, executions }) =>
      differs(
        'EXECUTED_ONCE',
        id,
        BigInt(entries.length + executions.length),
        BigInt(booked.get(id) ?? 0),
        'paid',
        'booked',
      ),
    ),
  ]
  return { findings, accounts: known.size, bookings: sums.bookings, payments: payments.length }
}

function differs(
  rule: AuditRule,
  subject: string,
  is: bigint,
  should: bigint,
  what: string,
  against: string,
): Finding[] {
  return is === should ? [] : [{ rule, subject, text: `${what} ${is}, ${against} ${should} (minor units or times).` }]
}
