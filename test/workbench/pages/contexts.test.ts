import { executionAsyncId } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { send, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

/** Whether Node follows promises, of which each then has a number of its own. */
const areFollowed = async () => (await Promise.resolve().then(executionAsyncId)) !== executionAsyncId()

it('a page that is shown makes no promise of the process cost more', async () => {
  const { status } = await send(bank.url, {
    method: 'GET',
    target: '/',
    headers: [['Accept', 'text/html']],
    body: Buffer.alloc(0),
  })
  expect(status).toBe(200)
  expect(await areFollowed()).toBe(false)
})
