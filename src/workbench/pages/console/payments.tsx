import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import type { PaymentFilter } from '../../../bank/inputs/filters.ts'
import { idOfTpp, PAYMENT_ORDERS, type PaymentOrder } from '../../../bank/resolvers/lists.ts'
import { countPaymentStates, pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { findPayments } from '../../../bank/resolvers/search.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { given } from '../../../domain/given.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import { PAYMENT_STATUSES, PAYMENT_WORDS } from '../../../domain/status.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Payment } from '../../../generated/client.ts'
import { drawnPageOf, orderOf, readDrawnPage, searchTextOf } from '../listing.tsx'
import { consoleToken } from './access.tsx'
import { PAYMENT_HEADS, paymentDrawing, paymentRowActions } from './columns.tsx'
import { totalOf } from './count-chips.tsx'
import { orAny, Select } from './filter-form.tsx'
import { ListPage } from './list-page.tsx'
import { readPaymentRow } from './reading.ts'
import { SearchNote } from './search-note.tsx'
import { Opens, OpensMore } from './sheets/opens.tsx'

const SHOWN = 25
const SERVICES = ['SINGLE', 'BULK', 'PERIODIC'] as const

/** The payments of a world: the number in each state, and the wanted ones. */
export async function showPayments(c: HonoContext, ctx: Context) {
  const path = `${worldBasePath(ctx.world)}/console/payments`
  const order = orderOf(PAYMENT_ORDERS, c.req.query('order'))
  const status = PAYMENT_STATUSES.find(one => one === c.req.query('status'))
  const customer = searchTextOf(c, 'customer') || undefined
  const service = SERVICES.find(one => one === c.req.query('service'))
  const tpp = await idOfTpp(ctx, c.req.query('tpp') || undefined)
  const q = searchTextOf(c, 'q') || undefined
  const others = given({ customer, service, tpp })
  const read = q === undefined ? listed : found
  const { page, counts } = await read(c, ctx, { others, status, order: order ?? PAYMENT_HEADS.when.down, q: q ?? '' })
  const rows = await Promise.all(page.rows.map(payment => readPaymentRow(ctx, payment)))
  const names = await namesOfTpps(ctx)
  const chosen = { status, service, tpp, customer, q, order }
  const place = { base: worldBasePath(ctx.world), token: consoleToken(c), back: path }
  return (
    <ListPage
      title="Payments"
      here="payments"
      path={path}
      given={chosen}
      page={{ ...page, rows }}
      chips={{ name: 'status', counts }}
      finds="Creditor, message, amount, number, key, id"
      filters={
        <>
          <Select
            name="service"
            label="Service"
            chosen={service}
            choices={orAny(
              'Any service',
              SERVICES.map(one => [one, one.toLowerCase()]),
            )}
          />
          <Select name="tpp" label="TPP" chosen={tpp} choices={orAny('Any TPP', distinctNames(names))} />
          {customer === undefined ? null : <input type="hidden" name="customer" value={customer} />}
        </>
      }
      note={q === undefined ? null : <SearchNote word="creditor and message" of="transfers" found={page.total} />}
      {...paymentDrawing(place)}
      rowActions={paymentRowActions(place)}
      sorting={{ path, given: chosen, order: order ?? PAYMENT_HEADS.when.down }}
      by={{
        status: ['status', status],
        service: ['service', service],
        tpp: ['TPP', tpp, names.get(tpp ?? '')],
        customer: ['customer number', customer],
        q: ['search', q],
      }}
      make={
        <div class="row-actions">
          <Opens path={path} filters={chosen} noun="payment" />
          <OpensMore path={path} filters={chosen} nouns={['periodic-payment', 'bulk-payment', 'signing-basket']} />
        </div>
      }
      empty={
        <>
          No payment yet: a TPP makes the first one, or you do. <Opens path={path} noun="payment" isFirst={true} />
        </>
      }
    />
  )
}

type PaymentQuery = {
  readonly others: PaymentFilter
  readonly status: Payment['status'] | undefined
  readonly order: PaymentOrder
  readonly q: string
}

async function listed(c: HonoContext, ctx: Context, { others, status, order }: PaymentQuery) {
  const read = (args: PageArgs) => pageOfPayments(ctx, args, given({ ...others, status }), order)
  const [page, states] = await Promise.all([
    readDrawnPage(c, SHOWN, read, { isCounted: false }),
    countPaymentStates(ctx, others),
  ])
  const counts = states.map(({ status, count }) => ({ value: status, count, word: PAYMENT_WORDS[status] }))
  return { page: { ...page, total: totalOf(counts, status) }, counts }
}

/** The payments that a search finds are few: filters, order and counts follow from them here. */
async function found(
  c: HonoContext,
  ctx: Context,
  { others: { customer, service, tpp }, status, order, q }: PaymentQuery,
) {
  const owner =
    customer === undefined ? undefined : new Set((await findOwners(ctx, customer ?? '')).map(({ id }) => id))
  const all = (await findPayments(ctx, q)).filter(
    one =>
      (service === undefined || one.service === service) &&
      (tpp === undefined || one.tppId === tpp) &&
      (owner === undefined || owner.has(one.customerId)),
  )
  const counts = PAYMENT_STATUSES.map(value => ({
    value,
    count: all.filter(one => one.status === value).length,
    word: PAYMENT_WORDS[value],
  }))
  const rows = all.filter(one => status === undefined || one.status === status)
  return { page: drawnPageOf(c, SHOWN, rows.sort(SORTS[order])), counts }
}

const findOwners = (ctx: Context, customerNumber: string) =>
  ctx.db.customer.findMany({ where: { worldId: ctx.world.id, customerNumber } })

const byId = (one: Payment, other: Payment) => (one.id < other.id ? -1 : 1)
const byAmount = (one: Payment, other: Payment) => Number(one.totalMinor - other.totalMinor) || byId(one, other)
const byStatus = (one: Payment, other: Payment) =>
  one.status === other.status ? byId(one, other) : one.status < other.status ? -1 : 1
type Sort = (one: Payment, other: Payment) => number
const back =
  (sort: Sort): Sort =>
  (one, other) =>
    -sort(one, other)
const SORTS: Readonly<Record<PaymentOrder, Sort>> = {
  CREATED_ASC: byId,
  CREATED_DESC: back(byId),
  AMOUNT_ASC: byAmount,
  AMOUNT_DESC: back(byAmount),
  STATUS_ASC: byStatus,
  STATUS_DESC: back(byStatus),
}
