import type { Context } from '../../../bank/context.ts'
import { authorisationStatus } from '../../../bank/resolvers/authorisations/read.ts'
import { consentExpiry, consentState } from '../../../bank/resolvers/consents/list.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { listChildren } from '../../../bank/resolvers/lists.ts'
import { countDue } from '../../../bank/resolvers/payments/list.ts'
import { unlessGone } from '../../../bank/resolvers/references.ts'
import { type BalanceDay, balanceDays } from '../../../bank/resolvers/statements.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { nextBatchAt } from '../../../domain/calendar.ts'
import { historyOf } from '../../../domain/payment-history.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import type { Account, CardAccount, Consent, Payment } from '../../../generated/client.ts'
import { latestRequests, lostRequests, readyJournal } from '../../../sandbox/journal/requests.ts'
import { nextDue } from '../../../sandbox/worlds/catch-up.ts'
import { pageOfScenarios } from '../../../sandbox/worlds/scenarios/rules.ts'
import type { Rehearse } from '../../explain/explanation.ts'
import { explain } from '../../explain/why.ts'
import { OF_OTHERS } from './calls.tsx'
import { readFirstSteps } from './first-steps.tsx'
import { timeHead } from './frame.tsx'
import { readLife } from './payment-life.tsx'
import { readWaiting, readWaitingOf, type WaitingView } from './waiting.tsx'

/** How many calls the first page shows. */
export const SHOWN_CALLS = 15
const SHOWN = { scenarios: 5, entries: 50, approvals: 50, runs: 50, lines: 5 } as const
/** A small curve shows this many lines. */
const POINTS = 300
const DAY_MS = 86_400_000

/** An account or card account with its curve. */
export type HoldingView = {
  readonly kind: 'account' | 'cardAccount'
  readonly holding: Account | CardAccount
  readonly curve: readonly BalanceDay[]
}
export type ConsentView = Readonly<Awaited<ReturnType<typeof readConsentView>>>
export type PaymentRow = Readonly<Awaited<ReturnType<typeof readPaymentRow>>>
/** Payments that fall due at an instant: in a batch, which may be empty, or as executions of plans. */
export type DueView = { readonly at: Date; readonly isBatch: boolean; readonly payments: number }

export type ConsoleContent = Readonly<Awaited<ReturnType<typeof readConsole>>>

/** Reads the first page of a world's console; calls the latest first. */
export async function readConsole(ctx: Context) {
  await readyJournal(ctx)
  const [names, scenarios] = await Promise.all([namesOfTpps(ctx), pageOfScenarios(ctx, { first: SHOWN.scenarios })])
  return {
    world: nameOf(ctx.world),
    base: worldBasePath(ctx.world),
    scenarios: scenarios.rows,
    calls: await latestRequests(ctx, false, OF_OTHERS, { after: 0, take: SHOWN_CALLS }),
    callsHead: timeHead(ctx),
    lost: await lostRequests(ctx),
    names,
    waiting: await readWaiting(ctx),
    steps: await readFirstSteps(ctx),
    due: await readDue(ctx),
    next: await nextDue(ctx),
  }
}

export type PaymentView = Readonly<Awaited<ReturnType<typeof readPaymentPage>>>
/** Where the lists on a payment's page begin. */
export type PaymentPages = {
  /** The origin at which the reader has reached the bank. */
  readonly reached: string | undefined
  readonly rehearse: Rehearse
  readonly entries: number
  readonly approvals: string | undefined
  readonly runs: string | undefined
}

/** RESOURCE_UNKNOWN when the world has no such payment. */
export async function readPaymentPage(ctx: Context, id: string, { reached, rehearse, ...pages }: PaymentPages) {
  const payment = await ctx.load.payment(id)
  const [why, entries, authorisations, executions, way, key, basketKey, psu, account, lines, life, names] =
    await Promise.all([
      explain(ctx, { kind: 'payment', id }, { correctDocument: () => undefined, rehearse, reached }),
      ctx.load.entriesOfPayment(id),
      listChildren(ctx.load.authorisationsOfResource, id, { first: SHOWN.approvals, after: pages.approvals }),
      listChildren(ctx.load.executionsOfPayment, id, { last: SHOWN.runs, before: pages.runs }),
      Promise.all(
        historyOf(payment).map(async change => ({
          ...change,
          customer: change.customerId === null ? null : await unlessGone(ctx.load.customer(change.customerId)),
        })),
      ),
      keyOf(ctx, 'Payment', payment.id),
      payment.basketId === null ? null : keyOf(ctx, 'SigningBasket', payment.basketId),
      unlessGone(ctx.load.customer(payment.customerId)),
      unlessGone(ctx.load.account(payment.debtorAccountId)),
      listChildren(ctx.load.transactionsOfPayment, id, { first: SHOWN.lines }),
      readLife(ctx, payment),
      namesOfTpps(ctx),
    ])
  const open = new Map<string, WaitingView>()
  for (const one of authorisations.rows)
    if (authorisationStatus(ctx, one) === 'RECEIVED') open.set(one.id, await readWaitingOf(ctx, one))
  return {
    payment,
    key,
    basketKey,
    /** The authorisations that wait for a decision, by their ids. */
    open,
    /** The PSU who registered it. */
    psu,
    account,
    /** Its first lines in statements of this bank's accounts. */
    lines: lines.rows,
    life,
    names,
    why,
    way,
    entries: entries.slice(pages.entries, pages.entries + SHOWN.entries),
    /** The number of the next transfer, from 0; undefined when these are the last. */
    moreEntries: entries.length > pages.entries + SHOWN.entries ? pages.entries + SHOWN.entries : undefined,
    authorisations,
    executions,
  }
}

/** Accounts or card accounts with their small curves. */
export async function readViews(
  ctx: Context,
  kind: HoldingView['kind'],
  holdings: readonly (Account | CardAccount)[],
): Promise<HoldingView[]> {
  return Promise.all(
    holdings.map(async holding => ({ kind, holding, curve: await balanceDays(ctx, kind, holding, POINTS) })),
  )
}

export async function readPaymentRow(ctx: Context, payment: Payment) {
  const [[first, ...others], psu] = await Promise.all([
    ctx.load.entriesOfPayment(payment.id),
    unlessGone(ctx.load.customer(payment.customerId)),
  ])
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const message = first?.remittanceInformationUnstructured ?? ''
  return { payment, psu, to: `${first?.creditorName ?? ''}${more}`, message }
}

export async function readConsentView(ctx: Context, consent: Consent) {
  const [state, key, customer, accounts, cards] = await Promise.all([
    consentState(ctx, consent),
    keyOf(ctx, 'Consent', consent.id),
    ctx.load.customer(consent.customerId),
    ctx.load.accountsOfConsent(consent.id),
    ctx.load.cardAccountsOfConsent(consent.id),
  ])
  return { consent, state, key, expiresAt: consentExpiry(consent), customer, accounts: accounts.length + cards.length }
}

/** The batches and executions of the next 24 hours, also empty batches; the next batch when none falls into them. */
async function readDue(ctx: Context): Promise<DueView[]> {
  const end = ctx.now.getTime() + DAY_MS
  const batches = new Set<number>()
  for (let next = nextBatchAt(ctx.now); next.getTime() <= end || batches.size === 0; next = nextBatchAt(next))
    batches.add(next.getTime())
  // Over a weekend the next batch is later than that, and its payments are counted, too.
  const until = new Date(Math.max(end, ...batches))
  const counts = new Map((await countDue(ctx, until)).map(({ at, payments }) => [at.getTime(), payments]))
  return [...new Set([...batches, ...counts.keys()])]
    .sort((one, other) => one - other)
    .map(at => ({ at: new Date(at), isBatch: batches.has(at), payments: counts.get(at) ?? 0 }))
}
