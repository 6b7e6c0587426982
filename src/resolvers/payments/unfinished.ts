import type { Context } from '../../context.ts'
import { osloDay } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { openSheet, pay } from '../../domain/execution.ts'
import { UNFINISHED_STATUSES, WAITING_STATUSES } from '../../domain/status.ts'
import type { Account, Transaction } from '../../generated/client.ts'

/** D29: an account with payments that are not final cannot be deleted. */
export async function assertNoUnfinishedPayments(tx: Context, accountIds: readonly string[]): Promise<void> {
  const payment = await tx.db.payment.findFirst({
    where: { worldId: tx.world.id, debtorAccountId: { in: [...accountIds] }, status: { in: [...UNFINISHED_STATUSES] } },
    select: { id: true, status: true },
  })
  if (payment === null) return
  throw new DomainError(
    'CONFLICT',
    `The payment ${payment.id} from this account is ${payment.status}: cancel it, or let it finish, before the account is deleted (D29).`,
  )
}

/** A line of a statement that is not booked yet: it has no days. */
export type PendingTransaction = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: null
  readonly valueDate: null
}

/** What single and bulk payments between SCA and booking will take from an account (D42), oldest first: the lines as they will be booked. */
export async function pendingTransactions(ctx: Context, account: Account): Promise<PendingTransaction[]> {
  const waiting = await ctx.db.payment.findMany({
    where: {
      worldId: ctx.world.id,
      debtorAccountId: account.id,
      status: { in: [...WAITING_STATUSES] },
      service: { not: 'PERIODIC' },
    },
    include: { entries: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  if (waiting.length === 0) return []
  const { name } = await ctx.load.customer(account.ownerId)
  return waiting.flatMap(payment =>
    payment.entries.flatMap(entry => {
      const sheet = openSheet([account])
      pay(sheet, { paymentId: payment.id, accountId: account.id, name }, entry, undefined, osloDay(ctx.now))
      // An entry is one line, and a second one for its fee.
      return sheet.lines.map(({ details, ...line }, place) => ({
        ...line,
        ...details,
        worldId: ctx.world.id,
        id: place === 0 ? entry.id : `${entry.id}-fee`,
        bookingDate: null,
        valueDate: null,
        creditorId: null,
        ultimateCreditor: null,
        debtorAgent: null,
        ultimateDebtor: payment.ultimateDebtor,
        remittanceInformationUnstructuredArray: null,
        proprietaryBankTransactionCode: null,
        createdAt: payment.createdAt,
      }))
    }),
  )
}
