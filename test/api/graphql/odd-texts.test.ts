import { expect, it } from 'vitest'
import { account } from '../../support/builders/graphql-data.ts'
import { startBank } from '../../support/clients/bank.ts'
import { refused } from '../../support/clients/both-doors.ts'

/** D74, D71: no text ends the process or is a fault of the server, whichever argument of whichever operation it is; on both engines. */

const bank = await startBank()
const world = await bank.world('STANDARD')
it.each([
  ['half of a surrogate pair', '\ud800', 'holds half of a surrogate pair, which is no character.'],
  ['U+0000', 'a\0', 'holds a control character; only printable text is accepted.'],
])('refuses an id with %s by the name of its argument, in a variable and in the document', async (_, id, text) => {
  const refusal = { code: 'FORMAT_ERROR', tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'id', text }] }
  expect(
    await refused(world, 'mutation ($id: ID!) { deleteCustomer(id: $id) { customer { id } } }', { id }),
  ).toMatchObject(refusal)
  if (id.isWellFormed())
    expect(
      await refused(world, `mutation { deleteCustomer(id: ${JSON.stringify(id)}) { customer { id } } }`),
    ).toMatchObject(refusal)
  expect((await world.call('GET', '/v1/sandbox/customers')).status).toBe(200)
})

const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount: 'NUMBER', currency: 'NOK' } }]
const input = { ...account(), balances }

it.each([
  [
    'an amount in a variable',
    'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }',
    { input },
    'amount: has more than 15 digits, which a number of JSON may not hold: give it as text.',
  ],
  [
    'the size of a page in a variable',
    'query ($first: Int!) { accounts(first: $first) { totalCount } }',
    { first: 'NUMBER' },
    'Int cannot represent non 32-bit signed integer value: NUMBER',
  ],
])('D16: quotes %s as it was sent, with more digits than a number keeps', async (_, query, variables, wanted) => {
  for (const sent of ['9007199254740993', '-90071992547409930']) {
    const body = JSON.stringify({ query, variables }).replace('"NUMBER"', 'NUMBER').replace('NUMBER', sent)
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
    const answer = await fetch(`${bank.url}${world.base}/graphql`, { method: 'POST', headers, body })
    expect(await answer.text()).toContain(wanted.replace('NUMBER', sent))
  }
})
