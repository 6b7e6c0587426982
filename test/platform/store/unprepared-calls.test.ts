import { expect, it } from 'vitest'
import { openTestStore } from '../../support/harness/stores.ts'

it('a call that is not prepared rejects or answers, and never throws: what was begun beside it would be waited for by no one', async () => {
  const { reader } = await openTestStore()
  const where = { id: '\ud800' }
  const calls = [
    () => reader.customer.findFirst({ where }),
    () => reader.customer.findMany({ where }),
    () => reader.customer.count({ where }),
    () => reader.world.findUnique({ where }),
  ]
  for (const call of calls) {
    const answer = call()
    expect(answer).toHaveProperty('then')
    await Promise.allSettled([answer])
  }
})
