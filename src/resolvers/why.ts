import type { Context } from '../context.ts'
import { isExpired, OPEN } from '../domain/authorisations.ts'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import {
  AUTHORISATION_REASONS,
  ask,
  BASKET_REASONS,
  CODE_REMEDIES,
  CONSENT_REASONS,
  PAYMENT_REASONS,
  type Reason,
  scenarioRemedy,
} from '../domain/explanations.ts'
import type { JournaledCall } from '../domain/journal.ts'
import { formatAmount } from '../domain/money.ts'
import { historyOf } from '../domain/payment-history.ts'
import { basketStatus } from '../domain/signing-baskets.ts'
import { waitsForSca } from '../domain/status.ts'
import { nameOf, worldBasePath } from '../domain/worlds.ts'
import type { Authorisation, Consent, Payment } from '../generated/client.ts'
import { consentExpiry, consentState } from './consents/list.ts'
import { getRequest } from './journal.ts'
import { unlessGone } from './references.ts'

/** A row that was looked at, with the values that counted. */
export type ExplainedRow = {
  readonly noun: string
  readonly id: string
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** Why something is as it is (D97). */
export type Explanation = {
  readonly subject: string
  /** The state that it is in, or the code of a refusal. */
  readonly state: string
  readonly text: string
  readonly rule: string
  readonly since: Date | undefined
  readonly waitsFor: string | undefined
  readonly until: Date | undefined
  readonly rows: readonly ExplainedRow[]
  /** A command that changes it; nothing changes what is final. */
  readonly change: string | undefined
}

/** What is to be explained: exactly one. */
export type Subject = Readonly<
  Partial<Record<'requestId' | 'paymentId' | 'basketId' | 'consentId' | 'authorisationId', string | null | undefined>>
>

/** The codes of refusals that clients see under another name, with their status, are told apart by `codeOf`. */
export type CodeOf = (wireCode: string, status: number) => ErrorCode | undefined

/** Explains a refused call, or how a payment, basket, consent or SCA stands. FORMAT_ERROR unless exactly one is named. */
export async function explain(ctx: Context, asked: Subject, codeOf: CodeOf): Promise<Explanation> {
  const named = Object.entries(asked).flatMap(([name, id]) => (id == null ? [] : [{ name, id }]))
  const [only, ...others] = named
  if (only === undefined || others.length > 0) {
    throw new DomainError(
      'FORMAT_ERROR',
      'Name exactly one: requestId, paymentId, basketId, consentId or authorisationId.',
    )
  }
  if (only.name === 'requestId') return explainCall(ctx, await getRequest(ctx, only.id), codeOf)
  if (only.name === 'paymentId') return explainPayment(ctx, await ctx.load.payment(only.id))
  if (only.name === 'basketId') return explainBasket(ctx, only.id)
  if (only.name === 'consentId') return explainConsent(ctx, await ctx.load.consent(only.id))
  return explainAuthorisation(ctx, await ctx.load.authorisation(only.id))
}

async function explainPayment(ctx: Context, payment: Payment): Promise<Explanation> {
  const { id, status, debtorCurrency: currency } = payment
  const reason: Reason = PAYMENT_REASONS[status]
  const [account, entries] = await Promise.all([
    unlessGone(ctx.load.account(payment.debtorAccountId)),
    ctx.load.entriesOfPayment(id),
  ])
  const failures = entries.flatMap(({ failure }) => failure ?? [])
  return {
    ...about(`payment ${id}`, status, reason),
    text: [reason.text, ...failures].join(' '),
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
    change: await paymentChange(ctx, payment),
  }
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

async function paymentChange(ctx: Context, payment: Payment): Promise<string | undefined> {
  const { id, status, dueAt, basketId } = payment
  const world = nameOf(ctx.world)
  if (status === 'RCVD' && basketId !== null) return explainedBasketChange(ctx, basketId, payment)
  if (waitsForSca(payment)) {
    const open = await openAuthorisation(ctx, id)
    const psu = status === 'RCVD' ? await numberOf(ctx, payment.customerId) : await otherApprover(ctx, payment)
    if (open !== null) return complete(world, open, psu)
    return ask(
      world,
      `mutation { startPaymentAuthorisation(id: "${id}", psu: "${psu}", tpp: "${payment.tppId}") { id scaRedirect } }`,
    )
  }
  if (dueAt !== null) return ask(world, `mutation { advanceClock(to: "${dueAt.toISOString()}") { now } }`)
  if (status !== 'RJCT' || payment.fundsAvailable !== false) return undefined
  const account = await unlessGone(ctx.load.account(payment.debtorAccountId))
  if (account === null) return undefined
  // What it lacked is booked; the credit line is left as it is.
  const amount = `{ amount: ${formatAmount(payment.totalMinor, account.currency)}, currency: "${account.currency}" }`
  return ask(
    world,
    `mutation { changeBalances(id: "${account.id}", input: { balances: [{ balanceType: closingBooked, balanceAmount: ${amount} }] }) { id } }`,
  )
}

async function explainBasket(ctx: Context, basketId: string): Promise<Explanation> {
  const basket = await ctx.load.signingBasket(basketId)
  const payments = await ctx.load.paymentsOfBasket(basketId)
  const status = basketStatus(payments)
  const [first] = payments
  return {
    ...about(`signing basket ${basketId}`, status, BASKET_REASONS[status]),
    since: new Date(Math.max(basket.createdAt.getTime(), ...payments.map(({ changedAt }) => changedAt.getTime()))),
    rows: payments.map(({ id, status: own }) => row('Payment', id, { status: own })),
    change: status === 'RCVD' && first !== undefined ? await explainedBasketChange(ctx, basketId, first) : undefined,
  }
}

async function explainedBasketChange(ctx: Context, basketId: string, { customerId, tppId }: Payment): Promise<string> {
  const open = await openAuthorisation(ctx, basketId)
  const [world, psu] = [nameOf(ctx.world), await numberOf(ctx, customerId)]
  if (open !== null) return complete(world, open, psu)
  return ask(
    world,
    `mutation { authoriseSigningBasket(id: "${basketId}", psu: "${psu}", tpp: "${tppId}") { id scaRedirect } }`,
  )
}

async function explainConsent(ctx: Context, consent: Consent): Promise<Explanation> {
  const state = await consentState(ctx, consent)
  const { id, tppId, context, agreementId, grantedAt, revokedAt } = consent
  const psu = await numberOf(ctx, consent.customerId)
  const grant = `mutation { grantConsent(access: { tpp: "${tppId}" }, customerNumber: "${psu}", context: ${context}, agreementId: "${agreementId}") { consent { id state } } }`
  return {
    ...about(`consent ${id}`, state, CONSENT_REASONS[state]),
    since: revokedAt ?? grantedAt,
    until: state === 'VALID' ? consentExpiry(consent) : undefined,
    rows: [
      row('Consent', id, {
        tppId,
        customer: psu,
        context,
        agreement: agreementId,
        grantedAt: grantedAt.toISOString(),
        expiresAt: consentExpiry(consent).toISOString(),
        revokedAt: revokedAt?.toISOString(),
      }),
    ],
    change: state === 'VALID' ? undefined : ask(nameOf(ctx.world), grant),
  }
}

async function explainAuthorisation(ctx: Context, authorisation: Authorisation): Promise<Explanation> {
  const { id, purpose, createdAt, expiresAt, finishedAt, customerId } = authorisation
  const state = isExpired(authorisation, ctx.now) ? 'EXPIRED' : authorisation.status
  const world = nameOf(ctx.world)
  const open = state === 'RECEIVED'
  return {
    ...about(`authorisation ${id}`, state, AUTHORISATION_REASONS[state]),
    since: finishedAt ?? (state === 'EXPIRED' ? expiresAt : createdAt),
    until: open ? expiresAt : undefined,
    rows: [
      row('Authorisation', id, {
        purpose,
        status: state,
        tppId: authorisation.tppId,
        customer: customerId,
        resource: authorisation.resourceId,
        expiresAt: expiresAt.toISOString(),
      }),
    ],
    change: open
      ? complete(world, id, customerId === null ? undefined : await numberOf(ctx, customerId))
      : state === 'EXPIRED'
        ? renewal(world, authorisation)
        : undefined,
  }
}

function renewal(world: string, { purpose, tppId, resourceId }: Authorisation): string {
  if (purpose === 'CONSENT')
    return ask(world, `mutation { offerConsent(access: { tpp: "${tppId}" }) { id scaRedirect } }`)
  return ask(world, `{ why(${purpose === 'BASKET' ? 'basketId' : 'paymentId'}: "${resourceId}") { text change } }`)
}

/** A call as the journal kept it: the rule that refused it, what its ids name, and what would have passed. */
async function explainCall(ctx: Context, call: JournaledCall, codeOf: CodeOf): Promise<Explanation> {
  const code = call.code === undefined ? undefined : codeOf(call.code, call.status)
  const faults = call.verdicts.flatMap(verdict => (verdict.passed ? [] : verdict.faults))
  const failed = call.verdicts.find(({ passed }) => !passed)
  const psuId = call.request.headers.find(([name]) => name.toLowerCase() === 'psu-id')?.[1]
  const psu = psuId === undefined ? null : await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, psuId } })
  const base = { subject: `call ${call.id}`, since: call.at, waitsFor: undefined, until: undefined }
  const named = await rowsNamed(ctx, call)
  const rows =
    psu === null ? named : [row('Customer', psu.id, { customerNumber: psu.customerNumber, psuId: psu.psuId }), ...named]
  if (code === undefined) {
    const text = `It was not refused: ${call.method} ${call.target} was answered ${call.status}.`
    return { ...base, state: String(call.status), text, rule: 'D95', rows, change: undefined }
  }
  const told = faults.map(({ text, path }) => (path === undefined ? text : `${path}: ${text}`)).join(' ')
  const basePath = worldBasePath(ctx.world)
  const remedy =
    failed?.step === 'SCENARIO' ? scenarioRemedy(hasHeader(call, 'sandbank-scenario')) : CODE_REMEDIES[code]
  return {
    ...base,
    state: code,
    text: `${failed === undefined ? '' : `Refused at the step ${failed.step} (D12). `}${told}`.trim(),
    rule: remedy.rule,
    rows,
    change: remedy.change({
      door: call.door,
      world: nameOf(ctx.world),
      method: call.method,
      path: call.target.startsWith(`${basePath}/`) ? call.target.slice(basePath.length) : call.target,
      body: call.request.body,
      psu: psu?.customerNumber,
      tppId: call.tppId,
      at: faults[0]?.path,
      unknown: faults.flatMap(({ text, path }) =>
        path !== undefined && / is not a field |^is not a field/.test(text) ? [path] : [],
      ),
    }),
  }
}

function hasHeader({ request }: JournaledCall, wanted: string): boolean {
  return request.headers.some(([name]) => name.toLowerCase() === wanted)
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const MOST_NAMED = 20

/** The rows that a call names by their ids, as they stand now. */
async function rowsNamed(ctx: Context, { target, request }: JournaledCall): Promise<ExplainedRow[]> {
  const ids = [...new Set(`${target} ${request.body ?? ''}`.match(UUID) ?? [])].slice(0, MOST_NAMED)
  const found = await Promise.all(ids.map(id => Promise.all(FINDERS.map(find => find(ctx, id)))))
  return found.flat().flatMap(one => one ?? [])
}

const FINDERS: readonly ((ctx: Context, id: string) => Promise<ExplainedRow | null>)[] = [
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.payment(id))
    return found && row('Payment', id, { status: found.status, tppId: found.tppId, service: found.service })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.account(id))
    return found && row('Account', id, { iban: found.iban, currency: found.currency, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.cardAccount(id))
    return found && row('CardAccount', id, { maskedPan: found.maskedPan, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.customer(id))
    return found && row('Customer', id, { customerNumber: found.customerNumber, type: found.type })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.agreement(id))
    return found && row('Agreement', id, { name: found.name, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.signingBasket(id))
    return found && row('SigningBasket', id, { tppId: found.tppId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.authorisation(id))
    return found && row('Authorisation', id, { status: found.status, purpose: found.purpose, tppId: found.tppId })
  },
]

function about(subject: string, state: string, { rule, text, waitsFor }: Reason) {
  return { subject, state, rule, text, waitsFor, since: undefined, until: undefined }
}

function row(noun: string, id: string, values: Readonly<Record<string, unknown>>): ExplainedRow {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value == null ? [] : [{ name, value: String(value) }],
  )
  return { noun, id, values: given }
}

function complete(world: string, id: string, psu: string | undefined): string {
  const who = psu === undefined ? '' : `customerNumber: "${psu}", `
  return ask(world, `mutation { completeAuthorisation(id: "${id}", ${who}outcome: APPROVED) { redirectTo } }`)
}

async function openAuthorisation(ctx: Context, resourceId: string): Promise<string | null> {
  const where = { worldId: ctx.world.id, resourceId, ...OPEN, expiresAt: { gt: ctx.now } }
  return (await ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' }, select: { id: true } }))?.id ?? null
}

async function numberOf(ctx: Context, customerId: string): Promise<string> {
  return (await unlessGone(ctx.load.customer(customerId)))?.customerNumber ?? ''
}

// Another member that has the right; the one who registered it where there is none.
async function otherApprover(ctx: Context, payment: Payment): Promise<string> {
  const rights = await ctx.db.engagement.findMany({
    where: { worldId: ctx.world.id, accountId: payment.debtorAccountId, agreementId: payment.agreementId },
    include: { customer: true },
    orderBy: { approvalLimit: 'desc' },
  })
  const able = rights.find(
    ({ roles, customerId }) => roles.split(' ').includes('APPROVE') && customerId !== payment.customerId,
  )
  return able?.customer.customerNumber ?? numberOf(ctx, payment.customerId)
}
