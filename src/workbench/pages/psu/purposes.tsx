import type { Child } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { referencesIn } from '../../../bank/inputs/transactions.ts'
import type { Offer } from '../../../bank/resolvers/consents/offers.ts'
import { type PaymentWithEntries, paymentsOf } from '../../../bank/resolvers/payments/read.ts'
import { CONSENT_DAYS } from '../../../domain/consents.ts'
import { totalsOf } from '../../../domain/payments.ts'
import { PRODUCT_RULES, requireProduct } from '../../../domain/products.ts'
import type { Authorisation, AuthorisationPurpose } from '../../../generated/client.ts'
import type { Language } from '../../../platform/http/negotiation.ts'
import { formatDay, formatMoney, textsIn } from '../language.ts'
import { AccountNumber } from '../whole-words.tsx'

/** How the page treats one kind of authorisation. */
export type Purpose = {
  /** The request of the TPP, in the PSU's language. */
  readonly summarise: (ctx: Context, authorisation: Authorisation, language: Language) => Promise<Child>
  /** Whether the PSU can answer under this agreement. */
  readonly fits: (offer: Offer) => boolean
  /** Whether the PSU ticks the accounts that it opens. */
  readonly picksAccounts: boolean
}

/** The kinds of authorisation as the PSU sees them. */
export const PURPOSES: Record<AuthorisationPurpose, Purpose> = {
  CONSENT: {
    summarise: async (_ctx, _authorisation, language) => textsIn(language).sca.consent(CONSENT_DAYS),
    fits: ({ accounts, cardAccounts }) => accounts.length + cardAccounts.length > 0,
    picksAccounts: true,
  },
  PAYMENT: orderOf('payment'),
  CANCELLATION: orderOf('cancellation'),
  BASKET: orderOf('basket'),
}

function orderOf(noun: 'payment' | 'cancellation' | 'basket'): Purpose {
  return {
    summarise: (ctx, authorisation, language) => summariseOrder(ctx, authorisation, language, noun),
    fits: () => true,
    picksAccounts: false,
  }
}

/** How many transfers of a bulk are visible; a click opens the others. */
const SHOWN = 10

/** Summarises a payment, a cancellation or a basket: who receives what, from which account, and when. */
async function summariseOrder(
  ctx: Context,
  authorisation: Authorisation,
  language: Language,
  noun: 'payment' | 'cancellation' | 'basket',
): Promise<Child> {
  const texts = textsIn(language).sca
  const payments = await paymentsOf(ctx, authorisation)
  const [first] = payments
  return (
    <>
      {first === undefined || noun === 'basket'
        ? texts.basket
        : texts.order(first.payment.service, noun === 'cancellation')}
      <ul class="orders">
        {payments.map(one => (
          <Order order={one} language={language} isCancelled={noun === 'cancellation'} />
        ))}
      </ul>
    </>
  )
}

/** An order with all amounts, fees, the sum that leaves the account, and every transfer of a bulk. */
function Order(props: {
  readonly order: PaymentWithEntries
  readonly language: Language
  /** Whether the SCA is for a cancellation. */
  readonly isCancelled: boolean
}) {
  const { language, isCancelled } = props
  const { payment, entries } = props.order
  const texts = textsIn(language).sca
  const from = payment.debtorIban ?? payment.debtorBban ?? ''
  const { debitMinor, feeMinor } = totalsOf(entries)
  const money = (minor: bigint) => formatMoney(minor, payment.debtorCurrency, language)
  const when = texts.when({ ...payment, ...shownDays(payment, language) })
  const rules = PRODUCT_RULES[requireProduct(payment.service, payment.product)]
  return (
    <li>
      <Transfers entries={entries} language={language} />
      <dl class="facts order">
        <dt>{texts.fromAccount}</dt>
        <dd class="number">
          <AccountNumber number={from} />
        </dd>
        <dt>{isCancelled ? texts.executionCancelled : texts.execution}</dt>
        <dd>{rules.instant ? texts.instant : payment.service === 'PERIODIC' ? when : texts.batch(when)}</dd>
        <dt>{texts.fee}</dt>
        <dd class="number">{money(feeMinor)}</dd>
        <dt>{isCancelled ? texts.totalCancelled : payment.service === 'PERIODIC' ? texts.totalEach : texts.total}</dt>
        <dd class="number">
          <strong>{money(debitMinor + feeMinor)}</strong>
        </dd>
      </dl>
    </li>
  )
}

function Transfers({ entries, language }: { entries: PaymentWithEntries['entries']; language: Language }) {
  const rows = entries.map(entry => <Transfer entry={entry} language={language} />)
  if (rows.length <= SHOWN) return <ul class="transfers">{rows}</ul>
  return (
    <>
      <ul class="transfers">{rows.slice(0, SHOWN)}</ul>
      <details>
        <summary>{textsIn(language).sca.more(rows.length - SHOWN)}</summary>
        <ul class="transfers">{rows.slice(SHOWN)}</ul>
      </details>
    </>
  )
}

function Transfer({ entry, language }: { entry: PaymentWithEntries['entries'][number]; language: Language }) {
  const texts = textsIn(language).sca
  const message = entry.remittanceInformationUnstructured ?? referenceOf(entry.remittanceInformationStructured)
  return (
    <li>
      <strong class="number">{formatMoney(entry.amountMinor, entry.currency, language)}</strong> {texts.transferTo}{' '}
      {entry.creditorName} (
      <AccountNumber number={entry.creditorIban ?? entry.creditorBban ?? ''} />)
      {message === undefined ? null : (
        <span class="soft">
          {' '}
          <bdi>{texts.message(message)}</bdi>
        </span>
      )}
    </li>
  )
}

function referenceOf(stored: unknown): string | undefined {
  return referencesIn(stored)
    ?.map(({ reference }) => reference)
    .join(', ')
}

function shownDays({ startDate, requestedExecutionDate }: PaymentWithEntries['payment'], language: Language) {
  const shown = (day: string | null) => (day === null ? null : formatDay(day, language))
  return { startDate: shown(startDate), requestedExecutionDate: shown(requestedExecutionDate) }
}
