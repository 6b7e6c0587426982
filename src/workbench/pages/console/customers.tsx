import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { pageOfCustomers } from '../../../bank/resolvers/customers.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { listChildren } from '../../../bank/resolvers/lists.ts'
import { findCustomers } from '../../../bank/resolvers/search.ts'
import { CUSTOMER_TYPES } from '../../../domain/accounts.ts'
import { given } from '../../../domain/given.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Customer } from '../../../generated/client.ts'
import { formatCount } from '../language.ts'
import { List, More } from '../list.tsx'
import { addressOf, drawnPageOf, idOf, nextOf, readDrawnPage, searchTextOf } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { consentDrawing, holdingDrawing, paymentDrawing } from './columns.tsx'
import { When } from './frame.tsx'
import { ListPage } from './list-page.tsx'
import { readConsentView, readPaymentRow, readViews } from './reading.ts'
import { Part, RecordPage } from './record-page.tsx'
import { Agreements, readAgreements } from './rights.tsx'
import { SearchNote } from './search-note.tsx'
import { Opens, OpensMore } from './sheets/opens.tsx'

const SHOWN = { customers: 25, named: 2, accounts: 50, payments: 25, consents: 25 } as const

/** The customers of a world. */
export async function showCustomers(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const path = `${base}/console/customers`
  const q = searchTextOf(c, 'q') || undefined
  const type = CUSTOMER_TYPES.find(one => one === c.req.query('type'))
  const all = q === undefined ? undefined : await findCustomers(ctx, q)
  const page =
    all === undefined
      ? await readDrawnPage(c, SHOWN.customers, args => pageOfCustomers(ctx, args, given({ type })))
      : drawnPageOf(
          c,
          SHOWN.customers,
          all.filter(one => type === undefined || one.type === type),
        )
  return (
    <ListPage
      title="Customers"
      here="customers"
      path={path}
      given={{ type, q }}
      page={{ ...page, rows: await Promise.all(page.rows.map(customer => readCustomer(ctx, customer))) }}
      chips={{ name: 'type', counts: await countTypes(ctx, all) }}
      finds="Name, number, account, key, id"
      note={q === undefined ? null : <SearchNote word="the name" of="customers" found={page.total} />}
      columns={[
        { head: 'Name', kind: 'half', phone: 'first', cell: ({ customer }) => <Name text={customer.name} /> },
        {
          head: 'Number',
          kind: 'meta',
          phone: 'end',
          cell: ({ customer }) => <span class="number">{customer.customerNumber}</span>,
        },
        { head: 'Type', kind: 'meta', phone: 'last', cell: ({ customer }) => customer.type.toLowerCase() },
        { head: 'Accounts', kind: 'wide', phone: 'second', cell: ({ accounts }) => <Name text={accounts} /> },
        { head: 'Since', kind: 'meta', cell: ({ customer }) => <When at={customer.createdAt} /> },
      ]}
      hrefOf={({ customer }) => `${path}/${customer.id}`}
      by={{ type: ['type', type], q: ['search', q] }}
      make={<Opens path={path} filters={{ type, q }} noun="customer" />}
      empty={
        <>
          This world has no customers. <Opens path={path} noun="customer" isFirst={true} /> Or fill it from{' '}
          <a href={`${base}/console/fixtures`}>a fixture</a>.
        </>
      }
    />
  )
}

/** How many customers of each type a search has found, or the world has. */
function countTypes(ctx: Context, found: readonly Customer[] | undefined) {
  return Promise.all(
    CUSTOMER_TYPES.map(async value => ({
      value,
      count:
        found === undefined
          ? await (await pageOfCustomers(ctx, { first: 0 }, { type: value })).count()
          : found.filter(({ type }) => type === value).length,
      word: value.toLowerCase(),
    })),
  )
}

/** A customer, the names of its first accounts, and how many more it has. */
async function readCustomer(ctx: Context, customer: Customer) {
  const { rows, hasNextPage, count } = await listChildren(ctx.load.accountsOfOwner, customer.id, { first: SHOWN.named })
  const more = hasNextPage ? ` and ${formatCount((await count()) - rows.length)} more` : ''
  return { customer, accounts: `${rows.map(({ name }) => name).join(', ')}${more}` }
}

/** What else can be made for a customer: a person acts, a corporation lets act. */
function sheetsOf({ type, customerNumber }: Customer, path: string) {
  const nouns = type === 'PRIVATE' ? ['card-account', 'payment', 'consent'] : ['card-account', 'agreement']
  return { path, nouns, given: { customerNumber, psu: customerNumber, owner: customerNumber } }
}

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
  const place = { base, token: consoleToken(c), back: path }
  const holdings = [
    ...(await readViews(ctx, 'account', accounts.rows)),
    ...(await readViews(ctx, 'cardAccount', cards.rows)),
  ]
  const paymentRows = await Promise.all(payments.rows.toReversed().map(payment => readPaymentRow(ctx, payment)))
  const consentRows = await Promise.all(consents.rows.toReversed().map(consent => readConsentView(ctx, consent)))
  const key = await keyOf(ctx, 'Customer', customer.id)
  const agreements = customer.type === 'PRIVATE' ? [] : await readAgreements(ctx, customer.id)
  const own = { customerNumber: customer.customerNumber }
  const only = { customer: customer.customerNumber }
  return (
    <RecordPage
      here="customers"
      title={customer.name}
      within={[`${base}/console/customers`, 'Customers']}
      heading={
        <>
          <Name text={customer.name} /> <span class="soft number">{customer.customerNumber}</span>
        </>
      }
      actions={
        <div class="row-actions">
          <Opens path={path} noun="account" given={own} />
          <OpensMore {...sheetsOf(customer, path)} />
          <Opens
            path={path}
            does="change"
            noun="customer"
            about="the customer"
            given={{ id: customer.id, name: customer.name }}
          />
        </div>
      }
      facts={[
        ['Type', customer.type.toLowerCase()],
        ['PSU-ID', <code>{customer.psuId}</code>],
        ['Key', key ?? undefined],
        ['Id', <code>{customer.id}</code>],
      ]}
    >
      <Part id="accounts" title="Accounts">
        {holdings.length === 0 ? (
          <p class="soft">
            No account yet.{' '}
            <Opens path={path} noun="account" about={`of ${customer.name}`} given={own} isFirst={true} />
          </p>
        ) : null}
        <List label="Accounts" rows={holdings} {...holdingDrawing(base)} />
        <More path={path} given={{ accounts: nextOf(accounts) }} label="More accounts" />
        <More path={path} given={{ cards: nextOf(cards) }} label="More card accounts" />
      </Part>
      {customer.type === 'PRIVATE' ? null : <Agreements agreements={agreements} path={path} />}
      {paymentRows.length === 0 ? null : (
        <Part id="payments" title="Payments that it registered">
          <List label="Payments" rows={paymentRows} {...paymentDrawing(place)} />
          {payments.hasPreviousPage ? (
            <p class="pager">
              <a href={addressOf(`${base}/console/payments`, only)}>All its payments</a>
            </p>
          ) : null}
        </Part>
      )}
      {consentRows.length === 0 ? null : (
        <Part id="consents" title="Consents">
          <List label="Consents" rows={consentRows} {...consentDrawing(consentRows, ctx.now, place)} />
          {consents.hasPreviousPage ? (
            <p class="pager">
              <a href={addressOf(`${base}/console/consents`, only)}>All its consents</a>
            </p>
          ) : null}
        </Part>
      )}
    </RecordPage>
  )
}
