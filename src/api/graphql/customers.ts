import type { CreateCustomer } from '../../bank/inputs/customers.ts'
import { customerFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/customers.ts'
import { createCustomers, findCustomerOfPsu, pageOfCustomers } from '../../bank/resolvers/customers.ts'
import type { EachOf } from '../../domain/given.ts'
import type { Customer } from '../../generated/client.ts'
import * as changes from '../../sandbox/operations/changes.ts'
import { builder } from './builder.ts'
import { listByFilter } from './connections.ts'
import { CustomerTypeEnum } from './enums.ts'
import { implement, type Kinds } from './fields.ts'
import { byIdOrKey, lookup, waysTo } from './lookups.ts'
import { mutation, mutations, ownMutation } from './mutations.ts'
import { Accounts, Agreements, CardAccounts, Consents, Customers, Engagements } from './nouns.ts'

implement(
  Customers.type,
  'A person or a corporation that the bank knows.',
  t =>
    ({
      id: t.id('customerId in REST: a UUID.'),
      psuId: t.id('What PSU-ID carries when this customer acts as a PSU: a UUID.'),
      customerNumber: t.text('The number that the customer enters at SCA; unique in the world.'),
      name: t.text('customerName in REST: 1 to 70 characters.'),
      type: t.of(CustomerTypeEnum, 'customerType in REST: a person or a corporation.'),
      createdAt: t.instant("When it was created, by the world's clock."),
      agreements: t.list(
        Agreements,
        'The agreements that it owns, oldest first. A person has exactly one, made automatically.',
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
        'What it lets TPPs see as a PSU, oldest first; consents that no longer serve too.',
        load => load.consentsOfCustomer,
      ),
    }) satisfies EachOf<CreateCustomer>,
)

const customer = waysTo<Customer>('Customer', {
  ...byIdOrKey('Customer', 'customer', 'customerId in REST.', (bank, id) => bank.load.customer(id)),
  customerNumber: {
    description: 'The number that the customer enters at SCA.',
    find: (bank, number) => bank.load.customerByNumber(number),
  },
  psuId: { description: 'What PSU-ID carries when the customer acts as a PSU.', find: findCustomerOfPsu },
})

builder.queryFields(t => ({
  customers: listByFilter(t, Customers, 'All customers of the world, oldest first.', customerFilter, pageOfCustomers),
  customer: lookup(t, Customers.type, 'One customer. RESOURCE_UNKNOWN when the world does not have it.', customer),
}))

const customerOf = (p: Kinds<Customer>) => ({ customer: p.of(Customers.type, 'The customer.', made => made) })

builder.mutationFields(t => ({
  ...mutations(t, operations.createCustomer, {
    payload: customerOf,
    bulk: {
      things: 'customers',
      type: Customers.type,
      row: made => made,
      many: (tx, calls) =>
        createCustomers(
          tx,
          calls.map(({ input }) => input),
        ),
    },
  }),
  changeCustomer: ownMutation(t, changes.changeCustomer, {
    payload: customerOf,
    ids: { customerId: ['id', 'customerId in REST.'] },
  }),
  deleteCustomer: mutation(t, operations.deleteCustomer, {
    payload: customerOf,
    answers: 'Answers what it was.',
    ids: { customerId: ['id', 'customerId in REST.'] },
  }),
}))
