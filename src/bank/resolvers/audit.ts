import { WAITING_STATUSES } from '../../domain/status.ts'
import type { PaymentStatus, World } from '../../generated/client.ts'
import { countPayments, readBalances, sumBookings } from '../../platform/store/sums.ts'
import type { Db } from '../../platform/store/transaction.ts'
import type { Context } from '../context.ts'

/** An error in a world's bookkeeping. `subject` is the id of the account or payment. */
export type Finding = { readonly rule: AuditRule; readonly subject: string; readonly text: string }

/** The rules that an audit checks. */
export const AUDIT_RULES = {
  BALANCE: 'The booked balance of every account and card account is the sum of its bookings.',
  CLOSED: 'An account that was deleted left nothing behind: its bookings add up to zero.',
  RESERVATION: 'What an account holds back is the sum of what its authorised payments hold.',
  EXECUTED_ONCE:
    'Every entry that was paid, and every execution, has exactly one booking of its own; nothing else has one.',
  DUE: 'Every authorised payment is due at an instant that the world has not passed and that its clock stops at; no other payment is due.',
} as const
export type AuditRule = keyof typeof AUDIT_RULES

export type Audit = {
  readonly findings: readonly Finding[]
  readonly accounts: number
  readonly bookings: number
  readonly payments: number
}

/**
 * Audits a world as it stands at one moment. Every booking has two sides, so the sum over all sides is always zero. Reads the rows in slices, so that
 * a large world does not delay other calls (D74).
 */
export function audit(ctx: Context): Promise<Audit> {
  return ctx.deps.store.atOneMoment(db => auditBooks(db, ctx))
}

async function auditBooks(db: Db, ctx: Context): Promise<Audit> {
  const worldId = ctx.world.id
  const findings: Finding[] = []
  const world = (await db.world.findUnique({ where: { id: worldId } })) ?? ctx.world
  const sums = await sumBookings(db, worldId)
  const reserved = new Map<string, bigint>()
  let payments = 0
  for await (const some of countPayments(db, worldId)) {
    payments += some.length
    for (const { id, status, debtorAccountId, reservedMinor, dueAt, paid, booked } of some) {
      findings.push(...differs('EXECUTED_ONCE', id, BigInt(paid), BigInt(booked), 'paid', 'booked'))
      const wrong = wrongDue(status, dueAt, world, ctx.now)
      if (wrong !== undefined) findings.push({ rule: 'DUE', subject: id, text: wrong })
      if (reservedMinor === 0n) continue
      reserved.set(debtorAccountId, (reserved.get(debtorAccountId) ?? 0n) + reservedMinor)
      if (!WAITING_STATUSES.some(waiting => waiting === status)) findings.push(stillHolds(id, status))
    }
  }

  const known = new Set<string>()
  for (const kind of ['account', 'cardAccount'] as const) {
    for await (const some of readBalances(db, kind, worldId)) {
      for (const { id, bookedMinor, reservedMinor } of some) {
        known.add(id)
        const sum = sums.byAccount.get(id) ?? 0n
        findings.push(...differs('BALANCE', id, bookedMinor, sum, 'booked balance', 'bookings add up to'))
        if (kind === 'account')
          findings.push(
            ...differs('RESERVATION', id, reservedMinor, reserved.get(id) ?? 0n, 'reserved', 'payments hold'),
          )
      }
    }
  }
  for (const [id, sum] of sums.byAccount)
    if (!known.has(id) && !sums.internal.has(id))
      findings.push(...differs('CLOSED', id, 0n, sum, 'the account is gone', 'its bookings add up to'))
  return { findings: inOrder(findings), accounts: known.size, bookings: sums.bookings, payments }
}

/**
 * What is wrong with the time of a payment's execution, if anything. While the clock is being moved, or a move was just requested, due payments are
 * still to come.
 */
function wrongDue(
  status: PaymentStatus,
  dueAt: Date | null,
  { nextDueAt, advanceTo }: World,
  now: Date,
): string | undefined {
  const isWaiting = WAITING_STATUSES.some(waiting => waiting === status)
  if (dueAt === null) return isWaiting ? `The payment is ${status} and nothing of it is due.` : undefined
  const at = dueAt.toISOString()
  if (!isWaiting && status !== 'ACSP') return `The payment is ${status} and still due at ${at}.`
  if (advanceTo === null && dueAt < now) return `The payment was due at ${at}, and that has passed.`
  if (nextDueAt !== null && nextDueAt <= dueAt) return undefined
  return `The payment is due at ${at}; the next instant at which the world's clock stops is ${nextDueAt?.toISOString() ?? 'none'}.`
}

function stillHolds(subject: string, status: string): Finding {
  return { rule: 'RESERVATION', subject, text: `The payment is ${status} and still holds an amount back.` }
}

// In the order of the rules, so that the same data gives the same answer.
function inOrder(findings: readonly Finding[]): Finding[] {
  const rules = Object.keys(AUDIT_RULES)
  return findings.toSorted((one, other) => rules.indexOf(one.rule) - rules.indexOf(other.rule))
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
