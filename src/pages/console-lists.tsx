import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'
import { PAYMENT_STATUSES } from '../domain/status.ts'
import { worldBasePath } from '../domain/worlds.ts'
import type { Customer } from '../generated/client.ts'
import { pageOfOwnCardAccounts } from '../resolvers/card-accounts.ts'
import { pageOfCustomerConsents } from '../resolvers/consents/list.ts'
import { pageOfCustomers } from '../resolvers/customers.ts'
import { pageOfCustomerPayments, pageOfPayments } from '../resolvers/payments/list.ts'
import { withSearch } from './calls.tsx'
import { operatorPages } from './console-access.tsx'
import { Back, ConsoleFrame } from './console-frame.tsx'
import { AccountItem, CardItem, ConsentList, CustomerCard, PaymentList } from './console-items.tsx'
import { readConsentView, readCustomer, readPaymentRow } from './console-reading.ts'
import type { PagesOptions } from './options.ts'
import { respond } from './respond.ts'

/** What the console shows the first of, as whole lists: customers, one customer, and payments. */
export function createConsoleLists(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get('/console/customers', guarded(showCustomers))
  app.get('/console/customers/:id', guarded(showCustomer))
  app.get('/console/payments', guarded(showPayments))
  return app
}

const PRIVATE = { isPrivate: true } as const
const SHOWN = { customers: 12, accounts: 50, cards: 50, payments: 25, consents: 25 } as const
const MOST_TEXT = 70

async function showCustomers(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const name = (c.req.query('name') ?? '').trim().slice(0, MOST_TEXT)
  const after = c.req.query('after')
  const filter = name === '' ? {} : /^\d{5,}$/.test(name) ? { customerNumber: name } : { nameContains: name }
  const page = await pageOfCustomers(ctx, { first: SHOWN.customers, ...(after === undefined ? {} : { after }) }, filter)
  const customers = await Promise.all(page.rows.map(customer => readCustomer(ctx, customer)))
  const last = page.rows.at(-1)
  const next = page.hasNextPage && last !== undefined ? page.cursorOf(last) : undefined
  return respond(
    c,
    <ConsoleFrame title="Customers" base={base} isWide={true}>
      <Back base={base} />
      <h1>Customers</h1>
      <form method="get" action={`${base}/console/customers`} class="filters">
        <p class="field">
          <label for="name">Name or customer number</label>
          <input type="text" id="name" name="name" value={name} autocomplete="off" spellcheck={false} />
        </p>
        <button type="submit" class="second small">
          Show
        </button>
      </form>
      <h2 class="hidden">Found</h2>
      {customers.length === 0 ? <p class="soft">None.</p> : null}
      <div class="people">
        {customers.map(one => (
          <CustomerCard {...one} base={base} />
        ))}
      </div>
      <More path={`${base}/console/customers`} given={{ name, after: next }} />
    </ConsoleFrame>,
    PRIVATE,
  )
}

async function showCustomer(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const customer = await ctx.load.customer(c.req.param('id') ?? '')
  const { accounts } = await readCustomer(ctx, customer, SHOWN.accounts)
  const { cards, payments, consents } = await readBelongings(ctx, customer)
  return respond(
    c,
    <ConsoleFrame title={customer.name} base={base} isWide={true}>
      <Back base={base} />
      <h1>
        {customer.name} <span class="soft number">{customer.customerNumber}</span>
      </h1>
      <dl class="facts request">
        <dt>Type</dt>
        <dd>{customer.type.toLowerCase()}</dd>
        <dt>PSU-ID</dt>
        <dd>
          <code>{customer.psuId}</code>
        </dd>
      </dl>
      <h2>Accounts</h2>
      {accounts.length + cards.length === 0 ? <p class="soft">No accounts.</p> : null}
      <div class="people">
        {accounts.map(view => (
          <article class="card">
            <AccountItem view={view} base={base} />
          </article>
        ))}
        {cards.map(card => (
          <article class="card">
            <CardItem card={card} />
          </article>
        ))}
      </div>
      <div class="two">
        <section class="card" aria-labelledby="payments">
          <h2 class="first" id="payments">
            Payments that it registered
          </h2>
          <PaymentList rows={payments} base={base} />
        </section>
        <section class="card" aria-labelledby="consents">
          <h2 class="first" id="consents">
            Consents
          </h2>
          <ConsentList rows={consents} now={ctx.now} />
        </section>
      </div>
    </ConsoleFrame>,
    PRIVATE,
  )
}

async function readBelongings(ctx: Context, customer: Customer) {
  const [cards, payments, consents] = await Promise.all([
    pageOfOwnCardAccounts(ctx, customer, { first: SHOWN.cards }),
    pageOfCustomerPayments(ctx, customer, { last: SHOWN.payments }),
    pageOfCustomerConsents(ctx, customer, { last: SHOWN.consents }),
  ])
  return {
    cards: cards.rows,
    payments: await Promise.all(payments.rows.toReversed().map(payment => readPaymentRow(ctx, payment))),
    consents: await Promise.all(consents.rows.toReversed().map(consent => readConsentView(ctx, consent))),
  }
}

async function showPayments(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const before = c.req.query('before')
  const status = PAYMENT_STATUSES.find(one => one === c.req.query('status'))
  // The latest first, so the pages go backwards through the list.
  const args = { last: SHOWN.payments, ...(before === undefined ? {} : { before }) }
  const page = await pageOfPayments(ctx, args, status === undefined ? {} : { status })
  const rows = await Promise.all(page.rows.toReversed().map(payment => readPaymentRow(ctx, payment)))
  const first = page.rows[0]
  const next = page.hasPreviousPage && first !== undefined ? page.cursorOf(first) : undefined
  return respond(
    c,
    <ConsoleFrame title="Payments" base={base}>
      <Back base={base} />
      <h1>Payments</h1>
      <form method="get" action={`${base}/console/payments`} class="filters">
        <p class="field">
          <label for="status">Status</label>
          <select id="status" name="status">
            <option value="">Any</option>
            {PAYMENT_STATUSES.map(one => (
              <option value={one} selected={one === status}>
                {one}
              </option>
            ))}
          </select>
        </p>
        <button type="submit" class="second small">
          Show
        </button>
      </form>
      <div class="card">
        <PaymentList rows={rows} base={base} />
      </div>
      <More path={`${base}/console/payments`} given={{ status, before: next }} />
    </ConsoleFrame>,
    PRIVATE,
  )
}

/** The link to the next page, where there is one: the last of what is given says where that begins. */
function More({
  path,
  given,
}: {
  readonly path: string
  readonly given: Readonly<Record<string, string | undefined>>
}) {
  const entries = Object.entries(given)
  if (entries.at(-1)?.[1] === undefined) return null
  const asked = entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
  return (
    <p>
      <a href={withSearch(path, new URLSearchParams(asked))}>More</a>
    </p>
  )
}
