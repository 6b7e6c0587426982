import type { ExplainedRow } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { availableMinor } from '../../domain/accounts.ts'
import { OPEN } from '../../domain/authorisations.ts'
import { addDuration } from '../../domain/calendar.ts'
import { parseRoles } from '../../domain/engagements.ts'
import { formatAmount } from '../../domain/money.ts'
import { firstRun } from '../../domain/payment-dates.ts'
import { historyOf, type StatusCause } from '../../domain/payment-history.ts'
import { planOf } from '../../domain/schedule.ts'
import { basketStatus, isRegistered, waitsForSca } from '../../domain/status.ts'
import { FARTHEST_YEARS, isClock } from '../../domain/worlds.ts'
import type { Account, Execution, Payment } from '../../generated/client.ts'
import { BASKET_REASONS, OUT_OF_REACH, PAYMENT_REASONS, PLAN_IS_OVER, type Reason } from './causes.ts'
import { ask, type Commands, oneAfterAnother, type Place } from './commands.ts'
import { about, complete, numberOf, row, startSca, type UntriedExplanation } from './explanation.ts'

export async function explainPayment(ctx: Context, payment: Payment, place: Place): Promise<UntriedExplanation> {
  const { id, status, debtorCurrency: currency } = payment
  const reason: Reason = endOf(ctx, payment) ?? PAYMENT_REASONS[status]
  const [account, entries] = await Promise.all([
    unlessGone(ctx.load.account(payment.debtorAccountId)),
    ctx.load.entriesOfPayment(id),
  ])
  const failures = entries.flatMap(({ failure }) => failure ?? [])
  const runs =
    payment.service === 'PERIODIC'
      ? await ctx.db.execution.findMany({ where: { worldId: ctx.world.id, paymentId: id }, orderBy: { id: 'asc' } })
      : []
  const change = await paymentChange(ctx, payment, place)
  return {
    ...about(`payment ${id}`, status, reason),
    advice: status === 'RJCT' && change !== undefined ? NEW_PAYMENT : undefined,
    text: [await wayOf(ctx, payment, runs, reason), ...failures].join(' '),
    since: payment.changedAt,
    until: payment.dueAt ?? undefined,
    rows: [
      row('Payment', id, {
        status,
        total: `${formatAmount(payment.totalMinor, currency)} ${currency}`,
        reserved: formatAmount(payment.reservedMinor, currency),
        fundsAvailable: payment.fundsAvailable,
        executionDate: payment.executionDate,
        dueAt: payment.dueAt?.toISOString(),
      }),
      ...historyOf(payment).map(({ at, from, to, cause, customerId }) =>
        row('PaymentStatusChange', id, { at: at.toISOString(), from, to, cause, customer: customerId }),
      ),
      ...runs.map(run => row('Execution', run.id, { date: run.date, status: run.status, failure: run.failure })),
      ...entries
        .filter(({ status: entry }) => entry === 'FAILED')
        .map(entry => row('PaymentEntry', entry.id, { failure: entry.failure })),
      ...(account === null
        ? []
        : [
            row('Account', account.id, {
              booked: formatAmount(account.bookedMinor, account.currency),
              reserved: formatAmount(account.reservedMinor, account.currency),
              creditLine: account.creditLine,
            }),
          ]),
      ...(status === 'PDNG' ? await approvers(ctx, payment) : []),
    ],
    change,
  }
}

/** The command for a payment that lacked funds helps only the next one. */
const NEW_PAYMENT =
  'This payment stays rejected: after the command, which gives its account enough, a new payment has to be sent.'

/** What brought a payment to its state, by its history: who rejected or cancelled it, and how the executions of a periodic payment ended. */
async function wayOf(ctx: Context, payment: Payment, runs: readonly Execution[], { text }: Reason): Promise<string> {
  const failed = runs.filter(({ status }) => status === 'FAILED')
  const [last] = failed.slice(-1)
  const plan =
    last === undefined
      ? ''
      : ` Of its ${runs.length} runs ${failed.length} failed, the last of these on ${last.date}: ${last.failure ?? 'no reason was kept.'}`
  if (payment.status === 'ACSC') return last === undefined ? text : `Its plan is over: final.${plan}`
  const change = historyOf(payment).at(-1)
  if (change === undefined || (payment.status !== 'RJCT' && payment.status !== 'CANC')) return `${text}${plan}`
  const who = change.customerId === null ? '' : `, customer ${await numberOf(ctx, change.customerId)}`
  const verb = payment.status === 'RJCT' ? 'rejected' : 'cancelled'
  return `It was ${verb} ${ENDED_BY[change.cause]}${who}: final.${plan}`
}

const ENDED_BY: Readonly<Record<StatusCause, string>> = {
  REGISTRATION: 'when it was registered',
  APPROVAL: 'at its SCA',
  REJECTION: 'at its SCA',
  EXECUTION: 'by its batch or run',
  CANCELLATION: 'by its TPP',
  CANCELLATION_APPROVAL: 'at the SCA of its cancellation',
  OTHER_CHANNEL: 'in another channel of the bank',
  FIXTURE: 'by a fixture',
  SCENARIO: 'by a scenario',
  UNRECORDED: 'before histories were kept',
}

/** Why a payment that is not final is never carried out; undefined for others. */
function endOf({ now }: Context, payment: Payment): Reason | undefined {
  const isPlanned = payment.service === 'PERIODIC' && waitsForSca(payment)
  if (isPlanned && firstRun(planOf(payment), now) === undefined) return PLAN_IS_OVER
  return payment.dueAt === null || isClock(payment.dueAt) ? undefined : OUT_OF_REACH
}

/** Who may approve from the account, with the limits that count (D35). */
async function approvers(ctx: Context, { debtorAccountId, agreementId }: Payment): Promise<ExplainedRow[]> {
  const rights = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, accountId: debtorAccountId, agreementId },
    include: { customer: true },
    orderBy: { id: 'asc' },
    take: 20,
  })
  return rights.map(({ id, roles, approvalLimit, customer }) =>
    row('Engagement', id, { customer: customer.customerNumber, roles, approvalLimit }),
  )
}

async function paymentChange(ctx: Context, payment: Payment, place: Place): Promise<Commands | undefined> {
  const { id, status, dueAt, basketId } = payment
  if (endOf(ctx, payment) !== undefined)
    return ask(place, `mutation { cancelPaymentInBank(id: "${id}") { payment { id status } } }`)
  if (isRegistered(payment) && basketId !== null)
    return scaChange(ctx, place, payment, basketId, 'authoriseSigningBasket')
  if (waitsForSca(payment)) return scaChange(ctx, place, payment, id, 'startPaymentAuthorisation')
  if (dueAt !== null) return moveClock(place, ctx.now, dueAt)
  if (status !== 'RJCT' || payment.fundsAvailable !== false) return undefined
  const account = await unlessGone(ctx.load.account(payment.debtorAccountId))
  // When the account has the money, there was another cause, for example a scenario (D88).
  if (account === null || availableMinor(account) >= payment.totalMinor) return undefined
  return bookBalance(place, account, payment.totalMinor)
}

/** Moves the clock to an instant, in as many moves as it takes (D74). */
function moveClock(place: Place, now: Date, to: Date): Commands {
  const next = addDuration(now, { years: FARTHEST_YEARS })
  if (next === undefined || to <= next)
    return ask(place, `mutation { advanceClock(input: { to: "${to.toISOString()}" }) { clock { now } } }`)
  const first = ask(place, `mutation { advanceClock(input: { by: "P${FARTHEST_YEARS}Y" }) { clock { now } } }`)
  return oneAfterAnother(first, moveClock(place, next, to))
}

/** Gives an account a booked balance. Its credit line stays. */
function bookBalance(place: Place, { id, currency }: Account, minor: bigint): Commands {
  const amount = `{ amount: ${formatAmount(minor, currency)}, currency: "${currency}" }`
  const balances = `[{ balanceType: closingBooked, balanceAmount: ${amount} }]`
  return ask(place, `mutation { changeBalances(input: { id: "${id}", balances: ${balances} }) { account { id } } }`)
}

export async function explainBasket(ctx: Context, basketId: string, place: Place): Promise<UntriedExplanation> {
  const basket = await ctx.load.signingBasket(basketId)
  const payments = await ctx.load.paymentsOfBasket(basketId)
  const status = basketStatus(payments)
  const waiting = payments.find(waitsForSca)
  return {
    ...about(`signing basket ${basketId}`, status, BASKET_REASONS[status]),
    since: new Date(Math.max(basket.createdAt.getTime(), ...payments.map(({ changedAt }) => changedAt.getTime()))),
    rows: payments.map(({ id, status: own }) => row('Payment', id, { status: own })),
    change:
      status === 'RJCT' || waiting === undefined
        ? undefined
        : await scaChange(ctx, place, waiting, basketId, 'authoriseSigningBasket'),
  }
}

/** The SCA of a payment, or of its basket: an open one is answered, else one is started. */
async function scaChange(
  ctx: Context,
  place: Place,
  payment: Payment,
  id: string,
  start: 'startPaymentAuthorisation' | 'authoriseSigningBasket',
): Promise<Commands> {
  const { tppId, context, agreementId } = payment
  const psu = await approverOf(ctx, payment)
  const where = { worldId: ctx.world.id, resourceId: id, ...OPEN, expiresAt: { gt: ctx.now } }
  const open = await ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' } })
  if (open !== null) return complete(place, open.id, psu, payment)
  return startSca(place, start, { id, psu, tppId, context, agreementId })
}

// After the member that registered it, another member with the right, if there is one.
async function approverOf(ctx: Context, payment: Payment): Promise<string> {
  if (isRegistered(payment)) return numberOf(ctx, payment.customerId)
  const rights = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, accountId: payment.debtorAccountId, agreementId: payment.agreementId },
    include: { customer: true },
    orderBy: { approvalLimit: 'desc' },
  })
  const able = rights.find(
    ({ roles, customerId }) => parseRoles(roles).includes('APPROVE') && customerId !== payment.customerId,
  )
  return able?.customer.customerNumber ?? numberOf(ctx, payment.customerId)
}
