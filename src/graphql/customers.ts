import { customerFilter } from '../inputs/filters.ts'
import * as operations from '../operations/customers.ts'
import { pageOfOwnAccounts } from '../resolvers/accounts.ts'
import { pageOfOwnAgreements } from '../resolvers/agreements.ts'
import { pageOfOwnCardAccounts } from '../resolvers/card-accounts.ts'
import { pageOfCustomerConsents } from '../resolvers/consents/list.ts'
import { findCustomer, pageOfCustomers } from '../resolvers/customers.ts'
import { pageOfCustomerEngagements } from '../resolvers/engagements.ts'
import { builder } from './builder.ts'
import { CustomerTypeEnum } from './enums.ts'
import { listBelow, listByFilter } from './list-fields.ts'
import {
  AccountList,
  AgreementList,
  CardAccountList,
  ConsentList,
  CustomerList,
  CustomerRef,
  EngagementList,
} from './nouns.ts'
import { idArg, twin } from './twins.ts'

CustomerRef.implement({
  description: 'A person or a corporation that the bank knows ([I] Sandbox customer).',
  fields: t => ({
    id: t.exposeID('id', { description: 'customerId in REST: a UUID (D20).' }),
    psuId: t.exposeID('psuId', { description: 'What PSU-ID carries when this customer acts as a PSU: a UUID (D20).' }),
    customerNumber: t.exposeString('customerNumber', {
      description: 'The number that the customer enters at SCA; unique in the world (D24).',
    }),
    name: t.exposeString('name', { description: 'customerName in REST: 1 to 70 characters.' }),
    type: t.expose('type', { type: CustomerTypeEnum, description: 'customerType in REST: a person or a corporation.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    agreements: t.connection(
      ...listBelow(
        AgreementList,
        'The agreements that it owns, oldest first. A person has exactly one, made automatically (D26).',
        pageOfOwnAgreements,
      ),
    ),
    accounts: t.connection(...listBelow(AccountList, 'The accounts that it owns, oldest first.', pageOfOwnAccounts)),
    cardAccounts: t.connection(
      ...listBelow(CardAccountList, 'The card accounts that it owns, oldest first.', pageOfOwnCardAccounts),
    ),
    engagements: t.connection(
      ...listBelow(
        EngagementList,
        'Its rights to accounts as a PSU: to its own, and to those of corporations that it acts for. Oldest first.',
        pageOfCustomerEngagements,
      ),
    ),
    consents: t.connection(
      ...listBelow(
        ConsentList,
        'What it lets TPPs see as a PSU, oldest first; consents that no longer serve too (D32).',
        pageOfCustomerConsents,
      ),
    ),
  }),
})

builder.queryFields(t => ({
  customers: t.connection(
    ...listByFilter(
      CustomerList,
      'All customers of the world, oldest first ([I] Endpoints 5).',
      { schema: customerFilter, description: 'Which customers; all when not given.' },
      pageOfCustomers,
    ),
  ),
  customer: t.field({
    type: CustomerRef,
    nullable: true,
    description: 'One customer, by exactly one of its two names. RESOURCE_UNKNOWN when the world does not have it.',
    args: {
      id: t.arg.id({ description: 'customerId in REST.' }),
      customerNumber: t.arg.string({ description: 'The number that the customer enters at SCA.' }),
    },
    resolve: (_, args, { bank }) => findCustomer(bank, args),
  }),
}))

builder.mutationFields(t => ({
  createCustomer: t.field(twin(operations.createCustomer, { type: CustomerRef, show: customer => customer })),
  deleteCustomer: t.field(
    twin(operations.deleteCustomer, {
      type: CustomerRef,
      answers: 'Answers what it was.',
      args: idArg('customerId in REST.'),
      ids: ({ id }) => ({ customerId: id }),
      show: customer => customer,
    }),
  ),
}))
