import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { CUSTOMER_TYPES } from '../domain/customers.ts'
import type { Customer } from '../generated/client.ts'
import { createCustomer } from '../inputs/customers.ts'
import { flag } from '../inputs/values.ts'
import * as customers from '../resolvers/customers.ts'
import { initialize } from '../resolvers/worlds.ts'
import { agreementSummary, showAgreementSummary } from './agreements.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

const shape = {
  customerId: z.string(),
  customerNumber: z.string().openapi({ description: 'Identifies the PSU when performing SCA.' }),
  customerType: z.enum(CUSTOMER_TYPES),
  customerName: z.string(),
  _links: z.strictObject({ self: link }),
}

/** [I] Sandbox customer. */
const customer = z.strictObject(shape).openapi('Customer')

/** [I] Its list form. What was not asked for is an empty list. */
const customerListing = z
  .strictObject({
    ...shape,
    agreements: z.array(agreementSummary),
    accounts: z.array(z.string()).openapi({ description: 'Ids of the accounts the customer owns.' }),
    cardAccounts: z.array(z.string()).openapi({ description: 'Ids of the card accounts the customer owns.' }),
  })
  .openapi('CustomerListing')

export const customerRoutes = [
  route({
    ...NOTHING,
    method: 'POST',
    path: '/v1/sandbox/customers',
    operation: 'createCustomer',
    tag: 'Sandbox customers',
    summary: 'Create a customer',
    description:
      'Adds a customer. A private one gets an agreement at once, a corporation needs agreements of its own ([I] Endpoints 4, D26).',
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 201,
    body: createCustomer,
    answer: customer,
    refusals: ['CONFLICT'],
    handle: async (ctx, { body }) => {
      const made = await customers.createCustomer(ctx, body)
      return { location: pathOf(made), body: showCustomer(ctx, made) }
    },
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: '/v1/sandbox/customers',
    operation: 'customers',
    tag: 'Sandbox customers',
    summary: 'List customers',
    description:
      'All customers of the world, oldest first. Leaving accounts and agreements out is faster ([I] Endpoints 5).',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 200,
    query: z.strictObject({
      withAccounts: flag('true includes the accounts and card accounts that each customer owns.'),
      withAgreements: flag('true includes the agreements of each customer.'),
    }),
    answer: z.array(customerListing),
    refusals: [],
    handle: async (ctx, { query }) => ({
      body: (await customers.listCustomers(ctx, query)).map(one => showListing(ctx, one)),
    }),
  }),
  route({
    ...NOTHING,
    method: 'GET',
    path: '/v1/sandbox/customers/{customerId}',
    operation: 'customer',
    tag: 'Sandbox customers',
    summary: 'Get a customer',
    description: 'One customer with its agreements, accounts and card accounts.',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 200,
    answer: customerListing,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: showListing(ctx, await customers.getCustomer(ctx, param('customerId'))),
    }),
  }),
  route({
    ...NOTHING,
    method: 'DELETE',
    path: '/v1/sandbox/customers/{customerId}',
    operation: 'deleteCustomer',
    tag: 'Sandbox customers',
    summary: 'Delete a customer',
    description:
      'Deletes a customer and what it owns: agreements, accounts, card accounts and their transactions (D29).',
    headerSet: 'sandboxRead',
    service: 'sandbox',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
    handle: async (ctx, { param }) => {
      await customers.deleteCustomer(ctx, param('customerId'))
      return {}
    },
  }),
  route({
    ...NOTHING,
    method: 'POST',
    path: '/v1/sandbox/initialize',
    operation: 'initialize',
    tag: 'Sandbox customers',
    summary: 'Fill with test data',
    description:
      'Empties the world, resets its clock and creates the published customers, their accounts, agreements and a year of transactions (D30).',
    headerSet: 'sandboxWrite',
    service: 'sandbox',
    success: 200,
    answer: z.array(customerListing),
    refusals: [],
    handle: async ctx => ({ body: (await initialize(ctx)).map(one => showListing(ctx, one)) }),
  }),
]

function showCustomer(ctx: Context, row: Customer) {
  return {
    customerId: row.id,
    customerNumber: row.customerNumber,
    customerType: row.type,
    customerName: row.name,
    _links: { self: linkTo(ctx, pathOf(row), 'GET', 'DELETE') },
  }
}

function showListing(
  ctx: Context,
  { customer: row, agreements, accountIds, cardAccountIds }: customers.CustomerListing,
) {
  return {
    ...showCustomer(ctx, row),
    agreements: agreements.map(({ agreement, engagementIds }) => showAgreementSummary(ctx, agreement, engagementIds)),
    accounts: [...accountIds],
    cardAccounts: [...cardAccountIds],
  }
}

function pathOf({ id }: { id: string }): string {
  return `/v1/sandbox/customers/${id}`
}
