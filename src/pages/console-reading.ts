import type { Context } from '../context.ts'
import { nextBatchAt } from '../domain/calendar.ts'
import type { CallSummary } from '../domain/journal.ts'
import { nameOf, worldBasePath } from '../domain/worlds.ts'
import type {
  Account,
  Authorisation,
  Consent,
  Customer,
  Execution,
  Payment,
  PaymentEntry,
  Transaction,
} from '../generated/client.ts'
import { pageOfOwnAccounts } from '../resolvers/accounts.ts'
import { type Clock, clockOf, getClock } from '../resolvers/clock.ts'
import { consentExpiry, consentState, pageOfConsents } from '../resolvers/consents/list.ts'
import type { ConsentState } from '../resolvers/consents/state.ts'
import { pageOfCustomers } from '../resolvers/customers.ts'
import { pageOfRequests } from '../resolvers/journal.ts'
import { pageOfExecutions, pageOfPayments, pageOfResourceAuthorisations } from '../resolvers/payments/list.ts'
import { pageOfTransactions } from '../resolvers/transactions.ts'
import { pageOfWorlds } from '../resolvers/worlds.ts'

/** As much of each list as fits a page; GraphiQL has the rest. */
const SHOWN = {
  calls: 10,
  worlds: 20,
  customers: 12,
  accounts: 4,
  payments: 15,
  consents: 15,
  waiting: 200,
  entries: 50,
} as const
/** How many bookings a curve is drawn from. */
const POINTS = 400
const DAY_MS = 86_400_000

export type AccountView = { readonly account: Account; readonly curve: readonly CurvePoint[] }
export type CurvePoint = { readonly day: string; readonly balanceMinor: bigint }
type WorldView = { readonly name: string; readonly path: string; readonly clock: Clock }
type ConsentView = {
  readonly consent: Consent
  readonly state: ConsentState
  readonly expiresAt: Date
  readonly customer: Customer
}
type BatchView = { readonly at: Date; readonly payments: number }

export type ConsoleContent = {
  readonly world: string
  readonly now: Date
  readonly clock: Clock
  /** The latest first. */
  readonly calls: readonly CallSummary[]
  readonly worlds: readonly WorldView[]
  readonly customers: readonly { readonly customer: Customer; readonly accounts: readonly AccountView[] }[]
  readonly payments: readonly Payment[]
  readonly consents: readonly ConsentView[]
  readonly batches: readonly BatchView[]
}

/** What the console shows of a world. */
export async function readConsole(ctx: Context): Promise<ConsoleContent> {
  const machineNow = ctx.deps.machineNow()
  const [calls, worlds, customers, payments, consents, clock] = await Promise.all([
    pageOfRequests(ctx, { first: SHOWN.calls }, { door: 'REST' }),
    pageOfWorlds(ctx, { first: SHOWN.worlds }),
    pageOfCustomers(ctx, { first: SHOWN.customers }),
    pageOfPayments(ctx, { last: SHOWN.payments }),
    pageOfConsents(ctx, { last: SHOWN.consents }),
    getClock(ctx),
  ])
  return {
    world: nameOf(ctx.world),
    now: ctx.now,
    clock,
    calls: calls.rows,
    worlds: worlds.rows.map(world => ({
      name: nameOf(world),
      path: `${worldBasePath(world)}/console`,
      clock: clockOf(world, machineNow),
    })),
    customers: await Promise.all(customers.rows.map(customer => readCustomer(ctx, customer))),
    payments: payments.rows.toReversed(),
    consents: await Promise.all(consents.rows.toReversed().map(consent => readConsentView(ctx, consent))),
    batches: await readBatches(ctx),
  }
}

/** An account with its curve and its latest lines. */
export async function readAccountPage(ctx: Context, account: Account) {
  const { rows } = await pageOfTransactions(ctx, account, { first: POINTS })
  return { account, curve: curveOf(account, rows), lines: rows.slice(0, 50) }
}

export type PaymentView = {
  readonly payment: Payment
  readonly entries: readonly PaymentEntry[]
  readonly authorisations: readonly Authorisation[]
  readonly executions: readonly Execution[]
}

/** RESOURCE_UNKNOWN when the world has no such payment. */
export async function readPaymentPage(ctx: Context, id: string): Promise<PaymentView> {
  const payment = await ctx.load.payment(id)
  const [entries, authorisations, executions] = await Promise.all([
    ctx.load.entriesOfPayment(id),
    pageOfResourceAuthorisations(ctx, id, { first: 50 }),
    pageOfExecutions(ctx, payment, { last: 50 }),
  ])
  return {
    payment,
    entries: entries.slice(0, SHOWN.entries),
    authorisations: authorisations.rows,
    executions: executions.rows,
  }
}
async function readCustomer(ctx: Context, customer: Customer) {
  const { rows } = await pageOfOwnAccounts(ctx, customer, { first: SHOWN.accounts })
  const accounts = await Promise.all(
    rows.map(async account => {
      const lines = await pageOfTransactions(ctx, account, { first: POINTS })
      return { account, curve: curveOf(account, lines.rows) }
    }),
  )
  return { customer, accounts }
}

/** Backwards from today's balance: what each line changed is taken away again. */
function curveOf({ bookedMinor }: Account, latestFirst: readonly Transaction[]): CurvePoint[] {
  let balanceMinor = bookedMinor
  const points = latestFirst.map(line => {
    const point = { day: line.bookingDate, balanceMinor }
    balanceMinor -= line.amountMinor
    return point
  })
  return points.reverse()
}

async function readConsentView(ctx: Context, consent: Consent): Promise<ConsentView> {
  const [state, customer] = await Promise.all([consentState(ctx, consent), ctx.load.customer(consent.customerId)])
  return { consent, state, expiresAt: consentExpiry(consent), customer }
}

/** The batches of the day ahead, or the next one when there is none, with the payments that wait for each. */
async function readBatches(ctx: Context): Promise<BatchView[]> {
  const waiting = await Promise.all(
    (['ACTC', 'ACWC', 'ACSP'] as const).map(status => pageOfPayments(ctx, { first: SHOWN.waiting }, { status })),
  )
  const due = waiting.flatMap(({ rows }) => rows.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()])))
  const batches = [nextBatchAt(ctx.now)]
  for (
    let next = nextBatchAt(batches[0] ?? ctx.now);
    next.getTime() <= ctx.now.getTime() + DAY_MS;
    next = nextBatchAt(next)
  )
    batches.push(next)
  return batches.map(at => ({ at, payments: due.filter(one => one === at.getTime()).length }))
}
