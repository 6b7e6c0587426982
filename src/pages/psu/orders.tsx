import type { Child } from 'hono/jsx'
import type { Context } from '../../context.ts'
import { totalsOf } from '../../domain/payments.ts'
import { PRODUCT_RULES, requireProduct } from '../../domain/products.ts'
import type { Authorisation } from '../../generated/client.ts'
import type { Language } from '../../http/negotiation.ts'
import { structuredRemittance } from '../../inputs/transactions.ts'
import { type PaymentWithEntries, paymentsOf } from '../../resolvers/payments/read.ts'
import { formatDay, formatMoney, textsIn } from '../language.ts'
import { AccountNumber } from '../whole-words.tsx'

/** How many transfers of a bulk are shown at once; the others open by a click. */
const SHOWN = 10

/** What a payment, a cancellation or a basket comes to: who is paid what, from which account, when. */
export async function summariseOrder(
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

/** Nothing is hidden: what is paid, what it costs, what leaves the account, and every row of a bulk. */
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
  const parsed = structuredRemittance.safeParse(stored)
  return parsed.success ? parsed.data.reference : undefined
}

function shownDays({ startDate, requestedExecutionDate }: PaymentWithEntries['payment'], language: Language) {
  const shown = (day: string | null) => (day === null ? null : formatDay(day, language))
  return { startDate: shown(startDate), requestedExecutionDate: shown(requestedExecutionDate) }
}
