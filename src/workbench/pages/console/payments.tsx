import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import type { PaymentFilter } from '../../../bank/inputs/filters.ts'
import { idOfTpp, PAYMENT_ORDERS } from '../../../bank/resolvers/lists.ts'
import { pageOfPayments } from '../../../bank/resolvers/payments/list.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { given } from '../../../domain/given.ts'
import { PAYMENT_STATUSES, PAYMENT_WORDS } from '../../../domain/status.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { More, nextOf, orderOf, SortBar, type SortHead, searchTextOf } from '../listing.tsx'
import { NoneFound } from '../parts.tsx'
import { CountChips, type StateCount } from './count-chips.tsx'
import { FilterForm, orAny, Select, TextField } from './filter-form.tsx'
import { ConsoleFrame } from './frame.tsx'
import { PaymentList } from './items.tsx'
import { readPaymentRow } from './reading.ts'

const SHOWN = 25
const SERVICES = ['SINGLE', 'BULK', 'PERIODIC'] as const
const CREATED = { label: 'Created', down: 'CREATED_DESC', up: 'CREATED_ASC' } as const satisfies SortHead
const AMOUNT = { label: 'Amount', down: 'AMOUNT_DESC', up: 'AMOUNT_ASC' } as const satisfies SortHead
const STATUS = { label: 'Status', down: 'STATUS_ASC', up: 'STATUS_DESC' } as const satisfies SortHead

/** The payments of a world: the number in each state, and the filtered ones. */
export async function showPayments(c: HonoContext, ctx: Context) {
  const address = `${worldBasePath(ctx.world)}/console/payments`
  const order = orderOf(PAYMENT_ORDERS, c.req.query('order'))
  const status = PAYMENT_STATUSES.find(one => one === c.req.query('status'))
  const customer = searchTextOf(c, 'customer') || undefined
  const service = SERVICES.find(one => one === c.req.query('service'))
  const tpp = await idOfTpp(ctx, c.req.query('tpp') || undefined)
  const others = given({ customer, service, tpp })
  const args = { first: SHOWN, after: c.req.query('after') }
  const page = await pageOfPayments(ctx, args, given({ ...others, status }), order ?? CREATED.down)
  const names = await namesOfTpps(ctx)
  const chosen = { status, service, tpp, customer }
  const rows = await Promise.all(page.rows.map(payment => readPaymentRow(ctx, payment)))
  return (
    <ConsoleFrame title="Payments" here="payments">
      <h1>Payments</h1>
      <CountChips name="status" counts={await countStates(ctx, others)} path={address} given={{ ...chosen, order }} />
      <FilterForm action={address}>
        {order === undefined ? null : <input type="hidden" name="order" value={order} />}
        {status === undefined ? null : <input type="hidden" name="status" value={status} />}
        <Select
          name="service"
          label="Service"
          chosen={service}
          choices={orAny(SERVICES.map(one => [one, one.toLowerCase()]))}
        />
        <Select name="tpp" label="TPP" chosen={tpp} choices={orAny(distinctNames(names))} />
        <TextField name="customer" label="Customer number" value={customer} />
      </FilterForm>
      <div class="card">
        {rows.length > 0 ? (
          <SortBar
            heads={[CREATED, AMOUNT, STATUS]}
            sorting={{ path: address, given: chosen, order: order ?? CREATED.down }}
          />
        ) : (
          <NoneFound
            path={address}
            by={{
              status: ['status', status],
              service: ['service', service],
              tpp: ['TPP', tpp, names.get(tpp ?? '')],
              customer: ['customer number', customer],
            }}
          >
            No payment yet: a TPP makes the first one.
          </NoneFound>
        )}
        <PaymentList rows={rows} base={worldBasePath(ctx.world)} />
      </div>
      <More path={address} given={{ ...chosen, order, after: nextOf(page) }} />
    </ConsoleFrame>
  )
}

/** How many payments are in each state, by the other filters. */
async function countStates(ctx: Context, filter: PaymentFilter): Promise<StateCount[]> {
  return Promise.all(
    PAYMENT_STATUSES.map(async status => {
      const page = await pageOfPayments(ctx, { first: 0 }, { ...filter, status })
      return { value: status, count: await page.count(), word: PAYMENT_WORDS[status] }
    }),
  )
}
