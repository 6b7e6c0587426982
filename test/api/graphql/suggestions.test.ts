import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

/** D71: a field that a type does not have is refused with the one that was meant, or with the place where it stands. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const messagesOf = async (query: string): Promise<string[]> => {
  const { status, body } = await (await bank.world()).graphql(query)
  expect([status, body.data]).toEqual([200, undefined])
  return body.errors.map((error: { message: string; extensions: { code: string } }) => {
    expect(error.extensions.code).toBe('FORMAT_ERROR')
    return error.message
  })
}

it.each([
  // As REST names it.
  ['{ cardAccounts { nodes { transactions { nodes { amount } } } } }', 'Did you mean "transactionAmount"?'],
  ['{ accounts { nodes { transactions { nodes { amount } } } } }', 'Did you mean "transactionAmount"?'],
  ['{ consents { nodes { status } } }', 'Did you mean "state"?'],
  ['{ payments { nodes { transactionStatus } } }', 'Did you mean "status"?'],
  ['{ payments { nodes { paymentId } } }', 'Did you mean "id"?'],
  ['{ customers { nodes { customerName } } }', 'Did you mean "name"?'],
  // One word of several names.
  ['{ agreements { nodes { engagements { nodes { limit } } } } }', 'Did you mean "registerLimit" or "approvalLimit"?'],
  ['{ payments { nodes { amount } } }', 'Did you mean "totalAmount" or "reservedAmount"?'],
  // Misspelt.
  ['{ payments { nodes { debtorAccount { ibann } } } }', 'Did you mean "iban"?'],
  // One edge further.
  [
    '{ payments { nodes { creditorName } } }',
    'Not every Payment has it: write ... on SinglePayment { creditorName } or ... on PeriodicPayment { creditorName }.',
  ],
  ['{ payments { nodes { entries { id } } } }', 'Not every Payment has it: write ... on BulkPayment { entries }.'],
  ['{ payments { nodes { frequence } } }', 'Not every Payment has it: write ... on PeriodicPayment { frequency }.'],
  [
    '{ authorisations { nodes { frequency } } }',
    'It stands one edge further: write payment { ... on PeriodicPayment { frequency } }.',
  ],
  ['{ consents { nodes { iban } } }', 'It stands one edge further: write accounts { iban }.'],
  ['{ customers { nodes { accountId } } }', 'It stands one edge further: write accounts { nodes { id } }.'],
  // Without nodes.
  ['{ payments { id } }', 'The rows of a connection are its nodes: write nodes { id }.'],
  [
    '{ payments { creditorAgent } }',
    'The rows of a connection are its nodes: write nodes { ... on SinglePayment { creditorAgent } }.',
  ],
  ['{ customers { customerName } }', 'The rows of a connection are its nodes: write nodes { name }.'],
  ['{ customers { iban } }', 'The rows of a connection are its nodes: write nodes { accounts { nodes { iban } } }.'],
])('%s', async (query, hint) => {
  const [message = '', another] = await messagesOf(query)
  expect(another).toBeUndefined()
  expect(message).toMatch(/^Cannot query field "\w+" on type "\w+"\. /)
  expect(message.replace(/^.*?" on type "\w+"\. /, '')).toBe(hint)
})

describe('D83: a number that follows from a key', () => {
  it.each([
    ['createCustomer(input: { name: "Kari", type: PRIVATE }) { customer { id } }', ['input.customerNumber']],
    ['createCustomers(inputs: [{ name: "Kari", type: PRIVATE }]) { customers { id } }', ['inputs[0].customerNumber']],
    [
      'createCustomer(input: { name: "Kari", type: PERSON }) { customer { id } }',
      ['input.customerNumber', 'input.type'],
    ],
    [
      'createAccount(input: { customerNumber: "1", accountName: "a", product: "p", cashAccountType: CACC, currency: "NOK", creditLine: 0, balances: [] }) { account { id } }',
      ['input.bban', 'input.iban'],
    ],
  ])('is required unless a key is given: %s', async (field, paths) => {
    const { body } = await (await bank.world()).graphql(`mutation { ${field} }`)
    const messages: { path: string; text: string }[] = body.errors[0].extensions.tppMessages
    for (const path of paths.filter(path => !path.endsWith('type')))
      expect(messages).toContainEqual(expect.objectContaining({ path, text: 'is required, unless `key` is given.' }))
  })

  it('and at REST, which knows no keys, it is required', async () => {
    const answer = await (await bank.world()).call('POST', '/v1/sandbox/customers', {
      body: { name: 'Kari', type: 'PRIVATE' },
    })
    expect(answer.body.tppMessages).toMatchObject([{ path: 'customerNumber', text: 'is required.' }])
  })
})
