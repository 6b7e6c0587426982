import { changeAccount as accountBody } from '../../bank/inputs/accounts.ts'
import { changeEngagement as engagementBody } from '../../bank/inputs/agreements.ts'
import { changeCustomer as customerBody } from '../../bank/inputs/customers.ts'
import { ownOperation } from '../../bank/operations/operation.ts'
import * as accounts from '../../bank/resolvers/accounts.ts'
import * as customers from '../../bank/resolvers/customers.ts'
import * as engagements from '../../bank/resolvers/engagements.ts'

/** What the operator changes of things that exist (D130). REST has no such calls. */

export const changeCustomer = ownOperation({
  tag: 'Sandbox customers',
  service: 'sandbox',
  name: 'changeCustomer',
  summary: 'Change a customer',
  description: "Changes a customer's name. The automatic agreement of a private customer takes the new name (D26).",
  ids: { customerId: 'Customer' },
  input: customerBody,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => customers.changeCustomer(ctx, ids.customerId, input),
})

export const changeAccount = ownOperation({
  tag: 'Sandbox accounts',
  service: 'sandbox',
  name: 'changeAccount',
  summary: 'Change an account',
  description:
    'Changes name, product or credit line of an account. A credit line below what is used leaves the account overdrawn: payments from it find no funds (D37).',
  ids: { accountId: 'Account' },
  input: accountBody,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => accounts.changeAccount(ctx, ids.accountId, input),
})

export const changeEngagement = ownOperation({
  tag: 'Sandbox engagements',
  service: 'sandbox',
  name: 'changeEngagement',
  summary: 'Change an engagement',
  description: 'Changes roles or limits of an engagement.',
  exceptions: [
    ['BAD_REQUEST', 'for an engagement of an automatic agreement (D26)'],
    ['CONFLICT', 'while a payment waits for an approval that no member could give afterwards (D77)'],
  ],
  ids: { engagementId: 'Engagement' },
  input: engagementBody,
  refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { ids, input }) => engagements.changeEngagement(ctx, ids.engagementId, input),
})
