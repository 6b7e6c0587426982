import type { Context } from '../../context.ts'
import { nextBatchAt, osloDay } from '../../domain/calendar.ts'
import { LACKING_FUNDS, obstacle, openSheet, type Payer, pay, release, type Sheet } from '../../domain/execution.ts'
import { nextRun } from '../../domain/payment-dates.ts'
import { planOf } from '../../domain/periodic-plans.ts'
import { PRODUCT_RULES, requireProduct } from '../../domain/products.ts'
import { assertTransition } from '../../domain/status.ts'
import type { Payment, PaymentEntry, PaymentStatus } from '../../generated/client.ts'
import { insertMany, updateBalances } from '../../store/bulk-writes.ts'
import { type DueWork, fallsDue } from '../due-work.ts'
import { findCreditors } from './creditors.ts'

/** How many payments one transaction carries out. A batch of more takes several, each of which ends what it began. */
const PAYMENTS_PER_STEP = 1_000
const TRANSFERS_PER_STEP = 5_000

/** The most transfers that a bulk holds. */
const MAX_BULK = 500

/** Batches and periodic executions (D35, D38, D40): every payment whose time has come, in the order of its time. */
export const runPayments: DueWork = {
  name: 'payments',
  nextAt: async tx => {
    const next = await tx.db.payment.findFirst({
      where: { worldId: tx.world.id, dueAt: { not: null } },
      orderBy: { dueAt: 'asc' },
      select: { dueAt: true },
    })
    return next?.dueAt ?? undefined
  },
  run: async tx => {
    const ids = await nextDue(tx)
    const due = await tx.db.payment.findMany({
      where: { worldId: tx.world.id, id: { in: ids } },
      include: { entries: { orderBy: { position: 'asc' } } },
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    })
    await carryOut(tx, due)
  },
}

/** The payments of one step: at most a thousand, and no more than so many transfers that they fit into memory with ease. */
async function nextDue(tx: Context): Promise<string[]> {
  const due = await tx.db.payment.findMany({
    where: { worldId: tx.world.id, dueAt: { lte: tx.now } },
    select: { id: true, service: true },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    take: PAYMENTS_PER_STEP,
  })
  let transfers = 0
  const fitting = due.filter(({ service }) => {
    transfers += service === 'BULK' ? MAX_BULK : 1
    return transfers <= TRANSFERS_PER_STEP
  })
  return fitting.map(({ id }) => id)
}

type DuePayment = Payment & { readonly entries: PaymentEntry[] }

/** What becomes of an entry: `failure` says why it was not paid. */
type Outcome = { readonly id: string; readonly failure: string | null }

/** What becomes of a payment. */
type Result = {
  readonly status: PaymentStatus
  readonly dueAt: Date | null
  readonly executionDate: string | null
  readonly fundsAvailable: boolean | null
  readonly entries: readonly Outcome[]
  readonly execution?: { readonly date: string; readonly failure: string | null }
}

async function carryOut(tx: Context, due: readonly DuePayment[]): Promise<void> {
  const world = { worldId: tx.world.id }
  const creditors = await findCreditors(
    tx,
    due.flatMap(payment => payment.entries.map(entry => ({ iban: entry.creditorIban, bban: entry.creditorBban }))),
  )
  const debtors = await tx.db.account.findMany({
    where: { ...world, id: { in: [...new Set(due.map(payment => payment.debtorAccountId))] } },
    include: { owner: { select: { name: true } } },
  })
  const names = new Map(debtors.map(account => [account.id, account.owner.name]))
  const sheet = openSheet([...creditors.all, ...debtors])
  const today = osloDay(tx.now)

  const results = due.map(payment => {
    const payer = {
      paymentId: payment.id,
      accountId: payment.debtorAccountId,
      name: names.get(payment.debtorAccountId) ?? null,
    }
    release(sheet, payment.debtorAccountId, payment.reservedMinor)
    const result = RUNS[payment.service](payment, {
      sheet,
      payer,
      today,
      now: tx.now,
      creditorOf: entry => creditors.find({ iban: entry.creditorIban, bban: entry.creditorBban })?.id,
    })
    if (result.status !== payment.status) assertTransition(payment, result.status)
    return { payment, result }
  })
  await storeSheet(tx, sheet)
  await storeResults(tx, results)
}

type Run = {
  readonly sheet: Sheet
  readonly payer: Payer
  readonly today: string
  readonly now: Date
  readonly creditorOf: (entry: PaymentEntry) => string | undefined
}

const RUNS: Record<Payment['service'], (payment: DuePayment, run: Run) => Result> = {
  SINGLE: runSingle,
  BULK: runBulk,
  PERIODIC: runPeriodic,
}

/** One batch, or two for what leaves the country: on its way after the first, arrived after the next (D35). */
function runSingle(payment: DuePayment, run: Run): Result {
  const done = { dueAt: null, executionDate: run.today }
  if (payment.status === 'ACSP') {
    const { executionDate, fundsAvailable } = payment
    return { ...done, status: 'ACSC', executionDate, fundsAvailable, entries: [] }
  }
  const entries = payment.entries.map(entry => payOne(entry, run))
  const paid = { ...done, fundsAvailable: hadFunds(entries), entries }
  if (entries.some(entry => entry.failure !== null)) return { ...paid, status: 'RJCT' }
  const { batches } = PRODUCT_RULES[requireProduct(payment.service, payment.product)]
  return batches === 2 ? { ...paid, status: 'ACSP', dueAt: nextBatchAt(run.now) } : { ...paid, status: 'ACSC' }
}

/** Each entry by itself: PART when only some could be paid (D35). */
function runBulk(payment: DuePayment, run: Run): Result {
  const entries = payment.entries.map(entry => payOne(entry, run))
  const failed = entries.filter(entry => entry.failure !== null).length
  const status = failed === 0 ? 'ACSC' : failed === entries.length ? 'RJCT' : 'PART'
  return { status, dueAt: null, executionDate: run.today, fundsAvailable: hadFunds(entries), entries }
}

/** One execution; a failed one is recorded and the payment lives on (D38). */
function runPeriodic(payment: DuePayment, run: Run): Result {
  const date = payment.executionDate ?? run.today
  const outcomes = payment.entries.map(entry => payOne(entry, run))
  const next = nextRun(planOf(payment), date, run.now)
  return {
    status: next === undefined ? 'ACSC' : 'ACTC',
    dueAt: next?.dueAt ?? null,
    executionDate: next?.date ?? date,
    fundsAvailable: hadFunds(outcomes),
    entries: [],
    execution: { date, failure: outcomes[0]?.failure ?? null },
  }
}

function payOne(entry: PaymentEntry, { sheet, payer, today, creditorOf }: Run): Outcome {
  const creditorId = creditorOf(entry)
  const failure = obstacle(sheet, payer.accountId, entry, creditorId) ?? null
  if (failure === null) pay(sheet, payer, entry, creditorId, today)
  return { id: entry.id, failure }
}

function hadFunds(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ failure }) => failure !== LACKING_FUNDS)
}

async function storeSheet(tx: Context, sheet: Sheet): Promise<void> {
  const worldId = tx.world.id
  const today = osloDay(tx.now)
  const changed = [...sheet.accounts.values()].filter(
    ({ account, bookedMinor, reservedMinor }) =>
      account.bookedMinor !== bookedMinor || account.reservedMinor !== reservedMinor,
  )
  await updateBalances(
    tx.db,
    worldId,
    changed.map(({ account, bookedMinor, reservedMinor }) => ({ id: account.id, bookedMinor, reservedMinor })),
  )
  await insertMany(
    tx.db,
    'Booking',
    sheet.bookings.map(booking => ({ ...booking, worldId, id: tx.newId(), bookedAt: tx.now })),
  )
  await insertMany(
    tx.db,
    'Transaction',
    sheet.lines.map(({ details, ...line }) => ({
      ...line,
      ...details,
      worldId,
      id: tx.newId(),
      bookingDate: today,
      valueDate: today,
      createdAt: tx.now,
    })),
  )
}

async function storeResults(tx: Context, results: readonly { payment: DuePayment; result: Result }[]): Promise<void> {
  const world = { worldId: tx.world.id }
  // Payments that end alike are written together: a thousand that run daily are one statement.
  for (const group of groupBy(results, ({ result: { status, dueAt, executionDate, fundsAvailable } }) =>
    JSON.stringify([status, dueAt, executionDate, fundsAvailable]),
  )) {
    const [{ result }] = group
    const { status, dueAt, executionDate, fundsAvailable } = result
    const ids = group.map(({ payment }) => payment.id)
    await tx.db.payment.updateMany({
      where: { ...world, id: { in: ids } },
      data: { status, dueAt, executionDate, fundsAvailable, reservedMinor: 0n, changedAt: tx.now },
    })
    if (dueAt !== null) await fallsDue(tx, dueAt)
  }
  const outcomes = results.flatMap(({ result }) => result.entries)
  for (const group of groupBy(outcomes, ({ failure }) => failure ?? '')) {
    const [{ failure }] = group
    const status = failure === null ? 'EXECUTED' : 'FAILED'
    const ids = group.map(({ id }) => id)
    await tx.db.paymentEntry.updateMany({ where: { ...world, id: { in: ids } }, data: { status, failure } })
  }
  const executions = results.flatMap(({ payment, result: { execution } }) => {
    if (execution === undefined) return []
    const status = execution.failure === null ? ('EXECUTED' as const) : ('FAILED' as const)
    return [{ ...world, id: tx.newId(), paymentId: payment.id, ...execution, status, executedAt: tx.now }]
  })
  await insertMany(tx.db, 'Execution', executions)
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}
