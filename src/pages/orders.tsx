import type { Child } from 'hono/jsx'
import type { Context } from '../context.ts'
import { formatAmount } from '../domain/money.ts'
import type { Authorisation } from '../generated/client.ts'
import { paymentsOf } from '../resolvers/payments/orders.ts'
import type { PaymentWithEntries } from '../resolvers/payments/read.ts'
import { type Language, textsIn } from './language.ts'

/** How many transfers of a bulk are shown one by one. */
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
  return (
    <>
      {texts[noun]}
      <ul>
        {payments.map(one => (
          <Order order={one} language={language} />
        ))}
      </ul>
    </>
  )
}

function Order({ order: { payment, entries }, language }: { order: PaymentWithEntries; language: Language }) {
  const texts = textsIn(language).sca
  const from = payment.debtorIban ?? payment.debtorBban ?? ''
  return (
    <>
      {entries.slice(0, SHOWN).map(({ amountMinor, currency, creditorName, creditorIban, creditorBban }) => (
        <li>
          <strong>
            {formatAmount(amountMinor, currency)} {currency}
          </strong>{' '}
          {texts.transfer(creditorName, creditorIban ?? creditorBban ?? '', from, texts.when(payment))}
        </li>
      ))}
      {entries.length > SHOWN ? <li>{texts.more(entries.length - SHOWN)}</li> : null}
    </>
  )
}
