import { z } from '@hono/zod-openapi'
import { CUSTOMER_TYPES } from '../../domain/accounts.ts'
import { flag, fromKey, name, oneOf, text } from './values.ts'

/** [I] Endpoints 4: the body of POST /v1/sandbox/customers. */
export const createCustomer = z
  .strictObject({
    customerNumber: fromKey(
      text(35, 'The number that identifies the customer at SCA in the test environment; unique in the world (D24).'),
    ),
    name: name(70, "The customer's name."),
    type: oneOf(CUSTOMER_TYPES, 'PRIVATE for a person, CORPORATE for a corporation (D25).'),
  })
  .openapi('CreateCustomer', { description: 'A customer to add ([I] Endpoints 4).' })
export type CreateCustomer = z.output<typeof createCustomer>

/** What the operator changes of a customer. */
export const changeCustomer = z
  .strictObject({ name: createCustomer.shape.name })
  .openapi('ChangeCustomer', { description: 'What to change of a customer.' })
export type ChangeCustomer = z.output<typeof changeCustomer>

/** The query of GET /v1/sandbox/customers ([I] Endpoints 5). */
export const listCustomers = z.strictObject({
  withAccounts: flag(
    'true includes the accounts and card accounts that each customer owns; else both lists are left out.',
  ),
  withAgreements: flag('true includes the agreements of each customer; else the list is left out.'),
})
