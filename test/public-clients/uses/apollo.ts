import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { headers, report, url } from './graph.ts'

const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() })
type Customer = { readonly id: string; readonly name: string }

const created = await client.mutate<{ createCustomer: { customer: Customer } }>({
  mutation: gql`mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id name } } }`,
  variables: { input: { key: 'apollo', name: 'Apollo Cached', type: 'PRIVATE' } },
})
const { data } = await client.query<{ customer: Customer }>({
  query: gql`query ($by: CustomerBy!) { customer(by: $by) { id name accounts(first: 1) { edges { cursor node { id } } pageInfo { hasNextPage } } } }`,
  variables: { by: { key: 'apollo' } },
})
// Both are the same thing in the cache: each type that has an id is found by it.
const cached = Object.keys(client.cache.extract() as object).filter(key => key.startsWith('Customer:'))
if (cached.length !== 1) throw new Error(`the cache has ${cached.join(', ')}`)
report(created.data?.createCustomer.customer.name, data?.customer.name)
