import { expect, it } from 'vitest'
import { startGraphql } from '../../support/clients/graphql-server.ts'

/** What a document has done before one of its mutations fails stays, and the refusal says so (D130). */

const server = await startGraphql()

it('D130: lists what was made before a mutation of the same document failed, and runs none after it', async () => {
  const world = await server.world()
  const { data, errors } = await world.run(`mutation {
    first: createCustomer(input: { key: "kari", name: "Kari", type: PRIVATE }) { customer { name } }
    account: createAccount(input: { key: "daily", customerNumber: "kari", accountName: "Daily", currency: "NOK",
      product: "Brukskonto", cashAccountType: CACC, creditLine: 0,
      balances: [{ balanceType: closingBooked, balanceAmount: { amount: 5, currency: "NOK" } }] }) { account { id } }
    freezeClock { clock { frozen } }
    again: createCustomer(input: { key: "kari", name: "Kari", type: PRIVATE }) { customer { name } }
    never: createCustomer(input: { key: "ola", name: "Ola", type: PRIVATE }) { customer { name } }
  }`)

  expect(data).toBeNull()
  const [error, ...others] = errors
  expect(others).toEqual([])
  const read = await world.run('{ customers { nodes { id key } } accounts { nodes { id key } } clock { frozen } }')
  expect(error.extensions).toMatchObject({
    code: 'CONFLICT',
    made: [
      { field: 'first', id: read.data.customers.nodes[0].id, key: 'kari' },
      { field: 'account', id: read.data.accounts.nodes[0].id, key: 'daily' },
      { field: 'freezeClock' },
    ],
  })
  expect(error.message).toMatch(/What came before it is done, and stays: first, account, freezeClock\.$/)
  expect(error.path).toEqual(['again'])
  expect(read.data).toMatchObject({
    customers: { nodes: [{ key: 'kari' }] },
    accounts: { nodes: [{ key: 'daily' }] },
    clock: { frozen: true },
  })
})

it('D130: says nothing of that where the first mutation fails', async () => {
  const world = await server.world()
  const { errors } = await world.run('mutation { deleteCustomer(id: "nobody") { customer { id } } }')
  expect(errors[0].extensions).not.toHaveProperty('made')
  expect(errors[0].message).not.toMatch(/stays/)
})
