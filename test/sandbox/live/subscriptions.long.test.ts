import { describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { subscribe } from '../../support/clients/subscriber.ts'

const bank = await startBank()

describe('A subscription', () => {
  it('takes no place where its head alone is asked for, more often than one address may listen', async () => {
    const target = `${bank.url}/graphql?query=${encodeURIComponent('subscription { clock { now } }')}`
    const headers = { Accept: 'text/event-stream' }
    for (let n = 0; n <= 1_000; n += 1) expect((await fetch(target, { method: 'HEAD', headers })).status).toBe(200)
    const clock = await subscribe(bank.url, 'subscription { clock { now } }')
    expect(await clock.until(1)).toEqual([{ data: { clock: { now: expect.any(String) } } }])
  })
})
