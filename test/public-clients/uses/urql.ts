import { Client, cacheExchange, fetchExchange, gql } from '@urql/core'
import { headers, report, url } from './graph.ts'

const client = new Client({
  url,
  exchanges: [cacheExchange, fetchExchange],
  fetchSubscriptions: true,
  preferGetMethod: false,
  fetchOptions: { headers },
})
const CREATE = gql`mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id name } } }`
const FIND = gql`query ($by: CustomerBy!) { customer(by: $by) { id name } }`

// A subscription over the same door: its state at once.
const clock = await new Promise<unknown>((resolve, reject) => {
  const { unsubscribe } = client.subscription(gql`subscription { clock { now } }`, {}).subscribe(({ data, error }) => {
    if (error !== undefined) reject(error)
    else resolve(data?.clock.now)
    setTimeout(() => unsubscribe())
  })
})
if (typeof clock !== 'string') throw new Error('the subscription has sent no clock')
const made = await client
  .mutation(CREATE, { input: { key: 'urql', name: 'Urql Fetched', type: 'PRIVATE' } })
  .toPromise()
const found = await client.query(FIND, { by: { key: 'urql' } }).toPromise()
if (made.error ?? found.error) throw made.error ?? found.error
report(made.data?.createCustomer.customer.name, found.data?.customer.name)
