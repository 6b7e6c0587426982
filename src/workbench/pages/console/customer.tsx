import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { listChildren } from '../../../bank/resolvers/lists.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { idOf, More, nextOf } from '../listing.tsx'
import { Facts, Name } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { ConsoleFrame } from './frame.tsx'
import { ConsentList, HoldingItem, PaymentList } from './items.tsx'
import { readConsentView, readPaymentRow, readViews } from './reading.ts'

const SHOWN = { accounts: 50, payments: 25, consents: 25 } as const

/** One customer: its accounts and cards, the payments that it registered, and its consents. */
export async function showCustomer(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const customer = await ctx.load.customer(idOf(c))
  const page = (name: string) => ({ first: SHOWN.accounts, after: c.req.query(name) })
  const [accounts, cards, payments, consents] = await Promise.all([
    listChildren(ctx.load.accountsOfOwner, customer.id, page('accounts')),
    listChildren(ctx.load.cardAccountsOfOwner, customer.id, page('cards')),
    listChildren(ctx.load.paymentsOfCustomer, customer.id, { last: SHOWN.payments }),
    listChildren(ctx.load.consentsOfCustomer, customer.id, { last: SHOWN.consents }),
  ])
  const path = `${base}/console/customers/${customer.id}`
  const holdings = [
    ...(await readViews(ctx, 'account', accounts.rows)),
    ...(await readViews(ctx, 'cardAccount', cards.rows)),
  ]
  const views = {
    payments: await Promise.all(payments.rows.toReversed().map(payment => readPaymentRow(ctx, payment))),
    consents: await Promise.all(consents.rows.toReversed().map(consent => readConsentView(ctx, consent))),
  }
  const key = await keyOf(ctx, 'Customer', customer.id)
  const own = { customer: customer.customerNumber }
  return (
    <ConsoleFrame here="customers" title={customer.name}>
      <h1>
        <Name text={customer.name} /> <span class="soft number">{customer.customerNumber}</span>
      </h1>
      <Facts
        rows={[
          ['Type', customer.type.toLowerCase()],
          ['PSU-ID', <code>{customer.psuId}</code>],
          ['Key', key ?? undefined],
        ]}
      />
      <div class="actions">
        <ActionButton
          action="changeCustomer"
          place={{ base, token: consoleToken(c), back: path }}
          given={{ id: customer.id, name: customer.name }}
        />
      </div>
      <h2>Accounts</h2>
      {holdings.length === 0 ? <p class="soft">No accounts.</p> : null}
      <div class="people">
        {holdings.map(view => (
          <article class="card">
            <HoldingItem view={view} base={base} />
          </article>
        ))}
      </div>
      <More path={path} given={{ accounts: nextOf(accounts) }} label="More accounts" />
      <More path={path} given={{ cards: nextOf(cards) }} label="More card accounts" />
      <div class="two lists">
        <section class="card" aria-labelledby="payments" hidden={views.payments.length === 0}>
          <h2 class="first" id="payments">
            Payments that it registered
          </h2>
          <PaymentList rows={views.payments} base={base} />
          {payments.hasPreviousPage ? (
            <More path={`${base}/console/payments`} given={own} label="All its payments" />
          ) : null}
        </section>
        <section class="card" aria-labelledby="consents" hidden={views.consents.length === 0}>
          <h2 class="first" id="consents">
            Consents
          </h2>
          <ConsentList rows={views.consents} now={ctx.now} place={{ base, token: consoleToken(c), back: path }} />
          {consents.hasPreviousPage ? (
            <More path={`${base}/console/consents`} given={own} label="All its consents" />
          ) : null}
        </section>
      </div>
    </ConsoleFrame>
  )
}
