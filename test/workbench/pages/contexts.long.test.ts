import { executionAsyncId } from 'node:async_hooks'
import { expect, it } from 'vitest'
import type { StartSandbank } from '../../../src/clients/testing/kit.ts'
import { builtProgram } from '../../support/harness/built.ts'

/** Whether Node follows promises, of which each then has a number of its own. */
const areFollowed = async () => (await Promise.resolve().then(executionAsyncId)) !== executionAsyncId()

it('a page of the built program makes no promise of its process cost more', async () => {
  const { startSandbank }: { startSandbank: StartSandbank } = await import(await builtProgram('testing.js'))
  const sandbank = await startSandbank({ port: 0 })
  try {
    const page = await fetch(sandbank.url, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    expect(await areFollowed()).toBe(false)
  } finally {
    await sandbank.close()
  }
})
