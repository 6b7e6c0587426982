import { createClient } from './genql-client/index.ts'
import { headers, report, url } from './graph.ts'

const client = createClient({ url, headers })
const { createCustomer } = await client.mutation({
  createCustomer: {
    __args: { input: { key: 'genql', name: 'Genql Typed', type: 'PRIVATE' } },
    customer: { id: true, name: true },
  },
})
const { customer } = await client.query({
  customer: { __args: { by: { key: 'genql' } }, name: true, accounts: { __args: { first: 1 }, nodes: { iban: true } } },
})
report(createCustomer.customer.name, customer?.name)
