import { derivedCustomerNumber } from '../../../domain/keys.ts'
import { parseInput } from '../../inputs/parse.ts'
import { exportCustomers } from '../../resolvers/exports/holdings.ts'
import { customersNamed } from '../../resolvers/exports/named.ts'
import { createCustomer } from '../customers.ts'
import { sandboxCall } from './calls.ts'
import { entryKind, oneByOne, textOf } from './entry.ts'

const { customerNumber, ...fields } = createCustomer.input.shape

/** Customers, by createCustomer. */
export const customers = entryKind({
  noun: 'customer',
  operations: [createCustomer.name],
  fields: {
    customerNumber: customerNumber.optional().openapi({ description: 'The number; derived when not given (D83).' }),
    ...fields,
  },
  references: [],
  derive: (entry, key) => ({ customerNumber: derivedCustomerNumber(key), ...entry }),
  numbers: entry => textsOf(entry['customerNumber']),
  make: oneByOne(async (at, entry) => {
    const made = await createCustomer.run(at, sandboxCall(parseInput(createCustomer.input, entry), {}))
    return { id: made.id, number: made.customerNumber }
  }),
  rows: exportCustomers,
  find: customersNamed,
})

const textsOf = (value: unknown) => {
  const text = textOf(value)
  return text === undefined ? [] : [text]
}
