import { createCustomer as body, listCustomers } from '../inputs/customers.ts'
import * as resolvers from '../resolvers/customers.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox customers', service: 'sandbox' } as const
const one = { ...described, ids: { customerId: 'Customer' } } as const

export const createCustomer = operation({
  ...described,
  name: 'createCustomer',
  makes: 'Customer',
  summary: 'Create a customer',
  description:
    'Adds a customer. A private one gets an agreement at once, a corporation needs agreements of its own ([I] Endpoints 4, D26).',
  exceptions: [['CONFLICT', 'when the number is taken (D24)']],
  input: body,
  refusals: ['CONFLICT'],
  run: (ctx, { input }) => resolvers.createCustomer(ctx, input),
})

export const customers = operation({
  ...described,
  name: 'customers',
  summary: 'List customers',
  description:
    'All customers of the world, oldest first. Leaving accounts and agreements out is faster ([I] Endpoints 5).',
  options: listCustomers,
  refusals: [],
  run: (ctx, { options }) => resolvers.listCustomers(ctx, options),
})

export const customer = operation({
  ...one,
  name: 'customer',
  summary: 'Get a customer',
  description: 'One customer with its agreements, accounts and card accounts.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.getCustomer(ctx, ids.customerId),
})

export const deleteCustomer = operation({
  ...one,
  name: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Deletes a customer and what it owns: agreements, accounts, card accounts and their transactions (D29).',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (ctx, { ids }) => resolvers.deleteCustomer(ctx, ids.customerId),
})
