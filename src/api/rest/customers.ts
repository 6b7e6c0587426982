import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { CreateCustomer } from '../../bank/inputs/customers.ts'
import * as operations from '../../bank/operations/customers.ts'
import { initialize } from '../../bank/operations/initialize.ts'
import { CUSTOMER_TYPES } from '../../domain/accounts.ts'
import type { CustomerListing } from '../../domain/customers.ts'
import { type EachOf, given } from '../../domain/given.ts'
import type { Customer } from '../../generated/client.ts'
import { agreementSummary, showAgreementSummary } from './agreements.ts'
import { link, linkTo } from './answers.ts'
import { CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const WITH_ACCOUNTS = 'In a list of customers only with withAccounts=true.'

const shape = {
  customerId: z.string(),
  customerNumber: z.string().openapi({ description: 'Identifies the PSU when performing SCA.' }),
  customerType: z.enum(CUSTOMER_TYPES),
  customerName: z.string(),
  _links: z.strictObject({ self: link }),
}

/** [I] Sandbox customer. */
const customer = z.strictObject(shape).openapi('Customer')

/** [I] Endpoints 5: what the query does not ask for is left out, since an empty list would say that there is nothing. */
const customerListing = z
  .strictObject({
    ...shape,
    agreements: z.array(agreementSummary).optional().openapi({
      description: 'The agreements of the customer. In a list of customers only with withAgreements=true.',
    }),
    accounts: z
      .array(z.string())
      .optional()
      .openapi({ description: `Ids of the accounts the customer owns. ${WITH_ACCOUNTS}` }),
    cardAccounts: z
      .array(z.string())
      .optional()
      .openapi({ description: `Ids of the card accounts the customer owns. ${WITH_ACCOUNTS}` }),
  })
  .openapi('CustomerListing')

const shown = shownBy(customer, showCustomer)

const listed = shownBy(customerListing, showListing)

export const customerRoutes = [
  serve(operations.createCustomer, { ...CREATE, path: '/v1/sandbox/customers', ...shown.made(pathOf) }),
  serve(operations.customers, { ...READ, path: '/v1/sandbox/customers', ...listed.list }),
  serve(operations.customer, { ...READ, path: '/v1/sandbox/customers/{customerId}', ...listed.one }),
  serveDone(operations.deleteCustomer, { ...DELETE, path: '/v1/sandbox/customers/{customerId}' }),
  serve(initialize, {
    ...CREATE,
    path: '/v1/sandbox/initialize',
    success: 200,
    ...listed.list,
    show: (ctx, { customers, before }) => ({
      ...listed.list.show(ctx, customers),
      warnings: before === undefined ? [] : [{ code: 'WORLD_SHARED', text: sharedWorld(before) }],
    }),
  }),
]

/** What is said of a world that other TPPs use, when it is made anew. */
export function sharedWorld(snapshot: string): string {
  return `Other TPPs had payments or consents in this world. What it held is its snapshot ${snapshot} until the next such call: restoreSnapshot in GraphQL puts it back, and a world for each TPP avoids it.`
}

function showCustomer(ctx: Context, row: Customer) {
  return {
    customerId: row.id,
    customerNumber: row.customerNumber,
    customerType: row.type,
    customerName: row.name,
    _links: { self: linkTo(ctx, pathOf(row), 'GET', 'DELETE') },
  } satisfies EachOf<Omit<CreateCustomer, 'name' | 'type'>>
}

function showListing(ctx: Context, { customer: row, agreements, accountIds, cardAccountIds }: CustomerListing) {
  return {
    ...showCustomer(ctx, row),
    ...given({
      agreements: agreements?.map(({ agreement, engagementIds }) =>
        showAgreementSummary(ctx, agreement, engagementIds),
      ),
      accounts: accountIds?.slice(),
      cardAccounts: cardAccountIds?.slice(),
    }),
  }
}

function pathOf({ id }: { id: string }): string {
  return `/v1/sandbox/customers/${id}`
}
