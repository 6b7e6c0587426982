import { expect, it } from 'vitest'
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
