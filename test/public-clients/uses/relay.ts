import runtime from 'relay-runtime'
import { headers, report, url } from './graph.ts'
import REFETCH, { type CustomersAccountsQuery } from './relay/__generated__/CustomersAccountsQuery.graphql.ts'
import CREATE from './relay/__generated__/CustomersCreateMutation.graphql.ts'
import QUERY, { type CustomersQuery } from './relay/__generated__/CustomersQuery.graphql.ts'

const { Environment, fetchQuery, Network, RecordSource, Store } = runtime
const send = async (query: string, variables: object) => {
  const body = JSON.stringify({ query, variables })
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
  return answer.json()
}
const environment = new Environment({
  network: Network.create(({ text }, variables) => send(text ?? '', variables)),
  store: new Store(new RecordSource()),
})

const made = await send(CREATE.params.text ?? '', { input: { key: 'relay', name: 'Relay Compiled', type: 'PRIVATE' } })
const found = await fetchQuery<CustomersQuery>(environment, QUERY, { first: 100 }).toPromise()
const nodes = found?.customers.edges.map(({ node }) => node) ?? []
// A thing is found again by its id alone, which is how Relay reads further pages.
const again = await fetchQuery<CustomersAccountsQuery>(environment, REFETCH, {
  id: nodes[0]?.id ?? '',
  first: 1,
}).toPromise()
if (again?.node == null) throw new Error('node(id) finds no customer')
report(made.data?.createCustomer.customer.name, nodes.at(-1)?.name)
