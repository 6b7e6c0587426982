import { type CreateCustomer, createCustomer } from '../../bank/inputs/customers.ts'
import { customerFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/customers.ts'
import { createCustomers, findCustomer, pageOfCustomers } from '../../bank/resolvers/customers.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import type { EachOf } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { bulkArgs, MOST_AT_ONCE, namingOfMany } from './bulk.ts'
import { listByFilter } from './connections.ts'
import { CustomerTypeEnum } from './enums.ts'
import { implement } from './fields.ts'
import { Accounts, Agreements, CardAccounts, Consents, Customers, Engagements } from './nouns.ts'
import { twin } from './twins.ts'

implement(
  Customers.type,
  'A person or a corporation that the bank knows ([I] Sandbox customer).',
  t =>
    ({
      id: t.id('customerId in REST: a UUID (D20).'),
      psuId: t.id('What PSU-ID carries when this customer acts as a PSU: a UUID (D20).'),
      customerNumber: t.text('The number that the customer enters at SCA; unique in the world (D24).'),
      name: t.text('customerName in REST: 1 to 70 characters.'),
      type: t.of(CustomerTypeEnum, 'customerType in REST: a person or a corporation.'),
      createdAt: t.instant("When it was created, by the world's clock (D40)."),
      agreements: t.list(
        Agreements,
        'The agreements that it owns, oldest first. A person has exactly one, made automatically (D26).',
        load => load.agreementsOfOwner,
      ),
      accounts: t.list(Accounts, 'The accounts that it owns, oldest first.', load => load.accountsOfOwner),
      cardAccounts: t.list(
        CardAccounts,
        'The card accounts that it owns, oldest first.',
        load => load.cardAccountsOfOwner,
      ),
      engagements: t.list(
        Engagements,
        'Its rights to accounts as a PSU: to its own, and to those of corporations that it acts for. Oldest first.',
        load => load.engagementsOfCustomer,
      ),
      consents: t.list(
        Consents,
        'What it lets TPPs see as a PSU, oldest first; consents that no longer serve too (D32).',
        load => load.consentsOfCustomer,
      ),
    }) satisfies EachOf<CreateCustomer>,
)

builder.queryFields(t => ({
  customers: listByFilter(
    t,
    Customers,
    'All customers of the world, oldest first ([I] Endpoints 5).',
    customerFilter,
    pageOfCustomers,
  ),
  customer: t.field({
    type: Customers.type,
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
  createCustomer: twin(t, operations.createCustomer, { type: Customers.type }),
  createCustomers: t.field({
    type: [Customers.type],
    description: `Adds up to ${MOST_AT_ONCE} customers, all or nothing: createCustomer for many. Answers them in the order that they were given in.`,
    extensions: { makes: 'Customer' },
    args: bulkArgs(createCustomer, 'customers'),
    resolve: (_, { inputs, keys }, { bank }) =>
      withKeys(bank, namingOfMany('Customer', keys, inputs), tx => createCustomers(tx, inputs)),
  }),
  deleteCustomer: twin(t, operations.deleteCustomer, {
    type: Customers.type,
    answers: 'Answers what it was.',
    ids: { customerId: ['id', 'customerId in REST.'] },
  }),
}))
