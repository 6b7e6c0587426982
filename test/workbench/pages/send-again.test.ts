import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbank } from '../../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { visitor } from './visits.ts'

let cli: Cli
let served: RunningBank
let bank: Sandbank
beforeAll(async () => {
  cli = createCli()
  cli.addTpp('home')
  served = await cli.serve()
  bank = await connectSandbank(served.url)
})
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

it('as one that is chosen with its id where others have its name', async () => {
  cli.addTpp('double')
  const called = await bank.tpp('double').fetch(bank.world.url('/v1/sandbox/customers'))
  const lists = ['docs/operations/customers', `requests/${called.headers.get('sandbank-request')}`, 'requests']
  for (const path of [...lists, 'console/payments', 'console/consents', 'console/do/setScenario']) {
    const { text } = await visitor(served, `/${path}`).open()
    const named = [...text.matchAll(/<option[^>]*>([^<]*double[^<]*)</g)].map(([, title]) => title)
    expect(new Set(named).size, path).toBe(2)
    for (const one of named) expect(one, path).toMatch(/double \(NO-FSA-\d+\)/)
  }
})
