import { osloDay } from '../../../domain/calendar.ts'
import { planRuns } from '../../../domain/payment-dates.ts'
import { changeTo } from '../../../domain/payment-history.ts'
import { type DuePayment, type Outcome, type Result, RUNS } from '../../../domain/payment-runs.ts'
import { MAX_BULK_TRANSFERS } from '../../../domain/products.ts'
import { type Books, balanceOf, booksOf } from '../../../domain/settlement.ts'
import type { Payment } from '../../../generated/client.ts'
import { insertMany, updateMany } from '../../../platform/store/bulk-writes.ts'
import type { Context } from '../../context.ts'
import type { DueWork, Progress } from '../work.ts'
import { findCreditors } from './duplicates.ts'

/** Batches and periodic executions (D35, D38, D40): executes every payment whose time has come, in the order of time. */
export const runPayments: DueWork = {
  name: 'payments',
  what: 'payments are carried out',
  nextAt: async tx => {
    const next = await tx.db.payment.findFirst({
      where: { worldId: tx.world.id, dueAt: { not: null } },
      orderBy: { dueAt: 'asc' },
      select: { dueAt: true },
    })
    return next?.dueAt ?? undefined
  },
  run: async (tx, until, rowsThatFit) => {
    const { ids, horizon } = await nextDue(tx, until, rowsThatFit)
    return carryOut(tx, await paymentsOf(tx, ids), horizon, rowsThatFit)
  },
}

/** Executes one payment now, and nothing else that may be due (D35: an instant payment is executed at its SCA). */
export async function runPayment(tx: Context, paymentId: string): Promise<void> {
  await carryOut(tx, await paymentsOf(tx, [paymentId]), tx.now, MAX_BULK_TRANSFERS)
}

/**
 * The payments of one step, and the instant up to which there are no others: until then periodic ones may run again and again. If too many payments
 * have the same instant, the step takes the first of them and goes no further.
 */
async function nextDue(tx: Context, until: Date, rowsThatFit: number): Promise<{ ids: string[]; horizon: Date }> {
  const due = await tx.db.payment.findMany({
    where: { worldId: tx.world.id, dueAt: { lte: until } },
    select: { id: true, service: true, dueAt: true },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    take: rowsThatFit + 1,
  })
  let transfers = 0
  const over = due.findIndex(({ service }, place) => {
    transfers += service === 'BULK' ? MAX_BULK_TRANSFERS : 1
    return place > 0 && transfers > rowsThatFit
  })
  const left = over === -1 ? undefined : due[over]
  if (left?.dueAt == null) return { ids: due.map(({ id }) => id), horizon: until }
  const leftAt = left.dueAt.getTime()
  const earlier = due.filter(({ dueAt }) => dueAt !== null && dueAt.getTime() < leftAt)
  return earlier.length > 0
    ? { ids: earlier.map(({ id }) => id), horizon: new Date(leftAt - 1) }
    : { ids: due.slice(0, over).map(({ id }) => id), horizon: left.dueAt }
}

function paymentsOf(tx: Context, ids: string[]): Promise<DuePayment[]> {
  return tx.db.payment.findMany({
    where: { worldId: tx.world.id, id: { in: ids } },
    include: { entries: { orderBy: { position: 'asc' } } },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
  })
}

/** All changes of a step, computed before anything is written. */
type Step = {
  readonly books: Books
  readonly outcomes: Outcome[]
  readonly executions: { paymentId: string; date: string; failure: string | null; executedAt: Date }[]
  /** The instant of each booking and of each line, by its place. */
  readonly bookedAt: Date[]
  readonly listedAt: Date[]
}

async function carryOut(
  tx: Context,
  due: readonly DuePayment[],
  horizon: Date,
  rowsThatFit: number,
): Promise<Progress> {
  const creditors = await findCreditors(
    tx,
    due.flatMap(payment => payment.entries.map(entry => ({ iban: entry.creditorIban, bban: entry.creditorBban }))),
  )
  const debtors = await tx.db.account.findMany({
    where: { worldId: tx.world.id, id: { in: [...new Set(due.map(payment => payment.debtorAccountId))] } },
    include: { owner: { select: { name: true } } },
  })
  const names = new Map(debtors.map(account => [account.id, account.owner.name]))
  const books = booksOf([...creditors.all, ...debtors])
  const step: Step = { books, outcomes: [], executions: [], bookedAt: [], listedAt: [] }
  const nextRun = planRuns()
  const changed = new Map<string, DuePayment>()
  const queue = [...due]
  let at = tx.now
  let rows = 0

  for (let payment = queue.shift(); payment !== undefined; payment = queue.shift()) {
    const now = payment.dueAt ?? tx.now
    // A periodic payment runs again until the step is full; what is due then belongs to the next step.
    if (now > horizon || (changed.has(payment.id) && rows >= rowsThatFit)) break
    at = now
    rows += payment.entries.length
    const { debtorAccountId: accountId, id: paymentId } = payment
    const debtor = balanceOf(books, accountId)
    // Whether it was paid or not, its reservation ends.
    debtor.reservedMinor -= payment.reservedMinor
    const result = RUNS[payment.service](payment, {
      books,
      debtor,
      payer: { paymentId, name: names.get(accountId) ?? null },
      today: osloDay(now),
      now,
      creditorOf: entry => {
        const creditor = creditors.find({ iban: entry.creditorIban, bban: entry.creditorBban })
        return creditor && balanceOf(books, creditor.id)
      },
      nextRun,
    })
    record(step, payment, result, now)
    const { status, dueAt, executionDate, fundsAvailable } = result
    const change = status === payment.status ? { changedAt: now } : changeTo(payment, status, now, EXECUTION)
    // Changed in place: a copy of so wide a row costs more than the execution.
    Object.assign(payment, change, { dueAt, executionDate, fundsAvailable, reservedMinor: 0n })
    changed.set(payment.id, payment)
    if (dueAt !== null) insertInOrder(queue, payment)
  }
  await storeBooks(tx, step)
  await storeResults(tx, step, [...changed.values()])
  return { at, rows }
}

const EXECUTION = { cause: 'EXECUTION' } as const

function record(step: Step, payment: Payment, { entries, execution }: Result, now: Date): void {
  step.outcomes.push(...entries)
  if (execution !== undefined) step.executions.push({ paymentId: payment.id, ...execution, executedAt: now })
  while (step.bookedAt.length < step.books.bookings.length) step.bookedAt.push(now)
  while (step.listedAt.length < step.books.lines.length) step.listedAt.push(now)
}

// Searched from the end: the next execution belongs after nearly all others.
function insertInOrder(queue: DuePayment[], payment: DuePayment): void {
  const place = queue.findLastIndex(other => isBefore(other, payment)) + 1
  if (place === queue.length) queue.push(payment)
  else queue.splice(place, 0, payment)
}

function isBefore(one: DuePayment, other: DuePayment): boolean {
  const apart = (one.dueAt?.getTime() ?? 0) - (other.dueAt?.getTime() ?? 0)
  return apart < 0 || (apart === 0 && one.id < other.id)
}

async function storeBooks(tx: Context, { books, bookedAt, listedAt }: Step): Promise<void> {
  const worldId = tx.world.id
  const changed = [...books.accounts.values()].filter(
    ({ account, bookedMinor, reservedMinor }) =>
      account.bookedMinor !== bookedMinor || account.reservedMinor !== reservedMinor,
  )
  await updateMany(
    tx.db,
    'Account',
    changed.map(({ account, bookedMinor, reservedMinor }) => ({ worldId, id: account.id, bookedMinor, reservedMinor })),
  )
  await insertMany(
    tx.db,
    'Booking',
    books.bookings.map(({ debitId, creditId, amountMinor, currency, reason, paymentId }, place) => {
      const id = tx.newId()
      return { worldId, id, debitId, creditId, amountMinor, currency, reason, paymentId, bookedAt: bookedAt[place] }
    }),
  )
  await insertMany(
    tx.db,
    'Transaction',
    books.lines.map((line, place) => lineRow(line, worldId, tx.newId(), listedAt[place] ?? tx.now)),
  )
}

// Every column by its name: to spread a row costs several times as much.
function lineRow({ details, ...line }: Books['lines'][number], worldId: string, id: string, createdAt: Date) {
  const day = osloDay(createdAt)
  return {
    worldId,
    id,
    accountId: line.accountId,
    paymentId: line.paymentId,
    bookingDate: day,
    valueDate: day,
    createdAt,
    amountMinor: line.amountMinor,
    currency: line.currency,
    creditorName: details.creditorName,
    creditorIban: details.creditorIban,
    creditorBban: details.creditorBban,
    creditorCurrency: details.creditorCurrency,
    creditorAgent: details.creditorAgent,
    debtorName: details.debtorName,
    debtorIban: details.debtorIban,
    debtorBban: details.debtorBban,
    debtorCurrency: details.debtorCurrency,
    endToEndId: details.endToEndId,
    purposeCode: details.purposeCode,
    remittanceInformationUnstructured: details.remittanceInformationUnstructured,
    remittanceInformationStructuredArray: details.remittanceInformationStructuredArray,
    currencyExchange: details.currencyExchange,
    bankTransactionCode: details.bankTransactionCode,
  }
}

async function storeResults(
  tx: Context,
  { outcomes, executions }: Step,
  payments: readonly DuePayment[],
): Promise<void> {
  const worldId = tx.world.id
  await updateMany(tx.db, 'Payment', payments.map(changesOf))
  await updateMany(
    tx.db,
    'PaymentEntry',
    outcomes.map(({ id, failure }) => ({ worldId, id, status: statusOf(failure), failure })),
  )
  await insertMany(
    tx.db,
    'Execution',
    executions.map(execution => ({ ...execution, worldId, id: tx.newId(), status: statusOf(execution.failure) })),
  )
}

function statusOf(failure: string | null): 'EXECUTED' | 'FAILED' {
  return failure === null ? 'EXECUTED' : 'FAILED'
}

function changesOf(payment: Payment) {
  const { worldId, id, status, dueAt, executionDate, fundsAvailable, reservedMinor, history, changedAt } = payment
  return { worldId, id, status, dueAt, executionDate, fundsAvailable, reservedMinor, history, changedAt }
}
